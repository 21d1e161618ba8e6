import type { Element } from 'domhandler';

import { ancestor, type ElementIndex } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-display.ts';
import { decodePunctuation } from '#shared/values/character-references.ts';
import { isOfReader } from './microdata.ts';

/** The `<title>`, `<meta>` and `<link>` elements of a page, in the head or anywhere else. */
export interface HeadFacts {
  readonly title: string | undefined;
  /** First non-empty content by lower-case name, property, itemprop or http-equiv. */
  readonly meta: (name: string) => string | undefined;
  /** All properties in order, as declared. */
  readonly properties: readonly (readonly [name: string, content: string])[];
  readonly links: readonly Element[];
}

/** Template variables without a value. */
const placeholder = /^(?:\{\{.*\}\}|#?\{[^}]*\}|\[object \w+\]|undefined|null|none|n\/a|%[\w.]+%|\$\{.*\})$/i;

export function cleanText(value: string | undefined): string | undefined {
  const text = decodePunctuation(value?.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim() ?? '');
  return text === '' || placeholder.test(text) ? undefined : text;
}

const isInSvg = ({ parent }: Element): boolean =>
  parent !== null && 'namespace' in parent && parent.namespace !== undefined;

const maxLevels = 100;

const isItem = ({ attribs }: Element): boolean => 'itemscope' in attribs;

/**
 * The elements that declare a property in microdata for readers, or for several items that the headline is not in: cards of
 * other pages. One without an item around it counts as an item.
 */
function declaredOfOthers(index: ElementIndex): ReadonlySet<Element> {
  const declared = index.named('meta').filter(({ attribs }) => attribs['itemprop'] !== undefined);
  const others = new Set(
    declared.filter((element) => ancestor(element, maxLevels, isOfReader) !== undefined),
  );
  const elements = declared.filter((element) => !others.has(element));
  for (const same of Map.groupBy(elements, ({ attribs }) => attribs['itemprop']).values()) {
    if (same.length === 1) continue;
    const itemOf = (element: Element): Element => ancestor(element, maxLevels, isItem) ?? element;
    if (new Set(same.map(itemOf)).size === 1) continue;
    for (const element of same) if (index.firstIn(itemOf(element), 'h1') === undefined) others.add(element);
  }
  return others;
}

/** A variable of a template; names in capitals are stocks. */
const variable = /^\$[a-z]+[A-Z_.]\w*$/;

export function headFacts(index: ElementIndex): HeadFacts {
  const meta = new Map<string, string>();
  const properties: (readonly [string, string])[] = [];
  const others = declaredOfOthers(index);
  for (const element of index.named('meta')) {
    const { attribs } = element;
    // Some pages write `value`, as in forms.
    const content = cleanText(attribs['content'] ?? attribs['value']);
    if (content === undefined || variable.test(content)) continue;
    if (others.has(element)) continue;
    for (const name of [attribs['property'], attribs['name'], attribs['itemprop'], attribs['http-equiv']]) {
      const key = name?.trim().toLowerCase();
      if (key === undefined || key === '') continue;
      properties.push([key, content]);
      if (!meta.has(key)) meta.set(key, content);
    }
  }
  const title = index
    .named('title')
    .find((element) => !isInSvg(element) && cleanText(rawText(element)) !== undefined);
  return {
    title: title === undefined ? undefined : cleanText(rawText(title)),
    meta: (name) => meta.get(name),
    properties,
    links: index.named('link'),
  };
}
