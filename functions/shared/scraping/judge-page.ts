import type { AcquiredPage } from './acquired-page.ts';

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

const unshown = /<(script|style|template|noscript|title|svg)\b|<!--/gi;

/** Reads forward only, whatever is left open: pages are hostile. */
function showsText(html: string): boolean {
  const lowered = html.toLowerCase();
  let shown = '';
  let from = 0;
  for (;;) {
    unshown.lastIndex = from;
    const hidden = unshown.exec(html);
    shown += html.slice(from, hidden?.index);
    if (hidden === null) break;
    const close = hidden[1] === undefined ? '-->' : `</${hidden[1].toLowerCase()}`;
    from = lowered.indexOf(close, unshown.lastIndex);
    if (from < 0) break;
    from += close.length;
  }
  return /\S/.test(shown.replaceAll(/<[^<>]*>?|&nbsp;/g, '').replaceAll('>', ''));
}

/** A successful answer whose body shows no text is a shell when it came without its scripts having run. */
export const judgeByText: JudgePage = (page) => {
  if (page.status >= 400 || !isHtml(page) || showsText(Buffer.from(page.body).toString('latin1')))
    return { verdict: 'fine', reason: 'it has text' };
  return page.source === 'local'
    ? { verdict: 'needs-rendering', reason: 'no text without scripts' }
    : { verdict: 'empty', reason: 'no text with scripts' };
};
