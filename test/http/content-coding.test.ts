import { describe, expect, test } from 'vitest';

import { scrapeRequest } from '#shared/contract/scrape.ts';
import { endpoint } from '#shared/http/endpoint.ts';
import { call, ownKey, testDeps } from './fixtures.ts';

const url = 'https://example.com/';
const own = ownKey('starter');
const { deps } = testDeps({ keys: [own] });

/** Scrapes a page whose Markdown is so long, and says which codings it takes. */
const scraped = (markdown: string, acceptEncoding?: string) =>
  call(
    endpoint(
      {
        operation: 'scrape',
        request: scrapeRequest,
        prepare: (body) => body,
        timeoutMs: () => 1_000,
        units: () => 1,
      },
      deps,
      async () => ({ url, source: 'local', data: { markdown }, consumed: { requests: 1, pages: 1, ai: 0 } }),
    ),
    {
      headers: {
        'X-API-Key': own.text,
        ...(acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding }),
      },
      body: { url },
    },
  );

const page = 'The ferry leaves the island at noon. '.repeat(1_000);

describe('a long answer', () => {
  test.for([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
  ] as const)('is compressed for a caller who takes %s', async ([accepted, coding]) => {
    const { headers, body, bytes } = await scraped(page, accepted);

    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' });
    expect(body).toMatchObject({ success: true, data: { markdown: page } });
    expect(bytes).toBeLessThan(page.length / 10);
  });

  test.for([[undefined], ['identity'], ['zstd']] as const)(
    'is sent as it is to a caller who takes %s',
    async ([accepted]) => {
      const { headers, body } = await scraped(page, accepted);

      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers).toMatchObject({ vary: 'accept-encoding' });
      expect(body).toMatchObject({ data: { markdown: page } });
    },
  );
});

describe('an answer that gains nothing by it', () => {
  test.for([
    ['fits in a packet', 'short'],
    ['is as large as a screenshot', page.repeat(30)],
  ] as const)('is sent as it is: one that %s', async ([, markdown]) => {
    const { headers } = await scraped(markdown, 'gzip');

    expect(headers).not.toHaveProperty('content-encoding');
  });
});
