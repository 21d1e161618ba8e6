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

/** A variable of a template; names in capitals are stocks. */
const variable = /^\$[a-z]+[A-Z_.]\w*$/;

export function headFacts(index: ElementIndex): HeadFacts {
  const meta = new Map<string, string>();
  const properties: (readonly [string, string])[] = [];
  for (const element of index.named('meta')) {
    const { attribs } = element;
    // Some pages write `value`, as in forms.
    const content = cleanText(attribs['content'] ?? attribs['value']);
    if (content === undefined || variable.test(content)) continue;
    if (attribs['itemprop'] !== undefined && ancestor(element, maxLevels, isOfReader) !== undefined) continue;
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
