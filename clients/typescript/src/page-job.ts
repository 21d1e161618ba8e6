import type { CrawlCoverage, CrawlErrorsData, CrawlPage, CrawlStatus, CrawlStatusData } from './contract.ts';
import { isWinnowError, WinnowError } from './errors.ts';
import { wait } from './retry.ts';
import { type Answer, type CallOptions, reportedFailure, type SendRequest } from './transport.ts';

/** How far a job is. */
export interface JobProgress {
  readonly status: CrawlStatus;
  /** Pages admitted, also those that were not read when it ended; in a batch all URLs. */
  readonly total: number;
  /** Pages finished: delivered or failed, in a batch also forbidden by robots.txt. */
  readonly completed: number;
  readonly failed: number;
  /** Where every discovered URL is. */
  readonly coverage: CrawlCoverage;
  /** When the service forgets the job, as an ISO date. */
  readonly expiresAt: string;
  /** What the job leaves out, such as URLs for which the plan had no requests left. */
  readonly warning: string | undefined;
}

/** A part of the pages, in the order in which they were finished; empty when there is only progress to report. */
export interface JobPart {
  readonly pages: readonly CrawlPage[];
  /** Where to go on after this part: the pages that have been read with it, and those that the service has no more. */
  readonly position: number;
  readonly progress: JobProgress;
}

export interface JobOptions extends CallOptions {
  /** Pages to leave out: those that were read before. */
  readonly skip?: number | undefined;
  /** Pages asked for at once, from 1 to 1,000. 100 by default. */
  readonly partSize?: number | undefined;
  /** Milliseconds without the service after which reading gives up. 120,000 by default. */
  readonly maxOutageMs?: number | undefined;
}

/** What the service answers when it has started a job. */
export interface StartedJob {
  readonly id: string;
  readonly invalidURLs?: readonly string[] | undefined;
}

const statusTimeoutMs = 30_000;
const firstPollMs = 300;
const maxPollMs = 3_000;
const maxPauseInOutageMs = 10_000;

const progressOf = ({
  data: { pages: _pages, next: _next, ...progress },
  warning,
}: Answer<CrawlStatusData> & { readonly data: CrawlStatusData }): JobProgress => ({ ...progress, warning });

/** Whether the service could not be asked: what it does meanwhile is not known. */
export const isOutage = (error: unknown): boolean =>
  isWinnowError(error, 'UNREACHABLE', 'NO_ANSWER_IN_TIME', 'SERVICE_UNAVAILABLE', 'RATE_LIMITED');

/**
 * A crawl or a batch: pages that the service reads by itself. Iterating starts it and yields its pages as they are
 * finished. Reading may stop and go on at any time, also in another process: `id` and `position` say where.
 */
export class PageJob implements AsyncIterable<CrawlPage> {
  readonly #send: SendRequest;
  readonly #path: string;
  readonly #begin: () => Promise<StartedJob>;
  readonly #options: JobOptions;
  #started: Promise<StartedJob> | undefined;
  #isCancelled = false;
  #id: string | undefined;
  #invalidURLs: readonly string[] = [];
  #position: number;

  /** @internal */
  constructor(
    send: SendRequest,
    path: string,
    job: string | (() => Promise<StartedJob>),
    options: JobOptions,
  ) {
    // `undefined` where JavaScript is written: the id of a job that never started.
    if (typeof job !== 'function' && !job) throw new TypeError('The job has no id: it was not started.');
    this.#send = send;
    this.#path = path;
    this.#id = typeof job === 'string' ? job : undefined;
    this.#begin = typeof job === 'string' ? () => Promise.resolve({ id: job }) : job;
    this.#options = options;
    this.#position = options.skip ?? 0;
  }

  /** The identifier of the job; `undefined` until it has started. */
  get id(): string | undefined {
    return this.#id;
  }

  /**
   * Entries of `urls` that are not URLs of web pages, or that have a private address or a forbidden port; filled once a batch with
   * `ignoreInvalidURLs` has started.
   */
  get invalidURLs(): readonly string[] {
    return this.#invalidURLs;
  }

  /** How many pages have been read: `skip` of the next reader. */
  get position(): number {
    return this.#position;
  }

  /** Starts the job, if it has not started, and returns its identifier. */
  async start(): Promise<string> {
    this.#started ??= this.#begin().catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    const { id, invalidURLs = [] } = await this.#started;
    this.#id = id;
    this.#invalidURLs = invalidURLs;
    return id;
  }

  /** The pages as they are finished, until the job has ended. Rejects when it failed, after its last page. */
  async *[Symbol.asyncIterator](): AsyncIterator<CrawlPage> {
    for await (const { pages } of this.parts()) {
      const first = this.#position;
      for (const [index, page] of pages.entries()) {
        yield page;
        this.#position = first + index + 1;
      }
    }
  }

  /** The pages in parts, each with the progress of the job. */
  async *parts(): AsyncGenerator<JobPart, void, undefined> {
    const id = await this.start();
    let skip = this.#position;
    let pollMs = firstPollMs;
    for (;;) {
      const answer = await this.#statusDespiteOutages(id, skip);
      const { pages, next } = answer.data;
      const progress = progressOf(answer);
      skip = next === undefined ? skip + pages.length : Number(queryIn(next, 'skip'));
      yield { pages, position: skip, progress };
      this.#position = skip;
      if (next === undefined) {
        if (progress.status === 'failed' && !this.#isCancelled) throw reportedFailure(answer);
        return;
      }
      if (pages.length > 0) pollMs = firstPollMs;
      if (progress.status === 'running' && pages.length < this.#partSize) {
        await wait(pollMs, this.#options.signal);
        pollMs = Math.min(maxPollMs, pollMs * 1.5);
      }
    }
  }

  /** How far the job is. */
  async progress(): Promise<JobProgress> {
    return progressOf(await this.#status(await this.start(), 0, 1));
  }

  /** The URLs that were not delivered, each with its reason; none of a job that has not started. */
  async *errors(
    state?: CrawlErrorsData['errors'][number]['state'],
  ): AsyncGenerator<CrawlErrorsData['errors'][number], void, undefined> {
    if (this.#id === undefined && this.#started === undefined) return;
    const path = `${this.#path}/${encodeURIComponent(await this.start())}/errors`;
    let cursor: string | undefined;
    do {
      const { data } = await this.#send<CrawlErrorsData>({
        method: 'GET',
        path,
        query: { state, cursor },
        timeoutMs: statusTimeoutMs,
        signal: this.#options.signal,
      });
      yield* data?.errors ?? [];
      cursor = data?.next === undefined ? undefined : queryIn(data.next, 'cursor');
    } while (cursor !== undefined);
  }

  /** Ends the job at the service, if it has started. Its pages so far are kept, and iterating ends after them. */
  async cancel(): Promise<void> {
    if (this.#id === undefined && this.#started === undefined) return;
    this.#isCancelled = true;
    await this.#send({
      method: 'DELETE',
      path: `${this.#path}/${encodeURIComponent(await this.start())}`,
      timeoutMs: statusTimeoutMs,
    });
  }

  get #partSize(): number {
    return this.#options.partSize ?? 100;
  }

  async #status(id: string, skip: number, limit: number) {
    const answer = await this.#send<CrawlStatusData>({
      method: 'GET',
      path: `${this.#path}/${encodeURIComponent(id)}`,
      query: { skip, limit },
      timeoutMs: statusTimeoutMs,
      signal: this.#options.signal,
    });
    if (answer.data === undefined) throw reportedFailure(answer);
    return { ...answer, data: answer.data };
  }

  /** The job goes on without its reader: a lost connection only delays what is read. */
  async #statusDespiteOutages(id: string, skip: number) {
    const { maxOutageMs = 120_000, signal } = this.#options;
    const startedAt = performance.now();
    for (let pauseMs = 1_000; ; pauseMs = Math.min(maxPauseInOutageMs, pauseMs * 2)) {
      try {
        return await this.#status(id, skip, this.#partSize);
      } catch (error) {
        if (!isOutage(error) || performance.now() - startedAt + pauseMs > maxOutageMs) throw error;
        await wait(pauseMs * (0.5 + Math.random() / 2), signal);
      }
    }
  }
}

/** Where a list goes on. The host of `next` is what the service takes for its own: only its query is used. */
export function queryIn(next: string, name: 'cursor' | 'skip'): string {
  const value = new URL(next, 'http://service.invalid').searchParams.get(name);
  if (value === null) throw new WinnowError('INVALID_ANSWER', `The next part of a list has no ${name}.`);
  return value;
}
