import type { OfficeArchive } from './office-archive.ts';
import { attributeOf, childAt, childNamed, descendantsNamed } from './xml-elements.ts';

/** Styles and lists that paragraphs of a Word document refer to by id. */
export interface DocxStyles {
  /** 1–6 for the styles of headings and the title. */
  readonly headingLevel: (styleId: string | undefined) => number | undefined;
  readonly isQuote: (styleId: string | undefined) => boolean;
  readonly isOrdered: (numberId: string, level: number) => boolean;
}

function headingLevels(archive: OfficeArchive): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  for (const style of descendantsNamed(archive.xml('word/styles.xml'), 'style')) {
    const id = attributeOf(style, 'styleId');
    const nameElement = childNamed(style, 'name');
    const name = nameElement === undefined ? '' : (attributeOf(nameElement, 'val') ?? '');
    const outline = childAt(style, 'pPr', 'outlineLvl');
    const level =
      /^heading (\d)$/i.exec(name)?.[1] ??
      (/^title$/i.test(name) ? '1' : undefined) ??
      (outline === undefined ? undefined : String(Number(attributeOf(outline, 'val')) + 1));
    const number = Number(level);
    if (id !== undefined && number >= 1 && number <= 6) levels.set(id, number);
  }
  return levels;
}

/** The ordered levels of each list: a list number refers to an abstract list, which has the formats. */
function orderedLevels(archive: OfficeArchive): ReadonlySet<string> {
  const numbering = archive.xml('word/numbering.xml');
  const formats = new Map<string, readonly string[]>();
  for (const list of descendantsNamed(numbering, 'abstractNum'))
    formats.set(
      attributeOf(list, 'abstractNumId') ?? '',
      descendantsNamed(list, 'numFmt').map((format) => attributeOf(format, 'val') ?? ''),
    );
  const ordered = new Set<string>();
  for (const list of descendantsNamed(numbering, 'num')) {
    const abstract = childNamed(list, 'abstractNumId');
    const levels = formats.get(abstract === undefined ? '' : (attributeOf(abstract, 'val') ?? '')) ?? [];
    for (const [level, format] of levels.entries())
      if (format !== 'bullet' && format !== 'none') ordered.add(`${attributeOf(list, 'numId')}/${level}`);
  }
  return ordered;
}

export function docxStyles(archive: OfficeArchive): DocxStyles {
  const levels = headingLevels(archive);
  const ordered = orderedLevels(archive);
  return {
    headingLevel: (styleId) => (styleId === undefined ? undefined : levels.get(styleId)),
    isQuote: (styleId) => styleId !== undefined && /quote/i.test(styleId),
    isOrdered: (numberId, level) => ordered.has(`${numberId}/${level}`),
  };
}
