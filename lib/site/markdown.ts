import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';

import { anchorOf } from './html.ts';

/**
 * The project's own Markdown as HTML. Headings get anchors, code can be scrolled by the keyboard, and `linkTo` says
 * where a link of the document leads to on the site. HTML in the text is shown, not used.
 */
export function htmlOf(markdown: string, linkTo: (target: string) => string): string {
  return micromark(markdown, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
    .replaceAll(/<h([1-6])>(.*?)<\/h\1>/gs, (_, level: string, text: string) => {
      return `<h${level} id="${anchorOf(text)}">${text}</h${level}>`;
    })
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/ align="(left|right|center)"/g, '')
    .replaceAll(/href="([^"]*)"/g, (_, target: string) => `href="${linkTo(target)}"`);
}

/** A description of one line: Markdown without its paragraph. */
export const inlineHtml = (markdown: string): string => micromark(markdown).replaceAll(/<\/?p>/g, '');

/** The title of a document: its first heading. */
export const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? '';

/** The first paragraph of a document, on one line. */
export const summaryOf = (markdown: string): string =>
  (/^# .+\n\n([^]+?)\n\n/.exec(markdown)?.[1] ?? '').replaceAll('\n', ' ');
