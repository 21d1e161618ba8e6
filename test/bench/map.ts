import { setTimeout } from 'node:timers/promises';

import { mapping } from '../map/mapped-site.ts';
import { largeSite } from '../map/large-site.ts';
import { progress } from './progress.ts';

// A map of a site of 1,042 pages without a sitemap, 64 of whose pages are lists, at the default pace of five pages a
// second: how many URLs are known after how long, beside the time of sixty pages read one after the other. Each article
// is on one list only, so that 99 % of the URLs cannot be known before the start page and all 64 lists are read.

const paceMs = 200;
const fetches = 60;

for (const originMs of [20, 200]) {
  progress(`a site that answers after ${originMs} ms`);
  const { pages, paths, linksOf } = largeSite();
  const { map, requests } = mapping(pages, {
    politenessDelayMs: paceMs,
    beforeAnswer: () => setTimeout(originMs),
  });
  const startedAt = performance.now();
  const { data } = await map();
  const totalMs = performance.now() - startedAt;

  /** When a request was answered, in milliseconds since the first one. */
  const answeredMs = (atMs: number): number => atMs + originMs - (requests[0]?.atMs ?? 0);
  const known = new Set<string>();
  /** The share of the URLs that is known after each request. */
  const timeline = requests.map(({ url, atMs }) => {
    for (const link of linksOf(url)) known.add(link);
    return { ms: answeredMs(atMs), share: known.size / paths.length };
  });
  const ninetyNineMs = timeline.find(({ share }) => share >= 0.99)?.ms ?? Number.NaN;
  const limitMs = fetches * paceMs;
  const share = timeline.findLast(({ ms }) => ms <= limitMs)?.share ?? 0;
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  console.log(
    `${data.total} of ${paths.length} URLs in ${seconds(totalMs)}, ${data.pagesRead} pages read; ` +
      `99 % known after ${seconds(ninetyNineMs)}, ` +
      `${(100 * share).toFixed(1)} % after ${seconds(limitMs)}, the time of ${fetches} pages`,
  );
}
