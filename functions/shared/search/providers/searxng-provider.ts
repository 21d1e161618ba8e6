import * as z from 'zod';

import type { SearchSource } from '#shared/contract/search.ts';
import { likelyLanguage, likelyLocale } from './likely-locale.ts';
import { collectPages, type ResultPage } from './paging.ts';
import { providerFailed, type ReadAnswer, readJson } from './provider-client.ts';
import type { FoundEntry, ListRequest, SearchProvider } from './search-provider.ts';

const text = z.string().nullish();

/** docs.searxng.org, Search API; engines fill in what they have. */
const answer = z.object({
  results: z.array(
    z.object({
      url: text,
      title: text,
      content: text,
      publishedDate: text,
      img_src: text,
      resolution: text,
      source: text,
    }),
  ),
  unresponsive_engines: z.array(z.array(z.unknown())).default([]),
  /** The average of what its engines state; 0 when it is fewer than the results. */
  number_of_results: z.int().optional().catch(undefined),
});
type Result = z.output<typeof answer>['results'][number];

const categories: Readonly<Record<SearchSource, string>> = { web: 'general', images: 'images', news: 'news' };

/** Results without a URL are answers of an engine to the query itself. */
function entriesOf(result: Result, source: SearchSource): readonly FoundEntry[] {
  if (!result.url) return [];
  const [, width, height] = /^\s*(\d+)\s*[x×]\s*(\d+)/.exec(result.resolution ?? '') ?? [];
  const entry: FoundEntry = {
    url: result.url,
    title: result.title ?? '',
    description: result.content ?? '',
    source,
    ...(source === 'images' && result.img_src ? { imageUrl: result.img_src } : {}),
    ...(source === 'images' && width !== undefined ? { width: Number(width), height: Number(height) } : {}),
    ...(source === 'news' && result.publishedDate ? { date: result.publishedDate } : {}),
    ...(source === 'news' && result.source ? { publisher: result.source } : {}),
  };
  return [entry];
}

/**
 * SearXNG takes a language of two or three small letters, with or without a country of two: `zh-Hans` is `zh-CN` there, `es-419`
 * is `es`. A country alone gets the language of most of its people.
 */
function localeOf({ lang, country }: ListRequest): string | undefined {
  const language =
    lang?.split('-', 1)[0]?.toLowerCase() ?? (country === undefined ? undefined : likelyLanguage(country));
  if (language === undefined) return undefined;
  const own = lang?.includes('-') ? likelyLocale(lang)?.region : country?.toUpperCase();
  return own !== undefined && /^[A-Z]{2}$/.test(own) ? `${language}-${own}` : language;
}

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
        const {
          results,
          unresponsive_engines: unresponsive,
          number_of_results: statedTotal,
        } = readJson(answer, body);
        // SearXNG responds with 200 although bot protection has stopped its engines.
        if (results.length === 0 && unresponsive.length > 0)
          throw providerFailed(`no engine answered: ${JSON.stringify(unresponsive).slice(0, 300)}`);
        const entries = results.flatMap((result) => entriesOf(result, request.source));
        return { entries, next: page + 1, statedTotal };
      }),
  };
}
