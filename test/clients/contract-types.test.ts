import { readFileSync } from 'node:fs';

import { expect, expectTypeOf, test } from 'vitest';
import type * as z from 'zod';

import type { crawlStatusData } from '#shared/contract/crawl.ts';
import type { scrapeRequest } from '#shared/contract/scrape.ts';
import type { usageData } from '#shared/contract/usage.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { clientTypes } from '../../lib/client-types.ts';
import type * as contract from '../../clients/typescript/src/contract.ts';

test('the types of the client are those of the contract; npm run openapi writes them', () => {
  expect(readFileSync('clients/typescript/src/contract.ts', 'utf8')).toBe(clientTypes());
});

test('they mean what the schemas mean', () => {
  expectTypeOf<contract.ErrorCode>().toEqualTypeOf<ErrorCode>();
  expectTypeOf<z.output<typeof usageData>>().toExtend<contract.UsageData>();
  expectTypeOf<z.output<typeof crawlStatusData>['coverage']>().toExtend<contract.CrawlCoverage>();
  expectTypeOf<contract.ScrapeRequest['maxAge']>().toEqualTypeOf<z.input<typeof scrapeRequest>['maxAge']>();

  expect(clientTypes()).toContain('export type ScrapeRequest = {');
});
