import { crawlRequest } from '#shared/contract/crawl.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import { newId } from '#shared/kernel/ids.ts';

const noon = Date.UTC(2026, 10, 21, 12);

/** A crawl that began at noon with its seed queued. */
export const newCrawl = (changes: Partial<Crawl> = {}): Crawl => ({
  id: newId('crawl'),
  accountId: newId('account'),
  keyId: 'key_1',
  request: crawlRequest.parse({ url: 'https://site.example/' }),
  limit: 100,
  concurrency: 50,
  status: 'running',
  admitted: 1,
  open: 1,
  reads: 1,
  delivered: 0,
  failed: 0,
  duplicate: 0,
  excluded: 0,
  robots: 0,
  outOfScope: 0,
  discovered: 1,
  sitemaps: 0,
  repeats: {},
  groups: 0,
  usesCloud: false,
  warnings: [],
  createdAtMs: noon,
  touchedAtMs: noon,
  deadlineMs: noon + 3_600_000,
  expiresAtMs: noon + 7 * 86_400_000,
  finalized: false,
  ...changes,
});
