import type { Element } from 'domhandler';

import { ancestor, type ElementIndex } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import { decodePunctuation } from '#shared/values/character-references.ts';
import { isOfOtherWork } from './microdata.ts';

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
  const spaced = value?.replaceAll('\u00ad', '').replace(/[\s\u00a0\u200b\ufeff]+/g, ' ');
  const text = decodePunctuation(spaced?.trim() ?? '');
  return text === '' || placeholder.test(text) ? undefined : text;
}

const isInSvg = ({ parent }: Element): boolean =>
  parent !== null && 'namespace' in parent && parent.namespace !== undefined;

const maxLevels = 100;

const isItem = ({ attribs }: Element): boolean => 'itemscope' in attribs;

const isHead = ({ name }: Element): boolean => name === 'head';

/** The `<meta>` elements with one property that the headline is not about, where they declare several values of it. */
function ofOtherItems(same: readonly Element[], index: ElementIndex): readonly Element[] {
  if (new Set(same.map(({ attribs }) => attribs['content'])).size < 2) return [];
  const placed = same
    .filter((element) => ancestor(element, maxLevels, isHead) === undefined)
    .map((element) => ({ element, item: ancestor(element, maxLevels, isItem) }));
  const isOwn = (item: Element | undefined): boolean =>
    item !== undefined && index.firstIn(item, 'h1') !== undefined;
  const loose = placed.filter(({ item }) => item === undefined);
  // Without items around them, several values are those of cards.
  const others = placed.some(({ item }) => isOwn(item))
    ? placed.filter(({ item }) => !isOwn(item))
    : loose.length > 1
      ? loose
      : [];
  return others.map(({ element }) => element);
}

/** The `<meta>` elements whose microdata is of readers, cited works or other pages. */
function declaredOfOthers(index: ElementIndex): ReadonlySet<Element> {
  const declared = index.named('meta').filter(({ attribs }) => attribs['itemprop'] !== undefined);
  if (declared.length === 0) return new Set();
  const others = new Set(
    declared.filter((element) => ancestor(element, maxLevels, isOfOtherWork) !== undefined),
  );
  const elements = declared.filter((element) => !others.has(element));
  for (const same of Map.groupBy(elements, ({ attribs }) => attribs['itemprop']).values())
    for (const element of ofOtherItems(same, index)) others.add(element);
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
    const itemprop = others.has(element) ? undefined : attribs['itemprop'];
    for (const name of [attribs['property'], attribs['name'], itemprop, attribs['http-equiv']]) {
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
