import type * as z from 'zod';

import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  acceptedKeys,
  acceptedPageKeys,
  olderNames,
  type OlderNames,
  olderPageNames,
} from './accepted-keys.ts';
import { refusedKeys } from './refused-keys.ts';
import { isOfOtherKind, requirementText } from './requirement-text.ts';
import type { Operation } from './usage.ts';

export interface ParsedRequest<Body> {
  readonly body: Body;
  readonly warnings: readonly string[];
}

interface FirecrawlNames {
  readonly accepted: readonly string[];
  readonly older: OlderNames;
}

/** An object in the body: its path, and the names of Firecrawl that it may have. */
interface NamedObject extends FirecrawlNames {
  readonly path: readonly PropertyKey[];
}

/**
 * The parameters of an object by their names of today. Those without effect are left out, and passed to `drop`. Throws
 * INVALID_REQUEST for the value of an older name, which the caller would not know by the name of today.
 */
function parametersOf(
  object: JsonObject,
  { accepted, older, path }: NamedObject,
  drop: (name: string) => void,
): JsonObject {
  const today = new Map<string, unknown>();
  for (const [name, value] of Object.entries(object))
    if (accepted.includes(name)) drop(name);
    else if (!Object.hasOwn(older, name)) today.set(name, value);
  for (const [olderName, { name, values }] of Object.entries(older)) {
    const sent = Object.hasOwn(object, olderName) ? object[olderName] : undefined;
    // Programs with forms send null for a field that is left empty.
    if (sent === undefined || sent === null) continue;
    const result = values.safeParse(sent);
    if (!result.success)
      throw new AppError('INVALID_REQUEST', problemText(result.error, [...path, olderName]));
    if (result.data === undefined) continue;
    if (today.has(name)) drop(olderName);
    else today.set(name, result.data);
  }
  return Object.fromEntries(today);
}

/** The body without names that only Firecrawl has, and the paths of those that have no effect. */
function inOwnNames(
  body: JsonObject,
  operation: Operation,
): { body: JsonObject; dropped: ReadonlySet<string> } {
  const dropped = new Set<string>();
  const read = (object: JsonObject, named: NamedObject, prefix: string): JsonObject =>
    parametersOf(object, named, (name) => dropped.add(prefix + name));
  const names = { accepted: acceptedKeys[operation], older: olderNames[operation] };
  const own = read(body, { ...names, path: [] }, '');
  const { scrapeOptions, urls } = own;
  const pageKeys = acceptedPageKeys[operation];
  if (isObject(scrapeOptions) && pageKeys !== undefined) {
    const page = { accepted: pageKeys, older: olderPageNames, path: ['scrapeOptions'] };
    return { body: { ...own, scrapeOptions: read(scrapeOptions, page, 'scrapeOptions.') }, dropped };
  }
  if (operation !== 'batch' || !Array.isArray(urls)) return { body: own, dropped };
  const entries = urls.map((entry: unknown, index) =>
    isObject(entry) ? read(entry, { ...names, path: ['urls', index] }, 'urls[].') : entry,
  );
  return { body: { ...own, urls: entries }, dropped };
}

const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );

/**
 * A union reports each branch; the branch with the deepest problem is the one that the caller meant. A value of another
 * kind than all branches is a problem of the union.
 */
function deepest(issue: z.core.$ZodIssue): { path: readonly PropertyKey[]; issue: z.core.$ZodIssue } {
  if (issue.code !== 'invalid_union' || isOfOtherKind(issue)) return { path: issue.path, issue };
  const candidates = issue.errors.flatMap((branch) => branch.slice(0, 1)).map(deepest);
  // An unknown key of an object says more than that a text was expected.
  const depth = (one: (typeof candidates)[number]) =>
    2 * one.path.length + (one.issue.code === 'unrecognized_keys' ? 1 : 0);
  const furthest = candidates.toSorted((a, b) => depth(b) - depth(a))[0];
  return furthest === undefined
    ? { path: issue.path, issue }
    : { path: [...issue.path, ...furthest.path], issue: furthest.issue };
}

/** More problems show once these are fixed. */
const maxProblems = 5;

/** Reasons for options of a page that are refused although another operation takes them, by key. */
type Reasons = Readonly<Record<string, string>>;

/** Whether a path leads to an object with options of a page: the request, or an entry of `urls`. */
const hasPageOptions = (path: readonly PropertyKey[]): boolean =>
  path.length === 0 || (path.length === 2 && path[0] === 'urls');

function keysText(keys: readonly string[], path: readonly PropertyKey[], reasons: Reasons): string {
  const { refused = [], unknown = [] } = Object.groupBy(keys, (key) =>
    hasPageOptions(path) && Object.hasOwn(reasons, key) ? 'refused' : 'unknown',
  );
  const names = unknown.map((key) => pathText([...path, key]));
  return [
    ...refused.map((key) => `${pathText([...path, key])}: ${reasons[key]}`),
    ...(names.length === 0
      ? []
      : [`${names.join(', ')}: unknown ${names.length === 1 ? 'parameter' : 'parameters'}`]),
  ].join('; ');
}

function issueText(found: z.core.$ZodIssue, under: readonly PropertyKey[], reasons: Reasons): string {
  const { path: within, issue } = deepest(found);
  const path = [...under, ...within];
  if (issue.code === 'unrecognized_keys') return keysText(issue.keys, path, reasons);
  const where = pathText(path);
  const requirement = requirementText(issue);
  return where === '' ? requirement : `${where}: ${requirement}`;
}

/** `formats[1]: …; limit: …`: the path of each field, prefixed by `under`, with its requirement. */
export const problemText = (
  { issues }: z.ZodError,
  under: readonly PropertyKey[] = [],
  reasons: Reasons = {},
): string =>
  issues
    .slice(0, maxProblems)
    .map((issue) => issueText(issue, under, reasons))
    .join('; ');

const requireObject = (value: unknown): JsonObject => {
  if (!isObject(value)) throw new AppError('INVALID_REQUEST', 'The request body must be a JSON object.');
  return value;
};

/** Checks a decoded body. Throws INVALID_REQUEST naming the field. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  reasons?: Reasons,
): z.output<Schema> {
  const result = schema.safeParse(requireObject(value));
  if (!result.success) throw new AppError('INVALID_REQUEST', problemText(result.error, [], reasons));
  return result.data;
}

/** Checks the decoded body of an operation, by today's names and without the parameters that have no effect. */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  operation: Operation,
  value: unknown,
): ParsedRequest<z.output<Schema>> {
  const { body: kept, dropped } = inOwnNames(requireObject(value), operation);
  const body = parseBody(schema, kept, refusedKeys[operation]);
  const warnings = dropped.size === 0 ? [] : [`Accepted without effect: ${[...dropped].join(', ')}.`];
  return { body, warnings };
}
