import type { CDPSession } from 'puppeteer-core';

import type { Appearance } from './appearance.ts';

/**
 * Chromium draws windows that nobody sees at this share of their size, because each pixel costs processor time. Layout
 * and all that a page can measure stay as they are.
 */
const unseenScale = 0.05;

interface Window {
  /** CSS pixels; that of the appearance if left out. */
  readonly height?: number;
  /** Whether it is drawn in its size: for screenshots, and for clicks at the right place. */
  readonly isSeen: boolean;
}

/** Gives the page its window. */
export const showWindow = (
  cdp: CDPSession,
  { viewport, deviceScaleFactor, mobile }: Appearance,
  { height = viewport.height, isSeen }: Window,
): Promise<void> =>
  cdp.send('Emulation.setDeviceMetricsOverride', {
    width: viewport.width,
    height,
    deviceScaleFactor,
    mobile,
    screenWidth: viewport.width,
    screenHeight: viewport.height,
    ...(isSeen ? {} : { scale: unseenScale }),
  });
