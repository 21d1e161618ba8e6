import { deflateSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { openDocumentFile, docxFile, paragraph, xlsxFile } from '../content/office-files.ts';
import { lines, pdfFile, pdfFileOf } from '../content/pdf-file.ts';
import { readPage } from '../content/read-page.ts';

const allFormats = { formats: ['markdown', 'html', 'json', 'links'] } as const;

const megabytes = (count: number): Buffer => Buffer.alloc(count * 1_000_000, ' ');

describe('a document that is a bomb is too large', () => {
  test.for([
    ['a PDF whose stream decodes to 100 MB', pdfFileOf(deflateSync(megabytes(100)), ['FlateDecode'])],
    [
      'a PDF whose stream decodes to 100 MB in two layers',
      pdfFileOf(deflateSync(deflateSync(megabytes(100))), ['FlateDecode', 'FlateDecode']),
    ],
    [
      'a PDF whose stream has eight layers',
      pdfFileOf(
        Array.from({ length: 8 }).reduce<Buffer>((inner) => deflateSync(inner), Buffer.from('BT ET')),
        Array.from({ length: 8 }, () => 'FlateDecode'),
      ),
    ],
    [
      'a PDF of four million operators',
      pdfFileOf(deflateSync(Buffer.from('q Q '.repeat(2_000_000))), ['FlateDecode']),
    ],
    [
      'a PDF that draws 600,000 texts',
      pdfFileOf(deflateSync(Buffer.from('BT /F1 9 Tf (a) Tj 9 9 Td (b) Tj ET '.repeat(300_000))), [
        'FlateDecode',
      ]),
    ],
    [
      'a PDF whose form fields have 6 million characters',
      pdfFile([
        {
          texts: [],
          fields: Array.from(
            { length: 300 },
            (_, at) =>
              `/Subtype /Widget /Rect [72 ${at} 300 ${at + 10}] /FT /Tx /T (a${at}) /V (${'word '.repeat(4_000)})`,
          ),
        },
      ]),
    ],
    ['a Word document with a part of 100 MB', docxFile({ body: megabytes(100).toString() })],
    ['a Word document of 400,000 paragraphs', docxFile({ body: paragraph('a').repeat(400_000) })],
    [
      'a workbook whose rows end in the last column',
      xlsxFile('<row><c r="GR1"><v>1</v></c></row>'.repeat(20_000), []),
    ],
    [
      'a spreadsheet that repeats a row of cells',
      openDocumentFile(
        'spreadsheet',
        '<table:table table:name="A"><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000"><text:p>a</text:p></table:table-cell></table:table-row></table:table>',
      ),
    ],
  ] as const)('%s', async ([, bytes]) => {
    await expect(readPage(bytes, allFormats)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringMatching(/ more than .*\.$/),
    });
  });

  test.for([
    ['two million cells', '1,2,3,4,5,6,7,8,9,10\n'.repeat(200_000)],
    ['a row of a thousand cells and 2,000 short ones', `${'a,'.repeat(1_000)}\n${'a\n'.repeat(2_000)}`],
  ])('a CSV file with %s', async ([, text = '']) => {
    await expect(readPage(text, { ...allFormats, contentType: 'text/csv' })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
  });
});

describe('a document of ordinary size', () => {
  test('of compressed streams is read', async () => {
    const content = 'BT /F1 11 Tf 1 0 0 1 72 700 Tm (A compressed sentence.) Tj ET';

    const { markdown } = await readPage(pdfFileOf(deflateSync(Buffer.from(content)), ['FlateDecode']));

    expect(markdown).toBe('A compressed sentence.\n');
  });

  test('of more pages than are read says so', async () => {
    const file = pdfFile(
      Array.from({ length: 301 }, (_, at) => ({ texts: lines(['Text.'], 700 - (at % 7) * 20) })),
    );

    const { warnings } = await readPage(file);

    expect(warnings).toEqual(['The first 300 of 301 pages were read.']);
  });

  test('of more rows than are read says so', async () => {
    const file = xlsxFile('<row><c r="A1"><v>1</v></c></row>'.repeat(20_001), []);

    const { warnings } = await readPage(file);

    expect(warnings).toEqual(['The first 20000 of 20001 rows of the sheet "Prices" were read.']);
  });
});

describe('an uneven table', () => {
  test('of a workbook is read, however far one of its rows reaches', async () => {
    const rows = '<row><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>'.repeat(6_000);
    const file = xlsxFile(`${rows}<row><c r="FX1"><v>3</v></c></row>`, []);

    expect((await readPage(file)).markdown).toContain('| 1 | 2 |');
  });

  test('of a workbook with more elements than are read gives the rows before', async () => {
    const row = `<row>${'<c r="A1"><v>1</v></c>'.repeat(10)}</row>`;

    const { warnings } = await readPage(xlsxFile(row.repeat(60_000), []));

    expect(warnings).toEqual([
      expect.stringMatching(/^The first 20000 rows of the sheet "Prices" were read\.$/),
    ]);
  });

  test('of a CSV file is read, however long one of its lines is', async () => {
    const text = `${'a,b,c\n'.repeat(12_000)}${','.repeat(90)}\n`;

    expect((await readPage(text, { contentType: 'text/csv' })).markdown).toContain('| a | b | c |');
  });
});

describe('data nested very deeply', () => {
  const depths = [5_000, 50_000, 200_000];
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  test.for(depths)('as JSON of %i levels is given as it is, without `json`', async (depth) => {
    for (const text of [objects(depth), arrays(depth)]) {
      const content = await readPage(text, { ...allFormats, contentType: 'application/json' });

      expect(content.markdown).toBe(`\`\`\`json\n${text}\n\`\`\`\n`);
      expect(content.json).toEqual({});
      expect(content.warnings).toEqual(['The JSON is nested more than 200 levels deep: json is empty.']);
    }
  });

  test.for(depths)('as JSON-LD of %i levels is left out', async (depth) => {
    const page = [objects(depth), arrays(depth)].map(
      (text) => `<script type="application/ld+json">${text}</script>`,
    );

    const { json, markdown } = await readPage(
      `${page.join('')}<script type="application/ld+json">{"@type":"Product","name":"Alder"}</script><p>A pan.`,
      allFormats,
    );

    expect(json).toEqual({ jsonLd: [{ '@type': 'Product', name: 'Alder' }] });
    expect(markdown).toBe('A pan.\n');
  });

  test.for([
    ['microdata', '<div itemscope itemprop=a itemtype=https://schema.org/Thing>'],
    ['RDFa', '<div vocab=https://schema.org/ typeof=Thing property=a>'],
    ['MathML', '<math><mrow>'],
    ['SVG', '<svg><g>'],
    ['templates', '<template shadowrootmode=open>'],
  ] as const)('as %s can be written as JSON and copied', async ([, tag]) => {
    const content = await readPage(`${tag.repeat(50_000)}text`, allFormats);

    expect(JSON.parse(JSON.stringify(content))).toEqual(structuredClone(content));
  });

  test('as fields of a Word document is read, with one link', async () => {
    const begin =
      '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "https://a.example/"</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>a</w:t></w:r>';
    const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>';

    const { links, markdown } = await readPage(
      docxFile({ body: `<w:p>${begin.repeat(50_000)}${end.repeat(50_000)}</w:p>` }),
      allFormats,
    );

    expect(links).toEqual(['https://a.example/']);
    expect(markdown).toHaveLength(50_000 + '[](https://a.example/)\n'.length);
  });
});
