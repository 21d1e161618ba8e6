import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { commandLine } from '../../lib/commands/command-line.ts';
import { progress } from './progress.ts';

// Runs the benches that docs/performance.md tells of, one after the other, and writes that document. Takes a quarter of an
// hour; the machine must have nothing else to do.

const usage = 'npm run bench -- --report';
commandLine({ args: process.argv.slice(2), options: { report: { type: 'boolean' } } }, usage);

interface Section {
  readonly title: string;
  /** The bench and its options. */
  readonly words: readonly string[];
  /** What is measured, against what, and the goals. */
  readonly says: string;
}

const sections: readonly Section[] = [
  {
    title: 'Rendering',
    words: ['render', '--rounds', '3'],
    says: `Pages of real weight from loopback, compressed. An application ("catalogue") has a script of 400 KB, styles of 90 KB, an answer of 40 KB and 120
images; an article has a text, the same styles and 12 images. Each page gets a new browser; windows that nobody sees are hardly drawn
([decision 45](decisions/0045-windows-that-nobody-sees.md)). Waiting is most of a page's time: a page that stops changing is taken after 0.36 s, one
with less than 200 characters after 2 s, one without scripts at once.

The baseline is Crawlee's PuppeteerCrawler with the same Chromium: one browser with its cache for all pages, each taken when its network has been
idle for half a second, and converted as a whole by a native library. Both open two pages at once, in turns; Winnow's figures include the choice of
the main content. The baseline opens four pages before it is measured. Goals for an application: 0.75 of the baseline's processor time, 0.7 s, $0.045 for 1,000 at list price (2 GB of Lambda,
in addition to the function that waits).`,
  },
  {
    title: 'Hostile pages',
    words: ['render-soak'],
    says: `500 pages in a row, two at once, a quarter of them hostile: crashing, hanging, requesting without end, opening windows, taking all memory,
navigating without end, nesting 20,000 levels, twenty busy workers. The timeout is 5 s.`,
  },
  {
    title: 'Crawling',
    words: ['crawl', '--rounds', '3'],
    says: `A thousand static pages as large as real ones (log-normal, median 40 KB, compressed), linked under tracking and sorting parameters, addresses that
redirect and addresses that fail, from loopback, politeness off, through the whole service on one machine: queue, ledger, bucket, workers. Rows and
objects are synced to disk before their writes are acknowledged. The baseline is Crawlee's CheerioCrawler with a native converter of whole
pages: one process that keeps everything in memory, chooses no main content and writes nothing. Both have crawled the site once before they are
measured. Goals: 0.6 of its processor time, 0.8 of its wall time, 1.4 requests for each page of the site.

The prices are list prices, without politeness. At the default politeness a page costs more, because its worker waits: see [cost.md](cost.md).`,
  },
  {
    title: 'A scrape',
    words: ['scrape'],
    says: `A page of 50 KB through the warm service: gateway, function, tables and back. The goals are 20 ms, 22 ms of processor time, and, with four at once,
a 95th percentile of at most twice the median.`,
  },
  {
    title: 'The status of a crawl',
    words: ['status'],
    says: `One poll after the other, with everything that the service does for it. Goal: 5 ms of processor time where nothing is new.`,
  },
  {
    title: 'Content',
    words: ['content'],
    says: `From the bytes of a page to Markdown, HTML and links of its main content, beside other libraries on the same pages in one process. Goals: 12 ms for
50 KB, 250 ms for 1 MB, four times the page in at most five times the time, and a page made to be costly in five times that of an ordinary one.`,
  },
  {
    title: 'Cold starts',
    words: ['cold-start'],
    says: `From the start of a function's process until it asks for its first event, without the download of its code that AWS adds. The baseline is a function
without code in the same runtime. The goal for scrape is 150 ms of processor time more than that. Functions that convert pages load a second
thread meanwhile, which is included. An ES import of \`node:http\` makes Node load its fetch and HTTP/2 (20–30 ms), so that the bundles
request the module as an object; each starts from one file.`,
  },
  {
    title: 'Fetching',
    words: ['fetch'],
    says: `Our HTTP client against Node's global \`fetch\`.`,
  },
  {
    title: 'Searching',
    words: ['search'],
    says: 'Ten results that take 200 ms each; the baseline reads them side by side without the service.',
  },
  {
    title: 'Metering',
    words: ['metering'],
    says: `Requests of one account counted at once, without and with writes that meet each other's locks. Every request is counted once.`,
  },
];

async function outputOf(words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit') as Promise<[code: number | null]>;
  const output = await text(child.stdout);
  const [code] = await exit;
  if (code !== 0) throw new Error(`The bench ${words[0]} failed:\n${output}`);
  return output
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

const measured: string[] = [];
for (const { title, words, says } of sections) {
  progress(title);
  const output = await outputOf(words);
  measured.push(
    `## ${title}\n\n${says}\n\n\`npm run bench -- ${words.join(' ')}\`:\n\n\`\`\`text\n${output}\n\`\`\``,
  );
}
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
const machine = `${availableParallelism()} processors (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
writeFileSync(
  new URL('../../docs/performance.md', import.meta.url),
  `# Performance

Written by \`npm run bench -- --report\` from one run, on ${day}: ${machine}.
Ratios are against the baseline of the same run. Processor time hardly depends on what else the machine does. The baselines of rendering,
crawling and content are installed by \`npm install --prefix test/bench/peers\`.

${measured.join('\n\n')}
`,
);
