/** The rows without repeats, the first of each kept: rows move to later pages of a list while it is read. */
export function distinctBy<T>(rows: readonly T[], keyOf: (row: T) => string): readonly T[] {
  const known = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(row);
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}
