import { isObject } from '#shared/kernel/json.ts';
import type { ExtractionPage } from '#shared/extract/embedded/extraction-page.ts';
import type { Deadline } from '#shared/kernel/deadline.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { JsonCompletion, LanguageModel, ModelInput } from '#shared/llm/language-model.ts';
import { charactersWithin, estimatedTokens } from '#shared/llm/tokens.ts';
import { chunkText, minChunkCharacters } from './chunk-text.ts';
import { extractionInput, type PagePart, repairInput, systemText } from './extraction-prompt.ts';
import type { ExtractionTask } from '#shared/extract/task/extraction-task.ts';
import { type IsSeen, mergeLists, mergeParts } from './merge-values.ts';
import type { SchemaForm } from '#shared/extract/task/schema-form.ts';
import { schemaError } from '#shared/extract/evidence/accept-items.ts';

export interface Question {
  readonly page: ExtractionPage;
  readonly task: ExtractionTask;
  readonly form: SchemaForm;
  readonly deadline: Deadline;
  /** Converts a raw item to the schema's types. */
  readonly fit: (item: unknown) => unknown;
  /** Problems of a fitted item. */
  readonly problems: (item: unknown) => readonly string[];
  readonly isSeen: IsSeen;
}

export interface ModelAnswer {
  /** Fitted; they may be invalid. */
  readonly items: readonly unknown[];
  readonly model: string;
  readonly isRepaired: boolean;
  /** Whether the page had more parts than are read. */
  readonly isCut: boolean;
}

interface PartAnswer {
  readonly items: readonly unknown[];
  readonly model: string;
  readonly isRepaired: boolean;
}

const outputTokens = 4_000;
/** Reserved for instructions, task, title and declared data. */
const frameTokens = 4_000;
/** A page with more parts is a book; the rest is not read. */
const maxParts = 12;
const partsAtOnce = 4;
const noJson = 'the answer has no JSON';
/** Also for a model with the smallest context. */
const minRoomTokens = 500;
const maxProblems = 20;

/** Models also answer with a bare list or a bare item. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [];
  return Array.isArray(value['items']) ? value['items'] : [value];
}

type TooLong = Extract<JsonCompletion, { readonly kind: 'too-long' }>;
type Fitting = Exclude<JsonCompletion, TooLong>;

function partAnswer(completion: Fitting, fit: Question['fit'], isRepaired: boolean): PartAnswer {
  const { model } = completion;
  if (completion.kind === 'unreadable') throw schemaError([noJson]);
  const items = itemsOf(completion.value)
    .map(fit)
    .filter((item) => item !== undefined && item !== null);
  return { items, model, isRepaired };
}

const tooLong = ({ exceeding }: TooLong): AppError =>
  new AppError(
    'MODEL_UNAVAILABLE',
    `The ${exceeding === 'question' ? 'page' : 'answer about the page'} is too long for the configured model.`,
  );

/** A model, and how much of its context an answer may take. */
interface Asking {
  readonly model: LanguageModel;
  readonly answerTokens: number;
}

/** Characters of a page that fit into a question with that schema. */
function roomFor({ page, form }: Question, { model, answerTokens }: Asking): number {
  const schemaTokens = estimatedTokens(JSON.stringify(form.wrapped));
  const left = model.contextTokens - answerTokens - frameTokens - schemaTokens;
  return charactersWithin(Math.max(minRoomTokens, left), page.markdown);
}

const ask = (
  { task, form, deadline }: Question,
  input: ModelInput,
  { model, answerTokens }: Asking,
): Promise<JsonCompletion> =>
  model.completeJson({
    system: systemText(task),
    input,
    schema: form.wrapped,
    deadline,
    budget: { outputTokens: answerTokens },
  });

/** Asks once more, with the unusable answer and its problems. */
async function repair(
  question: Question,
  part: PagePart,
  { text, problems }: { readonly text: string; readonly problems: readonly string[] },
  asking: Asking,
): Promise<PartAnswer> {
  const { page, task, fit } = question;
  const input = repairInput(extractionInput(task, page, part), text, problems.slice(0, maxProblems));
  const completion = await ask(question, input, asking);
  if (completion.kind === 'too-long') throw schemaError(problems);
  return partAnswer(completion, fit, true);
}

/** The answers for a part; one that turns out too long is asked about in halves. */
async function askPart(question: Question, part: PagePart, asking: Asking): Promise<readonly PartAnswer[]> {
  const { page, task, fit } = question;
  const completion = await ask(question, extractionInput(task, page, part), asking);
  if (completion.kind === 'unreadable')
    return [await repair(question, part, { text: completion.text, problems: [noJson] }, asking)];
  if (completion.kind === 'json') return [partAnswer(completion, fit, false)];
  if (part.text.length < minChunkCharacters) throw tooLong(completion);
  const answers: PartAnswer[] = [];
  for (const text of chunkText(part.text, Math.ceil(part.text.length / 2)))
    answers.push(...(await askPart(question, { ...part, of: Math.max(2, part.of), text }, asking)));
  return answers;
}

/** Without one of its parts a page has no answer: a failure ends the questions beside it. */
async function askParts(
  question: Question,
  parts: readonly PagePart[],
  asking: Asking,
): Promise<readonly PartAnswer[]> {
  const { deadline } = question;
  const failed = new AbortController();
  const signal = AbortSignal.any([deadline.signal, failed.signal]);
  const bounded = { ...question, deadline: { ...deadline, signal } };
  const answers: PartAnswer[] = [];
  try {
    for (let index = 0; index < parts.length; index += partsAtOnce) {
      const asked = parts.slice(index, index + partsAtOnce).map((part) => askPart(bounded, part, asking));
      answers.push(...(await Promise.all(asked)).flat());
    }
  } catch (error) {
    failed.abort(error);
    throw error;
  }
  return answers;
}

/** The items, invalid ones replaced by the model's repair. `undefined` when the repair fails but some items are valid. */
async function repairedItems(
  question: Question,
  items: readonly unknown[],
  part: PagePart,
  asking: Asking,
): Promise<readonly unknown[] | undefined> {
  const { problems, isSeen } = question;
  const wrong = items.filter((item) => problems(item).length > 0);
  const right = items.filter((item) => !wrong.includes(item));
  const text = JSON.stringify({ items: wrong });
  try {
    const repaired = await repair(question, part, { text, problems: wrong.flatMap(problems) }, asking);
    return mergeLists(right, repaired.items, isSeen);
  } catch (error) {
    // The valid items are worth returning without the rest.
    if (right.length === 0 || !(error instanceof AppError)) throw error;
    return undefined;
  }
}

/** Reads a page part by part, merges the items of the parts, and has invalid ones repaired once. */
export function createAskModel(model: LanguageModel) {
  const asking: Asking = {
    model,
    answerTokens: Math.floor(Math.min(outputTokens, model.contextTokens / 4)),
  };
  return async (question: Question): Promise<ModelAnswer> => {
    const chunks = chunkText(question.page.markdown, roomFor(question, asking));
    const texts = chunks.slice(0, maxParts);
    const parts = texts.map((text, index) => ({ text, number: index + 1, of: texts.length }));
    const [first = { text: '', number: 1, of: 1 }, ...others] = parts;
    const answers = await askParts(question, [first, ...others], asking);
    const items = mergeParts(
      answers.map((answer) => answer.items),
      question.isSeen,
    );
    const answer: ModelAnswer = {
      items,
      model: answers[0]?.model ?? model.name,
      isRepaired: answers.some(({ isRepaired }) => isRepaired),
      isCut: chunks.length > maxParts,
    };
    const isValid = items.every((item) => question.problems(item).length === 0);
    if (answer.isRepaired || isValid) return answer;
    const repaired = await repairedItems(question, items, first, asking);
    return repaired === undefined ? answer : { ...answer, items: repaired, isRepaired: true };
  };
}
