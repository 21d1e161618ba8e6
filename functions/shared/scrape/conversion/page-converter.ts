import { conversionThread, ConversionWorker } from './conversion-worker.ts';
import type { Conversion, ConversionTask, ConvertCalls, ConvertPage } from './convert-page.ts';

/**
 * A page of few bytes that takes more processor time leaves the quick lane when another waits. Nearly every page takes a
 * hundredth of it. Processor time, because on a busy machine every page takes long: moving pages would cost threads, which start cold.
 */
const maxQuickMs = 1_000;
/** The more pages wait, the sooner it leaves, down to this. */
const minQuickMs = 250;
/** In addition, for each kilobyte: three times what ordinary pages take, because a page that leaves starts again. */
const quickMsByKilobyte = 1;
/** A page that waits for something, without using a processor, leaves after so many times as long. */
const idleFactor = 10;
/** Interval of the checks on running conversions. A page that fills memory takes about 20 MB in one interval. */
const watchIntervalMs = 50;

/** The reason of a conversion that is stopped and starts again in the slow lane. */
const requeued = Symbol('requeued');

const timedOut = (maxMs: number): Error =>
  new DOMException(`The conversion took more than ${maxMs} ms.`, 'TimeoutError');

const closed = (): Error => new Error('The page converter is closed.');

interface Job {
  readonly task: ConversionTask;
  readonly signal: AbortSignal;
  readonly maxMs: number | undefined;
  readonly calls: ConvertCalls;
  readonly resolve: (conversion: Conversion) => void;
  readonly reject: (error: unknown) => void;
}

/** A page that starts again is accepted again. */
function once(call: () => void): () => void {
  let isCalled = false;
  return () => {
    if (!isCalled) call();
    isCalled = true;
  };
}

export interface PageConverter {
  readonly convertPage: ConvertPage;
  /** Ends the threads; running conversions are rejected. Resolves when the threads have ended. */
  readonly close: () => Promise<void>;
}

/**
 * Converts pages in a separate thread that ends at the deadline of its page, whatever the page makes it do
 * (docs/decisions/0016). A slow page gets a second thread, so that other pages need not wait for it.
 */
class ThreadedConverter {
  /** Jobs for the quick lane. */
  #waiting: Job[] = [];
  /** Slow jobs that were stopped because others waited. */
  #requeued: Job[] = [];
  /** Stays warm. */
  #quick: ConversionWorker | undefined;
  #slow: ConversionWorker | undefined;
  readonly #running = new Map<ConversionWorker, Job>();
  readonly #entry: URL;
  #watch: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(entry: URL) {
    this.#entry = entry;
    this.#quick = new ConversionWorker(entry);
  }

  convertPage: ConvertPage = (task, { signal, maxMs, onAccepted, isKnown }) => {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (this.#isClosed) return Promise.reject(closed());
    const { promise, resolve, reject } = Promise.withResolvers<Conversion>();
    const calls = {
      ...(onAccepted === undefined ? {} : { onAccepted: once(onAccepted) }),
      ...(isKnown === undefined ? {} : { isKnown }),
    };
    const job: Job = { task, signal, maxMs, calls, resolve, reject };
    const abort = (): void => this.#abort(job, signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.push(job);
    this.#dispatch();
    return promise.finally(() => signal.removeEventListener('abort', abort));
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    const reason = closed();
    for (const job of [...this.#waiting, ...this.#requeued]) job.reject(reason);
    this.#waiting = [];
    this.#requeued = [];
    const workers = [this.#quick, this.#slow].filter((worker) => worker !== undefined);
    for (const worker of workers) worker.stop(reason);
    await Promise.all(workers.map(({ ended }) => ended));
  }

  #abort(job: Job, reason: unknown): void {
    this.#waiting = this.#waiting.filter((other) => other !== job);
    this.#requeued = this.#requeued.filter((other) => other !== job);
    for (const [worker, running] of this.#running) if (running === job) worker.stop(reason);
    job.reject(reason);
  }

  #dispatch(): void {
    if (this.#isClosed) return;
    if (this.#quick?.hasEnded !== false) this.#quick = new ConversionWorker(this.#entry);
    // A requeued page may use an idle quick lane; it is requeued again when another page waits.
    if (!this.#quick.isBusy) this.#start(this.#quick, this.#waiting.shift() ?? this.#requeued.pop());
    if (this.#slow?.hasEnded === true) this.#slow = undefined;
    if (this.#requeued.length > 0) this.#slow ??= new ConversionWorker(this.#entry);
    if (this.#slow === undefined || this.#slow.isBusy) return;
    if (this.#requeued.length > 0) this.#start(this.#slow, this.#requeued.shift());
    else this.#stopSlow(this.#slow);
  }

  /** The second thread is rarely needed and takes tens of megabytes. */
  #stopSlow(worker: ConversionWorker): void {
    worker.stop(requeued);
    this.#slow = undefined;
  }

  #start(worker: ConversionWorker, job: Job | undefined): void {
    if (job === undefined) return;
    this.#running.set(worker, job);
    this.#watch ??= setInterval(() => this.#checkRunning(), watchIntervalMs);
    void this.#run(worker, job);
  }

  async #run(worker: ConversionWorker, job: Job): Promise<void> {
    const { maxMs } = job;
    let limit: NodeJS.Timeout | undefined;
    const onBegun = (): void => {
      if (maxMs !== undefined) limit = setTimeout(() => this.#abort(job, timedOut(maxMs)), maxMs);
    };
    try {
      job.resolve(await worker.convert(job.task, { ...job.calls, onBegun }));
      // V8 frees the memory of a large page late; a new thread starts without it.
      if (worker.lastTookMs > maxQuickMs) worker.stop(undefined);
    } catch (error) {
      if (error !== requeued) job.reject(error);
    }
    clearTimeout(limit);
    this.#running.delete(worker);
    if (this.#running.size === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
    }
    this.#dispatch();
  }

  #checkRunning(): void {
    for (const worker of this.#running.keys()) void worker.watchMemory().catch(() => {});
    void this.#checkQuick().catch(() => {});
  }

  /** Whether the page has been in the quick lane for too long, while others wait. */
  async #isSlow(quick: ConversionWorker, { task }: Job): Promise<boolean> {
    const kilobytes = task.resource.bytes.byteLength / 1_024;
    const maxMs = Math.max(minQuickMs, maxQuickMs / this.#waiting.length) + quickMsByKilobyte * kilobytes;
    return quick.elapsedMs >= maxMs * idleFactor || (await quick.processorMs()) >= maxMs;
  }

  async #checkQuick(): Promise<void> {
    const quick = this.#quick;
    const job = quick === undefined ? undefined : this.#running.get(quick);
    if (quick === undefined || job === undefined || this.#waiting.length === 0) return;
    if (!(await this.#isSlow(quick, job)) || this.#running.get(quick) !== job || this.#quick !== quick)
      return;
    if (this.#slow === undefined) {
      this.#slow = quick;
    } else {
      this.#requeued.push(job);
      quick.stop(requeued);
    }
    this.#quick = undefined;
    this.#dispatch();
  }
}

/** Starts the thread at once: it loads while the rest of the function does. */
export function createPageConverter(entry = conversionThread): PageConverter {
  const converter = new ThreadedConverter(entry);
  return { convertPage: converter.convertPage, close: () => converter.close() };
}
