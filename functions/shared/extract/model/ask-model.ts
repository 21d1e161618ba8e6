import { isObject } from '#shared/kernel/json.ts';
import type { ExtractionPage } from '#shared/extract/embedded/extraction-page.ts';
import type { Deadline } from '#shared/kernel/deadline.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { JsonCompletion, LanguageModel, ModelInput } from '#shared/llm/language-model.ts';
import { charactersWithin, estimatedTokens } from '#shared/llm/tokens.ts';
import { chunkText, leastChunk } from './chunk-text.ts';
import { extractionInput, type PagePart, repairInput, systemText } from './extraction-prompt.ts';
import type { ExtractionTask } from '#shared/extract/task/extraction-task.ts';
import { type IsSeen, mergeLists, mergeParts } from './merge-values.ts';
import type { SchemaForm } from '#shared/extract/task/schema-form.ts';
import { schemaError } from '#shared/extract/evidence/settle-items.ts';

export interface Question {
  readonly page: ExtractionPage;
  readonly task: ExtractionTask;
  readonly form: SchemaForm;
  readonly deadline: Deadline;
  /** A raw item in the schema's types. */
  readonly fit: (item: unknown) => unknown;
  /** What is wrong with a fitted item. */
  readonly problems: (item: unknown) => readonly string[];
  readonly isSeen: IsSeen;
}

export interface ModelAnswer {
  /** Fitted; not all of them need be valid. */
  readonly items: readonly unknown[];
  readonly model: string;
  readonly isRepaired: boolean;
  /** The page had more parts than are read. */
  readonly isCut: boolean;
}

interface PartAnswer {
  readonly items: readonly unknown[];
  readonly model: string;
  readonly isRepaired: boolean;
}

const outputTokens = 4_000;
/** Instructions, task, title and declared data. */
const frameTokens = 4_000;
/** Parts of a page beyond these are not read: it would be a book. */
const mostParts = 12;
const partsAtOnce = 4;
const noJson = 'the answer holds no JSON';
/** Of a model with the smallest context. */
const leastRoomTokens = 500;
const mostProblems = 20;

/** Models put what they were asked for into another list, or leave the list out. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [];
  return Array.isArray(value['items']) ? value['items'] : [value];
}

type Fitting = Exclude<JsonCompletion, { readonly kind: 'too-long' }>;

function partAnswer(completion: Fitting, fit: Question['fit'], isRepaired: boolean): PartAnswer {
  const { model } = completion;
  if (completion.kind === 'unreadable') throw schemaError([noJson]);
  const items = itemsOf(completion.value)
    .map(fit)
    .filter((item) => item !== undefined && item !== null);
  return { items, model, isRepaired };
}

const tooLong = (): AppError =>
  new AppError('MODEL_UNAVAILABLE', 'The page is too long for the model that is configured.');

export function createAskModel(model: LanguageModel) {
  const answerTokens = Math.floor(Math.min(outputTokens, model.contextTokens / 4));

  /** Characters of a page that fit into a question with that schema. */
  function roomFor({ page, form }: Question): number {
    const schemaTokens = estimatedTokens(JSON.stringify(form.wrapped));
    const left = model.contextTokens - answerTokens - frameTokens - schemaTokens;
    return charactersWithin(Math.max(leastRoomTokens, left), page.markdown);
  }

  const ask = ({ task, form, deadline }: Question, input: ModelInput): Promise<JsonCompletion> =>
    model.completeJson({
      system: systemText(task),
      input,
      schema: form.wrapped,
      deadline,
      budget: { outputTokens: answerTokens },
    });

  /** Asks once more, with the answer that could not be used and what is wrong with it. */
  async function repair(question: Question, part: PagePart, text: string, problems: readonly string[]) {
    const { page, task, fit } = question;
    const input = repairInput(extractionInput(task, page, part), text, problems.slice(0, mostProblems));
    const completion = await ask(question, input);
    if (completion.kind === 'too-long') throw schemaError(problems);
    return partAnswer(completion, fit, true);
  }

  /** The answers for a part; one that turns out too long is asked about in halves. */
  async function askPart(question: Question, part: PagePart): Promise<readonly PartAnswer[]> {
    const { page, task, fit } = question;
    const completion = await ask(question, extractionInput(task, page, part));
    if (completion.kind === 'unreadable') return [await repair(question, part, completion.text, [noJson])];
    if (completion.kind === 'json') return [partAnswer(completion, fit, false)];
    if (part.text.length < leastChunk) throw tooLong();
    const answers: PartAnswer[] = [];
    for (const text of chunkText(part.text, Math.ceil(part.text.length / 2)))
      answers.push(...(await askPart(question, { ...part, of: Math.max(2, part.of), text })));
    return answers;
  }

  /** Without one of its parts a page has no answer, so that a failure ends what is asked beside it. */
  async function askParts(question: Question, parts: readonly PagePart[]): Promise<readonly PartAnswer[]> {
    const { deadline } = question;
    const failed = new AbortController();
    const signal = AbortSignal.any([deadline.signal, failed.signal]);
    const asking = { ...question, deadline: { ...deadline, signal } };
    const answers: PartAnswer[] = [];
    try {
      for (let index = 0; index < parts.length; index += partsAtOnce) {
        const asked = parts.slice(index, index + partsAtOnce).map((part) => askPart(asking, part));
        answers.push(...(await Promise.all(asked)).flat());
      }
    } catch (error) {
      failed.abort(error);
      throw error;
    }
    return answers;
  }

  /** Reads a page part by part, joins what the parts gave, and has an answer mended once that is not valid. */
  return async (question: Question): Promise<ModelAnswer> => {
    const { page, problems, isSeen } = question;
    const chunks = chunkText(page.markdown, roomFor(question));
    const texts = chunks.slice(0, mostParts);
    const parts = texts.map((text, index) => ({ text, number: index + 1, of: texts.length }));
    const [first = { text: '', number: 1, of: 1 }, ...others] = parts;
    const answers = await askParts(question, [first, ...others]);
    const items = mergeParts(
      answers.map((answer) => answer.items),
      isSeen,
    );
    const isRepaired = answers.some((answer) => answer.isRepaired);
    const isCut = chunks.length > mostParts;
    const answer = { items, model: answers[0]?.model ?? model.name, isRepaired, isCut };
    const wrong = items.filter((item) => problems(item).length > 0);
    if (isRepaired || wrong.length === 0) return answer;
    const told = wrong.flatMap((item) => problems(item));
    const right = items.filter((item) => !wrong.includes(item));
    const mended = await repair(question, first, JSON.stringify({ items: wrong }), told).catch(
      (error: unknown) => {
        // What fits is worth giving without the rest.
        if (right.length === 0 || !(error instanceof AppError)) throw error;
        return undefined;
      },
    );
    if (mended === undefined) return answer;
    return { ...answer, items: mergeLists(right, mended.items, isSeen), isRepaired: true };
  };
}
