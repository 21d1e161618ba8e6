import { parentPort, threadId } from 'node:worker_threads';

import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import {
  type ConversionMessage,
  processorMsOf,
  type ThreadMessage,
} from '#shared/scrape/conversion/conversion-messages.ts';

// A conversion thread in which the path of a page decides what goes wrong.

const kept: unknown[] = [];

const misfortunes: Readonly<Record<string, () => void>> = {
  '/endless': () => {
    for (;;);
  },
  '/slow': () => {
    const endMs = performance.now() + 2_500;
    while (performance.now() < endMs);
  },
  '/idle': () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  },
  '/texts': () => {
    for (;;) kept.push(Buffer.alloc(1_000_000, kept.length).toString('latin1'));
  },
  '/buffers': () => {
    for (;;) if (kept.length < 1_000) kept.push(new Uint8Array(1_000_000).fill(1));
  },
  '/exit': () => process.exit(3),
};

const post = (message: ConversionMessage): void => parentPort?.postMessage(message);
const processorMs = (): number => processorMsOf(process.threadCpuUsage());

/** A warning of every page tells its thread. */
parentPort?.on('message', (message: ThreadMessage) => {
  if (message.kind !== 'task') return;
  const { task } = message;
  post({ kind: 'begun', processorMs: processorMs() });
  misfortunes[new URL(task.resource.url).pathname]?.();
  void convertPage(task).then(({ contents }) => {
    const told = contents.map((content) => ({ ...content, warnings: [`thread ${threadId}`] }));
    post({ kind: 'converted', conversion: { contents: told }, processorMs: processorMs() });
  });
});
