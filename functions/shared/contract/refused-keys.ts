import type { Operation } from './usage.ts';

/** Options of a scrape that a crawl and a batch do not take, with the reasons, as they follow the name of the option. */
export const refusedByJobs = (job: 'crawl' | 'batch') =>
  ({
    jsonOptions: `is supported by scrape, search and extract only; in a ${job}, json is what pages declare`,
    screenshotOptions: `a ${job} takes no screenshots`,
    actions: 'are supported by scrape only',
    explain: 'is supported by scrape and search only',
  }) as const;

/** Reasons for keys that the schema of an operation does not have, although another operation takes them. */
export const refusedKeys: Partial<Record<Operation, Readonly<Record<string, string>>>> = {
  batch: refusedByJobs('batch'),
};
