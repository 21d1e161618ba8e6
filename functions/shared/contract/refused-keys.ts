import type { Operation } from './usage.ts';

/** Why a request that reads several pages has no actions: they are for one page that the caller knows. */
export const actionsReason = 'are supported by scrape only';

/** Options of a scrape that a crawl and a batch do not take, with the reasons, as they follow the name of the option. */
export const refusedByJobs = (job: 'crawl' | 'batch') =>
  ({
    screenshotOptions: `a ${job} takes no screenshots`,
    actions: actionsReason,
    explain: 'is supported by scrape and search only',
  }) as const;

/** Reasons for keys that the schema of an operation does not have, although another operation takes them. */
export const refusedKeys: Partial<Record<Operation, Readonly<Record<string, string>>>> = {
  batch: refusedByJobs('batch'),
};
