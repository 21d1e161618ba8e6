import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

import { type LoopbackServer, serveLoopback } from '../../fixtures/sites/loopback-server.ts';

export interface Asked {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

export type AnswerProvider = (asked: Asked, response: ServerResponse) => void;

export interface ProviderServer extends LoopbackServer {
  readonly asked: readonly Asked[];
}

/** A scripted search provider on loopback. */
export async function startProvider(answer: AnswerProvider): Promise<ProviderServer> {
  const asked: Asked[] = [];
  const server = await serveLoopback((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider');
    const question = { path: pathname, query: Object.fromEntries(searchParams), headers: request.headers };
    asked.push(question);
    answer(question, response);
  });
  return { ...server, asked };
}

/** The results of the providers below, of every kind, in order. */
export interface KnownResult {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
}

const number = (text: string | undefined, otherwise: number): number => Number(text ?? otherwise);

const json = (response: ServerResponse, body: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

const part = (known: readonly KnownResult[], page: number, size: number) => ({
  entries: known.slice(page * size, (page + 1) * size),
  hasMore: known.length > (page + 1) * size,
});

/** SearXNG's `GET /search?format=json`, ten a page. */
export const searxngAnswers =
  (known: readonly KnownResult[]): AnswerProvider =>
  ({ query }, response) => {
    const { entries } = part(known, number(query['pageno'], 1) - 1, 10);
    const results = entries.map(({ url, title, snippet }, index) => ({
      url,
      title,
      content: snippet,
      engine: 'own',
      engines: ['own'],
      score: 1 / (index + 1),
      category: query['categories'],
      publishedDate: query['categories'] === 'news' ? '2026-11-20T08:00:00' : null,
      ...(query['categories'] === 'images' ? { img_src: `${url}/picture.png`, resolution: '640 x 480' } : {}),
    }));
    json(response, {
      query: query['q'],
      number_of_results: known.length,
      results,
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [],
    });
  };

/** Brave's `GET /res/v1/{web,news,images}/search`. */
export const braveAnswers =
  (known: readonly KnownResult[]): AnswerProvider =>
  ({ path, query }, response) => {
    const kind = path.split('/')[3] ?? '';
    const { entries, hasMore } = part(known, number(query['offset'], 0), number(query['count'], 20));
    if (kind === 'web')
      return json(response, {
        type: 'search',
        query: { original: query['q'], more_results_available: hasMore },
        ...(entries.length === 0
          ? {}
          : {
              web: {
                type: 'search',
                results: entries.map(({ url, title, snippet }) => ({
                  type: 'search_result',
                  title,
                  url,
                  description: snippet,
                })),
              },
            }),
      });
    const results = entries.map(({ url, title, snippet }) =>
      kind === 'news'
        ? {
            type: 'news_result',
            title,
            url,
            description: snippet,
            page_age: '2026-11-20T08:00:00',
            meta_url: { hostname: new URL(url).hostname },
          }
        : {
            type: 'image_result',
            title,
            url,
            properties: { url: `${url}/picture.png`, width: 640, height: 480 },
          },
    );
    return json(response, { type: kind, query: { original: query['q'] }, results });
  };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const resultsPage = (entries: readonly KnownResult[], next: string): string => `<!DOCTYPE html>
<html><head><title>results at DuckDuckGo</title></head><body><div id="links" class="results">
<div class="result results_links results_links_deep result--ad"><h2 class="result__title"><a class="result__a" href="https://ads.example/">Buy</a></h2></div>
${entries
  .map(
    ({ url, title, snippet }) => `<div class="result results_links results_links_deep web-result">
<div class="links_main links_deep result__body"><h2 class="result__title">
<a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=0c1f">${escaped(title)}</a></h2>
<a class="result__snippet" href="#">${escaped(snippet)}</a></div></div>`,
  )
  .join('\n')}
${entries.length === 0 ? '<div class="no-results">No results.</div>' : ''}${next}</div></body></html>`;

const vqd = '4-1234567890';

/** DuckDuckGo's HTML pages, ten a page, and the lists of images and news behind its token. */
export const duckduckgoAnswers =
  (known: readonly KnownResult[]): AnswerProvider =>
  ({ path, query }, response) => {
    if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8' });
      return void response.end(`<!DOCTYPE html><script>DDG.deep.initialize('/d.js');vqd="${vqd}";</script>`);
    }
    if (path !== '/html/' && query['vqd'] !== vqd) return void response.writeHead(403).end();
    const page = number(query['s'], 0) / 10;
    const { entries, hasMore } = part(known, page, 10);
    if (path === '/html/') {
      const fields = { q: query['q'] ?? '', s: String((page + 1) * 10), vqd };
      const inputs = Object.entries(fields).map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}" />`,
      );
      const next = `<div class="nav-link"><form action="/html/" method="post"><input type="submit" value="Next" />${inputs.join('')}</form></div>`;
      response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8' });
      return void response.end(resultsPage(entries, hasMore ? next : ''));
    }
    const results = entries.map(({ url, title, snippet }) =>
      path === '/i.js'
        ? { title, url, image: `${url}/picture.png`, width: 640, height: 480, source: 'Bing' }
        : { title, url, excerpt: `<b>${snippet}</b>`, date: 1_795_000_000, source: 'The Gazette' },
    );
    const following = new URLSearchParams({ ...query, s: String((page + 1) * 10) }).toString();
    return json(response, { results, ...(hasMore ? { next: `${path.slice(1)}?${following}` } : {}) });
  };
