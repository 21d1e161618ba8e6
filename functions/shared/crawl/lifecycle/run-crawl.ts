import type { Caller } from '#shared/accounts/keys/caller.ts';
import type { Asked } from '#shared/accounts/usage/usage-ledger.ts';
import type { CrawlData, CrawlRequest } from '#shared/contract/crawl.ts';
import type { Source } from '#shared/contract/fields.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { RequireReachable } from '#shared/crawl/webhooks/require-reachable.ts';
import { type Deadline, deadlineIn, within } from '#shared/kernel/deadline.ts';
import { AppError, type ErrorCode, isAppError } from '#shared/kernel/errors.ts';
import type { Pause } from '#shared/kernel/pause.ts';
import { type CrawlLifecycle, quietMs } from './crawl-lifecycle.ts';
import { crawlDataOf, readPart, sourceOf, warningsOf } from './crawl-report.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import type { PreparedBatch } from './prepare-batch.ts';
import { createStartBatch } from './start-batch.ts';
import { type BeginJob, createStartCrawl, type StartCrawlDeps } from './start-crawl.ts';

export interface RunCrawlDeps extends StartCrawlDeps {
  readonly store: CrawlStore;
  readonly results: CrawlResults;
  readonly lifecycle: Pick<CrawlLifecycle, 'repair'>;
  readonly pause: Pause;
  readonly requireReachable: RequireReachable;
}

export interface RunCrawlContext {
  readonly caller: Caller;
  readonly deadline: Deadline;
  readonly asked: Asked;
  /** The crawl that an invocation of the same request started before it died. */
  readonly earlierJob?: string | undefined;
  /** Called with the crawl's id before it is stored. */
  readonly beginJob?: BeginJob;
}

export interface CrawlAnswer {
  readonly source: Source;
  readonly id: string;
  readonly data: CrawlData;
  readonly warnings: readonly string[];
  /** Why the crawl failed although it has pages to return. */
  readonly failure?: { readonly code: ErrorCode; readonly error: string };
}

/** Rejects with AppError when the crawl cannot start, or has failed without a page. */
export type RunCrawl = (request: CrawlRequest, context: RunCrawlContext) => Promise<CrawlAnswer>;
export type RunBatch = (batch: PreparedBatch, context: RunCrawlContext) => Promise<CrawlAnswer>;

/** Stores a crawl or a batch and queues its first pages. */
type Start = (caller: Caller, asked: Asked, signal: AbortSignal, beginJob?: BeginJob) => Promise<Crawl>;

/** Short at first, for crawls of a few pages. */
const pollMs = (waitedMs: number): number => (waitedMs < 5_000 ? 150 : 600);
/** Kept of the request's time for the answer, or for withdrawing what could not be stored. */
const replyMs = 3_000;
/** Time for the start: the 10,000 rows of a batch take some ten seconds. */
const startMs = 60_000;

/**
 * Milliseconds that the request may take. The caller's `timeout` bounds the wait for pages, which an `async` request does
 * without, and never the start: what was given up half started might run, and be charged, without anyone knowing its id.
 */
export const crawlTimeoutMs = ({ async, timeout }: CrawlRequest): number =>
  async ? startMs : timeout + startMs + replyMs;

const pathOf = ({ id, kind }: Crawl): string =>
  kind === 'batch' ? `/api/v1/batch/scrape/${id}` : `/api/v1/crawl/${id}`;

const failureOf = ({ code = 'INTERNAL_ERROR', error = 'The crawl failed.' }: Crawl) => ({ code, error });

function failedCrawl(crawl: Crawl): AppError {
  const { code, error } = failureOf(crawl);
  return new AppError(code, error, { source: sourceOf(crawl), status: 200, id: crawl.id });
}

/** Starts a crawl or a batch, and waits for its pages unless it is `async`. */
function createRun(deps: RunCrawlDeps) {
  const { store, results, lifecycle, pause, requireReachable, clock, logger } = deps;

  /** The crawl once it has ended, or as it is at `untilMs`. */
  async function waitFor(crawl: Crawl, untilMs: number, signal: AbortSignal): Promise<Crawl> {
    let current = crawl;
    const startedAtMs = clock.now();
    let repairedAtMs = startedAtMs;
    while (current.status === 'running' && clock.now() < untilMs && !signal.aborted) {
      const leftMs = Math.max(0, untilMs - clock.now());
      await pause(Math.min(pollMs(clock.now() - startedAtMs), leftMs), signal);
      current = (await store.find(crawl.id)) ?? current;
      if (clock.now() - Math.max(current.touchedAtMs, repairedAtMs) < quietMs) continue;
      repairedAtMs = clock.now();
      await lifecycle.repair(current);
    }
    return current;
  }

  /** `undefined` where nothing but the id was left of a crawl, or where it was withdrawn or failed for nothing. */
  async function findEarlier(id: string, signal: AbortSignal): Promise<Crawl | undefined> {
    const crawl = await within(store.find(id), signal);
    return crawl?.status === 'failed' && crawl.delivered === 0 ? undefined : crawl;
  }

  async function answerOf(request: CrawlRequest, crawl: Crawl): Promise<CrawlAnswer> {
    const { pages, nextSkip, missing } = request.async
      ? { pages: [], nextSkip: 0, missing: 0 }
      : await readPart(crawl, { skip: 0 }, { store, results });
    const isCut = nextSkip < crawl.delivered && !request.async;
    return {
      source: sourceOf(crawl),
      id: crawl.id,
      data: crawlDataOf(crawl, pages),
      ...(crawl.status === 'failed' ? { failure: failureOf(crawl) } : {}),
      warnings: [
        ...warningsOf(crawl, { missing }),
        ...(isCut ? [`More pages are ready: GET ${pathOf(crawl)}?skip=${nextSkip}`] : []),
      ],
    };
  }

  async function waitAndAnswer(
    request: CrawlRequest,
    started: Crawl,
    { asked, deadline }: Pick<RunCrawlContext, 'asked' | 'deadline'>,
  ) {
    const untilMs = Math.min(asked.startedAtMs + request.timeout, deadline.atMs - replyMs);
    const crawl = request.async ? started : await waitFor(started, untilMs, deadline.signal);
    if (crawl.status === 'failed' && crawl.delivered === 0) throw failedCrawl(crawl);
    return answerOf(request, crawl);
  }

  return async (
    request: CrawlRequest,
    start: Start,
    { caller, deadline, asked, earlierJob, beginJob }: RunCrawlContext,
  ): Promise<CrawlAnswer> => {
    const startingMs = Math.max(0, deadline.remainingMs() - replyMs);
    const starting = deadlineIn(startingMs, clock, deadline.signal).signal;
    const earlier = earlierJob === undefined ? undefined : await findEarlier(earlierJob, starting);
    if (earlier === undefined && request.webhook !== undefined) await requireReachable(request.webhook.url);
    const started = earlier ?? (await start(caller, asked, starting, beginJob));
    try {
      return await within(waitAndAnswer(request, started, { asked, deadline }), deadline.signal);
    } catch (error) {
      if (isAppError(error)) throw error;
      // The crawl runs and is paid for, whatever prevents its answer: the caller must learn its id.
      logger.error('failed to wait for crawl', error, { crawlId: started.id });
      return {
        source: sourceOf(started),
        id: started.id,
        data: crawlDataOf(started, []),
        warnings: [`Its pages could not be read in time: GET ${pathOf(started)}`],
      };
    }
  };
}

export function createRunCrawl(deps: RunCrawlDeps): RunCrawl {
  const run = createRun(deps);
  const startCrawl = createStartCrawl(deps);
  return (request, context) => run(request, (...from) => startCrawl(request, ...from), context);
}

export function createRunBatch(deps: RunCrawlDeps): RunBatch {
  const run = createRun(deps);
  const startBatch = createStartBatch(deps);
  return (batch, context) => run(batch.request, (...from) => startBatch(batch, ...from), context);
}
