import { parentPort } from 'node:worker_threads';

import { type ConversionTask, convertPage } from '#shared/scrape/conversion/convert-page.ts';
import type { ConversionResult } from '#shared/scrape/conversion/conversion-messages.ts';

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
  '/objects': () => {
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
  },
  '/buffers': () => {
    for (;;) if (kept.length < 1_000) kept.push(new Uint8Array(1_000_000).fill(1));
  },
  '/exit': () => process.exit(3),
};

parentPort?.on('message', (task: ConversionTask) => {
  misfortunes[new URL(task.resource.url).pathname]?.();
  void convertPage(task).then((conversion) => {
    const result: ConversionResult = { kind: 'converted', conversion };
    parentPort?.postMessage(result);
  });
});
