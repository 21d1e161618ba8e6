import type { JsonObject } from '#shared/kernel/json.ts';
import type { ExtractionPage } from '#shared/extract/embedded/extraction-page.ts';
import type { Material, ModelInput } from '#shared/llm/language-model.ts';
import type { ExtractionTask } from '#shared/extract/task/extraction-task.ts';
import { foldValue } from '#shared/extract/evidence/folded-text.ts';
import { leavesOf } from '#shared/extract/embedded/json-value.ts';

const frame = [
  'You extract data from one web page.',
  'Report only what the page states, as the page writes it. What it does not state is left out or null: guess nothing and compute nothing that was not asked for.',
  'Answer with one object that has the list "items". A page about one thing is one item; a page that lists several of the wanted things is one item for each; a page with none of them is an empty list.',
  'Dates are ISO 8601 where the schema says date or date-time, numbers are plain numbers.',
];

export const systemText = ({ systemPrompt }: ExtractionTask): string =>
  [...frame, ...(systemPrompt === undefined ? [] : [`The caller adds: ${systemPrompt}`])].join('\n');

const foldedFrame = foldValue(frame.join('\n'));
/** Shorter pieces of our instructions occur in any text. */
const minRepeatedCharacters = 28;

const framePieces: ReadonlySet<string> = new Set(
  Array.from({ length: foldedFrame.length - minRepeatedCharacters + 1 }, (_, start) =>
    foldedFrame.slice(start, start + minRepeatedCharacters),
  ),
);

function repeatsPiece(written: string): boolean {
  const text = foldValue(written);
  for (let start = 0; start + minRepeatedCharacters <= text.length; start += 1)
    if (framePieces.has(text.slice(start, start + minRepeatedCharacters))) return true;
  return false;
}

/** Whether a value, or a name in it, repeats a piece of our instructions: a page that asks for them must not get them. */
export const repeatsFrame = (value: unknown): boolean =>
  leavesOf(value).some(({ path, value: leaf }) => repeatsPiece(path) || repeatsPiece(String(leaf)));

/** More declared data is mostly lists of links. */
const maxDeclaredCharacters = 6_000;

export interface PagePart {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

const declaredMaterial = (declared: JsonObject): readonly Material[] => {
  const json = JSON.stringify(declared);
  return json === '{}'
    ? []
    : [
        {
          label: 'what the page declares for programs, which its readers do not see',
          text: json.slice(0, maxDeclaredCharacters),
        },
      ];
};

export const extractionInput = (
  { prompt }: ExtractionTask,
  { url, declared, metadata }: ExtractionPage,
  { text, number, of }: PagePart,
): ModelInput => ({
  task: [
    `What is wanted: ${prompt ?? 'every field of the schema.'}`,
    ...(of === 1
      ? []
      : [`The page is read in ${of} parts. This is part ${number}: leave out what it does not hold.`]),
  ].join('\n'),
  material: [
    { label: 'address and title of the page', text: `${url}\n${metadata.title ?? ''}` },
    ...(number === 1 ? declaredMaterial(declared) : []),
    { label: 'text of the page', text },
  ],
});

const maxAnswerCharacters = 8_000;

/** The same question with the invalid answer and its problems. */
export const repairInput = (input: ModelInput, answer: string, problems: readonly string[]): ModelInput => ({
  task: `${input.task}\n\nYour last answer was not valid. Mend it: give the whole answer again. What was wrong:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
  material: [...input.material, { label: 'your last answer', text: answer.slice(0, maxAnswerCharacters) }],
});
