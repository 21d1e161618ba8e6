import { describe, expect, test } from 'vitest';

import { labelledValues } from '#shared/extract/embedded/labels.ts';
import type { PageLines } from '#shared/content/formats/page-lines.ts';
import { bestRecords } from '#shared/extract/embedded/records.ts';
import { fieldsOf } from '#shared/extract/embedded/schema-fields.ts';
import { linesOf } from '../../content/lines-of.ts';

const fields = (names: readonly string[]) =>
  fieldsOf({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  });

/** Number of times that the search for records reads the text of a line. */
function readsOf(html: string, names: readonly string[]): number {
  let reads = 0;
  const page = linesOf(html);
  const lines = page.lines.map((line) => ({
    ...line,
    get text() {
      reads += 1;
      return line.text;
    },
  }));
  const labels = labelledValues(page);
  reads = 0;
  const setting = { baseUrl: 'https://a.example/', language: 'en', numberMarks: {} };
  const region = {
    lines,
    labels,
    setting,
    isRecord: false,
  };
  bestRecords({ ...page, lines }, region, fields(names));
  return reads;
}

const rows = (count: number) => '<li><p>A line of words</p><p>$5</p></li>'.repeat(count);
const wrapped = (html: string, depth: number): string =>
  depth === 0 ? html : wrapped(`<div><div>Beside</div>${html}</div>`, depth - 1);

describe('a page made to be slow', () => {
  test('is searched no more often for a record in forty wrappers than in one', () => {
    const names = ['name', 'price', 'phone'];

    const once = readsOf(wrapped(rows(1_000), 1), names);

    expect(once).toBeGreaterThan(1_000);
    expect(readsOf(wrapped(rows(1_000), 40), names)).toBeLessThan(2 * once);
  });

  test('is searched less often than the product of its groups, lines and fields', () => {
    const names = ['name', 'price', 'phone', 'email', 'date', 'rating', 'address', 'author'];
    const halved = (depth: number): string =>
      depth === 0 ? rows(500) : `<div>${rows(500)}</div><div>${halved(depth - 1)}</div>`;

    const [few, many] = [8, 16].map((depth) => readsOf(`<div>${halved(depth)}</div>`, names));

    expect(few).toBeGreaterThan(0);
    expect(many).toBeLessThan(2 * (few ?? 0));
  });

  test('has lines of bounded length, in all that is kept of them', () => {
    const long = `<p><b>${'word '.repeat(50_000)}</b><del>${'$5 '.repeat(50_000)}</del><a href="/">x</a></p>`;

    const [line] = linesOf(long).lines;

    const kept = [line?.text, line?.bold, line?.current, ...(line?.struck ?? [])];
    expect(Math.max(...kept.map((text = '') => text.length))).toBeLessThanOrEqual(20_000);
  });

  test.for([
    ['a cell', '<table><tr><th>Notes</th><td>CELL</td></tr></table>'],
    ['a definition', '<dl><dt>Notes</dt><dd>CELL</dd></dl>'],
    ['a line below', '<p>Notes:</p><p>CELL</p>'],
    ['the same line', '<p>Notes: CELL</p>'],
  ] as const)('has labelled values of bounded length in %s', ([, html]) => {
    const page: PageLines = linesOf(html.replace('CELL', 'word '.repeat(5_000)));

    const lengths = labelledValues(page).map(({ value }) => value.length);

    expect(lengths.length).toBeGreaterThan(0);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(5_000);
  });
});
