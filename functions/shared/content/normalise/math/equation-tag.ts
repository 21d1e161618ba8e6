/** The number of an equation as a command of LaTeX behind the equation. `(1)` is `\tag{1}`, which writes the brackets. */
export function equationTag(number: string): string {
  const inside = /^\((.+)\)$/.exec(number)?.[1];
  return inside === undefined ? ` \\tag*{${number}}` : ` \\tag{${inside}}`;
}
