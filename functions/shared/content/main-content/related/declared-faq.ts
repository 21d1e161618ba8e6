import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';

/** A question that the page declares with its answer. */
export interface DeclaredAnswer {
  readonly question: string;
  readonly answer: string;
}

/** Longer blocks are no questions. */
const maxQuestionWords = 60;
/** Steps, lists and paragraphs of one answer. */
const maxAnswerBlocks = 40;
/** Fewer letters may stand in any answer. */
const minLetters = 3;
/** A table of contents names a question before it is answered. */
const maxPlaces = 4;

/** Letters and digits, which the declared text and the shown one share whatever their markup. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** The blocks of the questions and answers that the page declares as such, as far as it shows them. */
export function declaredFaq({ tree }: BlockContext, declared: readonly DeclaredAnswer[]): readonly number[] {
  if (declared.length === 0) return [];
  const open = new Map(
    declared.map(({ question, answer }) => [bare(question), { answer: bare(answer), places: 0 }]),
  );
  const found: number[] = [];
  tree.blocks.forEach(({ text, shape }, block) => {
    const key = open.size === 0 || shape.words > maxQuestionWords ? '' : bare(text);
    const asked = open.get(key);
    if (asked === undefined) return;
    asked.places += 1;
    const end = Math.min(tree.blocks.length, block + 1 + maxAnswerBlocks);
    let below = block + 1;
    while (below < end) {
      const said = bare(tree.blocks[below]?.text ?? '');
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
