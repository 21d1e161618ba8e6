import { Configuration, PuppeteerCrawler } from '@crawlee/puppeteer';
import native from '@kreuzberg/html-to-markdown-node';

import { processorMsBelow } from '../processor-time.ts';

// The baseline of the render bench: one browser, a tab for each page, two at once. A page is taken when its network has
// been idle for half a second, and converted as a whole by a native library. The first pages warm the process and the
// browser; only those after them are measured.

const [executablePath = '', environment = '{}', first = '', ...urls] = process.argv.slice(2);
const firstPages = Number(first);
const walls: number[] = [];
let characters = 0;
let processorMs = 0;
let opened = 0;
let startedMs = 0;
let before = 0;
const crawler = new PuppeteerCrawler(
  {
    maxConcurrency: 2,
    minConcurrency: 2,
    launchContext: {
      launchOptions: {
        executablePath,
        env: { ...process.env, ...(JSON.parse(environment) as Record<string, string>) },
        headless: true,
        args: ['--no-sandbox', '--disable-dev-shm-usage'],
      },
    },
    preNavigationHooks: [
      ({ request }) => {
        request.userData['startedMs'] = performance.now();
      },
    ],
    requestHandler: async ({ page, request }) => {
      await page.waitForNetworkIdle();
      const { length } = native.convert(await page.content()).content ?? '';
      opened += 1;
      if (opened <= firstPages) return opened === firstPages ? measure() : undefined;
      characters += length;
      walls.push(performance.now() - Number(request.userData['startedMs']));
      // Read while the browser is still there: its processes take their time with them.
      processorMs = processorMsBelow(process.pid) - before;
    },
  },
  new Configuration({ persistStorage: false, logLevel: 0 as never }),
);

async function measure(): Promise<void> {
  startedMs = performance.now();
  before = processorMsBelow(process.pid);
  await crawler.addRequests(urls.slice(firstPages));
}

await crawler.run(urls.slice(0, firstPages));
if (walls.length !== urls.length - firstPages)
  throw new Error(`${urls.length - firstPages - walls.length} pages could not be opened.`);
const seconds = (performance.now() - startedMs) / 1_000;
process.stdout.write(`${JSON.stringify({ characters, seconds, processorMs, walls })}\n`);
