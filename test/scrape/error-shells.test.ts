import { describe, expect, test } from 'vitest';

import { scrapeRequest } from '#shared/contract/scrape.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createAcquirePage } from '#shared/scrape/acquire-page.ts';
import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import { createLoadPage } from '#shared/scrape/load-page.ts';
import { createPageCache } from '#shared/scrape/page-cache.ts';
import { scrapeDataOf, selectionOf } from '#shared/scrape/page-data.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';
import { memoryBlobStore } from '../fakes/memory-blob-store.ts';
import { fakeWeb } from '../fakes/memory-web.ts';

const url = 'https://site.example/gone';
const beacon = '<body><script src="/beacon.js"></script>';
const application = '<div id="root"></div><script src="/app.js"></script>';

interface ErrorShell {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Scrapes an error whose scripts would draw "The shop is closed."; `rendered` counts the pages that the browser opens. */
async function scrape({ status, headers = {}, body = beacon }: ErrorShell, options: object = {}) {
  let rendered = 0;
  const loadPage = createLoadPage({
    acquirePage: createAcquirePage({
      fetchPage: fakeWeb({ [url]: { status, headers, body } }),
      renderPage: async () => {
        rendered += 1;
        return {
          finalUrl: url,
          status,
          headers: { 'content-type': 'text/html', ...headers },
          html: '<p>The shop is closed.</p>',
          settledBy: 'stable',
          isWhole: true,
          timings: { launchMs: 1, loadMs: 2, captureMs: 3 },
          warnings: [],
        };
      },
      clock: systemClock,
    }),
    convertPage,
    cache: createPageCache({ blobs: memoryBlobStore(), clock: systemClock, logger: silentLogger }),
  });
  const request = scrapeRequest.parse({ url, onlyMainContent: false, ...options });
  const context = { signal: AbortSignal.timeout(10_000), accountId: 'a' };
  const { page, contents } = await loadPage(request, [selectionOf(request)], context);
  const { markdown, metadata } = scrapeDataOf(contents[0], page);
  return {
    rendered,
    markdown: markdown?.trim(),
    status: metadata.statusCode,
    warnings: contents[0].warnings,
  };
}

const blank = { rendered: 0, markdown: '', warnings: ['The page has no text.'] };

describe('an error page that shows nothing without its scripts', () => {
  test.for([
    ['404', { status: 404 }],
    ['503', { status: 503 }],
    ['the 404 of an application', { status: 404, body: application }],
    ['404 with Retry-After', { status: 404, headers: { 'retry-after': '120' } }],
  ] as const)('is drawn by the browser: %s', async ([, shell]) => {
    expect(await scrape(shell)).toMatchObject({
      rendered: 1,
      markdown: 'The shop is closed.',
      status: shell.status,
    });
  });

  test.for([[429], [503]] as const)(
    'is delivered as it is where its server asks to come back later: %i',
    async ([status]) => {
      const found = await scrape({ status, headers: { 'retry-after': '120' } });

      expect(found).toEqual({ ...blank, status });
    },
  );

  test.for([
    ['404', { status: 404 }],
    ['500', { status: 500 }],
    ['the 404 of an application', { status: 404, body: application }],
  ] as const)('is delivered with its status where the browser is forbidden: %s', async ([, shell]) => {
    expect(await scrape(shell, { forceLocal: true })).toEqual({ ...blank, status: shell.status });
  });
});
