import { describe, expect, test } from 'vitest';

import { keptTexts } from './page-blocks.ts';

describe('tables between kept blocks', () => {
  const unlikely = 0.01;
  const rows = (cell: (row: number, column: number) => string, count = 5): string =>
    Array.from(
      { length: count },
      (_, row) => `<tr>${[0, 1, 2].map((at) => `<td>${cell(row, at)}</td>`).join('')}</tr>`,
    ).join('');
  const page = (inside: string): string => `<main><h1>Tides+</h1>${inside}<p>All times are local+</p></main>`;
  const level = (row: number, column: number): string => `${row}.${column} m`;

  test('are kept with their titles, however unlikely, when nearly nothing else lies between', () => {
    const table = `<table>${rows(level)}</table>`;
    const html = page(`<button>Print</button><p>Year</p><p>Skerry</p>${table}<p>Aland</p>${table}`);
    const kept = keptTexts(html, unlikely);

    expect(kept.filter((text) => text === '4.2 m')).toHaveLength(2);
    expect(kept).toEqual(expect.arrayContaining(['Skerry', 'Aland']));
    expect(kept).not.toContain('Year');
  });

  test('are kept with the heading above their title', () => {
    const html = page(`<h2>Harbours of the north</h2><p>Skerry</p><table>${rows(level)}</table>`);

    expect(keptTexts(html, 0.2)).toContain('Harbours of the north');
    expect(keptTexts(html, unlikely)).not.toContain('Harbours of the north');
  });

  test('are kept with the columns that stay in place when the others scroll', () => {
    const names = `<table><tr><th></th></tr>${[0, 1, 2, 3].map((at) => `<tr><td>Port ${at}</td></tr>`).join('')}</table>`;

    expect(keptTexts(page(`<div>${names}<table>${rows(level)}</table></div>`), unlikely)).toContain('Port 3');
  });

  test.for([
    ['a calendar', `<table>${rows((row, column) => String(row * 3 + column + 1))}</table>`],
    [
      'a menu',
      `<table>${rows((row, column) => `<a href="/${row}/${column}">${level(row, column)}</a>`)}</table>`,
    ],
    ['a small box', `<table>${rows(level, 3)}</table>`],
    [
      'beside other text',
      `<table>${rows(level)}</table>${'<p>Sign in and never miss a tide at any port</p>'.repeat(3)}`,
    ],
  ])('are not kept for their place: %s', ([, html = '']) => {
    expect(keptTexts(page(html), unlikely)).toEqual(['Tides+', 'All times are local+']);
  });
});
