import { expect, test } from 'vitest';

import { idempotencyHours } from '#shared/contract/idempotency.ts';
import { maxPageAgeMs } from '#shared/contract/scrape.ts';
import { gatewayMs, longestWorkMs, maxPageMs } from '#shared/contract/time-limits.ts';
import { functionSizes, storage } from '../../lib/sizing.ts';
import { constantIn } from './numbers-of-code.ts';

test.for(['scrape', 'search', 'extract'] as const)(
  'the longest work of a %s leaves its function time to answer',
  (name) => {
    expect(longestWorkMs).toBeLessThan(functionSizes[name].timeout.toMilliseconds());
  },
);

test.for(Object.entries(functionSizes))(
  'the function %s ends before API Gateway drops its request',
  ([, size]) => {
    expect(size.timeout.toMilliseconds()).toBeLessThan(gatewayMs);
  },
);

test('a page of a crawl takes less time than its worker has', () => {
  expect(maxPageMs).toBeLessThan(functionSizes['crawl-page'].timeout.toMilliseconds());
});

test('the client waits for an answer over MCP as long as API Gateway', () => {
  expect(constantIn('../../clients/typescript/src/cli/commands/mcp.ts', 'answerMs')).toBe(gatewayMs);
});

test('S3 keeps stored pages and answers for as long as requests may ask for them', () => {
  const dayMs = 86_400_000;

  expect(storage.cacheDays * dayMs).toBeGreaterThanOrEqual(maxPageAgeMs);
  expect(storage.idempotencyDays * 24).toBeGreaterThan(idempotencyHours);
});
