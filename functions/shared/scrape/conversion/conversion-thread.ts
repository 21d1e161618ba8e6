import { parentPort } from 'node:worker_threads';

import {
  type ConversionMessage,
  type ConversionResult,
  failedResult,
  processorMsOf,
} from './conversion-messages.ts';
import { type ConversionTask, convertPage } from './convert-page.ts';

// The entry of the thread that converts pages: one task at a time, one result for each.

// The PDF reader leaves rejected promises behind when a page is given up; that page has its result.
process.on('unhandledRejection', () => {});

const post = (message: ConversionMessage): void => parentPort?.postMessage(message);
const processorMs = (): number => processorMsOf(process.threadCpuUsage());

async function resultOf(task: ConversionTask): Promise<ConversionResult> {
  try {
    const onAccepted = (): void => post({ kind: 'accepted' });
    return { kind: 'converted', conversion: await convertPage(task, { onAccepted }) };
  } catch (error) {
    return failedResult(error);
  }
}

parentPort?.on('message', (task: ConversionTask) => {
  post({ kind: 'begun', processorMs: processorMs() });
  void resultOf(task).then((result) => {
    try {
      post({ ...result, processorMs: processorMs() });
    } catch (error) {
      // A value too deep or too large to be copied between threads.
      post({ ...failedResult(error), processorMs: processorMs() });
    }
  });
});
