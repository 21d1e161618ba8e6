import { setTimeout } from 'node:timers/promises';

import { AppError } from '#shared/kernel/errors.ts';

import type { IsolatedWorld } from './isolated-world.ts';
import type { NetworkWatch } from './network-watch.ts';
import { measurePage, type PageMeasure } from './page-scripts.ts';
import type { SettledBy } from './render-page.ts';

// A page is idle when its content has stopped changing and no request is open that could change it. Pages with
// pollers and sockets never reach network silence.

const intervalMs = 60;
const calmIntervalMs = 125;
/** Time without a change: pages render the results of a request in several steps, mostly at most 300 ms apart. */
const quietMs = 360;
/** Enough to see whether a page that was idle has requested more. */
const stillQuietMs = 150;
/**
 * A page that is still for so long shows what it has; one that never is still, at this time after load, when a script that
 * runs no longer counts as a change.
 */
const shownMs = 150;
const neverStillMs = 2_000;
/** An almost empty page may not have begun; applications often start with a timer. Their menus may appear earlier. */
const shellQuietMs = 2_000;
const shellCharacters = 200;
/** Ordinary pages replace their document once or twice, to set a cookie or a language. */
const maxDocuments = 25;

/** A page whose images never load is considered loaded after this time. */
const unloadedMs = 3_000;

const isAlmostEmpty = ({ content }: PageMeasure): boolean => content < shellCharacters;

const isSame = (a: PageMeasure, b: PageMeasure): boolean =>
  a.state === b.state && a.elements === b.elements && a.text === b.text;

export interface SettleOptions {
  readonly world: IsolatedWorld;
  readonly network: NetworkWatch;
  /** At least this long after load. */
  readonly waitForMs: number;
  /** The page was idle before: only what it has requested since may still come. */
  readonly stoodStill: boolean;
  /** Time without a change, in place of the one that fits the page. */
  readonly quietMs?: number;
  /** Called each time that the page shows what it has: brings more of it into view. */
  readonly onShown?: (measure: PageMeasure) => Promise<void>;
  readonly budgetMs: number;
}

export interface SettledPage {
  readonly by: SettledBy;
  /** The page shows next to nothing, and a request that may bring its content has no answer. */
  readonly lacksAnswers: boolean;
  /** It shows next to nothing beside a large frame of another origin, whose text is not read. */
  readonly isForeignFrame: boolean;
  readonly measure: PageMeasure;
}

/** When the current document was loaded, and when it last changed. */
interface Stillness {
  readonly measure: PageMeasure;
  readonly observedMs: number;
  readonly documents: number;
  /** A request may begin and end between two observations. */
  readonly begun: number;
  readonly readableMs: number | undefined;
  readonly loadedMs: number | undefined;
  readonly changedMs: number;
}

/**
 * When content that was measured now and differs from before has changed, at most one interval before: the observation
 * may come late, but a script that runs is no quiet. What changed in a frame or a shadow tree is seen by its measure only.
 */
function changedAtMs(before: Stillness, measure: PageMeasure, nowMs: number): number {
  const changedMs = nowMs - measure.unchangedMs;
  const isTold = measure.state === before.measure.state && changedMs > before.observedMs;
  return isTold ? Math.max(changedMs, nowMs - calmIntervalMs) : nowMs;
}

/** When a page without open requests has changed last, as far as an observation tells that was asked for at `askedMs`. */
function lastChangeMs(before: Stillness, measure: PageMeasure, askedMs: number, nowMs: number): number {
  if (!isSame(before.measure, measure)) return changedAtMs(before, measure, nowMs);
  // A page answers when its script has ended.
  const wasBusy = nowMs - askedMs > calmIntervalMs && nowMs - (before.loadedMs ?? nowMs) < neverStillMs;
  return wasBusy ? Math.max(before.changedMs, nowMs - calmIntervalMs) : before.changedMs;
}

function observe(
  before: Stillness | undefined,
  measure: PageMeasure,
  network: NetworkWatch,
  askedMs: number,
): Stillness {
  const nowMs = performance.now();
  const [documents, begun] = [network.documents(), network.begun()];
  const same = before !== undefined && before.documents === documents ? before : undefined;
  const readableMs = same?.readableMs ?? (measure.state === 'loading' ? undefined : nowMs);
  const isLoaded =
    measure.state === 'complete' || (readableMs !== undefined && nowMs - readableMs > unloadedMs);
  const isIdle =
    same !== undefined && same.begun === begun && network.loading(isAlmostEmpty(measure)).open === 0;
  const changedMs = isIdle ? lastChangeMs(same, measure, askedMs, nowMs) : nowMs;
  return {
    measure,
    observedMs: nowMs,
    documents,
    begun,
    readableMs,
    loadedMs: same?.loadedMs ?? (isLoaded ? nowMs : undefined),
    changedMs,
  };
}

function quietNeeded(measure: PageMeasure, { stoodStill, quietMs: asked }: SettleOptions): number {
  if (asked !== undefined) return asked;
  if (measure.scripts === 0) return 0;
  if (stoodStill) return stillQuietMs;
  return isAlmostEmpty(measure) ? shellQuietMs : quietMs;
}

function hasSettled({ measure, loadedMs, changedMs }: Stillness, options: SettleOptions): boolean {
  const nowMs = performance.now();
  return (
    loadedMs !== undefined &&
    nowMs - loadedMs >= options.waitForMs &&
    nowMs - changedMs >= quietNeeded(measure, options)
  );
}

function showsWhatItHas({ measure, loadedMs, changedMs }: Stillness): boolean {
  const nowMs = performance.now();
  if (loadedMs === undefined) return false;
  const stillMs = isAlmostEmpty(measure) ? quietMs : shownMs;
  return nowMs - changedMs >= stillMs || nowMs - loadedMs >= neverStillMs;
}

/** Until the next observation: sooner while the page changes, because observing takes processor time. */
function untilNextMs({ measure, changedMs }: Stillness, options: SettleOptions): number {
  const stillMs = performance.now() - changedMs;
  if (stillMs < shownMs) return intervalMs;
  const leftMs = quietNeeded(measure, options) - stillMs;
  return leftMs > 0 ? Math.min(calmIntervalMs, leftMs) : intervalMs;
}

function settledPage(measure: PageMeasure, network: NetworkWatch, isIdle: boolean): SettledPage {
  const { unanswered, polling, awaitedData } = network.loading(isAlmostEmpty(measure));
  const isDone = measure.state === 'complete' && unanswered + polling === 0;
  return {
    by: !isIdle ? 'budget' : isDone ? 'stable' : 'requests-open',
    lacksAnswers: isAlmostEmpty(measure) && awaitedData > 0,
    isForeignFrame: isAlmostEmpty(measure) && measure.unreadFrames > 0,
    measure,
  };
}

/** Waits until the page is loaded and idle, at most for the budget. */
export async function settle(options: SettleOptions): Promise<SettledPage> {
  const { world, network, budgetMs } = options;
  const endMs = performance.now() + budgetMs;
  let page: Stillness | undefined;
  let shownSinceMs: number | undefined;
  for (;;) {
    const askedMs = performance.now();
    page = observe(page, await world.evaluate<PageMeasure>(measurePage), network, askedMs);
    const { measure, documents } = page;
    if (documents > maxDocuments)
      throw new AppError('TOO_MANY_REDIRECTS', 'The page keeps sending the browser to another page.');
    const isIdle = hasSettled(page, options);
    if (isIdle || performance.now() >= endMs) return settledPage(measure, network, isIdle);
    if (page.changedMs !== shownSinceMs && showsWhatItHas(page)) {
      shownSinceMs = page.changedMs;
      await options.onShown?.(measure);
    }
    await setTimeout(untilNextMs(page, options));
  }
}
