import * as z from 'zod';

import type { SearchSource } from '#shared/contract/search.ts';
import { likelyLanguage } from './likely-locale.ts';
import { collectPages, type ResultPage } from './paging.ts';
import { providerFailed, type ReadAnswer, readJson } from './provider-client.ts';
import type { FoundEntry, ListRequest, SearchProvider } from './search-provider.ts';

const text = z.string().nullish();

/** docs.searxng.org, Search API; engines fill in what they have. */
const answer = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      content: text,
      publishedDate: text,
      img_src: text,
      resolution: text,
      source: text,
    }),
  ),
  unresponsive_engines: z.array(z.array(z.unknown())).default([]),
});
type Result = z.output<typeof answer>['results'][number];

const categories: Readonly<Record<SearchSource, string>> = { web: 'general', images: 'images', news: 'news' };

function entryOf(result: Result, source: SearchSource): FoundEntry {
  const [, width, height] = /^\s*(\d+)\s*[x×]\s*(\d+)/.exec(result.resolution ?? '') ?? [];
  return {
    url: result.url,
    title: result.title,
    description: result.content ?? '',
    source,
    ...(source === 'images' && result.img_src ? { imageUrl: result.img_src } : {}),
    ...(source === 'images' && width !== undefined ? { width: Number(width), height: Number(height) } : {}),
    ...(source === 'news' && result.publishedDate ? { date: result.publishedDate } : {}),
    ...(source === 'news' && result.source ? { publisher: result.source } : {}),
  };
}

/** SearXNG takes a language, with or without a country: a country alone gets the language of most of its people. */
const localeOf = ({ lang, country }: ListRequest): string | undefined => {
  if (country === undefined || lang?.includes('-')) return lang;
  const language = lang ?? likelyLanguage(country);
  return language === undefined ? undefined : `${language}-${country.toUpperCase()}`;
};

function requestUrl(baseUrl: string, request: ListRequest, page: number): URL {
  const url = new URL('search', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  const locale = localeOf(request);
  url.search = new URLSearchParams({
    q: request.terms,
    format: 'json',
    categories: categories[request.source],
    pageno: String(page),
    ...(locale === undefined ? {} : { language: locale }),
    ...(request.recency === undefined ? {} : { time_range: request.recency }),
  }).toString();
  return url;
}

/** Any SearXNG instance whose settings allow `format=json`. */
export function searxngProvider(readAnswer: ReadAnswer, baseUrl: string): SearchProvider {
  const headers = { accept: 'application/json' };
  return {
    name: 'searxng',
    list: (request, { signal }) =>
      collectPages(request.limit, 1, signal, async (page): Promise<ResultPage<number>> => {
        const body = await readAnswer(requestUrl(baseUrl, request, page), { signal, headers });
        const { results, unresponsive_engines: unresponsive } = readJson(answer, body);
        // SearXNG responds with 200 although bot protection has stopped its engines.
        if (results.length === 0 && unresponsive.length > 0)
          throw providerFailed(`no engine answered: ${JSON.stringify(unresponsive).slice(0, 300)}`);
        return { entries: results.map((result) => entryOf(result, request.source)), next: page + 1 };
      }),
  };
}
