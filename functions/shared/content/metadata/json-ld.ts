import { isText } from 'domhandler';

import { closingIndex, isNestedDeeper, isObject, type JsonObject } from '#shared/kernel/json.ts';
import { decodeReferences } from '#shared/values/character-references.ts';
import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { documentLimits } from '#shared/content/dom/document-limits.ts';

/** Removes comments and CDATA around the JSON, control characters, trailing commas and a final semicolon. */
function repair(source: string): string {
  return source
    .replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\/\s*\]\]>|\/\*\s*\]\]>\s*\*\/|\]\]>)\s*;?\s*$/, '')
    .replace(/[\u0000-\u001f]+/g, ' ')
    .replace(/,\s*(?=[}\]])/g, '')
    .replace(/;\s*$/, '');
}

/** The first object or list of a text, without what follows it, such as a bracket too many. */
function firstValue(text: string): string {
  const start = text.search(/[{[]/);
  return start < 0 ? '' : text.slice(start, closingIndex(text, start) + 1);
}

/** What a script may mean, from what it says to what can be read of it. */
function* readingsOf(source: string): Generator<string> {
  yield source;
  const repaired = repair(source);
  yield repaired;
  yield firstValue(repaired);
}

function parse(source: string): unknown {
  for (const text of readingsOf(source)) {
    try {
      return JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

/** The JSON-LD objects of a page, in order. Unparsable and too deeply nested blocks are left out. */
export function readJsonLd(index: ElementIndex): readonly JsonObject[] {
  const objects: JsonObject[] = [];
  for (const script of index.named('script')) {
    if (!/^application\/ld\+json/i.test(script.attribs['type']?.trim() ?? '')) continue;
    const value = parse(script.children.map((child) => (isText(child) ? child.data : '')).join(''));
    if (isNestedDeeper(value, documentLimits.jsonDepth)) continue;
    for (const item of Array.isArray(value) ? value : [value]) if (isObject(item)) objects.push(item);
  }
  return objects;
}

/** The nodes of all graphs (`@graph`), in document order. */
export function jsonLdNodes(objects: readonly JsonObject[]): readonly JsonObject[] {
  return objects.flatMap((object) => {
    const graph = object['@graph'];
    return Array.isArray(graph) ? [object, ...graph.filter(isObject)] : [object];
  });
}

const typesOf = (node: JsonObject): readonly string[] => {
  const type = node['@type'];
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
};

export const hasType = (node: JsonObject, pattern: RegExp): boolean =>
  typesOf(node).some((type) => pattern.test(type));

/** The text of a schema.org value: a string, the name or URL of an object, the first entry of a list. */
export function textValue(value: unknown, ...keys: readonly string[]): string | undefined {
  if (typeof value === 'string') return decodeReferences(value).trim() || undefined;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return textValue(value[0], ...keys);
  if (!isObject(value)) return undefined;
  for (const key of [...keys, '@value']) {
    const text = textValue(value[key]);
    if (text !== undefined) return text;
  }
  return undefined;
}
