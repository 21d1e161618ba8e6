import type { ModelInput } from '#shared/llm/language-model.ts';
import type { Passage, SourcePage } from './passages.ts';

/** Always sent: a caller's prompt replaces the task and never these instructions. */
export const safetyFrame = [
  'You write an analysis of numbered web sources, each of which begins with its number.',
  'State only what the sources state. After each statement cite its sources by number in square brackets, such as [1] or [2][3].',
  'Do not invent sources, numbers, quotations or links. When the sources do not answer, say so.',
  'Answer in Markdown, in the language of the query. Write neither HTML nor images.',
].join('\n');

export const standardTask =
  'Answer the query from the sources: first a direct answer of one or two sentences, then the points that support it, and where the sources disagree, say how.';

export const analysisInput = (
  { query, task }: { readonly query: string; readonly task: string },
  pages: readonly SourcePage[],
  passages: readonly Passage[],
): ModelInput => ({
  task: `Task: ${task}\n\nQuery: ${query}`,
  material: pages.map(({ url, title }, index) => {
    const texts = passages.filter(({ source }) => source === index + 1).map(({ text }) => text);
    return { label: `source ${index + 1}`, text: `${url}\n${title}\n\n${texts.join('\n[…]\n')}` };
  }),
});
