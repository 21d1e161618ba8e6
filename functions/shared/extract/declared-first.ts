import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { extractByPrompt } from '#shared/extract/embedded/extract-by-prompt.ts';
import { extractEmbedded } from '#shared/extract/embedded/extract-embedded.ts';
import {
  type DeclaredSyntax,
  type EmbeddedItem,
  type ExtractionPage,
  isDeclared,
} from '#shared/extract/embedded/extraction-page.ts';
import { casedWords } from '#shared/extract/embedded/stems.ts';
import type { ExtractionTask } from '#shared/extract/task/extraction-task.ts';
import { childPath, leavesOf, ownValue } from '#shared/extract/embedded/json-value.ts';
import { identityOf } from '#shared/extract/model/merge-values.ts';
import type { SchemaForm } from '#shared/extract/task/schema-form.ts';
import { schemaFor } from '#shared/extract/task/schema-node.ts';

const declaredCount = ({ evidence }: EmbeddedItem): number => evidence.filter(isDeclared).length;

/**
 * Drops what another syntax declared already: the first is the best. Things of one syntax stay, and equal rows of a
 * table do.
 */
function distinctItems(items: readonly EmbeddedItem[]): readonly EmbeddedItem[] {
  const firstSyntaxes = new Map<string, DeclaredSyntax>();
  return items.filter(({ value, syntax }) => {
    if (syntax === undefined) return true;
    const identity = identityOf(value);
    const first = firstSyntaxes.get(identity) ?? syntax;
    firstSyntaxes.set(identity, first);
    return first === syntax;
  });
}

/**
 * Items from the page's declared data and text, without a model. An object schema gives one item, unless the page
 * declares several as fully as the best.
 */
export function embeddedItems(
  page: ExtractionPage,
  { prompt, schema }: ExtractionTask,
  form: SchemaForm,
): readonly EmbeddedItem[] {
  if (schema === undefined) return extractByPrompt(page, prompt ?? '');
  const items = distinctItems(extractEmbedded(page, form.entry, form.kind === 'item' ? 'one' : 'several'));
  const [best] = items;
  if (form.kind !== 'item' || best === undefined) return items;
  const peers = items.filter((item) => declaredCount(item) > 0 && declaredCount(item) >= declaredCount(best));
  return peers.length > 1 ? peers : [best];
}

/** Words of a prompt that name no data. Words of number (all, list, products) are not among them: they ask for more. */
const fillerWords = new Set(
  (
    'a an and any as at by data details extract field fields find following for from get give in information is it its me of ' +
    'on or page please product item pull return schema the this to website web with what show ' +
    'и в во для из извлеки извлечь как найди на о об по с со страница страницы страницу товар товара данные поля поле ' +
    'информация информацию получи верни дай покажи мне этой'
  ).split(' '),
);

const lowerWordsOf = (text: string): readonly string[] => casedWords(text).map((word) => word.toLowerCase());

const stem = (word: string): string => word.replace(/(?:es|s|e|ы|и|а|у|ой|ов)$/u, '');

/** Words of the schema: property names, titles and descriptions. */
function namedWords(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(namedWords);
  if (!isObject(schema)) return [];
  const properties = isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  const texts = [schema['title'], schema['description']].filter((text) => typeof text === 'string');
  return [...properties, ...texts].flatMap(lowerWordsOf).concat(Object.values(schema).flatMap(namedWords));
}

/** Whether a prompt asks for more than the schema names: a condition, a choice, a summary. Unknown words count as more. */
export function asksForMore({ prompt, schema, systemPrompt }: ExtractionTask): boolean {
  if (systemPrompt !== undefined) return true;
  if (prompt === undefined) return false;
  if (schema === undefined) return true;
  const known = new Set(namedWords(schema).map(stem));
  return lowerWordsOf(prompt).some((word) => !fillerWords.has(word) && !known.has(stem(word)));
}

/** Whether a value has every property of its schema. */
function isWhole(value: unknown, schema: unknown, root: JsonObject): boolean {
  const node = schemaFor(value, schema, root);
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => isWhole(item, node['items'] ?? {}, root));
  const { properties } = node;
  if (!isObject(value) || !isObject(properties)) return true;
  return Object.keys(properties).every(
    (name) => Object.hasOwn(value, name) && isWhole(value[name], properties[name], root),
  );
}

/** The properties of an entry that an item answers completely, from declared data alone. */
export function declaredProperties({ value, evidence }: EmbeddedItem, entry: JsonObject): readonly string[] {
  const declared = new Set(evidence.filter(isDeclared).map(({ path }) => path));
  const properties = isObject(entry['properties']) ? entry['properties'] : {};
  return Object.entries(value).flatMap(([name, property]) => {
    const leaves = leavesOf(property, childPath('', name));
    const isDeclared = leaves.length > 0 && leaves.every(({ path }) => declared.has(path));
    return isDeclared && isWhole(property, ownValue(properties, name), entry) ? [name] : [];
  });
}

/** Every `$ref` within a schema. */
function referencesOf(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesOf);
  if (!isObject(schema)) return [];
  const own = typeof schema['$ref'] === 'string' ? [schema['$ref']] : [];
  return own.concat(Object.values(schema).flatMap(referencesOf));
}

/**
 * The schema without the answered properties; `undefined` when none is left. A property that others refer to stays,
 * because a reference must have a target.
 */
export function withoutProperties(schema: JsonObject, answered: readonly string[]): JsonObject | undefined {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  if (Object.keys(properties).every((name) => answered.includes(name))) return undefined;
  const places = referencesOf(schema).map((reference) => `${reference}/`);
  const isReferred = (name: string): boolean =>
    places.some((place) => place.startsWith(`#/properties/${name}/`));
  const left = Object.fromEntries(
    Object.entries(properties).filter(([name]) => !answered.includes(name) || isReferred(name)),
  );
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return {
    ...schema,
    properties: left,
    required: required.filter((name) => typeof name === 'string' && Object.hasOwn(left, name)),
  };
}
