import { setTimeout } from 'node:timers/promises';

import { AppError } from '#shared/kernel/errors.ts';

import type { IsolatedWorld } from './isolated-world.ts';
import type { NetworkWatch } from './network-watch.ts';
import { measurePage, type PageMeasure } from './page-scripts.ts';
import type { SettledBy } from './render-page.ts';

// Not the network's silence decides, which pages with pollers and sockets never reach, but that what is shown
// has stopped changing and nothing that could change it is on its way.

const intervalMs = 60;
/** How long nothing may change: pages put results of a request into place in several steps. */
const quietMs = 400;
/** Enough to see whether a page that stood still has asked for more. */
const stillQuietMs = 150;
/** A page that shows next to nothing has not begun; applications often start with a timer. */
const shellQuietMs = 2_000;
const shellCharacters = 200;
/** A document replaces itself once or twice to set a cookie or a language. */
const maxDocuments = 25;

/** A page whose pictures never come is there when its text is. */
const unloadedMs = 3_000;

const isSame = (a: PageMeasure, b: PageMeasure): boolean =>
  a.state === b.state && a.elements === b.elements && a.text === b.text;

export interface SettleOptions {
  readonly world: IsolatedWorld;
  readonly network: NetworkWatch;
  /** At least this long after load. */
  readonly waitForMs: number;
  /** The page stood still before: what it has asked for since is all that may come. */
  readonly stoodStill: boolean;
  readonly budgetMs: number;
}

export interface SettledPage {
  readonly by: SettledBy;
  readonly measure: PageMeasure;
}

/** Since when the page at hand has been loaded and unchanged. */
interface Stillness {
  readonly measure: PageMeasure;
  readonly documents: number;
  readonly readableMs: number | undefined;
  readonly loadedMs: number | undefined;
  readonly changedMs: number;
}

function observe(before: Stillness | undefined, measure: PageMeasure, network: NetworkWatch): Stillness {
  const nowMs = performance.now();
  const documents = network.documents();
  const same = before !== undefined && before.documents === documents ? before : undefined;
  const readableMs = same?.readableMs ?? (measure.state === 'loading' ? undefined : nowMs);
  const isLoaded =
    measure.state === 'complete' || (readableMs !== undefined && nowMs - readableMs > unloadedMs);
  const isStill = same !== undefined && isSame(same.measure, measure) && network.loading().open === 0;
  return {
    measure,
    documents,
    readableMs,
    loadedMs: same?.loadedMs ?? (isLoaded ? nowMs : undefined),
    changedMs: isStill ? same.changedMs : nowMs,
  };
}

function quietNeeded({ scripts, text }: PageMeasure, stoodStill: boolean): number {
  if (scripts === 0) return 0;
  if (stoodStill) return stillQuietMs;
  return text < shellCharacters ? shellQuietMs : quietMs;
}

function hasSettled(
  { measure, loadedMs, changedMs }: Stillness,
  { waitForMs, stoodStill }: SettleOptions,
): boolean {
  const nowMs = performance.now();
  return (
    loadedMs !== undefined &&
    nowMs - loadedMs >= waitForMs &&
    nowMs - changedMs >= quietNeeded(measure, stoodStill)
  );
}

/** Waits until the page has loaded and stands still, at most for the budget. */
export async function settle(options: SettleOptions): Promise<SettledPage> {
  const { world, network, budgetMs } = options;
  const endMs = performance.now() + budgetMs;
  let page: Stillness | undefined;
  for (;;) {
    page = observe(page, await world.evaluate<PageMeasure>(measurePage), network);
    const { measure, documents } = page;
    if (documents > maxDocuments)
      throw new AppError('TOO_MANY_REDIRECTS', 'The page keeps sending the browser to another page.');
    if (hasSettled(page, options)) {
      const isDone = measure.state === 'complete' && network.loading().endless === 0;
      return { by: isDone ? 'stable' : 'requests-open', measure };
    }
    if (performance.now() >= endMs) return { by: 'budget', measure };
    await setTimeout(intervalMs);
  }
}
