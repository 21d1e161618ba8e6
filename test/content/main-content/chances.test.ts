import { describe, expect, test } from 'vitest';

import { parseHtml } from '#shared/content/html/parse-html.ts';
import { blockContext } from '#shared/content/main-content/blocks/context.ts';
import { blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { chanceColumns, chanceRows } from '#shared/content/main-content/features/chances.ts';

/** The columns of a block, by their names without `chance.`. */
function columnsOf(
  html: string,
  chances: readonly number[],
  block: number,
): Readonly<Record<string, number>> {
  const context = blockContext(blockTree(parseHtml(html).document), { title: 'Tides' });
  const { count, width, write } = chanceRows(context, {
    chances: Float32Array.from(chances),
    smoothed: Float32Array.from(chances),
    threshold: 0.5,
    peers: new Int32Array(chances.length).fill(-1),
  });
  expect([count, width]).toEqual([chances.length, chanceColumns.length]);
  const row = new Float32Array(width);
  write(block, block + 1, row);
  return Object.fromEntries(chanceColumns.map((name, at) => [name.replace('chance.', ''), row[at] ?? 0]));
}

describe('the row of a block for the second forest', () => {
  const page = '<h1>Tides</h1><div><p>one two</p><p>three four</p></div><p>five six</p>';
  const chances = [0.8, 0.9, 0.1, 0.6];

  test('has its own chance, as the logarithm of its odds, and its distance to the threshold', () => {
    const { own, smoothed, overThreshold } = columnsOf(page, chances, 1);

    expect(own).toBeCloseTo(Math.log(0.9 / 0.1), 2);
    expect(smoothed).toBe(own);
    expect(overThreshold).toBeCloseTo(0.4);
  });

  test('has the mean chance of the elements around it, of its section, and of the page', () => {
    const columns = columnsOf(page, chances, 1);

    expect(columns['box0']).toBeCloseTo(0.5);
    expect(columns['box1']).toBeCloseTo((1.5 * 0.8 + 2.5 * 1.6) / 9);
    expect(columns['page']).toBe(columns['box1']);
    expect(columns['section']).toBe(columns['page']);
  });

  test('has the chance of its heading', () => {
    expect(columnsOf(page, chances, 3)['heading']).toBeCloseTo(0.8);
    expect(columnsOf(page, chances, 0)['heading']).toBe(-1);
  });

  test('has how much of the probable content is before and after it', () => {
    const { sureBefore, sureAfter } = columnsOf(page, chances, 2);

    expect(sureBefore).toBeCloseTo((1.5 + 2.5) / (1.5 + 2.5 + 2.5));
    expect(sureAfter).toBeCloseTo(2.5 / (1.5 + 2.5 + 2.5));
  });

  test('has the mean of the blocks of its kind', () => {
    const list = `<ul>${'<li class="card"><h3>Ebb</h3><p>Flood</p></li>'.repeat(3)}</ul>`;
    const columns = columnsOf(list, [0.9, 0.1, 0.6, 0.1, 0.6, 0.1], 0);

    expect(columns['group']).toBeCloseTo(0.7);
    expect(columns['group.count']).toBe(2);
    expect(columns['unit.alike']).toBe(3);
  });
});
