import { setFlagsFromString } from 'node:v8';
import { parentPort } from 'node:worker_threads';

import {
  type ConversionMessage,
  type ConversionResult,
  failedResult,
  processorMsOf,
  type TaskMessage,
  type ThreadMessage,
} from './conversion-messages.ts';
import type { IsKnown } from '#shared/content/page-content.ts';
import { convertPage } from './convert-page.ts';

// The entry of the thread that converts pages: one task at a time, one result for each.

// The PDF reader leaves rejected promises behind when a page is given up; that page has its result.
process.on('unhandledRejection', () => {});

const post = (message: ConversionMessage): void => parentPort?.postMessage(message);
const processorMs = (): number => processorMsOf(process.threadCpuUsage());

/** Resolves the running task's question. */
let answer: (isKnown: boolean) => void = () => {};

const isKnown: IsKnown = (page) => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  answer = resolve;
  post({ kind: 'asks', page });
  return promise;
};

const onAccepted = (): void => post({ kind: 'accepted' });

async function resultOf({ task, mayAsk, tellsAccepted }: TaskMessage): Promise<ConversionResult> {
  try {
    const calls = { ...(tellsAccepted ? { onAccepted } : {}), ...(mayAsk ? { isKnown } : {}) };
    const conversion = await convertPage(task, calls);
    return { kind: 'converted', conversion };
  } catch (error) {
    return failedResult(error);
  }
}

/**
 * Keeps V8 from making parts of each tree where only a full collection frees them, and with them what they refer to
 * (docs/decisions/0016). At the first page, when the function has loaded: the flag holds for the whole process, and
 * Node.js modules that load under it are compiled anew.
 */
parentPort?.once('message', () => setFlagsFromString('--no-allocation-site-pretenuring'));

parentPort?.on('message', (message: ThreadMessage) => {
  if (message.kind === 'answer') {
    answer(message.isKnown);
    return;
  }
  post({ kind: 'begun', processorMs: processorMs() });
  void resultOf(message).then((result) => {
    try {
      post({ ...result, processorMs: processorMs() });
    } catch (error) {
      // A value too deep or too large to be copied between threads.
      post({ ...failedResult(error), processorMs: processorMs() });
    }
  });
});
