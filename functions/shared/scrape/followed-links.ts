import type { CrawlLinks } from '#shared/content/page-content.ts';
import { headerForbidsFollowing } from '#shared/web/robots/robots-header.ts';

/** The links of a page, unless its X-Robots-Tag forbids robots to follow them. */
export const followedLinks = (links: CrawlLinks, headers: Readonly<Record<string, string>>): CrawlLinks =>
  headerForbidsFollowing(headers) ? { ...links, pages: [], feeds: [] } : links;
