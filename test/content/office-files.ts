import { strToU8, zipSync } from 'fflate';

/** A ZIP container of the given parts. */
export const officeFile = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const relations = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const listStyle = (id: string, name: string, list: number): string =>
  `<w:style w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:numPr><w:numId w:val="${list}"/></w:numPr></w:pPr></w:style>`;

interface DocxParts {
  readonly body: string;
  readonly footnotes?: string;
  /** More styles. */
  readonly styles?: string;
  /** More lists. */
  readonly numbering?: string;
  readonly links?: Readonly<Record<string, string>>;
  readonly footnoteLinks?: Readonly<Record<string, string>>;
}

/** The part that lists the link targets of another part, by id. */
const linkRelations = (links: Readonly<Record<string, string>>): string => {
  const relationships = Object.entries(links).map(
    ([id, target]) => `<Relationship Id="${id}" Target="${target}" TargetMode="External"/>`,
  );
  return `${declaration}<Relationships>${relationships.join('')}</Relationships>`;
};

/** A level of a list that begins with `start`. */
export const listLevel = (level: number, format: string, start = 1): string =>
  `<w:lvl w:ilvl="${level}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/></w:lvl>`;

/** A Word document with headings and lists in English names, one bullet list (1) and one numbered list (2). */
export function docxFile({
  body,
  footnotes = '',
  numbering = '',
  styles = '',
  links = {},
  footnoteLinks = {},
}: DocxParts): Uint8Array {
  return officeFile({
    'word/document.xml': `${declaration}<w:document ${word} ${relations}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `${declaration}<w:styles ${word}>
      <w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>
      <w:style w:styleId="2"><w:name w:val="heading 2"/></w:style>
      ${listStyle('ListBullet', 'List Bullet', 1)}${listStyle('ListBullet2', 'List Bullet 2', 1)}${listStyle('ListNumber', 'List Number', 2)}
      <w:style w:styleId="Steps"><w:name w:val="Steps"/><w:basedOn w:val="ListNumber"/></w:style>${styles}</w:styles>`,
    'word/numbering.xml': `${declaration}<w:numbering ${word}>
      <w:abstractNum w:abstractNumId="10">${listLevel(0, 'bullet')}${listLevel(1, 'bullet')}</w:abstractNum>
      <w:abstractNum w:abstractNumId="20">${listLevel(0, 'decimal')}</w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="10"/></w:num>
      <w:num w:numId="2"><w:abstractNumId w:val="20"/></w:num>${numbering}</w:numbering>`,
    'word/footnotes.xml': `${declaration}<w:footnotes ${word} ${relations}>${footnotes}</w:footnotes>`,
    'word/_rels/document.xml.rels': linkRelations(links),
    'word/_rels/footnotes.xml.rels': linkRelations(footnoteLinks),
    'docProps/core.xml': `${declaration}<cp:coreProperties xmlns:dc="d" xmlns:cp="c" xmlns:dcterms="t">
      <dc:title>Отчёт</dc:title><dc:creator>Анна Петрова</dc:creator><dcterms:created>2026-02-01T10:00:00Z</dcterms:created></cp:coreProperties>`,
  });
}

export const paragraph = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A workbook of one visible sheet "Prices" and one hidden one. Style 0 is general, 1 a date, and the others show `formats`. */
export function xlsxFile(
  rows: string,
  sharedStrings: readonly string[],
  formats: readonly string[] = [],
): Uint8Array {
  const numberFormats = formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`);
  const styles = formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`);
  return officeFile({
    'xl/workbook.xml': `${declaration}<workbook ${relations}><sheets><sheet name="Prices" sheetId="1" r:id="rId1"/>
      <sheet name="Notes" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships>
      <Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${declaration}<sst>${sharedStrings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `${declaration}<styleSheet><numFmts>${numberFormats.join('')}</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${declaration}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': `${declaration}<worksheet><sheetData><row><c t="inlineStr"><is><t>internal</t></is></c></row></sheetData></worksheet>`,
  });
}

/** An OpenDocument file; the type comes first and uncompressed, as the standard wants it. */
export function openDocumentFile(kind: 'text' | 'spreadsheet', body: string, styles = ''): Uint8Array {
  const namespaces = ['office', 'text', 'table', 'style', 'fo', 'xlink', 'draw']
    .map((prefix) => `xmlns:${prefix}="urn:${prefix}"`)
    .join(' ');
  return zipSync({
    mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
    'content.xml': strToU8(
      `${declaration}<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles>` +
        `<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ),
    'meta.xml': strToU8(
      `${declaration}<office:document-meta ${namespaces} xmlns:dc="d" xmlns:meta="m"><office:meta><dc:title>Сад</dc:title><dc:creator>Редактор</dc:creator><meta:initial-creator>Анна Петрова</meta:initial-creator></office:meta></office:document-meta>`,
    ),
  });
}

/** A presentation of the given slides, in the reverse order of their files. All have the same links, by id. */
export function pptxFile(
  slides: readonly string[],
  links: Readonly<Record<string, string>> = {},
): Uint8Array {
  const ids = slides.map((_, at) => at + 1);
  return officeFile({
    'ppt/presentation.xml': `${declaration}<p:presentation xmlns:p="p" ${relations}><p:sldIdLst>${ids
      .toReversed()
      .map((id) => `<p:sldId id="${255 + id}" r:id="rId${id}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `${declaration}<Relationships>${ids
      .map((id) => `<Relationship Id="rId${id}" Target="slides/slide${id}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      slides.flatMap((shapes, at) => [
        [
          `ppt/slides/slide${at + 1}.xml`,
          `${declaration}<p:sld xmlns:p="p" xmlns:a="a" ${relations}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
        ],
        [`ppt/slides/_rels/slide${at + 1}.xml.rels`, linkRelations(links)],
      ]),
    ),
  });
}

const plainRun = (text: string): string => `<a:r><a:t>${text}</a:t></a:r>`;

export const shape = (kind: string, paragraphs: readonly string[]): string =>
  shapeOfRuns(kind, paragraphs.map(plainRun));

/** A shape whose paragraphs are given as their runs. */
export const shapeOfRuns = (kind: string, paragraphs: readonly string[]): string =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${kind}"/></p:nvPr></p:nvSpPr><p:txBody>${paragraphs
    .map((runs) => `<a:p>${runs}</a:p>`)
    .join('')}</p:txBody></p:sp>`;
