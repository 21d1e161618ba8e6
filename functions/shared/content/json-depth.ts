/** Data that people make is a tenth as deep. Parsers of many languages refuse 1,000 levels, and V8 writes 5,000 no more. */
export const maxJsonDepth = 200;

/** Whether a value of `JSON.parse` is nested more than `maxJsonDepth` levels deep. Does not recurse. */
export function isTooDeep(value: unknown): boolean {
  const stack: (readonly [value: unknown, depth: number])[] = [[value, 1]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [inner, depth] = top;
    if (typeof inner !== 'object' || inner === null) continue;
    if (depth > maxJsonDepth) return true;
    for (const child of Object.values(inner)) stack.push([child, depth + 1]);
  }
  return false;
}
