import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { readPage } from '../content/read-page.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

const pageBytes = 1_000_000;
const filler = `<p>${'The orchard is wide and the wall is old. '.repeat(20)}</p>`;
const letters = (number: number): string =>
  String(number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

/** A page with names that no other page has, in each place where names are remembered. */
function pageOf(number: number): string {
  const own = `somenamethatisitsown${letters(number)}`;
  const post = (by: string): string =>
    `<div class="${own}-comment" data-${own}="1"><a class="${own}-${by}-username" href="/u/${by}">${by}</a><b data-testid="${own}-${by}">1</b><time>2026-05-04</time><p>Text.</p></div>`;
  const begin = `<main class="${own}"><${own}>a</${own}>${post('ann')}${post('bernd')}`;
  return `${begin}${filler.repeat(Math.ceil(pageBytes / filler.length))}</main>`;
}

test('what is remembered of names keeps no page in memory', { timeout: 120_000 }, async () => {
  const pages = 40;
  for (let warm = 0; warm < 4; warm++) await readPage(pageOf(warm), { onlyMainContent: true });
  const before = heapBytes();

  for (let number = 100; number < 100 + pages; number++)
    await readPage(pageOf(number), { onlyMainContent: true });

  expect(heapBytes() - before).toBeLessThan((pages * pageBytes) / 4);
});
