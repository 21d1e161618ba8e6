import { setTimeout } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { type RenderRequest, renderRequest } from '#shared/contract/render.ts';
import { isAppError } from '#shared/kernel/errors.ts';
import { awaitRenderer } from '#shared/web/render/await-renderer.ts';
import { limitedRenderPage } from '#shared/web/render/limited-render-page.ts';
import { rendererBusy, type RenderedPage, type RenderPage } from '#shared/web/render/render-page.ts';

const { signal } = new AbortController();
const page: RenderedPage = {
  finalUrl: 'https://site.test/',
  status: 200,
  headers: {},
  html: '<p>',
  settledBy: 'stable',
  isWhole: true,
  timings: { launchMs: 1, loadMs: 2, captureMs: 3 },
  warnings: [],
};
const asked = (timeoutMs: number): RenderRequest =>
  renderRequest.parse({
    url: 'https://site.test/',
    timeoutMs,
    waitForMs: 0,
    mobile: false,
    headers: {},
    profile: 'default',
    screenshot: 'none',
    blockAds: true,
    skipTlsVerification: false,
  });

/** A renderer that is busy for so many calls, asked by somebody who waits. */
function patiently(busyFor: number) {
  let nowMs = 0;
  const waits: number[] = [];
  const timeouts: number[] = [];
  const renderPage: RenderPage = async ({ timeoutMs }) => {
    timeouts.push(timeoutMs);
    if (timeouts.length <= busyFor) throw rendererBusy('throttled');
    return page;
  };
  const pause = async (ms: number): Promise<void> => {
    waits.push(ms);
    nowMs += ms;
  };
  const patient = awaitRenderer(renderPage, { clock: { now: () => nowMs }, pause, random: () => 0.5 });
  return { patient, waits, timeouts };
}

describe('a page for which a caller waits', () => {
  test('gets the first browser that becomes free, and the time that is left', async () => {
    const { patient, waits, timeouts } = patiently(6);

    expect(await patient(asked(30_000), { signal })).toBe(page);
    expect(waits).toEqual([75, 150, 300, 600, 750, 750]);
    expect(timeouts.at(-1)).toBe(30_000 - 2_625);
  });

  test('is refused when waiting longer would leave it no time', async () => {
    const { patient, waits } = patiently(1_000);

    await expect(patient(asked(5_000), { signal })).rejects.toMatchObject({
      code: 'RENDERER_BUSY',
      status: 503,
    });
    expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(2_000);
    expect(waits.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(3_000);
  });
});

describe('a worker’s pages', () => {
  test('are rendered as many at once as the worker may, and the others in turn', async () => {
    let running = 0;
    let most = 0;
    const limited = limitedRenderPage(async () => {
      running += 1;
      most = Math.max(most, running);
      await setTimeout(5);
      running -= 1;
      return page;
    }, 2);

    const rendered = await Promise.all(Array.from({ length: 7 }, () => limited(asked(30_000), { signal })));

    expect([rendered.length, most]).toEqual([7, 2]);
  });

  test('are refused when others take a quarter of their time, and leave their places free', async () => {
    const letGo = Promise.withResolvers<RenderedPage>();
    const limited = limitedRenderPage(() => letGo.promise, 1);
    const first = limited(asked(30_000), { signal });

    const refused = await limited(asked(40), { signal }).catch((error: unknown) => error);
    letGo.resolve(page);

    expect(isAppError(refused, 'RENDERER_BUSY')).toBe(true);
    expect(await first).toBe(page);
    expect(await limited(asked(30_000), { signal })).toBe(page);
  });
});
