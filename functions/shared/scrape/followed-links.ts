import type { CrawlLinks } from '#shared/content/page-content.ts';
import { headerForbidsFollowing } from '#shared/web/robots/robots-header.ts';

export interface FollowedLinks {
  readonly canonicalUrl: string | undefined;
  /** In the order in which they are worth reading. A URL may occur more than once. */
  readonly pages: readonly string[];
  readonly feeds: readonly string[];
}

/** The links of a page that its author lets robots follow (meta robots, X-Robots-Tag, rel=nofollow). */
export function followedLinks(
  { links, next, canonicalUrl, feeds, languageVersions, nofollow }: CrawlLinks,
  headers: Readonly<Record<string, string>>,
): FollowedLinks {
  if (nofollow || headerForbidsFollowing(headers)) return { canonicalUrl, pages: [], feeds: [] };
  return {
    canonicalUrl,
    pages: [
      ...(next === undefined ? [] : [next]),
      ...links.filter((link) => !link.nofollow).map(({ url }) => url),
      ...languageVersions.map(({ url }) => url),
    ],
    feeds,
  };
}
