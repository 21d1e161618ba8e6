import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';

import {
  docxFile,
  officeFile,
  listLevel,
  openDocumentFile,
  paragraph,
  pptxFile,
  shape,
  shapeOfRuns,
  xlsxFile,
} from './office-files.ts';
import { markdownOf, readPage } from './read-page.ts';

const list = (number: number, level = 0): string =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${number}"/></w:numPr>`;
const style = (id: string): string => `<w:pStyle w:val="${id}"/>`;

describe('a Word document', () => {
  test('keeps headings by the names of their styles, emphasis, and lists with their depth', async () => {
    const file = docxFile({
      body: [
        paragraph('Сад', style('Heading1')),
        paragraph('Посадка', style('2')),
        '<w:p><w:r><w:t xml:space="preserve">Яблони сажают </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>осенью</w:t></w:r><w:r><w:rPr><w:b w:val="0"/></w:rPr><w:t>.</w:t></w:r></w:p>',
        paragraph('лопата', list(1)),
        paragraph('совковая', list(1, 1)),
        paragraph('ведро', list(1)),
        paragraph('выкопать', list(2)),
        paragraph('полить', list(2)),
      ].join(''),
    });

    expect(await markdownOf(file)).toBe(`# Сад

## Посадка

Яблони сажают **осенью**.

- лопата
  - совковая
- ведро

1. выкопать
2. полить
`);
  });

  test('has the lists that its styles make, and numbered headings as headings', async () => {
    const file = docxFile({
      body: [
        paragraph('Посадка', style('2') + list(2)),
        paragraph('лопата', style('ListBullet')),
        paragraph('совковая', style('ListBullet2')),
        paragraph('ведро', style('ListBullet')),
        paragraph('выкопать', style('ListNumber')),
        paragraph('полить', style('Steps')),
        paragraph('Готово.', style('Steps') + list(0)),
      ].join(''),
    });

    expect(await markdownOf(file)).toBe(`## Посадка

- лопата
  - совковая
- ведро

2. выкопать
3. полить

Готово.
`);
  });

  test('has headings of styles that are based on those of headings', async () => {
    const based = (id: string, base: string, properties = '') =>
      `<w:style w:styleId="${id}"><w:name w:val="${id}"/><w:basedOn w:val="${base}"/><w:pPr>${properties}</w:pPr></w:style>`;
    const file = docxFile({
      styles:
        based('Chapter', 'Heading1') +
        based('Part', 'Chapter', '<w:outlineLvl w:val="1"/>') +
        based('Contents', 'Heading1', '<w:outlineLvl w:val="9"/>') +
        based('Circle', 'Circle'),
      body: ['Contents', 'Chapter', 'Part', 'Circle'].map((id) => paragraph(id, style(id))).join(''),
    });

    expect(await markdownOf(file)).toBe('Contents\n\n# Chapter\n\n## Part\n\nCircle\n');
  });

  test('has the numbers that Word shows: across other paragraphs, and anew below each number', async () => {
    const file = docxFile({
      numbering: `<w:abstractNum w:abstractNumId="30">${listLevel(0, 'decimal', 5)}${listLevel(1, 'lowerLetter')}</w:abstractNum>
        <w:num w:numId="3"><w:abstractNumId w:val="30"/></w:num>`,
      body: [
        paragraph('The parties', list(3)),
        paragraph('the seller', list(3, 1)),
        paragraph('the buyer', list(3, 1)),
        paragraph('The price', list(3)),
        paragraph('Prices exclude tax.'),
        paragraph('Payment', list(3)),
        paragraph('in euros', list(3, 1)),
      ].join(''),
    });

    expect(await markdownOf(file)).toBe(`5. The parties
   1. the seller
   2. the buyer
6. The price

Prices exclude tax.

7. Payment
   1. in euros
`);
  });

  test('counts lists of one kind together, and begins anew where the file says so', async () => {
    const file = docxFile({
      numbering: `<w:num w:numId="3"><w:abstractNumId w:val="20"/></w:num>
        <w:num w:numId="4"><w:abstractNumId w:val="20"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`,
      body: [
        paragraph('dig', list(2)),
        paragraph('In the evening:'),
        paragraph('water', list(3)),
        paragraph('Next year:'),
        paragraph('prune', list(4)),
        paragraph('feed', list(4)),
      ].join(''),
    });

    expect(await markdownOf(file)).toBe(
      '1. dig\n\nIn the evening:\n\n2. water\n\nNext year:\n\n1. prune\n2. feed\n',
    );
  });

  test('has the lists that a style of lists defines', async () => {
    const file = docxFile({
      numbering: `<w:abstractNum w:abstractNumId="30"><w:numStyleLink w:val="Steps"/></w:abstractNum>
        <w:abstractNum w:abstractNumId="31"><w:styleLink w:val="Steps"/>${listLevel(0, 'decimal')}</w:abstractNum>
        <w:num w:numId="3"><w:abstractNumId w:val="30"/></w:num>`,
      body: paragraph('dig', list(3)) + paragraph('water', list(3)),
    });

    expect(await markdownOf(file)).toBe('1. dig\n2. water\n');
  });

  test('keeps tables, links and footnotes, and leaves deleted text out', async () => {
    const file = docxFile({
      links: { rId7: 'https://sad.example/sorta' },
      footnotes:
        '<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>По данным 2025 года.</w:t></w:r></w:p></w:footnote>',
      body:
        '<w:p><w:hyperlink r:id="rId7"><w:r><w:t>Сорта</w:t></w:r></w:hyperlink><w:r><w:t xml:space="preserve"> яблонь</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:del><w:r><w:delText>и груш</w:delText></w:r></w:del></w:p>' +
        `<w:tbl><w:tr><w:tc>${paragraph('Сорт')}</w:tc><w:tc>${paragraph('Цена')}</w:tc></w:tr><w:tr><w:tc>${paragraph('Антоновка')}</w:tc><w:tc>${paragraph('120')}</w:tc></w:tr></w:tbl>`,
    });

    expect(await markdownOf(file)).toBe(`[Сорта](https://sad.example/sorta) яблонь[^2]

| Сорт | Цена |
| --- | --- |
| Антоновка | 120 |

[^2]: По данным 2025 года.
`);
  });

  test('gives a link in a footnote its own URL, also where a link of the text has the same id', async () => {
    const link = (text: string) => `<w:hyperlink r:id="rId1"><w:r><w:t>${text}</w:t></w:r></w:hyperlink>`;
    const file = docxFile({
      links: { rId1: 'https://sad.example/sorta' },
      footnoteLinks: { rId1: 'https://stat.example/2025' },
      footnotes: `<w:footnote w:id="2"><w:p>${link('Статистика')}</w:p></w:footnote>`,
      body: `<w:p>${link('Сорта')}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
    });

    expect(await markdownOf(file)).toBe(`[Сорта](https://sad.example/sorta)[^2]

[^2]: [Статистика](https://stat.example/2025)
`);
  });

  test('has the place in the linked document, which the file keeps apart from its URL', async () => {
    const link = (id: string, place: string) =>
      `<w:hyperlink r:id="${id}" w:anchor="${place}"><w:r><w:t>${place}</w:t></w:r></w:hyperlink>`;
    const file = docxFile({
      links: { rId1: 'https://sad.example/sorta', rId2: 'https://sad.example/sorta#all' },
      body: `<w:p>${link('rId1', 'pears')} ${link('rId2', 'plums')}<w:hyperlink w:anchor="below"><w:r><w:t>below</w:t></w:r></w:hyperlink></w:p>`,
    });

    expect(await markdownOf(file)).toBe(
      '[pears](https://sad.example/sorta#pears)[plums](https://sad.example/sorta#all)below\n',
    );
  });

  test('has characters for the signs of symbol fonts', async () => {
    const sign = (font: string, code: string) => `<w:sym w:font="${font}" w:char="${code}"/>`;
    const inSymbol = '<w:rPr><w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/></w:rPr>';
    const file = docxFile({
      body:
        `<w:p><w:r><w:t>5 </w:t>${sign('Symbol', 'F06D')}<w:t>g </w:t>${sign('Symbol', 'F0B1')}<w:t> 3 %, </w:t></w:r><w:r>${inSymbol}<w:t>\uf061</w:t></w:r></w:p>` +
        `<w:p><w:r>${sign('Wingdings', 'F0FC')}${sign('Wingdings 2', 'F052')}${sign('Segoe UI Symbol', '2610')}${sign('Webdings', 'F061')}${sign('Symbol', '-')}</w:r></w:p>`,
    });

    expect(await markdownOf(file)).toBe('5 μg ± 3 %, α\n\n✓☑☐\ufffd\n');
  });

  test('keeps powers and indices apart from the numbers before them, and leaves hidden text out', async () => {
    const run = (text: string, properties = '') =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const raised = '<w:vertAlign w:val="superscript"/>';
    const lowered = '<w:vertAlign w:val="subscript"/>';
    const file = docxFile({
      footnotes: `<w:footnote w:id="2"><w:p>${run('Оценка.')}</w:p></w:footnote>`,
      body: `<w:p>${run('10')}${run('6', raised)}${run(' тонн H')}${run('2', lowered)}${run('O')}${run(' черновик', '<w:vanish/>')}<w:r><w:rPr>${raised}</w:rPr><w:footnoteReference w:id="2"/></w:r>${run('.', '<w:vanish w:val="0"/>')}</w:p>`,
    });

    expect(await markdownOf(file)).toBe('10⁶ тонн H₂O[^2].\n\n[^2]: Оценка.\n');
  });

  test.for([
    [
      'several runs',
      '<w:instrText xml:space="preserve"> HYPERLINK </w:instrText></w:r><w:r><w:instrText>"https://sad.example/" \\l "sorta"</w:instrText>',
      '[Сорта](https://sad.example/#sorta)',
    ],
    [
      'one run',
      '<w:instrText>HYPERLINK "https://sad.example/"</w:instrText>',
      '[Сорта](https://sad.example/)',
    ],
    ['the document', '<w:instrText>HYPERLINK \\l "sorta"</w:instrText>', 'Сорта'],
    [
      'a nested field',
      '<w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>7</w:t><w:fldChar w:fldCharType="end"/><w:instrText>HYPERLINK https://sad.example/</w:instrText>',
      '[Сорта](https://sad.example/)',
    ],
  ] as const)('has the URL of a field with its instruction in %s', async ([, instruction, link]) => {
    const field = (type: string) => `<w:fldChar w:fldCharType="${type}"/>`;
    const text = (words: string) => `<w:t xml:space="preserve">${words}</w:t>`;
    const file = docxFile({
      body: `<w:p><w:r>${text('См. ')}</w:r><w:r>${field('begin')}${instruction}</w:r><w:r>${field('separate')}</w:r><w:r>${text('Сорта')}</w:r><w:r>${field('end')}</w:r><w:r>${text(' яблонь')}</w:r></w:p>`,
    });

    expect(await markdownOf(file)).toBe(`См. ${link} яблонь\n`);
  });

  test('has the URL of a field written as one element, and of one that ends in a later paragraph', async () => {
    const file = docxFile({
      body:
        `<w:p><w:fldSimple w:instr=" HYPERLINK &quot;https://sad.example/&quot; "><w:r><w:t>Сорта</w:t></w:r></w:fldSimple></w:p>` +
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "https://sad.example/ceny"</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>Цены</w:t></w:r></w:p><w:p><w:r><w:t>на 2026 год</w:t><w:fldChar w:fldCharType="end"/></w:r></w:p>',
    });

    expect(await markdownOf(file)).toBe(
      '[Сорта](https://sad.example/)\n\n[Цены](https://sad.example/ceny)\n\nна 2026 год\n',
    );
  });

  test('keeps text that was inserted or moved to its place, and leaves out the place it was moved from', async () => {
    const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const file = docxFile({
      body: `<w:p><w:moveFrom>${run('Осенью ')}</w:moveFrom>${run('Яблони')}<w:ins>${run(' сажают')}</w:ins><w:moveTo>${run(' осенью')}</w:moveTo>${run('.')}</w:p>`,
    });

    expect(await markdownOf(file)).toBe('Яблони сажают осенью.\n');
  });

  test('keeps paragraphs, rows, cells and words in content controls and custom XML', async () => {
    const control = (content: string) => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const custom = (content: string) => `<w:customXml><w:customXmlPr/>${content}</w:customXml>`;
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const word = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const file = docxFile({
      body:
        custom(paragraph('Договор')) +
        `<w:p>${custom(word('№ '))}${control(word('17'))}</w:p>` +
        `<w:tbl><w:tr>${cell('Сорт')}${control(cell('Цена'))}</w:tr>${control(`<w:tr>${cell('Антоновка')}${cell('120')}</w:tr>`)}</w:tbl>`,
    });

    expect(await markdownOf(file)).toBe(`Договор

№ 17

| Сорт | Цена |
| --- | --- |
| Антоновка | 120 |
`);
  });

  test('keeps the text of text boxes and signs once, though the file has it for older programs too', async () => {
    const box = (text: string) =>
      `<w:drawing><wps:txbx><w:txbxContent>${paragraph(text)}</w:txbxContent></wps:txbx></w:drawing>`;
    const older = (text: string) =>
      `<w:pict><v:textbox><w:txbxContent>${paragraph(text)}</w:txbxContent></v:textbox></w:pict>`;
    const both = (requires: string, choice: string, fallback: string) =>
      `<mc:AlternateContent><mc:Choice Requires="${requires}">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
    const file = docxFile({
      body:
        `<w:p><w:r><w:t xml:space="preserve">Сад </w:t>${both('w16se', '<w16se:symEx w16se:char="1F34E"/>', '<w:t>🍎</w:t>')}</w:r><w:r>${both('wps', box('Поливать вечером'), older('Поливать вечером'))}</w:r></w:p>` +
        `<w:p><w:r>${older('Окапывать весной')}</w:r></w:p>`,
    });

    expect(await markdownOf(file)).toBe('Сад 🍎\n\nПоливать вечером\n\nОкапывать весной\n');
  });

  test('keeps words that have their pronunciation above them', async () => {
    const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
    const file = docxFile({
      body: `<w:p><w:r><w:ruby><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>${run('の庭')}</w:p>`,
    });

    expect(await markdownOf(file)).toBe('東京の庭\n');
  });

  test.for([
    [
      'a power',
      '<m:r><m:t>E=m</m:t></m:r><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>',
      '$E = mc^2$',
    ],
    [
      'a fraction in brackets',
      '<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e><m:f><m:fPr/><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>12</m:t></m:r></m:den></m:f></m:e></m:d>',
      String.raw`$[\frac{1}{12}]$`,
    ],
    [
      'roots',
      '<m:rad><m:deg/><m:e><m:r><m:t>x</m:t></m:r></m:e></m:rad><m:rad><m:deg><m:r><m:t>3</m:t></m:r></m:deg><m:e><m:r><m:t>y</m:t></m:r></m:e></m:rad>',
      String.raw`$\sqrt{x}\sqrt[3]{y}$`,
    ],
    [
      'a sum',
      '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub><m:r><m:t>i=1</m:t></m:r></m:sub><m:sup><m:r><m:t>n</m:t></m:r></m:sup><m:e><m:sSub><m:e><m:r><m:t>a</m:t></m:r></m:e><m:sub><m:r><m:t>i</m:t></m:r></m:sub></m:sSub></m:e></m:nary>',
      String.raw`$\sum_{i = 1}^na_i$`,
    ],
    [
      'a function',
      '<m:func><m:fName><m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>sin</m:t></m:r></m:fName><m:e><m:r><m:t>α</m:t></m:r></m:e></m:func>',
      String.raw`$\sin \alpha$`,
    ],
    [
      'a matrix',
      '<m:d><m:e><m:m><m:mr><m:e><m:r><m:t>1</m:t></m:r></m:e><m:e><m:r><m:t>0</m:t></m:r></m:e></m:mr></m:m></m:e></m:d>',
      String.raw`$\begin{pmatrix}1 & 0\end{pmatrix}$`,
    ],
    [
      'words and a line above',
      '<m:box><m:e><m:r><m:rPr><m:nor/></m:rPr><m:t>area</m:t></m:r><m:bar><m:barPr><m:pos m:val="top"/></m:barPr><m:e><m:r><m:t>x</m:t></m:r></m:e></m:bar></m:e></m:box>',
      String.raw`$\text{area}\overline{x}$`,
    ],
  ] as const)('has %s of an equation in LaTeX', async ([, equation, latex]) => {
    const file = docxFile({
      body: `<w:p><w:r><w:t xml:space="preserve">Пусть </w:t></w:r><m:oMath>${equation}</m:oMath><w:r><w:t>.</w:t></w:r></w:p>`,
    });

    expect(await markdownOf(file)).toBe(`Пусть ${latex}.\n`);
  });

  test('has an equation of its own line as a block', async () => {
    const file = docxFile({
      body: '<w:p><m:oMathPara><m:oMathParaPr/><m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath></m:oMathPara></w:p>',
    });

    expect(await markdownOf(file)).toBe('$$\na + b\n$$\n');
  });

  test('tells its title, author and date', async () => {
    const { metadata } = await readPage(docxFile({ body: paragraph('Текст') }));

    expect(metadata).toMatchObject({
      title: 'Отчёт',
      author: 'Анна Петрова',
      publishedTime: '2026-02-01T10:00:00Z',
    });
  });
});

describe('a workbook', () => {
  const rows =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Fresh</t></is></c></row>' +
    '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>46082</v></c><c r="C2" t="b"><v>1</v></c></row>' +
    '<row r="4"><c r="C4"><v>0.30000000000000004</v></c></row>';

  test('shows each visible sheet as a table of what its cells show', async () => {
    const markdown = await markdownOf(xlsxFile(rows, ['Fruit', 'Since', 'Apples']));

    expect(markdown).toBe(`## Prices

| Fruit | Since | Fresh |
| --- | --- | --- |
| Apples | 2026-03-01 | TRUE |
| | | 0.3 |
`);
  });

  test('has no columns without a value in its tables', async () => {
    const sparse =
      '<row r="1"><c r="B1"><v>1</v></c><c r="F1"><v>2</v></c></row><row r="2"><c r="B2"><v>3</v></c></row>';

    const { html, json, markdown } = await readPage(xlsxFile(sparse, []), {
      formats: ['html', 'json', 'markdown'],
    });

    expect(html).toContain('<tr><th>1</th><th>2</th></tr><tr><td>3</td><td></td></tr>');
    expect(json).toEqual({ tables: [[{ 1: '3', 2: '' }]] });
    expect(markdown).toBe('## Prices\n\n| 1 | 2 |\n| --- | --- |\n| 3 | |\n');
  });

  test('gives its tables as records', async () => {
    const { json } = await readPage(xlsxFile(rows, ['Fruit', 'Since', 'Apples']), { formats: ['json'] });

    expect(json).toEqual({
      tables: [
        [
          { Fruit: 'Apples', Since: '2026-03-01', Fresh: 'TRUE' },
          { Fruit: '', Since: '', Fresh: '0.3' },
        ],
      ],
    });
  });

  test.for([
    ['[h]:mm:ss', '1.2604166666666667', '30:15:00'],
    ['[hh]:mm', '0.0625', '1:30:00'],
    ['[$-409][mm]:ss', '-0.0005', '-0:00:43'],
    ['h:mm', '0.0625', '01:30:00'],
    ['[Red]yyyy\\-mm', '46082', '2026-03-01'],
    ['yyyy\\-mm\\-dd', '1', '1900-01-01'],
    ['yyyy\\-mm\\-dd', '59', '1900-02-28'],
    ['yyyy\\-mm\\-dd', '61', '1900-03-01'],
    ['0.0%', '0.153', '15.3%'],
    ['0%', '0.285', '29%'],
    ['0.0##%', '1.5', '150.0%'],
    ['#,##0.##%;[Red]-0%', '0.12345', '12.35%'],
    ['0&quot;%&quot;', '0.5', '0.5'],
    ['0.00', '0.1', '0.1'],
    ['#,##0.00\\ _R_S_D', '1250.5', '1250.5'],
    ['_-* #,##0.00 _D_M_-;*-0 _D_M', '46082', '46082'],
    ['*hyyyy\\-mm', '46082', '2026-03-01'],
    ['00000', '1067', '01067'],
    ['000;-000', '-7', '-007'],
    ['00\\-00', '1234', '1234'],
  ] as const)('shows what the number format %j makes of %s', async ([format, number, shown]) => {
    const rows = `<row r="1"><c r="A1" s="2"><v>${number}</v></c></row>`;

    const markdown = await markdownOf(xlsxFile(rows, [], [format]));

    expect(markdown).toBe(`## Prices\n\n${shown}\n`);
  });

  test('has the characters that its texts escape', async () => {
    const cells =
      '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>' +
      '<row r="3"><c r="A3" t="str"><f>T(A2)</f><v>5_x20AC_</v></c></row>';
    const file = xlsxFile(cells, ['Address', 'Mill Lane 1_x000D_\nYork_x000B_ _x005F_x000D_']);

    const { json } = await readPage(file, { formats: ['json'] });

    expect(json).toEqual({ tables: [[{ Address: 'Mill Lane 1\nYork _x000D_' }, { Address: '5€' }]] });
  });

  test.for([
    [
      'Excel',
      xlsxFile(
        '<row r="1"><c r="A1"><v>1</v></c><c r="GR1"><v>200</v></c><c r="GS1"><v>201</v></c></row>',
        [],
      ),
    ],
    [
      'OpenDocument',
      openDocumentFile(
        'spreadsheet',
        '<table:table table:name="Prices"><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell table:number-columns-repeated="198"/><table:table-cell><text:p>200</text:p></table:table-cell><table:table-cell table:number-columns-repeated="9"/><table:table-cell><text:p>210</text:p></table:table-cell></table:table-row></table:table>',
      ),
    ],
  ] as const)('of %s warns about columns that are not read', async ([, file]) => {
    const { markdown, warnings } = await readPage(file);

    expect(markdown).toBe('## Prices\n\n| 1 | 200 |\n| --- | --- |\n');
    expect(warnings).toEqual(['The first 200 columns of the sheet "Prices" were read.']);
  });

  test('does not warn about empty cells to the right', async () => {
    const cells = '<row r="1"><c r="A1"><v>1</v></c><c r="GR1" s="1"/><c r="GS1" s="1"/></row>';

    expect((await readPage(xlsxFile(cells, []))).warnings).toBeUndefined();
  });

  test('gives columns with the same header different names in its records', async () => {
    const file =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>0</v></c></row>' +
      '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="D2"><v>3</v></c></row>';

    const { json } = await readPage(xlsxFile(file, ['Price']), { formats: ['json'] });

    expect(json).toEqual({ tables: [[{ Price: '1', 'Price 2': '2', 'column 4': '3' }]] });
  });

  test('of OpenDocument repeats its cells as often as the file says', async () => {
    const file = openDocumentFile(
      'spreadsheet',
      '<table:table table:name="Цены"><table:table-row><table:table-cell><text:p>Сорт</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2"><text:p>Цена</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row>' +
        '<table:table-row><table:table-cell><text:p>Антоновка</text:p></table:table-cell><table:table-cell><text:p>120</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row></table:table>',
    );

    expect(await markdownOf(file)).toBe(`## Цены

| Сорт | Цена | Цена |
| --- | --- | --- |
| Антоновка | 120 | |
`);
  });
});

describe('an OpenDocument text', () => {
  test('tells its title and who wrote it, not who saved it last', async () => {
    const { metadata } = await readPage(openDocumentFile('text', '<text:p>Текст</text:p>'));

    expect(metadata).toMatchObject({ title: 'Сад', author: 'Анна Петрова' });
  });

  test('keeps headings, marked words, lists, links and notes', async () => {
    const styles =
      '<style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style>' +
      '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>';
    const body =
      '<text:h text:outline-level="2">Уход</text:h>' +
      '<text:p>Поливать <text:span text:style-name="T1">вечером</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Кроме дождливых дней.</text:p></text:note-body></text:note>, см. <text:a xlink:href="https://sad.example/poliv">подробнее</text:a>.</text:p>' +
      '<text:list text:style-name="L1"><text:list-item><text:p>рыхлить</text:p></text:list-item><text:list-item><text:p>полоть</text:p></text:list-item></text:list>';

    expect(await markdownOf(openDocumentFile('text', body, styles))).toBe(`## Уход

Поливать **вечером**[^1], см. [подробнее](https://sad.example/poliv).

1. рыхлить
2. полоть

[^1]: Кроме дождливых дней.
`);
  });

  test('has the numbers of lists that go on behind other paragraphs, or begin with another number', async () => {
    const styles =
      '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" text:start-value="3"/></text:list-style>';
    const item = (text: string, attributes = '') =>
      `<text:list-item ${attributes}><text:p>${text}</text:p></text:list-item>`;
    const list = (attributes: string, ...items: readonly string[]) =>
      `<text:list text:style-name="L1" ${attributes}>${items.join('')}</text:list>`;
    const body = [
      list('xml:id="a"', item('dig'), item('plant')),
      '<text:p>In the evening:</text:p>',
      list('text:continue-numbering="true"', item('water')),
      '<text:p>Next year:</text:p>',
      list('', item('prune'), item('feed', 'text:start-value="9"')),
      '<text:p>If it is dry:</text:p>',
      list('text:continue-list="a"', item('water')),
    ].join('');

    expect(await markdownOf(openDocumentFile('text', body, styles))).toBe(
      '3. dig\n4. plant\n\nIn the evening:\n\n5. water\n\nNext year:\n\n3. prune\n\n9) feed\n\nIf it is dry:\n\n5. water\n',
    );
  });

  test('has every value in its column beside and below a cell over several rows or columns', async () => {
    const cell = (text: string, attributes = '') =>
      `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
    const row = (...cells: readonly string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
    const covered = '<table:covered-table-cell/>';
    const file = openDocumentFile(
      'text',
      `<table:table>${[
        row(cell('Сорт'), cell('Год'), cell('Цена')),
        row(cell('Антоновка', 'table:number-rows-spanned="2"'), cell('2025'), cell('120')),
        row(covered, cell('2026'), cell('130')),
        row(cell('Всего', 'table:number-columns-spanned="2"'), covered, cell('250')),
      ].join('')}</table:table>`,
    );

    expect(await markdownOf(file)).toBe(`| Сорт | Год | Цена |
| --- | --- | --- |
| Антоновка | 2025 | 120 |
| Антоновка | 2026 | 130 |
| Всего | | 250 |
`);
  });

  test('keeps the text of text boxes and shapes behind the paragraph that they hang on', async () => {
    const box = (text: string) =>
      `<draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
    const file = openDocumentFile(
      'text',
      `${box('Памятка')}<text:p>Поливать ${box('Кроме дождливых дней')}вечером.</text:p>` +
        `<text:p>Рыхлить<draw:custom-shape><text:p>Весной</text:p></draw:custom-shape></text:p>` +
        `<text:list><text:list-item><text:p>лопата${box('совковая')}</text:p></text:list-item></text:list>`,
    );

    expect(await markdownOf(file)).toBe(`Памятка

Поливать вечером.

Кроме дождливых дней

Рыхлить

Весной

- лопата

  совковая
`);
  });

  test('keeps powers and indices apart from the numbers before them', async () => {
    const styles =
      '<style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>' +
      '<style:style style:name="T2"><style:text-properties style:text-position="-33% 58%"/></style:style>';
    const file = openDocumentFile(
      'text',
      '<text:p>10<text:span text:style-name="T1">6</text:span> тонн H<text:span text:style-name="T2">2</text:span>O</text:p>',
      styles,
    );

    expect(await markdownOf(file)).toBe('10⁶ тонн H₂O\n');
  });
});

describe('a presentation', () => {
  test('is read slide by slide in the order of the show, titles as headings', async () => {
    const file = pptxFile([
      shape('title', ['Planting']) + shape('body', ['Dig a hole', 'Water it']) + shape('sldNum', ['2']),
      shape('ctrTitle', ['The orchard']) + shape('subTitle', ['A short course']),
    ]);

    expect(await markdownOf(file)).toBe(`## The orchard

A short course

## Planting

- Dig a hole
- Water it
`);
  });

  test('has each slide once, and none that the show leaves out', async () => {
    const slide = (text: string, show = '') =>
      `<p:sld ${show}><p:cSld><p:spTree>${shape('title', [text])}</p:spTree></p:cSld></p:sld>`;
    const target = (id: string, name: string) => `<Relationship Id="${id}" Target="slides/${name}.xml"/>`;
    const file = officeFile({
      'ppt/presentation.xml':
        '<p:presentation><p:sldId r:id="a"/><p:sldId r:id="b"/><p:sldId r:id="a"/></p:presentation>',
      'ppt/_rels/presentation.xml.rels': `<Relationships>${target('a', 'one')}${target('b', 'two')}</Relationships>`,
      'ppt/slides/one.xml': slide('The orchard'),
      'ppt/slides/two.xml': slide('Notes for me', 'show="0"'),
    });

    expect(await markdownOf(file)).toBe('## The orchard\n');
  });

  test('has the words, formulas and links that its runs are parts of', async () => {
    const run = (text: string, attributes = '', inner = '') =>
      `<a:r><a:rPr ${attributes}>${inner}</a:rPr><a:t>${text}</a:t></a:r>`;
    const link = '<a:hlinkClick r:id="rId9"/>';
    const water = [
      run('H'),
      run('2', 'baseline="-25000"'),
      run('O ('),
      run('water', 'b="1"'),
      run('), see '),
    ];
    const shop = [run('our ', '', link), run('shop', 'b="1"', link), run('.')];
    const file = pptxFile(
      [
        shapeOfRuns('title', [run('Pl', 'b="1"') + run('anting ') + run('trees')]) +
          shapeOfRuns('subTitle', [[...water, ...shop].join('')]),
      ],
      { rId9: 'https://shop.example/' },
    );

    expect(await markdownOf(file)).toBe(`## Planting trees

H₂O (water), see [our shop](https://shop.example/).
`);
  });

  test('has links in its tables', async () => {
    const cell = (text: string, properties = '') =>
      `<a:tc><a:txBody><a:p><a:r><a:rPr>${properties}</a:rPr><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const file = pptxFile(
      [
        `<a:tbl><a:tr>${cell('Fruit')}</a:tr><a:tr>${cell('Apple', '<a:hlinkClick r:id="rId2"/>')}</a:tr></a:tbl>`,
      ],
      { rId2: 'https://shop.example/apple' },
    );

    expect(await markdownOf(file)).toBe('| Fruit |\n| --- |\n| [Apple](https://shop.example/apple) |\n');
  });
});

describe('an office document', () => {
  const relations = (...targets: readonly (readonly [type: string, target: string])[]): string =>
    `<Relationships>${targets
      .map(
        ([type, target], at) =>
          `<Relationship Id="rId${at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`;

  test('of Word may give its parts other names', async () => {
    const file = officeFile({
      '_rels/.rels': relations(['officeDocument', 'word/document2.xml']),
      'word/_rels/document2.xml.rels': relations(
        ['styles', 'styles2.xml'],
        ['numbering', '/word/lists/numbering2.xml'],
        ['footnotes', 'footnotes2.xml'],
      ),
      'word/document2.xml': `<w:document><w:body>${paragraph('Minutes', style('Top'))}${paragraph('dig', list(7))}<w:p><w:r><w:t>Done</w:t><w:footnoteReference w:id="2"/></w:r></w:p></w:body></w:document>`,
      'word/styles2.xml':
        '<w:styles><w:style w:styleId="Top"><w:name w:val="heading 1"/></w:style></w:styles>',
      'word/lists/numbering2.xml': `<w:numbering><w:abstractNum w:abstractNumId="0">${listLevel(0, 'decimal')}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
      'word/footnotes2.xml': `<w:footnotes><w:footnote w:id="2">${paragraph('In May.')}</w:footnote></w:footnotes>`,
    });

    expect(await markdownOf(file)).toBe('# Minutes\n\n1. dig\n\nDone[^2]\n\n[^2]: In May.\n');
  });

  test('of Excel has each sheet once, however often and in whatever spelling the file names it', async () => {
    const file = officeFile({
      'xl/_rels/workbook.xml.rels': relations(
        ['worksheet', 'sheets/one.xml'],
        ['worksheet', 'Sheets/%6Fne.xml'],
      ),
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="A" r:id="rId0"/><sheet name="B" r:id="rId0"/><sheet name="C" r:id="rId1"/></sheets></workbook>',
      'xl/sheets/one.xml':
        '<worksheet><sheetData><row><c><v>1</v></c><c><v>2</v></c></row></sheetData></worksheet>',
    });

    expect(await markdownOf(file)).toBe('## A\n\n| 1 | 2 |\n| --- | --- |\n');
  });

  test('of Excel may give its parts other names', async () => {
    const file = officeFile({
      '_rels/.rels': relations(['officeDocument', '/xl/workbook2.xml']),
      'xl/_rels/workbook2.xml.rels': relations(
        ['worksheet', 'xl/sheets/one.xml'],
        ['sharedStrings', 'strings2.xml'],
        ['styles', 'styles2.xml'],
      ),
      'xl/workbook2.xml': '<workbook><sheets><sheet name="Prices" r:id="rId0"/></sheets></workbook>',
      'xl/strings2.xml': '<sst><si><t>Since</t></si></sst>',
      'xl/styles2.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/sheets/one.xml':
        '<worksheet><sheetData><row><c t="s"><v>0</v></c></row><row><c s="0"><v>46082</v></c></row></sheetData></worksheet>',
    });

    expect(await markdownOf(file)).toBe('## Prices\n\n| Since |\n| --- |\n| 2026-03-01 |\n');
  });

  test.for([
    ['in another case', 'XL/WorkBook.xml', 'worksheets/Sheet.xml'],
    ['with the slashes of Windows', String.raw`\xl\workbook.xml`, String.raw`worksheets\sheet.xml`],
    ['that is not there, beside the usual one', 'xl/workbook9.xml', 'worksheets/sheet.xml'],
    ['with other letters and spaces', 'xl/workbook.xml', 'worksheets/Лист 1.xml'],
    ['with letters in percent-encoding', 'xl/workbook.xml', 'worksheets/%D0%BB%D0%B8%D1%81%D1%82%201.xml'],
    ['with a percent sign', 'xl/workbook.xml', 'worksheets/5%.xml'],
  ] as const)('may name a part %s', async ([, workbook, sheet]) => {
    const cells = '<worksheet><sheetData><row><c><v>1</v></c><c><v>2</v></c></row></sheetData></worksheet>';
    const file = officeFile({
      '_rels/.rels': relations(['officeDocument', workbook]),
      'xl/_rels/workbook.xml.rels': relations(['worksheet', sheet]),
      'xl/workbook.xml': '<workbook><sheets><sheet name="Prices" r:id="rId0"/></sheets></workbook>',
      'xl/worksheets/sheet.xml': cells,
      'xl/worksheets/Лист 1.xml': cells,
      'xl/worksheets/5%.xml': cells,
    });

    expect(await markdownOf(file)).toBe('## Prices\n\n| 1 | 2 |\n| --- | --- |\n');
  });

  test('may be written in UTF-16', async () => {
    const text = `<w:document><w:body>${paragraph('Сад')}</w:body></w:document>`;
    const file = zipSync({ 'word/document.xml': Buffer.from(`\ufeff${text}`, 'utf16le') });

    expect(await markdownOf(file)).toBe('Сад\n');
  });

  test('may hold copies of data that are larger than what is unpacked of it', async () => {
    const file = zipSync({
      'xl/workbook.xml': Buffer.from('<workbook/>'),
      'xl/pivotCache/pivotCacheRecords1.xml': [new Uint8Array(70_000_000), { level: 1 }],
    });

    await expect(markdownOf(file)).rejects.toMatchObject({ code: 'EMPTY_PAGE' });
  });

  test('without the part that has its text is a type that cannot be read', async () => {
    const file = officeFile({ 'word/settings.xml': '<w:settings/>' });

    await expect(readPage(file)).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
      message: 'The office document has no main part.',
    });
  });
});

describe('an archive', () => {
  test.for([
    ['photo.bin', '', 'an archive, which has no text to return'],
    ['plugin/password/readme.txt', '', 'an archive, which has no text to return'],
    ['xl/workbook.bin', '', 'a binary Excel workbook, which is not supported'],
    [
      'content.xml',
      'application/vnd.oasis.opendocument.presentation',
      'an OpenDocument presentation, which is not supported',
    ],
    [
      'content.xml',
      'application/vnd.oasis.opendocument.graphics',
      'an OpenDocument file that is neither a text nor a spreadsheet, which is not supported',
    ],
    ['OEBPS/content.opf', 'application/epub+zip', 'an EPUB book, which is not supported'],
  ] as const)('with %s and the type %j is %s', async ([name, mediaType, what]) => {
    const file = zipSync({ mimetype: Buffer.from(mediaType), [name]: new Uint8Array(10) });

    await expect(readPage(file)).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
      message: `The address leads to ${what}.`,
    });
  });

  test('that claims to have billions of files is read to its end only', async () => {
    const file = Buffer.from(zipSync({ 'word/document.xml': new Uint8Array(10) }));
    const end = file.subarray(-22);
    const bigDirectory = Buffer.alloc(56);
    bigDirectory.writeUInt32LE(0x0606_4b50, 0);
    bigDirectory.writeUInt32LE(0xffff_ffff, 32);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x0706_4b50, 0);
    locator.writeUInt32LE(file.length - end.length, 8);
    const hostile = Buffer.concat([file.subarray(0, -22), bigDirectory, locator, end]);

    await expect(readPage(hostile)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });

  /** An archive of one stored file, whose entry in the directory is changed, and repeated `count` times. */
  function storedFile(name: string, text: string, count: number, change = (_entry: Buffer) => {}): Buffer {
    const file = Buffer.from(zipSync({ [name]: [Buffer.from(text), { level: 0 }] }));
    const end = file.subarray(-22);
    const directory = end.readUInt32LE(16);
    const entry = file.subarray(directory, -22);
    change(entry);
    end.writeUInt16LE(count, 10);
    end.writeUInt16LE(count, 8);
    return Buffer.concat([file.subarray(0, directory), ...Array.from({ length: count }, () => entry), end]);
  }
  const longDocument = `<w:document><w:body>${paragraph('Minutes. '.repeat(1_000))}</w:body></w:document>`;
  const claimsNoBytes = (entry: Buffer): void => {
    entry.writeUInt32LE(0, 24);
  };

  test.for([
    ['shares its bytes with another', storedFile('word/document.xml', longDocument, 2)],
    ['is longer than it says', storedFile('word/document.xml', longDocument, 1, claimsNoBytes)],
  ] as const)('with a file that %s is damaged', async ([, file]) => {
    await expect(readPage(file)).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
      message: 'The office document or archive is damaged.',
    });
  });

  test('has no type by a long file in its place, also where the file is longer than it says', async () => {
    const mediaType = 'application/epub+zip'.padEnd(1_000);

    await expect(readPage(storedFile('mimetype', mediaType, 1, claimsNoBytes))).rejects.toMatchObject({
      message: 'The address leads to an archive, which has no text to return.',
    });
  });

  test('cut in the middle is reported as a type that cannot be read', async () => {
    const file = docxFile({ body: paragraph('Текст') });

    await expect(readPage(file.subarray(0, file.length - 30))).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
    });
  });

  test('of a few kilobytes that would unpack to hundreds of megabytes is not unpacked', async () => {
    const bomb = zipSync({ 'word/document.xml': [new Uint8Array(70_000_000), { level: 1 }] });

    expect(bomb.length).toBeLessThan(500_000);
    await expect(markdownOf(bomb)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });
});
