import { setTimeout } from 'node:timers/promises';

import type { CDPSession, Protocol } from 'puppeteer-core';

import { AppError } from '#shared/kernel/errors.ts';

import { type Appearance, maxPictureArea } from './appearance.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import {
  measureHeightInside,
  measureScrolled,
  type PageSnapshot,
  scrollTo,
  snapshotPage,
} from './page-scripts.ts';
import { showWindow } from './window.ts';

/** As much as the static fetch decodes of a page. */
const maxHtmlCharacters = 20_000_000;

/** Device pixels; Chromium leaves out parts of taller images. */
const maxScreenshotHeight = 16_000;

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

/** A page whose elements have been laid out anew has drawn them by then. */
const drawnMs = 100;

export interface ShownPage {
  readonly cdp: CDPSession;
  readonly world: IsolatedWorld;
  readonly appearance: Appearance;
}

/** Captures this part of the page from its top, in a window of its height where an element of the page scrolls inside. */
async function captureDownTo(
  { cdp, appearance }: ShownPage,
  quality: number | undefined,
  { clip, scrollsInside }: { readonly clip: Protocol.Page.Viewport; readonly scrollsInside: boolean },
): Promise<Uint8Array> {
  if (!scrollsInside) return capture(cdp, quality, clip);
  await showWindow(cdp, appearance, { height: Math.ceil(clip.height * clip.scale), isSeen: true });
  await setTimeout(drawnMs);
  const image = await capture(cdp, quality, clip);
  await showWindow(cdp, appearance, { isSeen: true });
  return image;
}

/** Does something with the page at its top, where its headers are, and scrolls it back. */
async function atTop<Result>({ world }: ShownPage, work: () => Promise<Result>): Promise<Result> {
  const scrolled = await world.evaluate<number>(measureScrolled);
  if (scrolled === 0) return work();
  await world.evaluate(scrollTo(0));
  await setTimeout(drawnMs);
  const result = await work();
  await world.evaluate(scrollTo(scrolled));
  return result;
}

async function captureWholePage(shown: ShownPage, quality: number | undefined): Promise<Screenshot> {
  const { cdp, world, appearance } = shown;
  const { viewport, deviceScaleFactor } = appearance;
  const { cssLayoutViewport, cssContentSize } = await cdp.send('Page.getLayoutMetrics');
  const heightInside = await world.evaluate<number>(measureHeightInside);
  const width = cssLayoutViewport.clientWidth;
  // A page without a mobile layout is laid out wide and scaled down, as phones do.
  const scale = viewport.width / width;
  const devicePixels = scale * deviceScaleFactor;
  const maxHeight = Math.floor(
    Math.min(maxScreenshotHeight, maxPictureArea / (width * devicePixels)) / devicePixels,
  );
  const pageHeight = Math.max(cssContentSize.height, heightInside);
  const height = Math.min(pageHeight, maxHeight);
  return {
    image: await captureDownTo(shown, quality, {
      clip: { x: 0, y: 0, width, height, scale },
      scrollsInside: heightInside > 0,
    }),
    warnings:
      pageHeight > height
        ? [`The page is ${pageHeight} pixels tall; the screenshot shows the first ${height}.`]
        : [],
  };
}

/** Captures the window, or the whole page down to the maximum height of an image. */
export const takeScreenshot = async (
  shown: ShownPage,
  { extent, quality }: ScreenshotWish,
): Promise<Screenshot> =>
  extent === 'viewport'
    ? { image: await capture(shown.cdp, quality), warnings: [] }
    : atTop(shown, () => captureWholePage(shown, quality));

/** The document's URL and text. */
export async function takeSnapshot(world: IsolatedWorld): Promise<Required<PageSnapshot>> {
  const { url, html } = await world.evaluate<PageSnapshot>(snapshotPage(maxHtmlCharacters));
  if (html === undefined)
    throw new AppError('TOO_LARGE', 'The page exceeds 20 MB after its scripts have run.');
  return { url, html };
}
