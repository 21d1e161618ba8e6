import type { ElementIndex } from './element-edit.ts';
import { linkFootnotes } from './footnote-links.ts';
import { matchLooseFootnotes } from './footnote-loose.ts';
import { liftSidenotes } from './footnote-sidenotes.ts';
import type { Trace } from './trace.ts';

/** Marks and notes in one form: `data-footnote` on the mark, `data-footnote-definition` on the note. */
export function normalizeFootnotes(index: ElementIndex, pageUrl: string, trace?: Trace): void {
  const linked = linkFootnotes(index, pageUrl);
  const aside = liftSidenotes(index, linked);
  const total = matchLooseFootnotes(index, aside);
  if (total > 0)
    trace?.add({ step: 'footnotes', verdict: 'linked', reason: `${total} notes with marks in the text` });
}
