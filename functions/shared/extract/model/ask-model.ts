import { isObject } from '#shared/kernel/json.ts';
import type { ExtractionPage } from '#shared/extract/embedded/extraction-page.ts';
import type { Deadline } from '#shared/kernel/deadline.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { JsonCompletion, LanguageModel, ModelInput } from '#shared/llm/language-model.ts';
import { charactersWithin, estimatedTokens } from '#shared/llm/tokens.ts';
import { chunkText, minChunkCharacters } from './chunk-text.ts';
import { extractionInput, type PagePart, repairInput, systemText } from './extraction-prompt.ts';
import type { ExtractionTask } from '#shared/extract/task/extraction-task.ts';
import { identityOf, type IsSeen, mergeLists, mergeParts } from './merge-values.ts';
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
  readonly part: PagePart;
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

/** Models also answer with a bare list or a bare item, or with one item in place of the list. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [];
  const { items, ...others } = value;
  if (Array.isArray(items)) return items;
  return isObject(items) && Object.keys(others).length === 0 ? [items] : [value];
}

type TooLong = Extract<JsonCompletion, { readonly kind: 'too-long' }>;
type Fitting = Exclude<JsonCompletion, TooLong>;

function partAnswer(
  completion: Fitting,
  fit: Question['fit'],
  { part, isRepaired }: Pick<PartAnswer, 'part' | 'isRepaired'>,
): PartAnswer {
  const { model } = completion;
  if (completion.kind === 'unreadable') throw schemaError([noJson]);
  const items = itemsOf(completion.value)
    .map(fit)
    .filter((item) => item !== undefined && item !== null);
  return { part, items, model, isRepaired };
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
  return partAnswer(completion, fit, { part, isRepaired: true });
}

/** The answers for a part; one that turns out too long is asked about in halves. */
async function askPart(question: Question, part: PagePart, asking: Asking): Promise<readonly PartAnswer[]> {
  const { page, task, fit } = question;
  const completion = await ask(question, extractionInput(task, page, part), asking);
  if (completion.kind === 'unreadable')
    return [await repair(question, part, { text: completion.text, problems: [noJson] }, asking)];
  if (completion.kind === 'json') return [partAnswer(completion, fit, { part, isRepaired: false })];
  if (part.text.length < minChunkCharacters) throw tooLong(completion);
  const answers: PartAnswer[] = [];
  for (const text of chunkText(part.text, Math.ceil(part.text.length / 2)))
    answers.push(...(await askPart(question, { ...part, of: Math.max(2, part.of), text }, asking)));
  return answers;
}

/** Asks a few questions at once; one that fails ends those beside it. */
async function inTurns<Subject, Answer>(
  question: Question,
  subjects: readonly Subject[],
  askAbout: (question: Question, subject: Subject) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const { deadline } = question;
  const failed = new AbortController();
  const signal = AbortSignal.any([deadline.signal, failed.signal]);
  const bounded = { ...question, deadline: { ...deadline, signal } };
  const answers: Answer[] = [];
  try {
    for (let index = 0; index < subjects.length; index += partsAtOnce) {
      const asked = subjects.slice(index, index + partsAtOnce).map((subject) => askAbout(bounded, subject));
      answers.push(...(await Promise.all(asked)));
    }
  } catch (error) {
    failed.abort(error);
    throw error;
  }
  return answers;
}

/** The answer that an item comes from; of an item that was merged, one that has its name. */
function originOf(answers: readonly PartAnswer[], first: PartAnswer): (item: unknown) => PartAnswer {
  const all = answers.flatMap((answer) => answer.items.map((item) => ({ item, answer })));
  const byItem = new Map(all.map(({ item, answer }) => [item, answer]));
  const byName = new Map(all.map(({ item, answer }) => [identityOf(item), answer]));
  return (item) => byItem.get(item) ?? byName.get(identityOf(item)) ?? first;
}

/** Invalid items of one part, and what the model made of them. */
interface Mending {
  readonly wrong: readonly unknown[];
  /** `undefined` where the part was repaired before, or the repair failed. */
  readonly mended?: readonly unknown[];
  readonly error?: AppError;
}

async function mend(
  question: Question,
  { part, isRepaired }: PartAnswer,
  wrong: readonly unknown[],
  asking: Asking,
): Promise<Mending> {
  if (isRepaired) return { wrong };
  const text = JSON.stringify({ items: wrong });
  try {
    const { items } = await repair(
      question,
      part,
      { text, problems: wrong.flatMap(question.problems) },
      asking,
    );
    return { wrong, mended: items };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { wrong, error };
  }
}

/** Appends the repaired items of a part. Those that the repair leaves out stay invalid, so that they count as dropped. */
function withMended(
  items: readonly unknown[],
  { wrong, mended }: Mending,
  isSeen: IsSeen,
): readonly unknown[] {
  if (mended === undefined) return [...items, ...wrong];
  // Some models give the right items again, too.
  if (mended.length > wrong.length) return mergeLists(items, mended, isSeen);
  return [...items, ...mended, ...wrong.slice(mended.length)];
}

/** The answer, each part's invalid items replaced by the model's repair of them. The other items survive its failure. */
async function repaired(
  question: Question,
  answer: ModelAnswer,
  answers: readonly PartAnswer[],
  asking: Asking,
): Promise<ModelAnswer> {
  const { problems, isSeen } = question;
  const [first] = answers;
  const judged = answer.items.map((item) => ({ item, isWrong: problems(item).length > 0 }));
  const wrong = judged.filter(({ isWrong }) => isWrong).map(({ item }) => item);
  if (wrong.length === 0 || first === undefined) return answer;
  const right = judged.filter(({ isWrong }) => !isWrong).map(({ item }) => item);
  const groups = [...Map.groupBy(wrong, originOf(answers, first))];
  const mendings = await inTurns(question, groups, (bounded, [origin, items]) =>
    mend(bounded, origin, items, asking),
  );
  const mended = mendings.flatMap((mending) => mending.mended ?? []);
  const failed = mendings.find(({ error }) => error !== undefined);
  if (right.length + mended.length === 0 && failed?.error !== undefined) throw failed.error;
  const isMended = mendings.some((mending) => mending.mended !== undefined);
  // On second thought the model found nothing.
  if (isMended && right.length + mended.length === 0) return { ...answer, items: [], isRepaired: true };
  const items = mendings.reduce<readonly unknown[]>(
    (all, mending) => withMended(all, mending, isSeen),
    right,
  );
  return { ...answer, items, isRepaired: answer.isRepaired || isMended };
}

/** Reads a page part by part, merges the items of the parts, and has the invalid ones of each part repaired once. */
export function createAskModel(model: LanguageModel) {
  const asking: Asking = {
    model,
    answerTokens: Math.floor(Math.min(outputTokens, model.contextTokens / 4)),
  };
  return async (question: Question): Promise<ModelAnswer> => {
    const chunks = chunkText(question.page.markdown, roomFor(question, asking));
    const texts = chunks.length === 0 ? [''] : chunks.slice(0, maxParts);
    const parts = texts.map((text, index) => ({ text, number: index + 1, of: texts.length }));
    // Without one of its parts a page has no answer.
    const asked = await inTurns(question, parts, (bounded, part) => askPart(bounded, part, asking));
    const answers = asked.flat();
    const answer: ModelAnswer = {
      items: mergeParts(
        answers.map(({ items }) => items),
        question.isSeen,
      ),
      model: answers[0]?.model ?? model.name,
      isRepaired: answers.some(({ isRepaired }) => isRepaired),
      isCut: chunks.length > maxParts,
    };
    return repaired(question, answer, answers, asking);
  };
}
