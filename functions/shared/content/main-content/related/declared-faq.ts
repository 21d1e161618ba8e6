import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { foldedLetters } from '#shared/content/dom/words.ts';

/** A question that the page declares with its answer. */
export interface DeclaredAnswer {
  readonly question: string;
  readonly answer: string;
}

/** Longer blocks are no questions. */
const maxQuestionWords = 60;
/** Steps, lists and paragraphs of one answer. */
const maxAnswerBlocks = 40;
/** A shorter text may occur in any answer. */
const minLetters = 3;
/** A question may stand in a table of contents before its answer; it is looked for below this many places. */
const maxPlaces = 4;

/** The blocks of the questions and answers that the page declares as such, as far as it shows them. */
export function declaredFaq({ tree }: BlockContext, declared: readonly DeclaredAnswer[]): readonly number[] {
  if (declared.length === 0) return [];
  const open = new Map(
    declared.map(({ question, answer }) => [
      foldedLetters(question),
      { answer: foldedLetters(answer), places: 0 },
    ]),
  );
  const found: number[] = [];
  tree.blocks.forEach(({ text, shape }, block) => {
    const key = open.size === 0 || shape.words > maxQuestionWords ? '' : foldedLetters(text);
    const asked = open.get(key);
    if (asked === undefined) return;
    asked.places += 1;
    const end = Math.min(tree.blocks.length, block + 1 + maxAnswerBlocks);
    let below = block + 1;
    while (below < end) {
      const said = foldedLetters(tree.blocks[below]?.text ?? '');
      if (said.length < minLetters || !asked.answer.includes(said)) break;
      below += 1;
    }
    const isAnswered = below > block + 1;
    if (isAnswered || asked.places === maxPlaces) open.delete(key);
    if (!isAnswered) return;
    for (let part = block; part < below; part++) found.push(part);
  });
  return found;
}
