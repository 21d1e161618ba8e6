/** Text drawn at a place of a page, in points from its lower left corner. */
export interface Drawn {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Whether the text runs upwards. */
  readonly isUpright?: true;
}

export interface DrawnLink {
  readonly url: string;
  readonly rect: readonly [number, number, number, number];
}

export interface DrawnPage {
  readonly texts: readonly Drawn[];
  readonly links?: readonly DrawnLink[];
  /** Fields of forms, and notes, as the members of their dictionaries. */
  readonly fields?: readonly string[];
}

const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

const literal = (text: string): string => text.replace(/[\\()]/g, String.raw`\$&`);

export const contentOf = ({ texts }: DrawnPage): string =>
  texts
    .map(({ text, x, y, size, isUpright }) => {
      const direction = isUpright === true ? '0 1 -1 0' : '1 0 0 1';
      return `BT /F1 ${size} Tf ${direction} ${x} ${y} Tm (${literal(text)}) Tj ET`;
    })
    .join('\n');

const annotation = ({ url, rect }: DrawnLink): string =>
  `<< /Type /Annot /Subtype /Link /Rect [${rect.join(' ')}] /A << /S /URI /URI (${literal(url)}) >> >>`;

/** A PDF file (ISO 32000-1) of pages with Latin text in Helvetica. */
export function pdfFile(
  pages: readonly DrawnPage[],
  information: Readonly<Record<string, string>> = {},
): Uint8Array {
  const pageNumber = (index: number) => 5 + index * 2;
  const fields = Object.entries(information).map(([name, value]) => `/${name} (${literal(value)})`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${pageNumber(at)} 0 R`).join(' ')}] >>`,
    helvetica,
    `<< ${fields.join(' ')} >>`,
    ...pages.flatMap((page, at) => {
      const content = contentOf(page);
      const fields = (page.fields ?? []).map((members) => `<< /Type /Annot ${members} >>`);
      const annotations = [...(page.links ?? []).map(annotation), ...fields].join(' ');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> ` +
          `/Annots [${annotations}] /Contents ${pageNumber(at) + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** A font of an Asian script that the file does not contain. Its CMap maps bytes to the characters of its collection. */
export const asianFont = (cMap: string, collection: string): string =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /Serif /Encoding /${cMap} /DescendantFonts [<< /Type /Font ` +
  `/Subtype /CIDFontType0 /BaseFont /Serif /DW 1000 /CIDSystemInfo << /Registry (Adobe) /Ordering (${collection}) ` +
  `/Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /Serif /Flags 4 >> >>] >>`;

/** A font in which the letters from `a` to `z` are the first Hebrew ones; all characters are half a font size wide. */
export const hebrewFont =
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 32 /LastChar 126 ' +
  `/Widths [${'500 '.repeat(95)}] /Encoding << /BaseEncoding /WinAnsiEncoding ` +
  `/Differences [97 ${Array.from({ length: 26 }, (_, at) => `/afii${57_664 + at}`).join(' ')}] >> >>`;

/** A PDF file of one page whose content is this stream, encoded by these filters. Its font is F1, its other stream object 6. */
export function pdfFileOf(
  stream: Uint8Array,
  filters: readonly string[] = [],
  font: string = helvetica,
  otherStream = 'q Q ',
): Uint8Array {
  const objects = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj',
    '2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>\nendobj',
    // Other streams come before the content in most files.
    `6 0 obj\n<< /Length ${otherStream.length} >>\nstream\n${otherStream}\nendstream\nendobj`,
    `5 0 obj\n${font}\nendobj`,
    `4 0 obj\n<< /Length ${stream.length} /Filter [${filters.map((name) => `/${name}`).join(' ')}] >>\nstream\n`,
  ];
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n${objects.join('\n')}`, 'latin1'),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Size 7 /Root 1 0 R >>\n%%EOF\n', 'latin1'),
  ]);
}

/** Lines of one size, one below the other. */
export const lines = (texts: readonly string[], top: number, size = 11, x = 72): readonly Drawn[] =>
  texts.map((text, at) => ({ text, x, y: top - at * size * 1.3, size }));
