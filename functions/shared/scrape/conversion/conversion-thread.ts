import { parentPort } from 'node:worker_threads';

import { type ConversionTask, convertPage } from '#shared/content/convert-page.ts';
import { type ConversionAnswer, failedAnswer } from './conversion-messages.ts';

// The entry of the thread that converts pages: one task at a time, one answer for each.

// The PDF reader rejects promises that nobody waits for any more; the page that it was asked about has its answer.
process.on('unhandledRejection', () => {});

async function answerTo(task: ConversionTask): Promise<ConversionAnswer> {
  try {
    return { kind: 'converted', conversion: await convertPage(task) };
  } catch (error) {
    return failedAnswer(error);
  }
}

parentPort?.on('message', (task: ConversionTask) => {
  void answerTo(task).then((answer) => {
    try {
      parentPort?.postMessage(answer);
    } catch (error) {
      // A value too deep or too large to be copied between threads.
      parentPort?.postMessage(failedAnswer(error));
    }
  });
});
