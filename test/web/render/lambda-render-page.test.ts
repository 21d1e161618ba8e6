import { describe, expect, test } from 'vitest';

import { AppError } from '#shared/kernel/errors.ts';
import { lambdaRenderPage } from '#shared/web/render/lambda-render-page.ts';
import type { RenderedPage, RenderPage } from '#shared/web/render/render-page.ts';
import { createRenderPageHandler } from '#shared/web/render/render-page-handler.ts';
import { asked, chromiumIn } from './browser.ts';
import { lambdaWith } from './lambda-server.ts';
import { testRenderPage } from './render-page.contract.ts';
import { silentLogger } from '../../fakes/silent-telemetry.ts';

const functionOf = (renderPage: RenderPage) => {
  const handler = createRenderPageHandler({ renderPage, logger: silentLogger });
  return (event: unknown) => handler(event, { getRemainingTimeInMillis: () => 305_000 });
};

// Both adapters at once: Chromium opens the pages, and Lambda's carries requests and answers.
testRenderPage({
  open: async (allow) =>
    lambdaRenderPage(await lambdaWith({ invoke: functionOf(chromiumIn({ allow })) }), 'render-page'),
});

const { signal } = new AbortController();
const page: RenderedPage = {
  finalUrl: 'https://site.test/',
  status: 200,
  headers: {},
  html: '<p>ü</p>',
  screenshot: new Uint8Array([137, 80, 10, 0, 255]),
  settledBy: 'stable',
  isWhole: true,
  timings: { launchMs: 1, loadMs: 2, captureMs: 3 },
  warnings: ['w'],
};

describe('the browser behind Lambda', () => {
  test('returns every byte of the page and its screenshot', async () => {
    const client = await lambdaWith({ invoke: functionOf(async () => page) });

    const answer = await lambdaRenderPage(client, 'render-page')(asked('https://site.test/'), { signal });

    expect({ ...answer, screenshot: [...(answer.screenshot ?? [])] }).toEqual({
      ...page,
      screenshot: [137, 80, 10, 0, 255],
    });
  });

  test('passes a failure on with its code and message, without its cause', async () => {
    const failing: RenderPage = () =>
      Promise.reject(new AppError('DNS_ERROR', 'No such name.', { cause: 'ENOTFOUND 10.1.2.3' }));
    const client = await lambdaWith({ invoke: functionOf(failing) });

    const failure = await lambdaRenderPage(client, 'render-page')(asked('https://site.test/'), {
      signal,
    }).then(
      () => expect.unreachable('a page came'),
      (error: unknown) => error as AppError,
    );

    expect(failure).toMatchObject({ code: 'DNS_ERROR', message: 'No such name.' });
    expect(failure.cause).toBeUndefined();
  });

  test.for([
    ['breaks off', { invoke: async () => [Buffer.from('{"status": 200, "htmlBytes": 99}\nhalf')] }],
    ['answers nothing', { invoke: async () => [] }],
    ['ends with an error', { invoke: async () => [Buffer.from('{}\n')], failWith: 'Unhandled' }],
    ['cannot be invoked', { invoke: () => Promise.reject(new Error('refused')) }],
  ] as const)('is unavailable when it %s', async ([, options]) => {
    const client = await lambdaWith(options);

    const answer = lambdaRenderPage(client, 'render-page')(asked('https://site.test/'), { signal });

    await expect(answer).rejects.toMatchObject({ code: 'RENDERER_UNAVAILABLE' });
  });

  test('is busy when the account has no place left, and says when to come back', async () => {
    const client = await lambdaWith({ invoke: async () => [], isThrottled: true });

    const answer = lambdaRenderPage(client, 'render-page')(asked('https://site.test/'), { signal });

    await expect(answer).rejects.toMatchObject({
      code: 'RENDERER_BUSY',
      status: 503,
      retryAfterSeconds: 5,
    });
  });

  test('limits the page’s time to the function’s', async () => {
    const times: number[] = [];
    const handler = createRenderPageHandler({
      renderPage: async ({ timeoutMs }) => {
        times.push(timeoutMs);
        return page;
      },
      logger: silentLogger,
    });

    await handler(asked('https://site.test/'), { getRemainingTimeInMillis: () => 10_000 });
    await handler(asked('https://site.test/'), { getRemainingTimeInMillis: () => 300_000 });

    expect(times).toEqual([8_000, 40_000]);
  });
});
