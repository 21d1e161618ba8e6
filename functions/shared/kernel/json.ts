export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that have a value. */
export const withoutUndefined = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a value of `JSON.parse` is nested more than `levels` deep. Does not recurse, unlike code that reads it. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === levels) return true;
    const inner: object[] = [];
    for (const parent of level)
      for (const child of Object.values(parent)) if (isNested(child)) inner.push(child);
    level = inner;
  }
  return false;
}

/** Index of the bracket that closes the one at `start`, or -1. Brackets in strings do not count. */
export function closingIndex(text: string, start: number): number {
  let depth = 0;
  let isString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isString) {
      if (character === '\\') index += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}
