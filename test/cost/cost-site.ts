import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import { sizedPage } from '../content/sized-page.ts';
import { seededRandom } from '../crawl/virtual-time.ts';

/** How long the site takes to answer with a document, and with a script or data. */
export const originMs = { document: 200, part: 50 } as const;
/** The HTML of a page that is scraped. */
const scrapedBytes = 51_200;

const menuLinks = 24;
const words =
  'ferry island noon tide evening harbour rope sail keel mast deck compass market honey letter garden bread road'.split(
    ' ',
  );

/** Some 4 KB of text that no two pages share, and that hardly repeats itself. */
function textOf(page: number): string {
  const random = seededRandom(page);
  return Array.from({ length: 600 }, () => words[Math.floor(random() * words.length)]).join(' ');
}

type Folder = 'crawl' | 'map' | 'tree';

/** A page of a site of `pages` pages: a menu that all share (24 links; in a tree the first page only) and two links of its own. */
function crawledPage(folder: Folder, page: number, pages: number): string {
  const menu = Array.from({ length: folder === 'tree' ? 1 : Math.min(menuLinks, pages) }, (_, at) => at);
  const own = [page * 2 + 1, page * 2 + 2].filter((target) => target < pages);
  const link = (to: number) => `<li><a href="/${folder}/${pages}/${to}">Page ${to}</a></li>`;
  return `<!doctype html><html lang="en"><head><title>Page ${page}</title>${folder === 'map' ? `<link rel="alternate" type="application/rss+xml" href="/map/${pages}/sitemap.xml">` : ''}</head><body><nav><ul>${menu.map(link).join('')}</ul></nav><main><h1>Page ${page}</h1><p>${page}: ${textOf(page)}</p></main><ul>${own.map(link).join('')}</ul></body></html>`;
}

const sitemap = (pages: number): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from(
    { length: pages },
    (_, page) => `<url><loc>/map/${pages}/${page}</loc><lastmod>2026-11-01</lastmod></url>`,
  ).join('')}</urlset>`;

/** An application: a script draws the page from data that it asks for. */
const drawnPage = (page: number): string =>
  `<!doctype html><html lang="en"><head><title>Drawn ${page}</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>`;
const script = `fetch('/data').then((answer) => answer.json()).then((rows) => {
  document.getElementById('root').innerHTML = '<main><h1>Table</h1><table>' +
    rows.map((row) => '<tr><td>' + row + '</td><td>in stock, delivered within three days</td></tr>').join('') + '</table></main>';
});`;

interface Answer {
  readonly type: string;
  readonly body: string;
  readonly afterMs: number;
}

function answerOf(path: string): Answer | undefined {
  const [, what = '', first = '', second = ''] = path.replace(/\?.*$/, '').split('/');
  const html = (body: string): Answer => ({ type: 'text/html', body, afterMs: originMs.document });
  if (what === 'scrape')
    return html(sizedPage(scrapedBytes).replace('The orchard year', `The year ${first}`));
  if (what === 'map' && second === 'sitemap.xml')
    return { type: 'application/xml', body: sitemap(Number(first)), afterMs: originMs.document };
  if (what === 'crawl' || what === 'map' || what === 'tree')
    return html(crawledPage(what, Number(second), Number(first)));
  if (what === 'drawn') return html(drawnPage(Number(first)));
  if (what === 'app.js') return { type: 'text/javascript', body: script, afterMs: originMs.part };
  if (what !== 'data') return undefined;
  const rows = Array.from({ length: 200 }, (_, row) => `Row ${row}`);
  return { type: 'application/json', body: JSON.stringify(rows), afterMs: originMs.part };
}

/**
 * The site that is read while costs are measured. It has the pages `/scrape/N` and `/drawn/N`, and sites of PAGES pages
 * each: `/crawl/PAGES/N`, `/map/PAGES/N` with a sitemap, and `/tree/PAGES/N` without a menu.
 */
export async function startCostSite() {
  const server = createServer((request, response) => {
    const answer = answerOf(request.url ?? '/');
    void setTimeout(answer?.afterMs ?? originMs.part).then(() => {
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': answer?.type ?? 'text/plain' });
      response.end(answer?.body ?? 'not here');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    authority,
    url: `http://${authority}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
