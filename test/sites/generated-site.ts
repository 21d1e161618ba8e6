import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import { type LoopbackServer, serveLoopback } from './loopback-server.ts';

const sections = 20;
const pagesPerSection = 50;
const pagesPerListing = 10;
const orphans = 60;
const twins = 20;
const scripted = 5;

/** A calendar that links to its next month for ever; a crawl reads two years around today. */
const thisYear = new Date().getUTCFullYear();

const words = 'tide harbour ferry lighthouse anchor rope sail keel mast deck compass chart buoy pier'.split(' ');

/** Text that no two pages share. */
const textOf = (path: string): string =>
  Array.from({ length: 40 }, (_, index) => {
    const mixed = [...`${path}${index}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 99_991, 7);
    return words[mixed % words.length];
  }).join(' ');

const anchors = (paths: readonly string[]): string =>
  paths.map((path) => `<li><a href="${path}">${path}</a></li>`).join('');

const page = (path: string, links: readonly string[], head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${path}</title>${head}</head><body><nav><a href="/">Home</a></nav><main><h1>Page ${path}</h1><p>This page is ${path}. ${textOf(path)}.</p></main><aside><ul>${anchors(links)}</ul></aside></body></html>`;

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const article = (section: number, index: number): string => `/s${section}/p${index}`;

type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string | Buffer };

const listings = Math.ceil(pagesPerSection / pagesPerListing);

/** Every address that a complete crawl delivers, exactly once. Twins count once. */
export const deliverable: readonly string[] = [
  '/',
  ...range(sections).flatMap((section) => [
    `/s${section}/`,
    ...range(listings - 1).map((listing) => `/s${section}/?page=${listing + 2}`),
    ...range(pagesPerSection).map((index) => article(section, index)),
  ]),
  ...range(orphans).map((index) => `/orphan/${index}`),
  ...range(twins).map((index) => `/twin/${index}`),
  ...range(scripted).map((index) => `/scripted/${index}`),
  ...range(5 * 12).map((month) => `/calendar/${thisYear - 2 + Math.floor(month / 12)}/${(month % 12) + 1}`),
  '/app',
  '/slow',
];

/** Never to be asked for. */
export const forbidden: readonly string[] = ['/private/secret', '/private/', '/search?q=tide'];

function months(path: string): Answer {
  const [year = 0, month = 1] = path.split('/').slice(2).map(Number);
  const next = month === 12 ? `/calendar/${year + 1}/1` : `/calendar/${year}/${month + 1}`;
  const previous = month === 1 ? `/calendar/${year - 1}/12` : `/calendar/${year}/${month - 1}`;
  return { body: page(path, [next, previous]) };
}

/** Where every page says the same and links to addresses that nobody has seen: a spider trap. */
function trapped(path: string): Answer {
  const index = Number(path.split('/').at(-1));
  const links = range(5).map((step) => `/trap/${index * 5 + step + 1}`);
  return { body: page('/trap', links) };
}

const sitemap = (origin: string, paths: readonly string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`;

const sitemapIndex = (origin: string, paths: readonly string[]): string =>
  `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`).join('')}</sitemapindex>`;

function files(origin: string): Readonly<Record<string, () => Answer>> {
  return {
    '/robots.txt': () => ({
      headers: { 'content-type': 'text/plain' },
      body: `User-agent: *\nDisallow: /private/\nDisallow: /search\nSitemap: ${origin}/sitemap-index.xml\n`,
    }),
    '/sitemap-index.xml': () => ({ body: sitemapIndex(origin, ['/nested-index.xml']) }),
    '/nested-index.xml': () => ({ body: sitemapIndex(origin, ['/orphans.xml.gz']) }),
    // A wrong content type, as on many sites.
    '/orphans.xml.gz': () => ({
      headers: { 'content-type': 'text/html' },
      body: gzipSync(sitemap(origin, range(orphans).map((index) => `/orphan/${index}`))),
    }),
    '/': () => ({
      body: page('/', [
        ...range(sections).map((section) => `/s${section}/`),
        ...forbidden,
        '/app',
        '/slow',
        '/old/1',
        '/loop/a',
        '/gone',
        '/broken',
        `/calendar/${thisYear}/6`,
        ...range(twins).flatMap((index) => [`/twin/${index}`, `/twin/${index}?from=home`]),
        '/deep/a/a/a/a/a',
        'mailto:a@b.example',
        'https://elsewhere.example/',
      ]),
    }),
    '/old/1': () => ({ status: 301, headers: { location: '/old/2' }, body: '' }),
    '/old/2': () => ({ status: 302, headers: { location: article(0, 0) }, body: '' }),
    '/loop/a': () => ({ status: 302, headers: { location: '/loop/b' }, body: '' }),
    '/loop/b': () => ({ status: 302, headers: { location: '/loop/a' }, body: '' }),
    '/broken': () => ({ status: 500, body: 'broken' }),
    '/app': () => ({
      body: `<!doctype html><html><head><title>App</title></head><body><div id="root"></div><script>document.getElementById('root').innerHTML='<main><h1>The application</h1><p>${textOf('/app')}</p>${range(scripted)
        .map((index) => `<a href="/scripted/${index}">${index}</a>`)
        .join('')}</main>'</script></body></html>`,
    }),
    '/slow': () => ({ body: page('/slow', []) }),
    '/mixed/': () => ({
      body: page(
        '/mixed/',
        range(30).flatMap((index) => [
          `/mixed/gone/${index}`,
          `/mixed/twin/${index}`,
          ...(index < 15 ? [`/mixed/page/${index}`] : []),
        ]),
      ),
    }),
    '/dead/': () => ({
      body: page(
        '/dead/',
        range(200).map((index) => `/dead/${index}`),
      ),
    }),
  };
}

function sectionPage(section: number, listing: number): Answer {
  const first = (listing - 1) * pagesPerListing;
  const links = range(pagesPerListing).map((index) => article(section, first + index));
  const next = listing < listings ? [`/s${section}/?page=${listing + 1}`] : [];
  return { body: page(`/s${section}/ ${listing}`, [...links, ...next, `/s${section}/?utm_source=list&page=${listing}`]) };
}

function answerTo(url: URL, all: ReturnType<typeof files>): Answer {
  const { pathname: path } = url;
  const file = all[path];
  if (file !== undefined) return file();
  const section = /^\/s(\d+)\/$/.exec(path)?.[1];
  if (section !== undefined) return sectionPage(Number(section), Number(url.searchParams.get('page') ?? 1));
  const [, ofSection, index] = /^\/s(\d+)\/p(\d+)$/.exec(path) ?? [];
  if (ofSection !== undefined) {
    const neighbour = (Number(index) + 1) % pagesPerSection;
    return { body: page(path, [article(Number(ofSection), neighbour), `${path}#comments`, `/s${ofSection}/`]) };
  }
  if (/^\/orphan\/\d+$/.test(path) || /^\/scripted\/\d+$/.test(path)) return { body: page(path, ['/']) };
  if (/^\/twin\/\d+$/.test(path)) return { body: page(path, [], `<link rel="canonical" href="${path}">`) };
  if (path.startsWith('/calendar/')) return months(path);
  if (path.startsWith('/trap/')) return trapped(path);
  if (path.startsWith('/mixed/twin/')) return { body: page('/mixed/twin', []) };
  if (path.startsWith('/mixed/page/')) return { body: page(path, []) };
  if (path.startsWith('/deep/')) return { body: page(path, [`${path}/a`]) };
  return { status: 404, body: page(path, []) };
}

const slowMs = (path: string): number => (path === '/slow' ? 1_500 : 0);

/**
 * `?wait=N` on /__settings makes each page take that long, `?hold=PREFIX` keeps answers below a path back until
 * the next settings; /__requests tells what was asked for, and when.
 */
export async function startGeneratedSite(): Promise<LoopbackServer> {
  const requests: { path: string; atMs: number }[] = [];
  let waitMs = 0;
  let held: { readonly prefix: string; readonly answers: (() => void)[] } | undefined;
  const control = (url: URL, response: ServerResponse): boolean => {
    if (url.pathname === '/__requests') response.end(JSON.stringify(requests));
    else if (url.pathname === '/__settings') {
      waitMs = Number(url.searchParams.get('wait') ?? 0);
      const prefix = url.searchParams.get('hold');
      for (const answer of held?.answers ?? []) answer();
      held = prefix === null ? undefined : { prefix, answers: [] };
      requests.length = 0;
      response.end();
    } else return false;
    return true;
  };
  const server = await serveLoopback((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (control(url, response)) return;
    requests.push({ path: url.pathname + url.search, atMs: Date.now() });
    const { status = 200, headers = {}, body } = answerTo(url, files(url.origin));
    const answer = (): void => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
      response.end(body);
    };
    if (held !== undefined && url.pathname.startsWith(held.prefix)) held.answers.push(answer);
    else setTimeout(answer, waitMs + slowMs(url.pathname));
  });
  return server;
}
