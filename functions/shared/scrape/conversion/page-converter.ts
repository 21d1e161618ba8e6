import { conversionThread, ConversionWorker } from './conversion-worker.ts';
import type { Conversion, ConversionTask, ConvertPage } from './convert-page.ts';

/** A page that takes longer makes room when another waits. Nearly every page takes a hundredth of it. */
const quickMs = 1_000;
/** The more wait, the sooner it makes room, down to this. */
const leastQuickMs = 250;
/** How often running conversions are looked at. A page that fills memory fills some 20 MB meanwhile. */
const watchMs = 50;

/** Why a conversion ends that is begun again in the slow lane. */
const isPutBack = Symbol('put back');

const closed = (): Error => new Error('The page converter is closed.');

interface Job {
  readonly task: ConversionTask;
  readonly signal: AbortSignal;
  readonly onAccepted: () => void;
  readonly resolve: (conversion: Conversion) => void;
  readonly reject: (error: unknown) => void;
}

/** A page that is begun again is accepted again. */
function once(call: (() => void) | undefined): () => void {
  let isCalled = false;
  return () => {
    if (!isCalled) call?.();
    isCalled = true;
  };
}

export interface PageConverter {
  readonly convertPage: ConvertPage;
  /** Ends the threads; conversions in work are rejected. */
  readonly close: () => void;
}

/**
 * Converts pages in a thread of their own, which ends at the deadline of its page, whatever the page makes it do
 * (docs/decisions/0016). A second thread holds the page that takes long, so that those beside it need not wait for it.
 */
class ThreadedConverter {
  /** Waiting for the quick lane. */
  #waiting: Job[] = [];
  /** Begun once and put back because they took long and others waited. */
  #putBack: Job[] = [];
  /** Kept warm. */
  #quick: ConversionWorker | undefined;
  #slow: ConversionWorker | undefined;
  readonly #inWork = new Map<ConversionWorker, Job>();
  readonly #entry: URL;
  #watch: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(entry: URL) {
    this.#entry = entry;
    this.#quick = new ConversionWorker(entry);
  }

  convertPage: ConvertPage = (task, { signal, onAccepted }) => {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (this.#isClosed) return Promise.reject(closed());
    const { promise, resolve, reject } = Promise.withResolvers<Conversion>();
    const job: Job = { task, signal, onAccepted: once(onAccepted), resolve, reject };
    const abort = (): void => this.#abort(job);
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.push(job);
    this.#dispatch();
    return promise.finally(() => signal.removeEventListener('abort', abort));
  };

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    const reason = closed();
    for (const job of [...this.#waiting, ...this.#putBack]) job.reject(reason);
    this.#waiting = [];
    this.#putBack = [];
    for (const worker of [this.#quick, this.#slow]) worker?.stop(reason);
  }

  #abort(job: Job): void {
    this.#waiting = this.#waiting.filter((other) => other !== job);
    this.#putBack = this.#putBack.filter((other) => other !== job);
    for (const [worker, running] of this.#inWork) if (running === job) worker.stop(job.signal.reason);
    job.reject(job.signal.reason);
  }

  #dispatch(): void {
    if (this.#isClosed) return;
    if (this.#quick?.hasEnded !== false) this.#quick = new ConversionWorker(this.#entry);
    // A page that was put back may use what nobody else wants, and is put back again when somebody does.
    if (!this.#quick.isBusy) this.#start(this.#quick, this.#waiting.shift() ?? this.#putBack.pop());
    if (this.#slow?.hasEnded === true) this.#slow = undefined;
    if (this.#putBack.length > 0) this.#slow ??= new ConversionWorker(this.#entry);
    if (this.#slow === undefined || this.#slow.isBusy) return;
    if (this.#putBack.length > 0) this.#start(this.#slow, this.#putBack.shift());
    else this.#stopSlow(this.#slow);
  }

  /** The second thread is rarely needed and holds tens of megabytes. */
  #stopSlow(worker: ConversionWorker): void {
    worker.stop(isPutBack);
    this.#slow = undefined;
  }

  #start(worker: ConversionWorker, job: Job | undefined): void {
    if (job === undefined) return;
    this.#inWork.set(worker, job);
    this.#watch ??= setInterval(() => this.#look(), watchMs);
    void this.#settle(worker, job);
  }

  async #settle(worker: ConversionWorker, job: Job): Promise<void> {
    try {
      const startedMs = performance.now();
      job.resolve(await worker.convert(job.task, job.onAccepted));
      // V8 gives the memory of a large page back late; a new thread starts without it.
      if (performance.now() - startedMs > quickMs) worker.stop(undefined);
    } catch (error) {
      if (error !== isPutBack) job.reject(error);
    }
    this.#inWork.delete(worker);
    if (this.#inWork.size === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
    }
    this.#dispatch();
  }

  get #roomAfterMs(): number {
    return Math.max(leastQuickMs, quickMs / this.#waiting.length);
  }

  #look(): void {
    for (const worker of this.#inWork.keys()) void worker.watchMemory().catch(() => {});
    const quick = this.#quick;
    if (quick === undefined || this.#waiting.length === 0 || quick.busyMs < this.#roomAfterMs) return;
    const job = this.#inWork.get(quick);
    if (job === undefined) return;
    if (this.#slow === undefined) {
      this.#slow = quick;
    } else {
      this.#putBack.push(job);
      quick.stop(isPutBack);
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
