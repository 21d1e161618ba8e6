import { type Element, isTag, isText } from 'domhandler';

import { type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import { elementParent, isDefinition } from './definition.ts';
import { readDocutilsNotes } from './docutils.ts';
import { linkFootnotes } from './links.ts';
import { matchLooseFootnotes } from './loose.ts';
import { liftSidenotes } from './sidenotes.ts';
import { readWordPressNotes } from './wordpress.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

/** Levels between the first note and the rule above it. */
const ruleLevels = 4;

/** Removes the rule above the notes. */
function dropRuleBefore(note: Element | undefined): void {
  let at = note;
  for (let level = 0; level < ruleLevels && at !== undefined; level++) {
    let before = at.prev;
    while (before !== null && isText(before) && before.data.trim() === '') before = before.prev;
    if (before !== null) {
      if (isTag(before) && before.name === 'hr') makeSilent(before);
      return;
    }
    at = elementParent(at);
  }
}

/** Brings footnotes to one form: `data-footnote` on the reference, `data-footnote-definition` on the note. */
export function normalizeFootnotes(index: ElementIndex, pageUrl: string, trace?: Trace): void {
  readDocutilsNotes(index);
  readWordPressNotes(index);
  const linked = linkFootnotes(index, pageUrl);
  const aside = liftSidenotes(index, linked);
  const total = matchLooseFootnotes(index, aside);
  if (total === 0) return;
  dropRuleBefore(index.all.find(isDefinition));
  trace?.add({ step: 'footnotes', verdict: 'linked', reason: `${total} notes with marks in the text` });
}
