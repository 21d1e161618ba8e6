import { failedCrawlData } from '#shared/contract/crawl.ts';
import { failedExtractData } from '#shared/contract/extract.ts';
import { failedSearchData } from '#shared/contract/search.ts';
import type { Operation } from '#shared/contract/usage.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { RateGroup } from '#shared/accounts/usage/rate-limiter.ts';

interface OperationFacts {
  readonly rateGroup: RateGroup;
  readonly timeoutCode: ErrorCode;
  /** Spec: Errors. Search answers an exhausted allowance with 429, the others with 403. */
  readonly overQuotaStatus: 403 | 429;
  /** `data` of a failed answer (Spec: Failure examples by operation); scrape has none. */
  readonly failedData?: Readonly<Record<string, unknown>>;
  readonly failedSource: 'local' | 'cloud';
  /** Whether answers name the address that was asked for; those of a search do not (interface: envelope). */
  readonly namesUrl: boolean;
}

export const operationFacts: Readonly<Record<Operation, OperationFacts>> = {
  scrape: {
    rateGroup: 'requests',
    timeoutCode: 'SCRAPE_TIMEOUT',
    overQuotaStatus: 403,
    failedSource: 'local',
    namesUrl: true,
  },
  crawl: {
    rateGroup: 'crawls',
    timeoutCode: 'SCRAPE_TIMEOUT',
    overQuotaStatus: 403,
    failedData: failedCrawlData,
    failedSource: 'local',
    namesUrl: true,
  },
  search: {
    rateGroup: 'requests',
    timeoutCode: 'SEARCH_TIMEOUT',
    overQuotaStatus: 429,
    failedData: failedSearchData,
    failedSource: 'cloud',
    namesUrl: false,
  },
  extract: {
    rateGroup: 'requests',
    timeoutCode: 'EXTRACT_TIMEOUT',
    overQuotaStatus: 403,
    failedData: failedExtractData,
    failedSource: 'local',
    namesUrl: true,
  },
};
