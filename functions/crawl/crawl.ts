import { type CrawlRequest, crawlRequest } from '#shared/contract/crawl.ts';
import { type CrawlLifecycle, quietMs } from '#shared/crawl/lifecycle/crawl-lifecycle.ts';
import { crawlDataOf, readPart, sourceOf, warningsOf } from '#shared/crawl/lifecycle/crawl-report.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import { requireUsableRequest, type createStartCrawl } from '#shared/crawl/lifecycle/start-crawl.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';
import { reportedUrl } from '#shared/http/reported-url.ts';
import { type Deadline, within } from '#shared/kernel/deadline.ts';
import { AppError, isAppError } from '#shared/kernel/errors.ts';
import type { Pause } from '#shared/kernel/pause.ts';
import type { RequireReachable } from '#shared/crawl/webhooks/require-reachable.ts';

export interface CrawlDeps extends EndpointDeps {
  readonly startCrawl: ReturnType<typeof createStartCrawl>;
  readonly store: CrawlStore;
  readonly results: CrawlResults;
  readonly lifecycle: Pick<CrawlLifecycle, 'repair'>;
  readonly pause: Pause;
  readonly requireReachable: RequireReachable;
}

/** Quick at first, for crawls of a few pages. */
const lookEveryMs = (waitedMs: number): number => (waitedMs < 5_000 ? 150 : 600);
/** What is kept of the caller's time for reading the pages. */
const replyMs = 3_000;

const failureOf = ({ code = 'INTERNAL_ERROR', error = 'The crawl failed.' }: Crawl) => ({ code, error });

function failedCrawl(crawl: Crawl): AppError {
  const { code, error } = failureOf(crawl);
  return new AppError(code, error, { source: sourceOf(crawl), status: 200 });
}

export function createCrawlHandler(deps: CrawlDeps) {
  const { startCrawl, store, results, lifecycle, pause, requireReachable, clock, telemetry } = deps;

  /** The crawl when it has ended, or as it is when the time is up. */
  async function waitFor(crawl: Crawl, untilMs: number, signal: AbortSignal): Promise<Crawl> {
    let current = crawl;
    const startedAtMs = clock.now();
    let lookedAtMs = startedAtMs;
    while (current.status === 'running' && clock.now() < untilMs && !signal.aborted) {
      await pause(
        Math.min(lookEveryMs(clock.now() - startedAtMs), Math.max(0, untilMs - clock.now())),
        signal,
      );
      current = (await store.find(crawl.id)) ?? current;
      if (clock.now() - Math.max(current.touchedAtMs, lookedAtMs) < quietMs) continue;
      lookedAtMs = clock.now();
      await lifecycle.repair(current);
    }
    return current;
  }

  const replyTo = async (request: CrawlRequest, crawl: Crawl) => {
    const { pages, nextSkip } = request.async
      ? { pages: [], nextSkip: 0 }
      : await readPart(crawl, { skip: 0 }, { store, results });
    const isCut = nextSkip < crawl.delivered && !request.async;
    return {
      url: reportedUrl(request.url),
      source: sourceOf(crawl),
      id: crawl.id,
      data: crawlDataOf(crawl, pages),
      ...(crawl.status === 'failed' ? { failure: failureOf(crawl) } : {}),
      warnings: [
        ...warningsOf(crawl),
        ...(isCut ? [`More pages are ready: GET /api/v1/crawl/${crawl.id}?skip=${nextSkip}`] : []),
      ],
    };
  };

  async function outcomeOf(request: CrawlRequest, started: Crawl, { atMs, signal }: Deadline) {
    const crawl = request.async ? started : await waitFor(started, atMs - replyMs, signal);
    if (crawl.status === 'failed' && crawl.delivered === 0) throw failedCrawl(crawl);
    return replyTo(request, crawl);
  }

  return endpoint(
    {
      operation: 'crawl',
      request: crawlRequest,
      check: requireUsableRequest,
      timeoutMs: ({ timeout }) => timeout + replyMs,
    },
    deps,
    async ({ body, caller, deadline }) => {
      if (body.webhook !== undefined) await requireReachable(body.webhook.url);
      const started = await startCrawl(body, caller);
      try {
        return await within(outcomeOf(body, started, deadline), deadline.signal);
      } catch (error) {
        if (isAppError(error)) throw error;
        // It runs and is paid for, whatever keeps us from looking at it: the caller must learn its name.
        telemetry.logger.error('a crawl could not be waited for', error, { crawlId: started.id });
        return {
          url: reportedUrl(body.url),
          source: sourceOf(started),
          id: started.id,
          data: crawlDataOf(started, []),
          warnings: [`Its pages could not be read in time: GET /api/v1/crawl/${started.id}`],
        };
      }
    },
  );
}
