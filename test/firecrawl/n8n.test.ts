import { expect, test } from 'vitest';

import type { OperationCall } from '#shared/operations/call-operation.ts';
import { translating } from './translating.ts';

/** What n8n's node for Firecrawl sends where nobody has filled in more than the first field (its public source, 2026-10). */
const requests: readonly (readonly [string, object, OperationCall['body']])[] = [
  [
    '/v2/scrape',
    {
      url: 'https://a.example',
      formats: [{ type: 'markdown' }],
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      headers: {},
      waitFor: 0,
      mobile: false,
      skipTlsVerification: false,
      timeout: 30_000,
      actions: [],
      location: { country: 'US', languages: [] },
      removeBase64Images: true,
      blockAds: true,
      proxy: 'basic',
      parsers: [{ type: 'pdf' }],
      integration: 'n8n',
    },
    {
      url: 'https://a.example',
      formats: ['markdown'],
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      headers: {},
      waitFor: 0,
      mobile: false,
      skipTlsVerification: false,
      timeout: 30_000,
      actions: [],
      location: { country: 'US' },
      removeBase64Images: true,
      blockAds: true,
      proxy: 'basic',
      maxAge: 172_800_000,
    },
  ],
  [
    '/v2/crawl',
    {
      url: 'https://a.example',
      prompt: '',
      limit: 500,
      maxConcurrency: 100,
      includePaths: ['blog/*'],
      ignoreSitemap: false,
      allowSubdomains: false,
      scrapeOptions: { formats: ['markdown'], location: { country: '', languages: [] } },
      integration: 'n8n',
    },
    {
      url: 'https://a.example',
      limit: 500,
      maxConcurrency: 100,
      includePaths: ['blog/*'],
      crawlEntireDomain: false,
      allowSubdomains: false,
      scrapeOptions: { formats: ['markdown'] },
      async: true,
    },
  ],
  [
    '/v2/search',
    { query: 'a', sources: [{ type: 'web' }], timeout: 60_000, limit: 5, tbs: '', integration: 'n8n' },
    { query: 'a', sources: ['web'], timeout: 60_000, limit: 5 },
  ],
];

test.for(requests)('a request of n8n is understood: %s', async ([path, sent, passed]) => {
  const { ask, calls } = translating({
    status: 200,
    headers: {},
    body: { success: true, id: 'crawl_1', data: { pages: [], metadata: {} } },
  });

  const { status } = await ask('POST', path, sent);

  expect([status, calls[0]?.body]).toEqual([200, passed]);
});
