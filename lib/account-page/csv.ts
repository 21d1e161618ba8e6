type Cell = string | number;

/** A spreadsheet reads text that begins with one of these as a formula (OWASP, CSV injection). */
const formulaStart = /^[=+\-@\t\r]/;

function cellText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const inert = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A table as RFC 4180 writes it. Text of strangers cannot become a formula. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
