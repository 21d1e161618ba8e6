import { setTimeout } from 'node:timers/promises';

import type { CDPSession } from 'puppeteer-core';

import type { Appearance } from './appearance.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { type PageMeasure, scrollTo } from './page-scripts.ts';
import { showWindow } from './window.ts';

/** CSS pixels of a page that are brought into view. */
const maxWalk = 16_000;
/** An endless list grows by one part each time that its end comes into view. */
const maxStretches = 2;
/** Distance that is left to scroll: some pages load more when they are scrolled, not when they are in view. */
const scrolledBy = 100;
/** A page that grows by more together with its window has parts as tall as the window. */
const maxGrowth = 1.25;
const minStop = 800;
const stopMs = 50;

/** Brings a page into view down to its end, so that content is loaded that waits for it. */
export interface PageWalk {
  /** For a page that shows what it has. Does nothing when all of it has been in view, or when it is endless. */
  readonly bringIntoView: (measure: PageMeasure) => Promise<void>;
  /** Gives the page its own window back, drawn at its size. */
  readonly showAgain: () => Promise<void>;
}

export function createPageWalk(cdp: CDPSession, world: IsolatedWorld, appearance: Appearance): PageWalk {
  const { viewport } = appearance;
  let seenHeight = viewport.height;
  let stretches = 0;

  /** Returns the height that the page has in it. */
  const stretch = async (bottom: number): Promise<number> => {
    const height = Math.max(viewport.height, bottom - scrolledBy);
    await showWindow(cdp, appearance, { height, isSeen: false });
    const laidOut = await world.evaluate<number>(scrollTo(scrolledBy));
    await setTimeout(stopMs);
    return laidOut;
  };

  const scrollThrough = async (bottom: number): Promise<void> => {
    const stop = Math.max(viewport.height, minStop);
    await showWindow(cdp, appearance, { height: stop, isSeen: false });
    for (let top = 0; top < bottom; top += stop) {
      await world.evaluate(scrollTo(top));
      await setTimeout(stopMs);
    }
  };

  return {
    bringIntoView: async ({ height }) => {
      const bottom = Math.min(height, maxWalk);
      if (bottom <= seenHeight || stretches >= maxStretches) return;
      stretches += 1;
      seenHeight = bottom;
      if ((await stretch(bottom)) <= height * maxGrowth) return;
      await scrollThrough(bottom);
    },
    showAgain: async () => {
      await showWindow(cdp, appearance, { isSeen: true });
      if (stretches > 0) await world.evaluate(scrollTo(0));
    },
  };
}
