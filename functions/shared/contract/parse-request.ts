import type * as z from 'zod';

import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { acceptedKeys, acceptedPageKeys } from './accepted-keys.ts';
import { refusedKeys } from './refused-keys.ts';
import { isOfOtherKind, requirementText } from './requirement-text.ts';
import type { Operation } from './usage.ts';

export interface ParsedRequest<Body> {
  readonly body: Body;
  readonly warnings: readonly string[];
}

function withoutAcceptedKeys(
  body: JsonObject,
  operation: Operation,
): { body: JsonObject; dropped: ReadonlySet<string> } {
  const dropped = new Set<string>();
  const drop = (object: JsonObject, accepted: readonly string[], prefix: string): JsonObject =>
    Object.fromEntries(
      Object.entries(object).filter(([key]) => {
        const isDropped = accepted.includes(key);
        if (isDropped) dropped.add(prefix + key);
        return !isDropped;
      }),
    );
  const kept = drop(body, acceptedKeys[operation], '');
  const { scrapeOptions, urls } = kept;
  const pageKeys = acceptedPageKeys[operation];
  if (isObject(scrapeOptions) && pageKeys !== undefined)
    return { body: { ...kept, scrapeOptions: drop(scrapeOptions, pageKeys, 'scrapeOptions.') }, dropped };
  if (operation !== 'batch' || !Array.isArray(urls)) return { body: kept, dropped };
  const entries = urls.map((entry: unknown) =>
    isObject(entry) ? drop(entry, acceptedKeys.batch, 'urls[].') : entry,
  );
  return { body: { ...kept, urls: entries }, dropped };
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

/** Reasons for keys that are refused although another operation takes them, by key. */
type Reasons = Readonly<Record<string, string>>;

function keysText(keys: readonly string[], path: readonly PropertyKey[], reasons: Reasons): string {
  const { refused = [], unknown = [] } = Object.groupBy(keys, (key) =>
    Object.hasOwn(reasons, key) ? 'refused' : 'unknown',
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

/** Checks the decoded body of an operation, without the parameters that are accepted without effect. */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  operation: Operation,
  value: unknown,
): ParsedRequest<z.output<Schema>> {
  const { body: kept, dropped } = withoutAcceptedKeys(requireObject(value), operation);
  const body = parseBody(schema, kept, refusedKeys[operation]);
  const warnings = dropped.size === 0 ? [] : [`Accepted without effect: ${[...dropped].join(', ')}.`];
  return { body, warnings };
}
