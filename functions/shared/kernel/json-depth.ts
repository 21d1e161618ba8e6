/** Whether a value of `JSON.parse` is nested more than `levels` deep. Does not recurse, as its readers and writers do. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  const stack: (readonly [value: unknown, depth: number])[] = [[value, 1]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [inner, depth] = top;
    if (typeof inner !== 'object' || inner === null) continue;
    if (depth > levels) return true;
    for (const child of Object.values(inner)) stack.push([child, depth + 1]);
  }
  return false;
}
