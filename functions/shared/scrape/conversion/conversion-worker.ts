import { Worker } from 'node:worker_threads';

import { functionMemoryMb } from '#shared/kernel/config.ts';
import {
  type ConversionMessage,
  conversionOf,
  processorMsOf,
  type ThreadMessage,
  tooLargeToConvert,
} from './conversion-messages.ts';
import type { IsKnown, PageElsewhere } from '#shared/content/page-content.ts';
import type { Conversion, ConversionTask, ConvertCalls } from './convert-page.ts';

/** The function's memory less 200 MB for the rest of the process and 100 MB for the buffers of a page. */
const maxHeapMb = Math.min(768, Math.max(256, functionMemoryMb() - 320));
/**
 * A page whose objects take so much of the heap is stopped. At V8's own limit a thread gets a few megabytes in which to
 * end, and where it takes more at once, V8 ends the process.
 */
const maxUsedHeapBytes = maxHeapMb * 0.9 * 2 ** 20;
/** V8 would take 192 MB, which makes no page faster. */
const maxYoungHeapMb = 32;
/** Buffers are outside of V8's heap, so its limit does not count them. */
const maxBufferBytes = 256_000_000;

/** The module that lib/bundles.ts writes beside the handler. */
export const conversionThread = new URL('./conversion-thread.mjs', import.meta.url);

interface WorkerCalls extends ConvertCalls {
  /** The thread has loaded and begins with the page. */
  readonly onBegun?: () => void;
}

interface Run extends WorkerCalls {
  readonly startedMs: number;
  /** Processor time of the thread when the conversion began in it; `undefined` while the thread is loading. */
  begunMs: number | undefined;
  readonly resolve: (conversion: Conversion) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that converts one page at a time and can be stopped in the middle of one. */
export class ConversionWorker {
  hasEnded = false;
  /** Resolves when the thread has ended and its memory is free. */
  readonly ended: Promise<void>;
  /** Processor time of the last finished conversion, in milliseconds. */
  lastTookMs = 0;
  readonly #worker: Worker;
  #run: Run | undefined;

  constructor(entry: URL) {
    this.#worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: maxYoungHeapMb },
      // The thread needs no settings of the process, and a hostile page must find none.
      env: {},
      execArgv: [],
    });
    this.#worker.unref();
    this.#worker.on('message', (message: ConversionMessage) => this.#receive(message));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      this.hasEnded = true;
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#take()?.reject(isMemory ? tooLargeToConvert(error) : error);
    });
    this.ended = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.hasEnded = true;
        this.#take()?.reject(new Error(`The conversion thread ended with code ${code}.`));
        resolve();
      });
    });
  }

  get isBusy(): boolean {
    return this.#run !== undefined;
  }

  /** Milliseconds since the running conversion was handed over; 0 without one. */
  get elapsedMs(): number {
    return this.#run === undefined ? 0 : performance.now() - this.#run.startedMs;
  }

  /** Milliseconds of processor time that the running conversion has used; 0 without one. */
  async processorMs(): Promise<number> {
    const begunMs = this.#run?.begunMs;
    if (begunMs === undefined || this.hasEnded) return 0;
    return processorMsOf(await this.#worker.cpuUsage()) - begunMs;
  }

  async convert(task: ConversionTask, calls: WorkerCalls = {}): Promise<Conversion> {
    // One exact copy is transferred: the caller keeps its bytes, and a view would transfer its whole buffer.
    const bytes = new Uint8Array(task.resource.bytes);
    const sent = { ...task, resource: { ...task.resource, bytes } };
    const mayAsk = calls.isKnown !== undefined;
    const tellsAccepted = calls.onAccepted !== undefined;
    this.#send({ kind: 'task', task: sent, mayAsk, tellsAccepted }, [bytes.buffer]);
    const { promise, resolve, reject } = Promise.withResolvers<Conversion>();
    this.#run = { startedMs: performance.now(), begunMs: undefined, ...calls, resolve, reject };
    return promise;
  }

  /** Ends the thread, and rejects the running conversion with `reason`. */
  stop(reason: unknown): void {
    this.hasEnded = true;
    this.#take()?.reject(reason);
    void this.#worker.terminate();
  }

  /** Stops a page whose objects or buffers exceed the limits. */
  async watchMemory(): Promise<void> {
    const run = this.#run;
    if (run === undefined || this.hasEnded) return;
    const { external_memory: bufferBytes, used_heap_size: objectBytes } =
      await this.#worker.getHeapStatistics();
    if (this.#run !== run || (bufferBytes <= maxBufferBytes && objectBytes <= maxUsedHeapBytes)) return;
    this.stop(tooLargeToConvert(`${bufferBytes} bytes of buffers, ${objectBytes} bytes of objects`));
  }

  #send(message: ThreadMessage, moved: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, [...moved]);
  }

  /** Answers the running conversion, or stops it when there is no answer. */
  async #answer(page: PageElsewhere, isKnown: IsKnown = async () => false): Promise<void> {
    const run = this.#run;
    try {
      const answer = await isKnown(page);
      if (this.#run === run && !this.hasEnded) this.#send({ kind: 'answer', isKnown: answer });
    } catch (error) {
      if (this.#run === run) this.stop(error);
    }
  }

  #receive(message: ConversionMessage): void {
    if (message.kind === 'asks') {
      void this.#answer(message.page, this.#run?.isKnown);
      return;
    }
    if (message.kind === 'accepted') {
      this.#run?.onAccepted?.();
      return;
    }
    if (message.kind === 'begun') {
      if (this.#run === undefined) return;
      this.#run.begunMs = message.processorMs;
      this.#run.onBegun?.();
      return;
    }
    const run = this.#take();
    if (run === undefined) return;
    this.lastTookMs = message.processorMs - (run.begunMs ?? 0);
    try {
      run.resolve(conversionOf(message));
    } catch (error) {
      run.reject(error);
    }
  }

  #take(): Run | undefined {
    const run = this.#run;
    this.#run = undefined;
    return run;
  }
}
