import { type AppError, connectionErrors, isAppError } from '#shared/kernel/errors.ts';
import type { CollectedLinks, NewPage } from './collected-links.ts';
import type { SiteReader } from './read-site.ts';

export interface SitemapsRead {
  /** The pages that were new. */
  readonly pages: readonly NewPage[];
  readonly sitemapsRead: number;
  /** There are sitemaps that were not read. */
  readonly isCut: boolean;
  /** Why the site's own sitemap could not be requested. */
  readonly failure: AppError | undefined;
}

/** Files of one map: fifty thousand URLs each are more than a map lists, but many sites have small ones. */
const maxSitemaps = 200;
const sitemapsAtOnce = 4;

/** Reads the sitemaps that robots.txt names, `/sitemap.xml`, these feeds, and the sitemaps that they list. */
export async function readSitemaps(
  siteUrl: string,
  feeds: readonly string[],
  {
    reader,
    links,
    signal,
  }: { readonly reader: SiteReader; readonly links: CollectedLinks; readonly signal: AbortSignal },
): Promise<SitemapsRead> {
  const named = await reader.namedSitemaps(siteUrl, signal).catch(() => []);
  const usual = new URL('/sitemap.xml', siteUrl).href;
  const waiting = [...new Set([...named, usual, ...feeds])];
  const known = new Set(waiting);
  const pages: NewPage[] = [];
  let sitemapsRead = 0;
  let isCut = false;
  let failure: AppError | undefined;

  async function readOne(url: string): Promise<void> {
    // A sitemap that cannot be read is as good as none.
    const sitemap = await reader.sitemap(url, signal).catch((error: unknown) => {
      if (url === usual && isAppError(error, 'FORBIDDEN_TARGET', ...connectionErrors)) failure = error;
    });
    if (sitemap === undefined) return;
    if (sitemap.pages.length + sitemap.sitemaps.length > 0) sitemapsRead += 1;
    isCut ||= sitemap.truncated;
    const found = sitemap.pages.map((href) => ({ href, baseUrl: url, ...sitemap.details.get(href) }));
    for (const page of links.add('sitemap', found)) pages.push(page);
    for (const further of sitemap.sitemaps) {
      if (known.has(further)) continue;
      known.add(further);
      waiting.push(further);
    }
  }

  for (let begun = 0; waiting.length > 0 && !signal.aborted && !links.isFull();) {
    const some = waiting.splice(0, Math.min(sitemapsAtOnce, maxSitemaps - begun));
    if (some.length === 0) break;
    begun += some.length;
    await Promise.all(some.map(readOne));
  }
  return { pages, sitemapsRead, isCut: isCut || waiting.length > 0, failure };
}
