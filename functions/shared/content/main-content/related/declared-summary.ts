import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { foldedLetters } from '#shared/content/dom/words.ts';

/** Between a headline and its summary stand at most a date, an author, a rating and the like. */
const maxBlocksBetween = 5;
/** A shorter text is a label or the name of a section. */
const minWords = 6;
const maxWords = 80;
/** A shorter description may be how many texts begin. */
const minBeginning = 60;

/** Whether a block shows the declared text. Search engines want a short one: the beginning of what is shown. */
const isShown = (shown: string, declared: string): boolean =>
  shown === declared || (declared.length >= minBeginning && shown.startsWith(declared));

/** The block below the kept headline that is the page's declared description; -1 without one. */
export function declaredSummary({ tree, page }: BlockContext, description: string, kept: Uint8Array): number {
  const declared = foldedLetters(description);
  const headline = kept.findIndex((isKept, block) => isKept === 1 && page.headingLevel[block] === 1);
  if (declared === '' || headline < 0) return -1;
  for (let block = headline + 1; block <= headline + 1 + maxBlocksBetween; block++) {
    const found = tree.blocks[block];
    if (found === undefined) break;
    const { text, shape, linkWords } = found;
    const isText = linkWords === 0 && shape.words >= minWords && shape.words <= maxWords;
    if (isText && isShown(foldedLetters(text), declared)) return block;
  }
  return -1;
}
