import * as z from 'zod';

import { readResultsPage } from './duckduckgo-html.ts';
import { likelyCountry } from './likely-locale.ts';
import { collectPages, type ResultPage } from './paging.ts';
import { providerFailed, type ReadAnswer, readJson } from './provider-client.ts';
import type { FoundEntry, ListRequest, Recency, SearchProvider } from './search-provider.ts';

export interface DuckduckgoUrls {
  readonly htmlUrl: string;
  readonly mediaUrl: string;
}

export const duckduckgo: DuckduckgoUrls = {
  htmlUrl: 'https://html.duckduckgo.com',
  mediaUrl: 'https://duckduckgo.com',
};

const optional = z.string().nullish();
const size = z.number().nullish();
const images = z.object({
  results: z.array(
    z.object({ title: z.string(), image: z.string(), url: z.string(), width: size, height: size }),
  ),
  next: optional,
});
const news = z.object({
  results: z.array(
    z.object({
      title: z.string(),
      url: z.string(),
      excerpt: optional,
      date: z.number().nullish(),
      source: optional,
    }),
  ),
  next: optional,
});

/** The whole world. */
const anywhere = 'wt-wt';

/** The choices of the form on html.duckduckgo.com; for a country with several, the language of most of its people first. */
const regions: readonly string[] = (
  'ar-es au-en at-de be-nl be-fr br-pt bg-bg ca-en ca-fr cl-es cn-zh co-es hr-hr cz-cs dk-da ee-et fi-fi fr-fr de-de ' +
  'gr-el hk-tzh hu-hu in-en id-en ie-en il-en it-it jp-jp kr-kr lv-lv lt-lt my-en mx-es nl-nl nz-en no-no pk-en pe-es ' +
  'ph-en pl-pl pt-pt ro-ro ru-ru xa-ar sg-en sk-sk sl-sl za-en es-es es-ca se-sv ch-de ch-fr tw-tzh th-en tr-tr us-en ' +
  'us-es ua-uk uk-en vn-en'
).split(' ');

/** Names that differ from ISO 3166. */
const ownNames: Readonly<Record<string, string>> = { gb: 'uk', sa: 'xa', si: 'sl' };

/** DuckDuckGo takes regions, not languages: a language alone gets the country of most of its readers. */
function duckduckgoRegion(country: string | undefined, lang: string | undefined): string {
  const iso = (country ?? (lang === undefined ? undefined : likelyCountry(lang)))?.toLowerCase();
  if (iso === undefined) return anywhere;
  const ofCountry = regions.filter((region) => region.startsWith(`${ownNames[iso] ?? iso}-`));
  const language = lang?.split('-')[0]?.toLowerCase() ?? '';
  return ofCountry.find((region) => region.endsWith(`-${language}`)) ?? ofCountry[0] ?? anywhere;
}

const recencies: Readonly<Record<Recency, string>> = { day: 'd', week: 'w', month: 'm', year: 'y' };

/** The token of one query, written into the page that a browser would show first. */
const tokenIn = (page: string): string => {
  const [, token] = /\bvqd=["']?([\w-]+)/.exec(page) ?? [];
  if (token === undefined) throw providerFailed('a page without the token of its query');
  return token;
};

const imagePage = (body: string): ResultPage<string> => {
  const { results, next } = readJson(images, body);
  const entries = results.map(({ title, image, url, width, height }): FoundEntry => ({
    url,
    title,
    description: '',
    source: 'images',
    imageUrl: image,
    ...(width && height ? { width: Math.round(width), height: Math.round(height) } : {}),
  }));
  return { entries, next: next ?? undefined };
};

const newsPage = (body: string): ResultPage<string> => {
  const { results, next } = readJson(news, body);
  const entries = results.map(({ title, url, excerpt, date, source }): FoundEntry => ({
    url,
    title,
    description: (excerpt ?? '').replaceAll(/<\/?b>/g, ''),
    source: 'news',
    ...(date ? { date: new Date(date * 1_000).toISOString() } : {}),
    ...(source ? { publisher: source } : {}),
  }));
  return { entries, next: next ?? undefined };
};

/** DuckDuckGo's HTML pages and the lists behind its image and news pages. No key. */
export function duckduckgoProvider(readAnswer: ReadAnswer, urls = duckduckgo): SearchProvider {
  // The pages are for browsers: a bot's user agent gets a captcha at once.
  const profile = 'stealth';

  const listWeb = (request: ListRequest, signal: AbortSignal) => {
    const first = new URLSearchParams({
      q: request.terms,
      kl: duckduckgoRegion(request.country, request.lang),
      ...(request.recency === undefined ? {} : { df: recencies[request.recency] }),
    });
    return collectPages(request.limit, first, signal, async (query) => {
      const url = new URL('/html/', urls.htmlUrl);
      url.search = query.toString();
      return readResultsPage(await readAnswer(url, { signal, profile }));
    });
  };

  const listMedia = async (request: ListRequest, signal: AbortSignal) => {
    const [script, tab, readPage] =
      request.source === 'images'
        ? (['i.js', 'images', imagePage] as const)
        : (['news.js', 'news', newsPage] as const);
    const start = new URL('/', urls.mediaUrl);
    start.search = new URLSearchParams({ q: request.terms, iar: tab, ia: tab }).toString();
    const token = tokenIn(await readAnswer(start, { signal, profile }));
    const withToken = (address: string): URL => {
      const url = new URL(address, urls.mediaUrl);
      url.searchParams.set('vqd', token);
      return url;
    };
    const first = `/${script}?${new URLSearchParams({
      l: duckduckgoRegion(request.country, request.lang),
      o: 'json',
      q: request.terms,
      p: '1',
      ...(request.recency === undefined || tab === 'images' ? {} : { df: recencies[request.recency] }),
    }).toString()}`;
    const headers = { accept: 'application/json' };
    return collectPages(request.limit, first, signal, async (address) =>
      readPage(await readAnswer(withToken(address), { signal, profile, headers })),
    );
  };

  return {
    name: 'duckduckgo',
    list: (request, { signal }) =>
      request.source === 'web' ? listWeb(request, signal) : listMedia(request, signal),
  };
}
