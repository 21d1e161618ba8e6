import type { Element } from 'domhandler';

import type { OfficeArchive } from './office-archive.ts';
import { relatedPart } from './office-relations.ts';
import { attributeOf, childNamed, descendantsNamed } from './xml-elements.ts';

/** The list that a paragraph or style belongs to. */
export interface Numbering {
  readonly listId: string;
  /** Level of the list's formats, from 0. */
  readonly level: number;
}

/** Styles and lists that paragraphs of a Word document refer to by id. */
export interface DocxStyles {
  /** 1–6 for the styles of headings and the title. */
  readonly headingLevel: (styleId: string | undefined) => number | undefined;
  readonly isQuote: (styleId: string | undefined) => boolean;
  /** The list of a paragraph with this style and these properties. */
  readonly numbering: (styleId: string | undefined, properties: Element | undefined) => Numbering | undefined;
  /** Nesting of the list styles "List Bullet 2" and "List Number 2", which are lists of their own. From 0. */
  readonly listDepth: (styleId: string | undefined) => number;
}

const valueOf = (parent: Element | undefined, name: string): string | undefined => {
  const element = childNamed(parent, name);
  return element === undefined ? undefined : attributeOf(element, 'val');
};

/** The outline level of a style, from 1; above 6 for styles of plain text; `undefined` when the style leaves it to its base. */
function outlineLevelOf(style: Element): number | undefined {
  const named = /^heading (\d)$/i.exec(valueOf(style, 'name') ?? '')?.[1];
  const outline = valueOf(childNamed(style, 'pPr'), 'outlineLvl');
  if (named !== undefined) return Number(named);
  return outline === undefined ? undefined : Number(outline) + 1;
}

/** What the properties of a paragraph or style say of its list. */
interface OwnNumbering {
  readonly listId: string | undefined;
  readonly level: string | undefined;
}

function ownNumbering(properties: Element | undefined): OwnNumbering {
  const numbering = childNamed(properties, 'numPr');
  return { listId: valueOf(numbering, 'numId'), level: valueOf(numbering, 'ilvl') };
}

interface Style {
  readonly isTitle: boolean;
  readonly outlineLevel: number | undefined;
  readonly listDepth: number;
  readonly numbering: OwnNumbering;
  readonly basedOn: string;
}

/** The styles by id, each read once: paragraphs by the thousand have the same one. */
function stylesById(archive: OfficeArchive, part: string): ReadonlyMap<string, Style> {
  const styles = descendantsNamed(
    archive.xml(relatedPart(archive, part, 'styles', 'word/styles.xml')),
    'style',
  );
  return new Map(
    styles.map((style) => [
      attributeOf(style, 'styleId') ?? '',
      {
        isTitle: /^title$/i.test(valueOf(style, 'name') ?? ''),
        outlineLevel: outlineLevelOf(style),
        listDepth: listDepthOf(style),
        numbering: ownNumbering(childNamed(style, 'pPr')),
        basedOn: valueOf(style, 'basedOn') ?? '',
      },
    ]),
  );
}

/** A style takes what it does not say from the style it is based on. The limit ends circles. */
const maxBases = 20;

function headingLevelOf(styleId: string | undefined, styles: ReadonlyMap<string, Style>): number | undefined {
  let style = styles.get(styleId ?? '');
  if (style?.isTitle === true) return 1;
  for (let bases = 0; bases < maxBases && style !== undefined; bases++) {
    const { outlineLevel } = style;
    if (outlineLevel !== undefined) return outlineLevel >= 1 && outlineLevel <= 6 ? outlineLevel : undefined;
    style = styles.get(style.basedOn);
  }
  return undefined;
}

function numberingOf(
  properties: Element | undefined,
  styleId: string | undefined,
  styles: ReadonlyMap<string, Style>,
): Numbering | undefined {
  let { listId, level } = ownNumbering(properties);
  let style = styles.get(styleId ?? '');
  for (let bases = 0; bases < maxBases && listId === undefined && style !== undefined; bases++) {
    listId = style.numbering.listId;
    level ??= style.numbering.level;
    style = styles.get(style.basedOn);
  }
  // List 0 takes a paragraph out of the list of its style.
  return listId === undefined || listId === '0' ? undefined : { listId, level: Number(level ?? 0) || 0 };
}

function listDepthOf(style: Element): number {
  const [, depth] = /^list (?:bullet|number) ([2-9])$/i.exec(valueOf(style, 'name') ?? '') ?? [];
  return depth === undefined ? 0 : Number(depth) - 1;
}

/** The styles of the document whose main part is `part`. */
export function docxStyles(archive: OfficeArchive, part: string): DocxStyles {
  const styles = stylesById(archive, part);
  const found = (styleId: string | undefined): Style | undefined =>
    styleId === undefined ? undefined : styles.get(styleId);
  return {
    headingLevel: (styleId) => headingLevelOf(styleId, styles),
    isQuote: (styleId) => styleId !== undefined && /quote/i.test(styleId),
    numbering: (styleId, properties) => numberingOf(properties, styleId, styles),
    listDepth: (styleId) => found(styleId)?.listDepth ?? 0,
  };
}
