import { describe, expect, test } from 'vitest';

import { parseHtml } from '#shared/content/html/parse-html.ts';
import { type BlockTree, blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { indivisibleUnits } from '#shared/content/main-content/blocks/units.ts';

const treeOf = (html: string): BlockTree => blockTree(parseHtml(html).document);

const prices = '<table><tr><th>Size</th><th>Price</th></tr><tr><td>Small</td><td>4</td></tr></table>';

describe('a unit of blocks', () => {
  test.for([
    ['a data table', `<p>Before</p>${prices}<p>After</p>`, [{ from: 1, to: 5, kind: 'table' }]],
    ['a code block', '<p>Run</p><pre>a = 1\n\nb = 2</pre>', [{ from: 1, to: 2, kind: 'code' }]],
    [
      'a list of steps',
      '<p>Do this</p><ol><li>Trim</li><li>Wind</li><li>Write</li></ol>',
      [{ from: 1, to: 4, kind: 'list' }],
    ],
    [
      'a list of definitions, whose terms may be links',
      '<p>Terms</p><dl><dt><a href="/a">Oar</a></dt><dd>Wood</dd><dt>Sail</dt><dd>Cloth</dd></dl>',
      [{ from: 1, to: 5, kind: 'list' }],
    ],
    [
      'no list of names without definitions',
      '<dl><dt>Oar</dt><dt>Sail</dt><dt>Mast</dt><dd>Wood</dd></dl>',
      [],
    ],
    ['no link list', '<ul><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul>', []],
    ['no list of posts', '<ul><li><p>Ann</p><p>Hello</p></li><li><p>Bob</p><p>Hi</p></li></ul>', []],
    [
      'no layout table',
      `<table><tr><td>Menu</td><td>${prices}</td></tr></table>`,
      [{ from: 1, to: 5, kind: 'table' }],
    ],
    [
      'no table whose cells hold whole posts',
      '<table><tr><td><p>Ann</p><p>Posts: 4</p><p>Leeds</p></td><td>Hello</td></tr><tr><td>Bob</td><td>Hi</td></tr></table>',
      [],
    ],
  ] as const)('is %s', ([, html, units]) => {
    expect(indivisibleUnits(treeOf(html))).toEqual(units);
  });
});

test('a table with a label in each row is a unit, however much its values hold', () => {
  const row = (label: string): string => `<tr>${label}<td><p>One</p><p>Two</p><p>Three</p></td></tr>`;
  const unitsOf = (rows: string) =>
    indivisibleUnits(treeOf(`<table>${rows}</table>`)).map(({ kind }) => kind);

  expect(unitsOf(row('<th scope="row">Asked</th>').repeat(2))).toEqual(['table']);
  expect(unitsOf(row('<td>Judge:</td>') + row('<td><p><b>Place</b></p></td>'))).toEqual(['table']);
  expect(unitsOf(row('<td>Judge:</td>') + row('<td>Ann</td>'))).toEqual([]);
});

test('a table with a heading for each column is a unit, whatever its cells hold', () => {
  const lists = '<td><li>One</li><li>Two</li><li>Three</li></td>';
  const row = `<tr><td>Ann</td>${lists}</tr>`;
  const head = '<tr><th>Who</th><th>What</th></tr>';
  const unitsOf = (rows: string) =>
    indivisibleUnits(treeOf(`<table>${rows}</table>`)).map(({ kind }) => kind);

  expect(unitsOf(head + row + row)).toEqual(['table']);
  expect(unitsOf(head + row + `<tr>${lists}</tr>`)).toEqual([]);
  expect(unitsOf(row + row)).toEqual([]);
});

test('a table with a heading in each row is a unit, whatever its other cells hold', () => {
  const rows = ['Area', 'People', 'Motto'].map((name) => `<tr><th>${name}</th><td>Much</td></tr>`).join('');
  const anthems = '<tr><th>Anthems</th><td><ul><li>One</li><li>Two</li><li>Three</li></ul></td></tr>';
  const posts = anthems.replaceAll('th>', 'td>').repeat(4);

  const unitsOf = (table: string) =>
    indivisibleUnits(treeOf(`<table>${table}</table>`)).map(({ kind }) => kind);

  expect(unitsOf(rows + anthems)).toEqual(['table']);
  expect(unitsOf(posts)).not.toContain('table');
});
