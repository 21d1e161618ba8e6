import type { CrawlPage } from '#shared/contract/crawl.ts';
import type { Frontier } from '#shared/crawl/frontier/frontier.ts';
import { sha256 } from '#shared/kernel/ids.ts';

/** Shorter texts ("Sign in") occur on different pages. */
const minIdentityCharacters = 80;

/** The canonical URL together with the title, because some sites declare one canonical URL on all of their pages. */
export const canonicalIdentity = (canonicalHash: string, title: string): string =>
  `canonical-${sha256(`${canonicalHash} ${title}`).slice(0, 32)}`;

/** What a page itself has: what a model makes of it may differ from one reading to the next. */
export type OwnContent = Pick<CrawlPage, 'markdown' | 'html' | 'json'> & {
  readonly title: string | undefined;
};

/** Fingerprints by which a duplicate is recognised. */
export function identitiesOf(
  { markdown, html, json, title }: OwnContent,
  canonical: string | undefined,
  { hashOf }: Frontier,
): readonly string[] {
  const text = JSON.stringify([markdown, html, json]);
  const canonicalHash = canonical === undefined ? undefined : hashOf(canonical);
  return [
    ...(text.length < minIdentityCharacters ? [] : [`text-${sha256(text).slice(0, 32)}`]),
    ...(canonicalHash === undefined || title === undefined ? [] : [canonicalIdentity(canonicalHash, title)]),
  ];
}

/** The URL under which a page with one of these fingerprints is delivered. */
export async function firstClaimant(
  identities: readonly string[],
  claimant: ((identity: string) => Promise<string | undefined>) | undefined,
): Promise<string | undefined> {
  for (const identity of claimant === undefined ? [] : identities) {
    const url = await claimant?.(identity);
    if (url !== undefined) return url;
  }
  return undefined;
}
