import { describe, expect, test } from 'vitest';

import { follows } from './follows.ts';
import { markdownOf, readPage } from '../read-page.ts';

describe('tables', () => {
  const row = (name: string, count: number): string =>
    `<tr><td><h2>${name}</h2></td><td><p><span>${count}</span></p></td><td><p>farm</p></td></tr>`;

  follows([
    [
      'that follow each other stay apart without a row of headings each',
      '<div><table><tr><td>Chapter 1</td></tr><tr><td>Chapter 2</td></tr><tr><td>Chapter 3</td></tr></table><table><tr><th>Item</th><th>Price</th></tr><tr><td>Rope</td><td>3</td></tr><tr><td>Wire</td><td>5</td></tr></table></div>',
      'Chapter 1\n\nChapter 2\n\nChapter 3\n\n| Item | Price |\n| --- | --- |\n| Rope | 3 |\n| Wire | 5 |',
    ],
    [
      'are boxes with the roles of one, too',
      '<div role="table"><div role="rowgroup"><div role="row"><div role="columnheader">Plan</div><div role="columnheader">Seats</div></div></div><div role="rowgroup"><div role="row"><div role="rowheader">Dinghy</div><div role="none"><div role="cell">5</div></div></div><div role="row"><div role="rowheader">Ketch</div><div role="cell">20</div></div></div></div>',
      '| Plan | Seats |\n| --- | --- |\n| Dinghy | 5 |\n| Ketch | 20 |',
    ],
    [
      'are no boxes with such a role that have text beside their cells, or one column',
      '<div role="table"><div role="row"><div role="cell">Tar</div></div><div role="row"><div role="cell">Oars</div></div></div><div role="table"><p>Seats</p><div role="row"><div role="cell">Dinghy</div><div role="cell">5</div></div><div role="row"><div role="cell">Ketch</div><div role="cell">20</div></div></div>',
      'Tar\n\nOars\n\nSeats\n\nDinghy\n\n5\n\nKetch\n\n20',
    ],
    [
      'are boxes with the role of a grid or a table, and with their caption and the columns that their cells span',
      '<div role="table"><div role="caption">Boats</div><div role="row"><span role="columnheader">Plan</span><span role="columnheader">Seats</span></div><div role="row"><span role="cell">Ketch</span><span role="cell">20</span></div></div><div role="treegrid"><div role="row"><div role="columnheader" aria-colspan="2">Crew</div><div role="columnheader">Sail</div></div><div role="row"><div role="gridcell">Ada</div><div role="gridcell">Bo</div><div role="gridcell">Jib</div></div></div>',
      'Boats\n\n| Plan | Seats |\n| --- | --- |\n| Ketch | 20 |\n\n| Crew | Crew | Sail |\n| --- | --- | --- |\n| Ada | Bo | Jib |',
    ],
    [
      'are boxes with a row of one cell that spans their columns, and with a captioned table in a cell',
      '<div role="table"><div role="row"><div role="columnheader">Plan</div><div role="columnheader">Seats</div></div><div role="row"><div role="cell" aria-colspan="2">Small boats</div></div><div role="row"><div role="cell">Dinghy</div><div role="cell">5</div></div></div><hr><div role="table"><div role="row"><div role="columnheader">Plan</div><div role="columnheader">Seats</div></div><div role="row"><div role="cell">Ketch</div><div role="cell"><div role="table"><div role="caption">Below deck</div><div>20</div></div></div></div></div>',
      '| Plan | Seats |\n| --- | --- |\n| Small boats | |\n| Dinghy | 5 |\n\n---\n\n| Plan | Seats |\n| --- | --- |\n| Ketch | Below deck<br>20 |',
    ],
    [
      'are no boxes with the role of a grid that names no columns',
      '<div role="grid"><div role="row"><div role="gridcell">Tar</div><div role="gridcell">Oars</div></div><div role="row"><div role="gridcell">Rope</div><div role="gridcell">Wire</div></div></div>',
      'Tar\n\nOars\n\nRope\n\nWire',
    ],
    [
      'in two halves, of names and values, are one',
      '<div><div><table><tr><th>Port</th></tr><tr><td>Skerry</td></tr><tr><td>Ystad</td></tr></table></div><div><div><table><tr><th>High</th><th>Low</th></tr><tr><td>5 m</td><td>1 m</td></tr><tr><td>4 m</td><td>0 m</td></tr></table></div></div></div>',
      '| Port | High | Low |\n| --- | --- | --- |\n| Skerry | 5 m | 1 m |\n| Ystad | 4 m | 0 m |',
    ],
    [
      'stay apart where there is text between them',
      '<div><table><tr><th>Port</th></tr><tr><td>Skerry</td></tr><tr><td>Ystad</td></tr></table><p>Tides</p><table><tr><th>High</th><th>Low</th></tr><tr><td>5 m</td><td>1 m</td></tr><tr><td>4 m</td><td>0 m</td></tr></table></div>',
      '| Port |\n| --- |\n| Skerry |\n| Ystad |\n\nTides\n\n| High | Low |\n| --- | --- |\n| 5 m | 1 m |\n| 4 m | 0 m |',
    ],
    [
      'of numbered entries with a row of facts each are lists',
      `<table>${['Tar', 'Oars', 'Lamps'].map((name, at) => `<tr><td>${at + 4}.</td><td></td><td><a href="https://a.test/${at}">${name}</a></td></tr><tr><td colspan="2"></td><td>${at} points</td></tr><tr></tr>`).join('')}<tr></tr><tr><td colspan="2"></td><td>More</td></tr></table>`,
      '4. [Tar](https://a.test/0)\n\n   0 points\n\n5. [Oars](https://a.test/1)\n\n   1 points\n\n6. [Lamps](https://a.test/2)\n\n   2 points\n\nMore',
    ],
    [
      'of numbers behind numbers are lists of them',
      `<table>${[1, 2, 3].map((place) => `<tr><td>${place}.</td><td>4${place}.</td></tr>`).join('')}</table>`,
      '1. 41\\.\n2. 42\\.\n3. 43\\.',
    ],
    [
      'with named columns stay tables where a cell holds a table',
      '<table><thead><tr><th>City</th><th>Trains</th></tr></thead><tbody><tr><td>Berlin</td><td>None</td></tr><tr><td>Paris</td><td><table><tr><td>in</td><td>out</td></tr><tr><td>3</td><td>4</td></tr></table></td></tr></tbody></table>',
      '| City | Trains |\n| --- | --- |\n| Berlin | None |\n| Paris | in out<br>3 4 |',
    ],
    [
      'that lay out the posts of a forum below the names of columns are no tables of data',
      '<table><tr><th>Author</th><th>Message</th></tr><tr><td>Ann</td><td><table><tr><td><img src="https://a.test/a.png" alt="Post"> Light it.</td></tr><tr><td>At dusk.</td></tr></table></td></tr></table>',
      'Author\n\nMessage\n\nAnn\n\n![Post](https://a.test/a.png) Light it.\n\nAt dusk.',
    ],
    [
      'of numbered rows with several facts stay tables',
      `<table>${[1, 2, 3].map((place) => `<tr><td>${place}.</td><td>Skerry</td><td>${place} m</td></tr>`).join('')}</table>`,
      '| 1. | Skerry | 1 m |\n| --- | --- | --- |\n| 2. | Skerry | 2 m |\n| 3. | Skerry | 3 m |',
    ],
    [
      'with the headline arrange the page',
      '<table><tr><th><img src="https://a.test/a.png"></th><th colspan="2"><h1>Skerry</h1></th></tr></table>',
      '![](https://a.test/a.png)\n\n# Skerry',
    ],
    [
      'of one image are the image',
      '<table><caption></caption><tr><td><img src="https://a.test/a.png"></td></tr></table>',
      '![](https://a.test/a.png)',
    ],
    [
      'have no row of data as their head, nor a row above a total',
      '<table><tr><td>1</td><td>Gold</td><td>3</td></tr><tr><th>2</th><td>Silver</td><td>3</td></tr></table><table><tr><td>Ann</td><td>a</td><td>b</td></tr><tr><th colspan="3">Total: 8</th></tr></table>',
      '| | | |\n| --- | --- | --- |\n| 1 | Gold | 3 |\n| 2 | Silver | 3 |\n\n| | | |\n| --- | --- | --- |\n| Ann | a | b |\n| Total: 8 | | |',
    ],
    [
      'have the names of their columns in the first row where each other row begins with its own name',
      '<table><tr><td>Boat</td><td>Oars</td><td>Sails</td></tr><tr><th scope="row">Gull</th><td>2</td><td>1</td></tr></table>',
      '| Boat | Oars | Sails |\n| --- | --- | --- |\n| Gull | 2 | 1 |',
    ],
    [
      'keep numbers that are alone in a cell, also beside notes',
      '<p>A farm.<sup>1</sup> A mill.<sup>2</sup></p><table><tr><td>Herpel</td><td><p><span>1</span></p></td></tr><tr><td>Brink</td><td><p><span>2</span></p></td></tr></table>',
      'A farm.¹ A mill.²\n\n| Herpel | 1 |\n| --- | --- |\n| Brink | 2 |',
    ],
    [
      'of short values are tables, also with headings in their cells',
      `<table>${row('Herpel', 9)}${row('Brink', 8)}${row('Bleche', 7)}</table>`,
      '| Herpel | 9 | farm |\n| --- | --- | --- |\n| Brink | 8 | farm |\n| Bleche | 7 | farm |',
    ],
    [
      'keep the bullets of points in a cell',
      '<table><tr><th>Bring</th><th>Who</th></tr><tr><td><ul><li>oars</li> <li> a <b>lamp</b></li></ul></td><td><ul><li>Ann</li></ul></td></tr></table>',
      '| Bring | Who |\n| --- | --- |\n| • oars<br>• a **lamp** | Ann |',
    ],
  ]);
});

test('a table of short values stays one, however far its source is indented', async () => {
  const cell = (text: string): string => `<td>${`${' '.repeat(160)}\n`.repeat(8)}${text}</td>`;

  expect(
    await markdownOf(
      `<main><p>For 12:</p><table><tr>${cell('50 ml')}${cell('Milk')}</tr><tr>${cell('100 g')}${cell('Butter')}</tr></table></main>`,
    ),
  ).toContain('| 100 g | Butter |');
});

describe('cells of a table', () => {
  const table = (yes: string, no: string): string =>
    `<table><tr><th>Plan</th><th>Oars</th><th>Sails</th></tr><tr><td>Boat</td><td>${yes}</td><td>${no}</td></tr></table>`;
  const written = (yes: string, no: string): string =>
    `| Plan | Oars | Sails |\n| --- | --- | --- |\n| Boat | ${yes} | ${no} |`;
  follows([
    [
      'have the mark that an icon font shows in them',
      table(
        '<i class="fa-solid fa-check"></i>',
        '<span><i class="bi bi-x-lg" aria-hidden="true"></i></span>',
      ),
      written('✓', '✗'),
    ],
    [
      'have the label or the title of a drawn icon in them',
      table(
        '<span><svg class="plan-icon" role="img"><title>Included</title><path d="M0 0"/></svg></span>',
        '<svg aria-label="Not included"><use href="#no"/></svg>',
      ),
      written('Included', 'Not included'),
    ],
    [
      'have the label of a box that draws an icon, and keep its characters',
      table(
        '<span role="img" aria-label="Included"><svg></svg></span>',
        '<span role="img" aria-label="cross mark">❌</span>',
      ),
      written('Included', '❌'),
    ],
    [
      'have no mark beside a text, or of another icon',
      table('<i class="fa fa-check"></i> two', '<i class="fa fa-anchor"></i> none'),
      written('two', 'none'),
    ],
  ]);
});

test('a table with one cell left is text', async () => {
  const table =
    '<table><tr><td class="x" align="right">Ann</td><td>The lamp is lit.</td></tr><tr><td class="x">Day</td><td class="x">Night</td></tr></table>';

  expect((await readPage(table, { excludeTags: ['.x'] })).markdown).toBe('The lamp is lit.\n');
});
