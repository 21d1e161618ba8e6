/**
 * A name of its own for each column, by the header of a table: `column 3` for an empty one, `value 2` for the second `value`. A name
 * that the header has elsewhere is never given.
 */
export function columnNames(header: readonly string[]): readonly string[] {
  const written = new Set(header);
  const given = new Set<string>();
  const nextNumber = new Map<string, number>();
  const unused = (name: string): string => {
    for (let number = nextNumber.get(name) ?? 2; ; number += 1) {
      const numbered = `${name} ${number}`;
      if (written.has(numbered) || given.has(numbered)) continue;
      // Each number is tried once for a name, so that a row of equal names is read once.
      nextNumber.set(name, number + 1);
      return numbered;
    }
  };
  return header.map((text, column) => {
    const name = text || `column ${column + 1}`;
    const isTaken = given.has(name) || (text === '' && written.has(name));
    const own = isTaken ? unused(name) : name;
    given.add(own);
    return own;
  });
}
