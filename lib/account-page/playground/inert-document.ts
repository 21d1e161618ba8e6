import { micromark } from 'micromark';
import { gfmFootnote, gfmFootnoteHtml } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { gfmTaskListItem, gfmTaskListItemHtml } from 'micromark-extension-gfm-task-list-item';

/** An image as its alternative text. micromark writes quotation marks of attributes as references. */
const withoutImages = (html: string): string =>
  html.replaceAll(/<img src="[^"]*" alt="([^"]*)"(?: title="[^"]*")? \/>/g, '<span class="image">$1</span>');

/** A link as its words, with its URL as a tooltip: a frame cannot show another site, and would be empty after a click. */
const withoutTargets = (html: string): string => html.replaceAll(/<a href="([^"]*)"/g, '<a title="$1"');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Nothing is loaded but our own style sheet, and nothing runs. */
const policy = (stylesheet: string): string =>
  `default-src 'none'; style-src ${new URL(stylesheet).origin}; base-uri 'none'; form-action 'none'`;

/**
 * A scraped page's Markdown as a document for a frame with `sandbox=""`: HTML of the page is shown as text, links have no
 * target, and images are their alternative texts.
 *
 * @param stylesheet Absolute URL.
 */
export function inertDocument(markdown: string, stylesheet: string): string {
  const html = micromark(markdown, {
    extensions: [gfmTable(), gfmStrikethrough(), gfmFootnote(), gfmTaskListItem()],
    htmlExtensions: [gfmTableHtml(), gfmStrikethroughHtml(), gfmFootnoteHtml(), gfmTaskListItemHtml()],
  });
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="${escaped(policy(stylesheet))}"><link rel="stylesheet" href="${escaped(stylesheet)}"></head><body>${withoutTargets(withoutImages(html))}</body></html>`;
}
