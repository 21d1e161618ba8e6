import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import {
  type EmbeddedItem,
  type ExtractionPage,
  settingOf,
} from '#shared/extract/embedded/extraction-page.ts';
import { boundedRun, isOutOfTime } from '#shared/kernel/bounded-run.ts';
import type { Deadline } from '#shared/kernel/deadline.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import { createAskModel, type Question } from '#shared/extract/model/ask-model.ts';
import { asksForMore, declaredProperties, embeddedItems, withoutProperties } from './declared-first.ts';
import type { ExtractedItem, ItemEvidence } from '#shared/extract/evidence/extracted-item.ts';
import { repeatsFrame } from '#shared/extract/model/extraction-prompt.ts';
import { coerceItem } from '#shared/extract/model/coerce-item.ts';
import { confirmation, weighEvidence } from '#shared/extract/evidence/weigh-evidence.ts';
import { withoutForeignUrls } from '#shared/extract/evidence/ground-item.ts';
import { leavesOf, ownValue } from '#shared/extract/embedded/json-value.ts';
import { type PageEvidence, pageEvidence } from '#shared/extract/evidence/page-evidence.ts';
import type { PreparedTask } from '#shared/extract/task/prepare-task.ts';
import { schemaForm } from '#shared/extract/task/schema-form.ts';
import { resolvedSchema, typesOf } from '#shared/extract/task/schema-node.ts';
import {
  type Candidate,
  schemaError,
  acceptItems,
  holdsValue,
} from '#shared/extract/evidence/accept-items.ts';

/** Name of the extractor that needs no model, in place of a model's name. */
const embeddedExtractor = 'embedded-extractor';

export interface PageExtraction {
  readonly items: readonly ExtractedItem[];
  /** Names of the models and extractors. */
  readonly processedBy: readonly string[];
  readonly warnings: readonly string[];
}

/** Rejects with EXTRACTION_SCHEMA_ERROR when a page has nothing that fits the schema, or as the model does. */
export type ExtractPage = (
  page: ExtractionPage,
  prepared: PreparedTask,
  deadline: Deadline,
) => Promise<PageExtraction>;

/** Candidates before they are checked and grounded. */
interface Reading {
  readonly candidates: readonly Candidate[];
  readonly processedBy: readonly string[];
  readonly isRepaired: boolean;
  /** Whether the end of the page was not read. */
  readonly isCut: boolean;
}

/** A page of 10 MB takes half of it; other pages of the process wait meanwhile. */
const maxStepMs = 10_000;

/** Runs one step over the whole page. Throws TOO_LARGE when it takes too long. */
function bounded<T>(deadline: Deadline, step: () => T): T {
  try {
    return boundedRun(step, Math.min(maxStepMs, deadline.remainingMs()));
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    throw new AppError('TOO_LARGE', 'The page is too large to extract from in the time left.', {
      cause: error,
    });
  }
}

type Coerce = (item: unknown) => unknown;

/** Gives an item the URL of its page where a schema of one item requires a `url` that the page does not write. */
function withPageUrl({ task, form }: PreparedTask, url: string): Coerce {
  const { properties, required } = form.entry;
  const own = isObject(properties) ? resolvedSchema(ownValue(properties, 'url'), task.schema ?? {}) : {};
  const types = typesOf(own);
  const isRequired = Array.isArray(required) && required.includes('url');
  const isText = types.includes('string') && !types.includes('null');
  if (form.kind !== 'item' || !isRequired || !isText) return (item) => item;
  // The URL alone is no result.
  return (item) => (isObject(item) && holdsValue({ value: item }) ? { url, ...item } : item);
}

function coercionFor(prepared: PreparedTask, page: ExtractionPage, evidence: PageEvidence): Coerce {
  const { task, form } = prepared;
  const addressed = withPageUrl(prepared, page.url);
  const root = task.schema ?? {};
  const schema = form.kind === 'list' ? resolvedSchema(root, root)['items'] : root;
  const setting = settingOf(page);
  const coerce = (item: unknown): unknown => coerceItem(item, schema, root, setting);
  // Coerced again, because the place of a URL that was removed may need null.
  return (item) =>
    repeatsFrame(item) ? undefined : addressed(coerce(withoutForeignUrls(coerce(item), evidence)));
}

/** A document has its results in its own list. */
const inDocument = ({ value, evidence }: EmbeddedItem): EmbeddedItem => ({
  value: { results: [value] },
  evidence: evidence.map((found) => ({ ...found, path: `/results/0${found.path}` })),
});

type Weigh = (item: EmbeddedItem) => readonly ItemEvidence[];

function declaredReading(
  items: readonly EmbeddedItem[],
  { task, form, itemProblems }: PreparedTask,
  fit: Coerce,
  weigh: Weigh,
): Reading {
  const isRequired = items.length === 0 && task.schema !== undefined && itemProblems(fit({})).length > 0;
  if (isRequired && form.kind === 'item')
    throw schemaError(['the page has none of the schema’s fields as declared data or with a label']);
  const shaped = form.kind === 'document' ? items.map(inDocument) : items;
  return {
    candidates: shaped.map((item) => ({ value: fit(item.value), evidence: weigh(item) })),
    processedBy: [embeddedExtractor],
    isRepaired: false,
    isCut: false,
  };
}

/** The part of an object schema that declared data answers, and the schema of the rest, for a model. */
interface Answered {
  readonly known: JsonObject;
  readonly evidence: readonly ItemEvidence[];
  /** `undefined` when declared data answers everything. */
  readonly left: JsonObject | undefined;
}

function answeredByDeclared(
  items: readonly EmbeddedItem[],
  { task, form }: PreparedTask,
  weigh: Weigh,
): Answered | undefined {
  const [item] = items;
  if (form.kind !== 'item' || item === undefined || items.length > 1 || asksForMore(task)) return undefined;
  const names = declaredProperties(item, form.entry);
  if (names.length === 0) return undefined;
  const known = Object.fromEntries(Object.entries(item.value).filter(([name]) => names.includes(name)));
  const paths = new Set(leavesOf(known).map(({ path }) => path));
  const evidence = weigh(item).filter(({ path }) => paths.has(path));
  return { known, evidence, left: withoutProperties(form.entry, names) };
}

export function createExtractPage(model: LanguageModel | undefined): ExtractPage {
  const askModel = model === undefined ? undefined : createAskModel(model);

  async function read(
    declared: readonly EmbeddedItem[],
    prepared: PreparedTask,
    question: Omit<Question, 'form' | 'problems'>,
    weigh: Weigh,
  ): Promise<Reading> {
    const { form, itemProblems } = prepared;
    const answered = answeredByDeclared(declared, prepared, weigh);
    const isComplete = answered?.left === undefined && answered !== undefined;
    if (askModel === undefined || (isComplete && itemProblems(answered.known).length === 0))
      return declaredReading(declared, prepared, question.fit, weigh);
    if (answered?.left === undefined) {
      const { items, model: name, ...answer } = await askModel({ ...question, form, problems: itemProblems });
      return { candidates: items.map((value) => ({ value, evidence: [] })), processedBy: [name], ...answer };
    }
    const fitted = question.fit(answered.known);
    const joined = (item: unknown) => ({
      ...(isObject(fitted) ? fitted : {}),
      ...(isObject(item) ? item : {}),
      ...answered.known,
    });
    const answer = await askModel({
      ...question,
      form: schemaForm(answered.left),
      problems: (item) => itemProblems(joined(item)),
    });
    return {
      candidates: [{ value: joined(answer.items[0]), evidence: answered.evidence }],
      processedBy: [answer.model, embeddedExtractor],
      isRepaired: answer.isRepaired,
      isCut: answer.isCut,
    };
  }

  return async (page, prepared, deadline) => {
    const { task, form } = prepared;
    const evidence = bounded(deadline, () => pageEvidence(page));
    const isSeen = (value: unknown) =>
      (typeof value === 'string' || typeof value === 'number') && evidence.quoteOf(value) !== undefined;
    const fit = coercionFor(prepared, page, evidence);
    const declared = bounded(deadline, () => embeddedItems(page, task, form));
    const question = { page, task, deadline, fit, isSeen };
    const isConfirmed = confirmation(page);
    const weigh = (item: EmbeddedItem) => bounded(deadline, () => weighEvidence(item, isConfirmed));
    const { candidates, processedBy, isRepaired, isCut } = await read(declared, prepared, question, weigh);
    const { items, warnings } = bounded(deadline, () =>
      acceptItems(candidates, { url: page.url, prepared, evidence, isRepaired }),
    );
    const cut = isCut ? [`The end of ${page.url} was not read: the page is too long for the model.`] : [];
    return { items, processedBy, warnings: [...warnings, ...cut] };
  };
}
