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

/** The first kept `h1`, else the first kept `h2`; -1 without either. */
function headlineOf({ page }: BlockContext, kept: Uint8Array): number {
  const first = (level: number): number =>
    kept.findIndex((isKept, block) => isKept === 1 && page.headingLevel[block] === level);
  const headline = first(1);
  return headline < 0 ? first(2) : headline;
}

/** The block below the kept headline that is one of the page's declared descriptions; -1 without one. */
export function declaredSummary(
  context: BlockContext,
  descriptions: readonly string[],
  kept: Uint8Array,
): number {
  const { tree } = context;
  const declared = descriptions.map(foldedLetters).filter((letters) => letters !== '');
  const headline = headlineOf(context, kept);
  if (declared.length === 0 || headline < 0) return -1;
  for (let block = headline + 1; block <= headline + 1 + maxBlocksBetween; block++) {
    const found = tree.blocks[block];
    if (found === undefined) break;
    const { text, shape, linkWords } = found;
    const isText = linkWords === 0 && shape.words >= minWords && shape.words <= maxWords;
    const shown = foldedLetters(text);
    if (isText && declared.some((letters) => isShown(shown, letters))) return block;
  }
  return -1;
}
