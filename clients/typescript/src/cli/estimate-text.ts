import type { CrawlEstimate } from '../winnow.ts';
import { columns } from './io.ts';

const bases: Readonly<Record<CrawlEstimate['basis'], string>> = {
  sitemap: 'the sitemaps of the site',
  links: 'all links of the site',
  sample: 'a sample of the site',
};

/** A time in its two largest units. */
function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function pagesText({ pages, low, high }: CrawlEstimate, limit: number): string {
  if (low < high) return `${pages}, likely ${low} to ${high}`;
  return pages === limit ? `${pages}, the limit` : String(pages);
}

/** What a dry run says to people. */
export const estimateText = (estimate: CrawlEstimate, limit: number): string =>
  columns([
    ['pages', pagesText(estimate, limit)],
    ['requests', String(estimate.requests)],
    ['time', `about ${duration(estimate.seconds)}`],
    [
      'from',
      `${bases[estimate.basis]}; ${estimate.pagesRead} ${estimate.pagesRead === 1 ? 'page was' : 'pages were'} read`,
    ],
  ]);
