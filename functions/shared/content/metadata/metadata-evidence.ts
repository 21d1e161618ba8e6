import type { Element } from 'domhandler';

import type { JsonObject } from '#shared/kernel/json.ts';
import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import type { HtmlPage } from '#shared/content/page/parse-page.ts';
import { canonicalUrlOf } from './crawl-links.ts';
import type { HeadFacts } from './head-facts.ts';

/** The parts of a page that its metadata is read from. */
export interface MetadataEvidence {
  readonly page: HtmlPage;
  readonly index: ElementIndex;
  readonly facts: HeadFacts;
  /** The JSON-LD node of the page's own article, product or other work. */
  readonly work: JsonObject | undefined;
  /** The JSON-LD nodes that tell of the page's own article, the surest first. */
  readonly articles: readonly JsonObject[];
  /** All JSON-LD nodes. */
  readonly nodes: readonly JsonObject[];
  /** Elements with `itemprop` or `property`, but no `<meta>`; found when first asked for. */
  readonly marked: () => readonly Element[];
}

/** The first of the named `<meta>` values that the page has. */
export const firstOf = (facts: HeadFacts, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = facts.meta(name);
    if (value !== undefined) return value;
  }
  return undefined;
};

/** Whether a page is at the root of its site, and declares no other URL as its own. */
export function isHomePage({ facts, page }: MetadataEvidence): boolean {
  const addresses = [page.url, canonicalUrlOf(facts.links, page.baseUrl), facts.meta('og:url')];
  return addresses
    .filter((address) => address !== undefined)
    .map((address) => URL.parse(address, page.baseUrl))
    .every((url) => url?.pathname === '/' && url.search === '');
}
