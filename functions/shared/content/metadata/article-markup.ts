import type { Element } from 'domhandler';

import { ancestor } from '#shared/content/dom/element-edit.ts';
import type { MetadataEvidence } from './metadata-evidence.ts';
import { isOfOtherWork } from './microdata.ts';

/** What tells of the article besides the head and the declared data. */
export interface ArticleSetting {
  readonly headline: Element | undefined;
  readonly siteName: string | undefined;
  readonly language: string | undefined;
}

const isArticleScope = ({ attribs }: Element): boolean =>
  /\/(?:\w*Article|\w*Posting|Report)\b/i.test(attribs['itemtype'] ?? '');

const maxLevels = 100;

/** The element of a property in microdata or RDFa: of the article, never of a comment, a review or the card of another article. */
export function markedUp(
  { marked, index }: MetadataEvidence,
  headline: Element | undefined,
  property: string,
): Element | undefined {
  const scopeOf = (element: Element): Element | undefined => ancestor(element, maxLevels, isArticleScope);
  const own = headline === undefined ? undefined : scopeOf(headline);
  const candidates = marked().filter(({ attribs }) =>
    `${attribs['itemprop'] ?? ''} ${(attribs['property'] ?? '').replaceAll(/\b\w+:/g, '')}`
      .toLowerCase()
      .split(/\s+/)
      .includes(property.toLowerCase()),
  );
  const outside = candidates.filter((element) => ancestor(element, maxLevels, isOfOtherWork) === undefined);
  const scopes = new Set(outside.map(scopeOf).filter((scope) => scope !== undefined));
  return outside.find((element) => {
    const scope = scopeOf(element);
    return (
      scope === undefined ||
      scope === own ||
      (scopes.size === 1 && (own === undefined || index.precedes(scope, own)))
    );
  });
}

const maxValues = 40;

/** Every value of the first of the named `<meta>` elements that has a usable one. */
export function declaredInHead<Value>(
  { facts }: MetadataEvidence,
  names: readonly string[],
  read: (text: string) => Value | undefined,
): readonly Value[] {
  for (const name of names) {
    const values = facts.properties
      .filter(([property]) => property === name)
      .map(([, content]) => read(content))
      .filter((value) => value !== undefined);
    if (values.length > 0) return values.slice(0, maxValues);
  }
  return [];
}
