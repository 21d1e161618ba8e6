import * as z from 'zod';

/** One unit of crawl work in the page queue: read this URL of this crawl. Everything else is in the ledger. */
export const pageMessage = z.strictObject({ crawlId: z.string().min(1), hash: z.string().min(1) });
export type PageMessage = z.output<typeof pageMessage>;
