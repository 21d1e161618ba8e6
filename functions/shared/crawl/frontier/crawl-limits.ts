/** How many addresses one file or page can add to a crawl of this limit: a million links would fill the ledger. */
export const addressesFor = (limit: number): number => 1_000 + limit * 10;

/** How many addresses a crawl of this limit looks at in all: each is a row that every end and every report reads. */
export const maxDiscovered = (limit: number): number => 2_000 + limit * 20;

/** A worker has two minutes for its pages, waiting for their host included. */
export const maxPageMs = 90_000;

/** A page that took its worker down this often is the reason. */
export const maxAttempts = 5;
