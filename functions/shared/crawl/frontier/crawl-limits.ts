/** URLs that one page or sitemap may add to a crawl of this limit: a million links would fill the ledger. */
export const maxUrlsFrom = (limit: number): number => 1_000 + limit * 10;

/** URLs that a crawl of this limit records in all. Each is a row that every end and every report reads. */
export const maxDiscovered = (limit: number): number => 2_000 + limit * 20;
