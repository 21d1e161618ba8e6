import { expect, test } from 'vitest';

import { linesOf } from './lines-of.ts';

const href = 'https://mill.example/a';
const link = (text: string): string => `<a href="${href}">${text}</a>`;

test.for([
  ['two links to one URL side by side', link('Wind') + link('mill'), 'Wind mill'],
  ['two links to one URL with a space between them', `${link('Wind')} ${link('mill')}`, 'Wind mill'],
  ['one link in two styles', link('<b>Wind</b>mill'), 'Windmill'],
] as const)('a line has the texts of its links: %s', ([, markup, text]) => {
  expect(linesOf(`<div>${markup}</div>`).lines[0]?.links).toEqual([{ href, text }]);
});

test('a line has no link without a text', () => {
  const picture = link('<img src="https://mill.example/a.png"> ');

  expect(linesOf(`<div>${picture}Windmill</div>`).lines[0]?.links).toEqual([]);
});

test('what is not crossed out keeps its spaces', () => {
  const { current, struck } = linesOf('<p><s>$80</s> <b>$64</b> <time>May 3</time></p>').lines[0] ?? {};

  expect({ current, struck }).toEqual({ current: '$64 May 3', struck: ['$80'] });
});
