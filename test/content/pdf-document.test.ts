import { describe, expect, test } from 'vitest';

import { pdfDate } from '#shared/content/documents/pdf/pdf-document.ts';

import { asianFont, contentOf, type Drawn, hebrewFont, lines, pdfFile, pdfFileOf } from './pdf-file.ts';
import { markdownOf, readPage } from './read-page.ts';

describe('a PDF file', () => {
  test('has headings by size, paragraphs without line breaks, and lists', async () => {
    const file = pdfFile([
      {
        texts: [
          { text: 'Annual report', x: 72, y: 780, size: 24 },
          { text: 'Harvest', x: 72, y: 740, size: 16 },
          ...lines(
            ['The orchard gave more apples', 'than in any year before, and the pick-', 'ers stayed late.'],
            715,
          ),
          ...lines(['\x95 apples and pears', '\x95 honey from the hills'], 640),
          ...lines(['1. wash', '2. press'], 590),
        ],
      },
    ]);

    expect(await markdownOf(file)).toBe(`# Annual report

## Harvest

The orchard gave more apples than in any year before, and the pickers stayed late.

- apples and pears
- honey from the hills

1. wash
2. press
`);
  });

  test('has its powers, indices and marks of footnotes', async () => {
    const file = pdfFile([
      {
        texts: [
          { text: 'The mass is 6 x 10', x: 72, y: 700, size: 11 },
          { text: '24', x: 163, y: 704.5, size: 7 },
          { text: 'kg of H', x: 174, y: 700, size: 11 },
          { text: '2', x: 208.5, y: 697, size: 7 },
          { text: 'O.', x: 213, y: 700, size: 11 },
          { text: '1', x: 225, y: 706, size: 7 },
          { text: 'Nothing else', x: 72, y: 686, size: 11 },
          { text: 'floats.', x: 138, y: 686, size: 11 },
        ],
      },
    ]);

    expect(await markdownOf(file)).toBe('The mass is 6 x 10²⁴ kg of H₂O.¹ Nothing else floats.\n');
  });

  test('has small text below large text apart from it, also if it is short', async () => {
    const file = pdfFile([
      {
        texts: [
          { text: 'Annual Report', x: 72, y: 720, size: 40 },
          { text: 'Prepared for the board of directors', x: 72, y: 696, size: 14 },
          { text: '42%', x: 72, y: 600, size: 48 },
          { text: 'of readers', x: 72, y: 572, size: 12 },
          { text: '17%', x: 250, y: 600, size: 48 },
          { text: 'of writers', x: 250, y: 572, size: 12 },
          ...lines(['Most readers came back in the week after,', 'and most writers went on.'], 520, 12),
        ],
      },
    ]);

    expect(await markdownOf(file)).toBe(`## Annual Report

### Prepared for the board of directors

# 42%

of readers

# 17%

of writers

Most readers came back in the week after, and most writers went on.
`);
  });

  test('has no bullets in its list items, also where they are drawn apart and the item has a mark', async () => {
    const item = (sign: string, text: string, markX: number, y: number) => [
      { text: sign, x: 72, y, size: 11 },
      { text, x: 86, y, size: 11 },
      { text: '1', x: markX, y: y + 4.5, size: 7 },
    ];
    const file = pdfFile([
      {
        texts: [
          ...item('\x95', 'red apples', 138, 700),
          ...item('-', 'ripe pears', 135.5, 686),
          ...item('1.', 'wash them', 139.5, 650),
          { text: '2.', x: 72, y: 636, size: 11 },
          { text: 'press', x: 100, y: 636, size: 11 },
        ],
        links: [{ url: 'https://press.example/', rect: [99, 633, 130, 647] }],
      },
    ]);

    expect(await markdownOf(file)).toBe(
      '- red apples¹\n- ripe pears¹\n\n1. wash them¹\n2. [press](https://press.example/)\n',
    );
  });

  test('keeps the numbers of lists that skip some', async () => {
    const file = pdfFile([
      {
        texts: [...lines(['Answers:'], 700), ...lines(['1. Paris', '3. London', '4. Oslo', '7. Rome'], 670)],
      },
    ]);

    expect(await markdownOf(file)).toBe('Answers:\n\n1. Paris\n\n3) London\n4) Oslo\n\n7. Rome\n');
  });

  test('takes no date at the beginning of a line for an item of a list', async () => {
    const file = pdfFile([
      {
        texts: [
          ...lines(
            [
              'Die Sitzung fand am Montag statt, dem',
              '12. Oktober 2024, im Rathaus; die zweite folgt am',
              '3. November 2024 ebenda.',
            ],
            700,
          ),
          ...lines(['1. Der Haushalt und der Plan vom'], 630),
          ...lines(['30. September'], 615.7, 11, 90),
          ...lines(['2. Verschiedenes'], 601.4),
        ],
      },
    ]);

    expect(await markdownOf(file))
      .toBe(`Die Sitzung fand am Montag statt, dem 12. Oktober 2024, im Rathaus; die zweite folgt am 3. November 2024 ebenda.

1. Der Haushalt und der Plan vom 30. September
2. Verschiedenes
`);
  });

  test('keeps columns that are set with wide gaps as a table', async () => {
    const row = (texts: readonly string[], y: number) =>
      texts.map((text, column) => ({ text, x: 72 + column * 150, y, size: 11 }));
    const file = pdfFile([
      {
        texts: [
          ...row(['Fruit', 'Kilograms', 'Price'], 700),
          ...row(['Apples', '1200', '0.80'], 685),
          ...row(['Pears', '340', '1.10'], 670),
        ],
      },
    ]);

    expect(await markdownOf(file)).toBe(`| Fruit | Kilograms | Price |
| --- | --- | --- |
| Apples | 1200 | 0.80 |
| Pears | 340 | 1.10 |
`);
  });

  test('joins words over the end of a line also where the paragraph has a link', async () => {
    const file = pdfFile([
      {
        texts: [
          { text: 'The', x: 72, y: 700, size: 11 },
          { text: 'manual', x: 95, y: 700, size: 11 },
          { text: 'tells how the pick-', x: 135, y: 700, size: 11 },
          { text: 'ers work, and in well', x: 72, y: 686, size: 11 },
          { text: 'chosen words.', x: 72, y: 672, size: 11 },
        ],
        links: [{ url: 'https://manual.example/', rect: [94, 697, 131, 711] }],
      },
    ]);

    expect(await markdownOf(file)).toBe(
      'The [manual](https://manual.example/) tells how the pickers work, and in well chosen words.\n',
    );
  });

  describe('with a table', () => {
    const size = 10;
    const row = (texts: readonly string[], y: number) =>
      texts.flatMap((text, column) => (text === '' ? [] : [{ text, x: 72 + column * 130, y, size }]));
    const head = row(['Region', 'Revenue', 'Comment'], 700);
    const north = row(['North', '1,200', 'Strong growth in the first'], 680);
    const south = row(['South', '900', 'Flat'], 640);
    const table = '| Region | Revenue | Comment |\n| --- | --- | --- |\n';

    test('keeps the lines of a cell in it, and the rows below in the same table', async () => {
      const file = pdfFile([
        {
          texts: [
            ...head,
            ...north,
            ...row(['', '', 'half of the year, and much'], 668),
            ...row(['', '', 'bet-'], 656),
            ...row(['', '', 'ter than in the last'], 644),
            ...row(['South', '900', 'Flat'], 624),
          ],
        },
      ]);

      expect(await markdownOf(file)).toBe(
        `${table}| North | 1,200 | Strong growth in the first half of the year, and much better than in the last |\n| South | 900 | Flat |\n`,
      );
    });

    test('keeps the links in it', async () => {
      const file = pdfFile([
        {
          texts: [...head, ...row(['North', '1,200', 'Report'], 680), ...south],
          links: [{ url: 'https://north.example/', rect: [331, 677, 364, 690] }],
        },
      ]);

      expect(await markdownOf(file)).toBe(
        `${table}| North | 1,200 | [Report](https://north.example/) |\n| South | 900 | Flat |\n`,
      );
    });

    test.for([
      ['at its left edge', 72, 628, size],
      ['that runs over a column', 202, 628, size],
      ['at the distance of a paragraph', 332, 620, size],
      ['in small letters', 332, 630, 7],
      ['between two columns', 250, 628, size],
    ] as const)('has text below it %s as a paragraph', async ([, x, y, lineSize]) => {
      const text = 'This is what the company says about its sales';
      const file = pdfFile([{ texts: [...head, ...north, ...south, { text, x, y, size: lineSize }] }]);

      expect(await markdownOf(file)).toBe(
        `${table}| North | 1,200 | Strong growth in the first |\n| South | 900 | Flat |\n\n${text}\n`,
      );
    });
  });

  test('is read as it is turned: a page on its side has its table and its links', async () => {
    const row = (texts: readonly string[], x: number) =>
      texts.map((text, column) => ({ text, x, y: 72 + column * 150, size: 11, isUpright: true as const }));
    const file = pdfFile([
      {
        texts: [
          ...row(['Revenue rose in every quarter of'], 100),
          ...row(['the year.'], 114),
          ...row(['Division', 'First quarter', 'Report'], 150),
          ...row(['North', '10', 'North report'], 166),
          ...row(['South', '20', 'South report'], 182),
        ],
        links: [{ url: 'https://south.example/', rect: [170, 371, 185, 440] }],
      },
    ]);

    expect(await markdownOf(file)).toBe(`Revenue rose in every quarter of the year.

| Division | First quarter | Report |
| --- | --- | --- |
| North | 10 | North report |
| South | 20 | [South report](https://south.example/) |
`);
  });

  test('has writing along its margin apart from the text', async () => {
    const file = pdfFile([
      {
        texts: [
          ...lines(['The orchard gave more apples', 'than in any year before.'], 700),
          { text: 'Downloaded in May', x: 20, y: 686, size: 11, isUpright: true },
        ],
      },
    ]);

    expect(await markdownOf(file)).toBe(
      'The orchard gave more apples than in any year before.\n\nDownloaded in May\n',
    );
  });

  test('loses running titles and page numbers', async () => {
    const page = (number: number) => ({
      texts: [
        { text: 'Orchard news', x: 72, y: 810, size: 9 },
        ...lines([`The story of month ${['one', 'two', 'three', 'four'][number]}.`], 700),
        { text: `Page ${number + 1} of 4`, x: 280, y: 30, size: 9 },
      ],
    });
    const file = pdfFile([page(0), page(1), page(2), page(3)]);

    expect(await markdownOf(file)).toBe(
      'The story of month one.\n\nThe story of month two.\n\nThe story of month three.\n\nThe story of month four.\n',
    );
  });

  test('keeps every row of a table over pages, and its header row once', async () => {
    const row = (texts: readonly string[], y: number) =>
      texts.map((text, column) => ({ text, x: 72 + column * 130, y, size: 11 }));
    const page = (number: number) => ({
      texts: [
        ...row(['Date', 'Payment', 'Sum'], 760 - (number === 1 ? 30 : 0)),
        ...[1, 2, 3].flatMap((day) =>
          row([`0${number}.0${day}.2024`, `Card payment ${day}`, `-${day}0.50`], 744 - day * 16 - 30),
        ),
        { text: `${number}`, x: 300, y: 40, size: 11 },
      ],
    });
    const file = pdfFile([page(1), page(2), page(3)]);

    expect(await markdownOf(file)).toBe(`| Date | Payment | Sum |
| --- | --- | --- |
| 01.01.2024 | Card payment 1 | -10.50 |
| 01.02.2024 | Card payment 2 | -20.50 |
| 01.03.2024 | Card payment 3 | -30.50 |
| 02.01.2024 | Card payment 1 | -10.50 |
| 02.02.2024 | Card payment 2 | -20.50 |
| 02.03.2024 | Card payment 3 | -30.50 |
| 03.01.2024 | Card payment 1 | -10.50 |
| 03.02.2024 | Card payment 2 | -20.50 |
| 03.03.2024 | Card payment 3 | -30.50 |
`);
  });

  test.for([
    ['of double-spaced text', 27, { text: 'Smith', x: 500, y: 734, size: 11 }],
    ['that are as near as a line', 14, { text: '', x: 300, y: 644, size: 10 }],
  ] as const)('loses running titles and page numbers %s', async ([, distance, frame]) => {
    const month = ['May', 'June', 'July'];
    const page = (number: number) => ({
      texts: [
        ...[0, 1, 2, 3].map((line) => ({
          text: `letter ${'abcd'[line]} of ${month[number - 1]}`,
          x: 72,
          y: 700 - line * distance,
          size: 11,
        })),
        { ...frame, text: `${frame.text} ${number}`.trim() },
      ],
    });

    const markdown = await markdownOf(pdfFile([page(1), page(2), page(3)]));

    expect(markdown).toContain('letter d of July');
    expect(markdown).not.toMatch(/Smith|\d/);
  });

  test.for([
    ['in small letters', 9, 735, 60],
    ['far from it', 11, 790, 40],
  ] as const)('loses the headers and footers of a table in parts %s', async ([, size, top, bottom]) => {
    const row = (texts: readonly string[], y: number, rowSize = 11) =>
      texts.map((text, column) => ({ text, x: 72 + column * 130, y, size: rowSize }));
    const page = (number: number) => ({
      texts: [
        ...row(['ACME price list', 'Spring 2026', 'Confidential'], top, size),
        ...[1, 2, 3, 4].flatMap((item) =>
          row([`Item ${number}${item}`, `${item}.50`, `${number}00 pieces`], 714 - item * 14),
        ),
        ...row(['ACME Ltd', 'www.acme.example', `Page ${number} of 3`], bottom, size),
      ],
    });

    const markdown = await markdownOf(pdfFile([page(1), page(2), page(3)]));

    expect(markdown).toMatch(/^\| Item 11 \| 1\.50 \| 100 pieces \|\n/);
    expect(markdown).toMatch(/\| Item 34 \| 4\.50 \| 300 pieces \|\n$/);
    expect(markdown).not.toMatch(/ACME|Page/);
  });

  test('keeps the text of pages that have only a few lines, which differ in a number', async () => {
    const page = (number: number) => ({
      texts: lines(['Free entry to the museum', `Ticket ${number}`, 'Valid until the end of May'], 700),
    });
    const file = pdfFile([page(1), page(2), page(3)]);

    expect(await markdownOf(file)).toBe(
      'Free entry to the museum Ticket 1 Valid until the end of May\n\nTicket 2\n\nTicket 3\n',
    );
  });

  test('keeps a title that later pages repeat as their running title', async () => {
    const page = (number: number) => ({
      texts: [
        { text: 'Orchard news', x: 72, y: 800, size: number === 0 ? 20 : 9 },
        ...lines([`The story of month ${['one', 'two', 'three'][number]}.`], 700),
      ],
    });
    const file = pdfFile([page(0), page(1), page(2)]);

    expect(await markdownOf(file)).toBe(`# Orchard news

The story of month one.

The story of month two.

The story of month three.
`);
  });

  test('keeps numbered headings at the top of its pages', async () => {
    const page = (number: number) => ({
      texts: [
        { text: `Lesson ${number}`, x: 72, y: 780, size: 20 },
        ...lines([`Read the text on ${['apples', 'pears', 'honey'][number - 1]}.`], 740),
        { text: `Page ${number} of 3`, x: 280, y: 30, size: 9 },
      ],
    });
    const file = pdfFile([page(1), page(2), page(3)]);

    expect(await markdownOf(file)).toBe(`# Lesson 1

Read the text on apples.

# Lesson 2

Read the text on pears.

# Lesson 3

Read the text on honey.
`);
  });

  test('keeps its links, and none that run code', async () => {
    const file = pdfFile([
      {
        texts: [
          { text: 'See', x: 72, y: 700, size: 11 },
          { text: 'our shop', x: 95, y: 700, size: 11 },
          { text: 'or click', x: 72, y: 600, size: 11 },
        ],
        links: [
          { url: 'https://shop.example/', rect: [94, 695, 140, 712] },
          { url: 'javascript:alert(1)', rect: [70, 595, 140, 612] },
        ],
      },
    ]);

    expect(await markdownOf(file)).toBe('See [our shop](https://shop.example/)\n\nor click\n');
  });

  test('has a space between a link and the words beside it, also where the file only leaves a gap', async () => {
    const file = pdfFile([
      {
        texts: [
          { text: 'Read the', x: 72, y: 700, size: 11 },
          { text: 'manual', x: 120, y: 700, size: 11 },
          { text: 'first and then', x: 162, y: 700, size: 11 },
          { text: 'continue', x: 234, y: 700, size: 11 },
          { text: '.', x: 275.2, y: 700, size: 11 },
        ],
        links: [{ url: 'https://manual.example/', rect: [119, 697, 158, 711] }],
      },
    ]);

    expect(await markdownOf(file)).toBe(
      'Read the [manual](https://manual.example/) first and then continue.\n',
    );
  });

  test('tells its title, author and dates', async () => {
    const file = pdfFile([{ texts: lines(['Text.'], 700) }], {
      Title: 'Annual report',
      Author: 'A. Gardener',
      CreationDate: "D:20260301120000+02'00'",
    });

    const { metadata } = await readPage(file);

    expect(metadata).toMatchObject({
      title: 'Annual report',
      author: 'A. Gardener',
      publishedTime: '2026-03-01T12:00:00+02:00',
    });
  });

  test.for([
    ['90ms-RKSJ-H', 'Japan1', '938c8b9e', '東京'],
    ['UniJIS-UCS2-H', 'Japan1', '67714eac', '東京'],
    ['GBK-EUC-H', 'GB1', 'b1b1bea9', '北京'],
    ['UniGB-UTF16-V', 'GB1', '53174eac', '北京'],
    ['ETenms-B5-H', 'CNS1', 'a55fa8ca', '北京'],
    ['KSCms-UHC-H', 'Korea1', 'bcadbfef', '서울'],
  ])('reads a font with the CMap %s', async ([cMap = '', collection = '', bytes = '', text = '']) => {
    const content = Buffer.from(`BT /F1 12 Tf 72 700 Td <${bytes}> Tj ET`);

    expect(await markdownOf(pdfFileOf(content, [], asianFont(cMap, collection)))).toBe(`${text}\n`);
  });

  test('has no space where a line of Chinese or Japanese ends within a sentence', async () => {
    const content = Buffer.from(
      'BT /F1 12 Tf 72 700 Td <67714eac> Tj 0 -15 Td <306f> Tj 0 -15 Td <004100420043> Tj ET',
    );

    expect(await markdownOf(pdfFileOf(content, [], asianFont('UniJIS-UCS2-H', 'Japan1')))).toBe(
      '東京は ABC\n',
    );
  });

  test('has letters instead of the radicals that look like them', async () => {
    const font = asianFont('Identity-H', 'Identity').replace(/>>$/, '/ToUnicode 6 0 R >>');
    const toUnicode = '1 beginbfchar <0001> <2f08> endbfchar 1 beginbfchar <0002> <2f9d> endbfchar';

    const file = pdfFileOf(Buffer.from('BT /F1 12 Tf 72 700 Td <00010002> Tj ET'), [], font, toUnicode);

    expect(await markdownOf(file)).toBe('人身\n');
  });

  test('has what was filled into its form', async () => {
    const widget = (rect: string, members: string) => `/Subtype /Widget /Rect [${rect}] ${members}`;
    const file = pdfFile([
      {
        texts: [
          ...lines(['Name:'], 700),
          ...lines(['Wishes:'], 660),
          ...lines(['I want the newsletter', 'I want the catalogue'], 600, 11, 90),
          ...lines(['Thank you.'], 500),
        ],
        fields: [
          widget('106 696 300 714', '/FT /Tx /T (name) /V (Maria Muster) /DA (/F1 11 Tf)'),
          widget(
            '116 630 300 674',
            String.raw`/FT /Tx /Ff 4096 /T (wishes) /V (more apples\nless rain) /DA (/F1 11 Tf)`,
          ),
          widget(
            '72 597 84 609',
            '/FT /Btn /T (a) /V /Yes /AS /Yes /AP << /N << /Yes 1 0 R /Off 1 0 R >> >>',
          ),
          widget(
            '72 583 84 595',
            '/FT /Btn /T (b) /V /Off /AS /Off /AP << /N << /Yes 1 0 R /Off 1 0 R >> >>',
          ),
          widget('106 540 300 560', '/F 2 /FT /Tx /T (hidden) /V (unseen) /DA (/F1 11 Tf)'),
          widget('106 540 300 560', '/FT /Tx /Ff 8192 /T (password) /V (secret) /DA (/F1 11 Tf)'),
          '/Subtype /FreeText /Rect [72 540 300 560] /Contents (Approved by the board) /DA (/F1 11 Tf)',
        ],
      },
    ]);

    expect(await markdownOf(file)).toBe(`Name: Maria Muster

Wishes: more apples less rain

☑ I want the newsletter ☐ I want the catalogue

Approved by the board

Thank you.
`);
  });

  describe('in Hebrew', () => {
    const markdownOfHebrew = (texts: readonly Drawn[]) =>
      markdownOf(pdfFileOf(Buffer.from(contentOf({ texts })), [], hebrewFont));
    const words = (drawn: readonly (readonly [string, number])[], y: number) =>
      drawn.map(([text, x]) => ({ text, x, y, size: 10 }));
    const sentence = [
      ['.', 147],
      ['hg', 152],
      ['2', 170],
      ['PDF', 180],
      ['(', 200],
      ['fed', 205],
      [')', 220],
      ['cba', 230],
    ] as const;

    test.for([
      ['from left to right', sentence],
      ['in the order of reading', sentence.toReversed()],
    ] as const)('is read from right to left, with lines that are drawn %s', async ([, drawn]) => {
      expect(await markdownOfHebrew(words(drawn, 700))).toBe('אבג (דהו) PDF 2 זח.\n');
    });

    test('has tables whose first column is the right one', async () => {
      const texts = [
        ...words(
          [
            ['cba', 285],
            ['fed', 435],
          ],
          700,
        ),
        ...words(
          [
            ['20', 290],
            ['hg', 440],
          ],
          684,
        ),
        ...words(
          [
            ['3', 295],
            ['ih', 440],
          ],
          668,
        ),
      ];

      expect(await markdownOfHebrew(texts)).toBe('| דהו | אבג |\n| --- | --- |\n| זח | 20 |\n| חט | 3 |\n');
    });
  });

  test('of scanned pages alone is reported as empty', async () => {
    await expect(readPage(pdfFile([{ texts: [] }, { texts: [] }]))).rejects.toMatchObject({
      code: 'EMPTY_PAGE',
      message: 'The PDF has no text. Scanned pages are pictures, and text in pictures is not read.',
    });
  });

  test('tells how many of its pages have no text, or only what most pages have', async () => {
    const stamp = { text: 'Received in May', x: 72, y: 20, size: 9 };
    const file = pdfFile([{ texts: lines(['Cover sheet'], 700) }, { texts: [stamp] }, { texts: [stamp] }]);

    const { warnings } = await readPage(file);

    expect(warnings).toEqual([
      '2 of 3 pages have no text. Scanned pages are pictures, and text in pictures is not read.',
    ]);
  });

  test.for([
    ['a comment', '%âãÏÓ\n'],
    ['a comment and a blank line with spaces', '%âãÏÓ\r\n \t\r\n'],
    ['a comment and spaces', '%âãÏÓ\n  '],
  ] as const)('may have other bytes before it, and %s before its first object', async ([, between]) => {
    const file = pdfFileOf(Buffer.from('BT /F1 11 Tf 1 0 0 1 72 700 Tm (A sentence.) Tj ET'));
    const header = Buffer.from(`HTTP/1.1 200 OK\n\n%PDF-1.7\n${between}`, 'latin1');

    const { markdown } = await readPage(Buffer.concat([header, file.subarray('%PDF-1.7\n'.length)]));

    expect(markdown).toBe('A sentence.\n');
  });

  test('that is damaged is reported as a type that cannot be read', async () => {
    await expect(readPage(Buffer.from('%PDF-1.7\nnothing that follows makes sense'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
    });
  });

  test('that is damaged within its pages is reported as a type that cannot be read', async () => {
    const file = Buffer.from(pdfFile([{ texts: lines(['Text.'], 700) }]));
    const pageless = Buffer.from(file.toString('latin1').replace('/Kids [5 0 R]', '/Kids [9 0 R]'), 'latin1');

    await expect(readPage(pageless)).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' });
  });

  test.for([
    ["D:20260301120000+02'00'", '2026-03-01T12:00:00+02:00'],
    ['D:20260301120000Z', '2026-03-01T12:00:00Z'],
    ['D:20260301', '2026-03-01'],
    ['last spring', undefined],
  ] as const)('writes the date %s as %s', ([written, date]) => {
    expect(pdfDate(written)).toBe(date);
  });
});
