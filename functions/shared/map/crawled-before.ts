import type { CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { bareHost } from '#shared/web/urls/similar-url.ts';

export interface CrawledBeforeDeps {
  readonly store: Pick<CrawlStore, 'ofAccount' | 'rows'>;
  readonly clock: Clock;
}

/** The URLs of the pages that the account's last crawl of a site delivered. */
export type CrawledBefore = (accountId: string, siteUrl: string) => Promise<readonly string[]>;

/** The account's newest crawls among which one of the site is looked for. */
const maxCrawls = 20;
/** Reads of its rows, a megabyte each. */
const maxReads = 20;

const hostOf = (url: string): string => bareHost(URL.parse(url)?.hostname ?? '');
const isDelivered = ({ kind, state }: CrawlRow): boolean => kind === 'page' && state === 'delivered';

export const createCrawledBefore =
  ({ store, clock }: CrawledBeforeDeps): CrawledBefore =>
  async (accountId, siteUrl) => {
    const { crawls } = await store.ofAccount(accountId, maxCrawls);
    const host = hostOf(siteUrl);
    const last = crawls.find(
      ({ scopeUrl = '', delivered, expiresAtMs }) =>
        delivered > 0 && expiresAtMs > clock.now() && hostOf(scopeUrl) === host,
    );
    if (last === undefined) return [];
    const urls: string[] = [];
    let cursor: string | undefined;
    for (let read = 0; read < maxReads; read += 1) {
      const page = await store.rows(last.id, cursor);
      urls.push(...page.rows.filter(isDelivered).map(({ url }) => url));
      cursor = page.cursor;
      if (cursor === undefined) break;
    }
    return urls;
  };
