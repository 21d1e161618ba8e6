import { isObject, type JsonObject } from '#shared/kernel/json.ts';

/** An own property; `constructor` and other inherited names are `undefined`. */
export const ownValue = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** RFC 6901, section 3. */
const escaped = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

export const childPath = (path: string, token: string | number): string =>
  `${path}/${escaped(String(token))}`;

const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** `undefined` when a percent escape is broken. */
function decoded(token: string): string | undefined {
  try {
    return unescaped(decodeURIComponent(token));
  } catch {
    return undefined;
  }
}

/** The value at a `#/…` reference (RFC 6901, section 6); `undefined` when there is none. */
export const pointedAt = (root: unknown, reference: string): unknown =>
  reference
    .replace(/^#\/?/, '')
    .split('/')
    .filter((token) => token !== '')
    .map(decoded)
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && name !== undefined
          ? ownValue(value as JsonObject, name)
          : undefined,
      root,
    );

export interface Leaf {
  /** RFC 6901 JSON pointer. */
  readonly path: string;
  readonly value: string | number | boolean;
}

/** Strings, numbers and booleans of a value, in order. */
export function leavesOf(value: unknown, path = ''): readonly Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, childPath(path, index)));
  if (isObject(value))
    return Object.entries(value).flatMap(([name, item]) => leavesOf(item, childPath(path, name)));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? [{ path, value }]
    : [];
}

/** JSON with sorted keys: the same text for equal values. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
