/** The paths of Firecrawl's API that are answered, below /firecrawl/v1 and /firecrawl/v2. */
export const firecrawlPaths = [
  '/scrape',
  '/crawl',
  '/crawl/active',
  '/crawl/ongoing',
  '/crawl/{id}',
  '/crawl/{id}/errors',
  '/batch/scrape',
  '/batch/scrape/{id}',
  '/batch/scrape/{id}/errors',
  '/map',
  '/search',
  '/extract',
  '/extract/{id}',
  '/team/credit-usage',
  '/team/credit-usage/historical',
  '/team/token-usage',
  '/team/token-usage/historical',
  '/team/queue-status',
  '/concurrency-check',
] as const;
export type FirecrawlPath = (typeof firecrawlPaths)[number];
