import type { Document, Element } from 'domhandler';

import { attributeOf, childNamed, descendantsNamed } from './xml-elements.ts';

/** Styles that an OpenDocument text refers to by name. */
export interface OpenDocumentStyles {
  /** The HTML elements of a character style. */
  readonly marksOf: (style: string | undefined) => readonly string[];
  readonly isOrdered: (listStyle: string | undefined, level: number) => boolean;
  /** The first number of a list with this style. */
  readonly firstNumber: (listStyle: string | undefined, level: number) => number;
}

/** The number with which a list, or the rest of one, begins. */
export function startValue(element: Element): number | undefined {
  const number = Number.parseInt(attributeOf(element, 'start-value') ?? '', 10);
  return Number.isSafeInteger(number) ? number : undefined;
}

function textMarks(document: Document): ReadonlyMap<string, readonly string[]> {
  const marks = new Map<string, readonly string[]>();
  for (const style of descendantsNamed(document, 'style')) {
    const properties = childNamed(style, 'text-properties');
    if (properties === undefined) continue;
    const names: string[] = [];
    if (/bold|[6-9]00/.test(attributeOf(properties, 'font-weight') ?? '')) names.push('strong');
    if (/italic|oblique/.test(attributeOf(properties, 'font-style') ?? '')) names.push('em');
    if (/solid|double/.test(attributeOf(properties, 'text-line-through-style') ?? '')) names.push('del');
    const position = attributeOf(properties, 'text-position') ?? '';
    if (/^(?:super|[1-9])/.test(position)) names.push('sup');
    if (/^(?:sub\b|-)/.test(position)) names.push('sub');
    marks.set(attributeOf(style, 'name') ?? '', names);
  }
  return marks;
}

export function openDocumentStyles(...documents: readonly (Document | undefined)[]): OpenDocumentStyles {
  const marks = new Map<string, readonly string[]>();
  /** The first numbers of ordered levels. */
  const ordered = new Map<string, number>();
  for (const document of documents) {
    if (document === undefined) continue;
    for (const [name, found] of textMarks(document)) marks.set(name, found);
    for (const list of descendantsNamed(document, 'list-style'))
      for (const level of descendantsNamed(list, 'list-level-style-number'))
        if ((attributeOf(level, 'num-format') ?? '') !== '')
          ordered.set(
            `${attributeOf(list, 'name')}/${Number(attributeOf(level, 'level')) - 1}`,
            startValue(level) ?? 1,
          );
  }
  return {
    marksOf: (style) => marks.get(style ?? '') ?? [],
    isOrdered: (listStyle, level) => ordered.has(`${listStyle}/${level}`),
    firstNumber: (listStyle, level) => ordered.get(`${listStyle}/${level}`) ?? 1,
  };
}
