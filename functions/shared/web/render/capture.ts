import { setTimeout } from 'node:timers/promises';

import type { CDPSession, Protocol } from 'puppeteer-core';

import { AppError } from '#shared/kernel/errors.ts';

import { type Appearance, maxPictureArea } from './appearance.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { type PageMeasure, type PageSnapshot, scrollTo, snapshotPage } from './page-scripts.ts';

/** As much as the static fetch decodes of a page. */
const maxHtmlCharacters = 20_000_000;

/** Device pixels; Chromium leaves out parts of taller images. */
const maxScreenshotHeight = 16_000;

/** A taller window needs fewer stops for the same distance. */
const windowsPerStop = 4;
/** The distance to scroll, in CSS pixels, and the time for it. */
const maxWalk = maxScreenshotHeight;
const walkBudgetMs = 3_000;
const stopMs = 50;

export const showWindow = (
  cdp: CDPSession,
  { viewport, deviceScaleFactor, mobile }: Appearance,
  height: number,
): Promise<void> =>
  cdp.send('Emulation.setDeviceMetricsOverride', {
    width: viewport.width,
    height,
    deviceScaleFactor,
    mobile,
    screenWidth: viewport.width,
    screenHeight: viewport.height,
  });

/**
 * Scrolls down the page once and back, so that content is loaded that waits until it is in view. The page's
 * initial height is the bound: an endless list stays about as long as it was.
 */
export async function walkThrough(
  cdp: CDPSession,
  world: IsolatedWorld,
  appearance: Appearance,
  { height }: PageMeasure,
  budgetMs: number,
): Promise<{ readonly reachedEnd: boolean }> {
  const endMs = performance.now() + Math.min(budgetMs, walkBudgetMs);
  const { viewport, deviceScaleFactor } = appearance;
  const tallest = Math.floor(maxPictureArea / (viewport.width * deviceScaleFactor ** 2));
  const stop = Math.max(viewport.height, Math.min(viewport.height * windowsPerStop, tallest));
  await showWindow(cdp, appearance, stop);
  const bottom = Math.min(height, maxWalk);
  let top = 0;
  for (; top < bottom && performance.now() < endMs; top += stop) {
    await world.evaluate(scrollTo(top));
    await setTimeout(stopMs);
  }
  await showWindow(cdp, appearance, appearance.viewport.height);
  await world.evaluate(scrollTo(0));
  return { reachedEnd: top >= bottom };
}

/** What is shown, and how the image is written. */
export interface ScreenshotWish {
  readonly extent: 'viewport' | 'fullPage';
  /** JPEG of this quality; PNG without one. */
  readonly quality: number | undefined;
}

export interface Screenshot {
  /** PNG or JPEG. */
  readonly image: Uint8Array;
  readonly warnings: readonly string[];
}

async function capture(
  cdp: CDPSession,
  quality: number | undefined,
  clip?: Protocol.Page.Viewport,
): Promise<Uint8Array> {
  const { data } = await cdp.send('Page.captureScreenshot', {
    ...(quality === undefined ? { format: 'png' } : { format: 'jpeg', quality }),
    optimizeForSpeed: true,
    ...(clip === undefined ? {} : { clip, captureBeyondViewport: true }),
  });
  return Buffer.from(data, 'base64');
}

/** Captures the window, or the whole page down to the maximum height of an image. */
export async function takeScreenshot(
  cdp: CDPSession,
  { viewport, deviceScaleFactor }: Appearance,
  { extent, quality }: ScreenshotWish,
): Promise<Screenshot> {
  if (extent === 'viewport') return { image: await capture(cdp, quality), warnings: [] };

  const { cssLayoutViewport, cssContentSize } = await cdp.send('Page.getLayoutMetrics');
  const width = cssLayoutViewport.clientWidth;
  // A page without a mobile layout is laid out wide and scaled down, as phones do.
  const scale = viewport.width / width;
  const devicePixels = scale * deviceScaleFactor;
  const maxHeight = Math.floor(
    Math.min(maxScreenshotHeight, maxPictureArea / (width * devicePixels)) / devicePixels,
  );
  const height = Math.min(cssContentSize.height, maxHeight);
  return {
    image: await capture(cdp, quality, { x: 0, y: 0, width, height, scale }),
    warnings:
      cssContentSize.height > height
        ? [`The page is ${cssContentSize.height} pixels tall; the screenshot shows the first ${height}.`]
        : [],
  };
}

/** The document's URL and text. */
export async function takeSnapshot(world: IsolatedWorld): Promise<Required<PageSnapshot>> {
  const { url, html } = await world.evaluate<PageSnapshot>(snapshotPage(maxHtmlCharacters));
  if (html === undefined)
    throw new AppError('TOO_LARGE', 'The page exceeds 20 MB after its scripts have run.');
  return { url, html };
}
