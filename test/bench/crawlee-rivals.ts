import { CheerioCrawler, Configuration } from '@crawlee/cheerio';

// The baseline of the crawl benchmark: follows the same links, reads the text of each page, keeps it in memory.

const [url = ''] = process.argv.slice(2);
const pages: string[] = [];
const crawler = new CheerioCrawler(
  {
    maxRequestsPerCrawl: 2_000,
    respectRobotsTxtFile: true,
    requestHandler: async ({ $, enqueueLinks }) => {
      pages.push($('main').text());
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
process.stdout.write(
  `${JSON.stringify({ pages: pages.length, seconds, processorMs: (user + system) / 1000 })}\n`,
);
