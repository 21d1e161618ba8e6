import { decodeText } from '#shared/content/page/charset.ts';
import type { AcquiredPage } from './acquired-page.ts';
import { wallOf } from './bot-walls.ts';
import { type PageSketch, sketchPage } from './page-sketch.ts';
import { drawnShellReason, shellReason } from './script-shells.ts';

/**
 * What came instead of a page, if not the page: `blocked` a wall against programs, `needs-rendering` a shell
 * that scripts would fill, `empty` nothing at all.
 */
export interface PageVerdict {
  readonly verdict: 'fine' | 'needs-rendering' | 'blocked' | 'empty';
  readonly reason: string;
}

export type JudgePage = (page: AcquiredPage) => PageVerdict;

const isHtml = ({ headers }: AcquiredPage): boolean => /html/i.test(headers['content-type'] ?? 'text/html');

/** What is no document is a wall only as an answer to a program: a line or two. */
const longestAnswer = 10_000;

const showsNothing = ({ words, frame, media, frames }: PageSketch): boolean =>
  words === '' && frame === '' && media === 0 && frames === 0;

/** Errors of the origin are pages, too, but for a static host that serves its application by them. */
const isShellOfError = (sketch: PageSketch): boolean =>
  showsNothing(sketch) && sketch.appRoot === 'empty' && sketch.scripts > 0;

function judgeDocument({ source, status }: AcquiredPage, sketch: PageSketch): PageVerdict {
  if (source === 'cloud') {
    if (status >= 400 ? isShellOfError(sketch) : showsNothing(sketch))
      return { verdict: 'empty', reason: 'no text with scripts' };
    const reason = status >= 400 ? undefined : drawnShellReason(sketch);
    return reason === undefined
      ? { verdict: 'fine', reason: 'it has been drawn' }
      : { verdict: 'empty', reason };
  }
  if (status >= 400 && !isShellOfError(sketch))
    return { verdict: 'fine', reason: 'an error that the site reports itself' };
  const reason = shellReason(sketch);
  if (reason !== undefined) return { verdict: 'needs-rendering', reason };
  return showsNothing(sketch)
    ? { verdict: 'empty', reason: 'neither text nor scripts' }
    : { verdict: 'fine', reason: 'it has text' };
}

/** Judges by what the page shows and what it is made of; the reasons of walls name whose they are. */
export const judgePage: JudgePage = (page) => {
  const { status, headers, finalUrl, body } = page;
  const html = isHtml(page);
  if (!html && (status < 400 || body.length > longestAnswer))
    return { verdict: 'fine', reason: 'not a document' };
  const sketch = sketchPage(decodeText(body, headers['content-type']).text);
  const wall = wallOf({ status, headers, finalUrl, sketch });
  if (wall !== undefined) return { verdict: 'blocked', reason: wall };
  return html ? judgeDocument(page, sketch) : { verdict: 'fine', reason: 'not a document' };
};
