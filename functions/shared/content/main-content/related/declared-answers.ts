import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';

/** A question that the page declares with its answer, both as letters and digits in lower case. */
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

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** The blocks of the questions and answers that the page declares as such, as far as it shows them. */
export function declaredFaq({ tree }: BlockContext, declared: readonly DeclaredAnswer[]): readonly number[] {
  const answers = new Map(declared.map(({ question, answer }) => [question, answer]));
  if (answers.size === 0) return [];
  const found: number[] = [];
  tree.blocks.forEach(({ text, shape }, block) => {
    const answer = shape.words > maxQuestionWords ? undefined : answers.get(bare(text));
    if (answer === undefined) return;
    const end = Math.min(tree.blocks.length, block + 1 + maxAnswerBlocks);
    let below = block + 1;
    while (below < end) {
      const said = bare(tree.blocks[below]?.text ?? '');
      if (said.length < minLetters || !answer.includes(said)) break;
      below += 1;
    }
    // A question in a table of contents has no answer below it.
    if (below === block + 1) return;
    for (let part = block; part < below; part++) found.push(part);
  });
  return found;
}
