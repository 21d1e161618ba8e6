import { startServiceAndSite } from '../e2e/start-service.ts';
import { serveLoopback } from '../fixtures/sites/loopback-server.ts';
import { processorMsBelow } from './processor-time.ts';
import { progress } from './progress.ts';

// What a poll of a crawl's status takes of the whole service, its gateway and its database: of a crawl of 10,000 addresses
// and, as the baseline, of one of 10. Polls ask for the pages after those that they know.

const sizes = [10, 10_000] as const;
const listed = 100;
const warmUpPolls = 100;
/** Until the code of two processes has been compiled: the first line, the baseline, must not pay for it. */
const firstPolls = 1_500;
const polls = 400;

const page = (name: string, links: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><title>${name}</title></head><body><main><h1>${name}</h1><p>${`The tide tables of ${name}. `.repeat(8)}</p></main><ul>${links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('')}</ul></body></html>`;

/** `/<pages>/` links to listings of a hundred pages each. */
function answerOf(url: string): string {
  const [, pages = '', kind = '', number = ''] = url.split('/');
  const count = Number(pages);
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
  if (kind === '')
    return page(
      `site ${pages}`,
      range(0, Math.ceil(count / listed)).map((at) => `/${pages}/list/${at}`),
    );
  if (kind !== 'list') return page(`page ${number}`, []);
  const first = Number(number) * listed;
  return page(
    `list ${number}`,
    // The start page and the listings are pages, too.
    range(first, Math.min(first + listed, count - 1 - Math.ceil(count / listed))).map(
      (at) => `/${pages}/page/${at}`,
    ),
  );
}

progress('starting the service');
const site = await serveLoopback((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(answerOf(request.url ?? '/'));
});
const { service, stop } = await startServiceAndSite([], { EGRESS_ALLOW: site.authority });
const headers = { 'x-api-key': service.keys['enterprise'] ?? '' };

interface Status {
  readonly id: string;
  readonly data: {
    readonly status: string;
    readonly completed: number;
    readonly pages: readonly unknown[];
    readonly coverage: { readonly discovered: number };
  };
}

async function statusOf(id: string, query: string): Promise<Status> {
  const response = await fetch(`${service.baseUrl}/api/v1/crawl/${id}?${query}`, { headers });
  if (response.status !== 200) throw new Error(`a poll failed: ${await response.text()}`);
  return (await response.json()) as Status;
}

async function crawled(pages: number): Promise<Status> {
  const response = await fetch(`${service.baseUrl}/api/v1/crawl`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url: `${site.url}/${pages}/`, limit: 10_000, sitemap: 'skip', async: true }),
  });
  if (response.status !== 200 && response.status !== 202) throw new Error(await response.text());
  const { id } = (await response.json()) as Status;
  for (;;) {
    const status = await statusOf(id, 'limit=1&skip=100000');
    progress(`crawling ${pages} pages`, status.data.completed, pages);
    if (status.data.status === 'completed') return status;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/** Medians of one poll after the other. */
async function polled(
  id: string,
  query: string,
): Promise<{ readonly ms: number; readonly processorMs: number }> {
  for (let poll = 0; poll < warmUpPolls; poll += 1) await statusOf(id, query);
  const times: number[] = [];
  const before = processorMsBelow(service.pid);
  for (let poll = 0; poll < polls; poll += 1) {
    const startedMs = performance.now();
    await statusOf(id, query);
    times.push(performance.now() - startedMs);
  }
  const processorMs = (processorMsBelow(service.pid) - before) / polls;
  return { ms: times.toSorted((a, b) => a - b)[polls >> 1] ?? Number.NaN, processorMs };
}

try {
  let baseline: number | undefined;
  progress('warming up');
  const first = await crawled(sizes[0]);
  for (let poll = 0; poll < firstPolls; poll += 1) await statusOf(first.id, 'skip=10');
  for (const size of sizes) {
    const { id, data } = await crawled(size);
    const { discovered } = data.coverage;
    for (const [what, query] of [
      ['nothing new', `skip=${data.completed}`],
      ['10 new pages', `skip=${Math.max(0, data.completed - 10)}&limit=10`],
      ['10 pages in the middle', `skip=${Math.max(0, (data.completed >> 1) - 5)}&limit=10`],
    ] as const) {
      progress(`polling ${size}: ${what}`);
      const { ms, processorMs } = await polled(id, query);
      baseline ??= processorMs;
      console.log(
        `${discovered} addresses, ${what}`.padEnd(40),
        `${processorMs.toFixed(1)} ms of processor, p50 ${ms.toFixed(1)} ms, ${(processorMs / baseline).toFixed(1)} × the first`,
      );
    }
  }
} finally {
  await stop();
  await site.close();
}
