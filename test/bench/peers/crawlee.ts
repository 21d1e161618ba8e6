import { CheerioCrawler, Configuration } from '@crawlee/cheerio';
import native from '@kreuzberg/html-to-markdown-node';

// The baseline of the crawl bench: follows the same links and converts each page as a whole, by a native library. It
// chooses no main content, recognises no duplicates, and keeps everything in the memory of one process.

const [url = ''] = process.argv.slice(2);

async function crawl() {
  const pages: string[] = [];
  const crawler = new CheerioCrawler(
    {
      maxRequestsPerCrawl: 10_000,
      maxRequestRetries: 2,
      respectRobotsTxtFile: true,
      requestHandler: async ({ $, enqueueLinks }) => {
        pages.push(native.convert($.html('body')).content ?? '');
        await enqueueLinks({ strategy: 'same-origin' });
      },
    },
    new Configuration({ persistStorage: false, logLevel: 0 as never }),
  );
  const before = process.cpuUsage();
  const startedMs = performance.now();
  await crawler.run([url]);
  const seconds = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { pages: pages.length, seconds, processorMs: (user + system) / 1000 };
}

// The service has crawled the site once, too, when it is measured.
await crawl();
await fetch(new URL('/requests', url));
process.stdout.write(`${JSON.stringify(await crawl())}\n`);
