import type { CrawlLinks } from '#shared/content/page-content.ts';
import { headerForbidsFollowing } from '#shared/web/robots/robots-header.ts';

/** The links of a page, unless its X-Robots-Tag forbids the robot `token` to follow them. */
export const followedLinks = (
  links: CrawlLinks,
  headers: Readonly<Record<string, string>>,
  token: string,
): CrawlLinks => (headerForbidsFollowing(headers, token) ? { ...links, pages: [], feeds: [] } : links);
