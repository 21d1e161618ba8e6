import * as z from 'zod';

import type { SearchSource } from '#shared/contract/search.ts';
import { within } from '#shared/kernel/deadline.ts';
import type { Secret } from '#shared/kernel/secret.ts';
import { braveCountry, braveLanguage } from './brave-locales.ts';
import { collectPages, type ResultPage } from './paging.ts';
import { queryRefused, type ReadAnswer, readJson } from './provider-client.ts';
import type { FoundEntry, ListRequest, Listing, Recency, SearchProvider } from './search-provider.ts';

const braveApi = 'https://api.search.brave.com';

const optional = z.string().nullish();
const webResult = z.object({ title: z.string(), url: z.string(), description: optional });
const newsResult = webResult.extend({
  age: optional,
  page_age: optional,
  meta_url: z.object({ hostname: optional }).nullish(),
});
const imageResult = z.object({
  title: optional,
  url: z.string(),
  properties: z.object({ url: z.string(), width: z.number().nullish(), height: z.number().nullish() }),
});

/** api-dashboard.search.brave.com/documentation: `web` is absent when nothing was found. */
const webAnswer = z.object({
  type: z.literal('search'),
  query: z.object({ more_results_available: z.boolean().nullish() }),
  web: z.object({ results: z.array(webResult) }).nullish(),
});
const newsAnswer = z.object({ type: z.literal('news'), results: z.array(newsResult) });
const imageAnswer = z.object({ type: z.literal('images'), results: z.array(imageResult) });

/** The API's own bounds. Images have no second page. */
const pageSizes: Readonly<Record<SearchSource, number>> = { web: 20, news: 50, images: 100 };
const lastOffset = 9;
const maxCharacters = 400;
const maxWords = 50;

const freshness: Readonly<Record<Recency, string>> = { day: 'pd', week: 'pw', month: 'pm', year: 'py' };

const localeOf = ({ lang, country }: ListRequest) => ({
  lang: lang === undefined ? undefined : braveLanguage(lang),
  country: country === undefined ? undefined : braveCountry(country),
});

/** The parameters of a request that Brave has no code for. */
function unsentOf(request: ListRequest): NonNullable<Listing['unsent']> {
  const sent = localeOf(request);
  return (['lang', 'country'] as const).filter(
    (name) => request[name] !== undefined && sent[name] === undefined,
  );
}

const isTooLong = (terms: string): boolean =>
  Array.from(terms).length > maxCharacters || terms.split(/\s+/).length > maxWords;

function requestUrl(baseUrl: string, request: ListRequest, offset: number): URL {
  const { source, terms, limit, recency } = request;
  const { lang, country } = localeOf(request);
  const url = new URL(`/res/v1/${source}/search`, baseUrl);
  url.search = new URLSearchParams({
    q: terms,
    count: String(Math.min(limit, pageSizes[source])),
    ...(source === 'images' ? {} : { offset: String(offset), text_decorations: 'false' }),
    ...(source === 'web' ? { result_filter: 'web' } : {}),
    ...(lang === undefined ? {} : { search_lang: lang }),
    ...(country === undefined ? {} : { country }),
    ...(recency === undefined || source === 'images' ? {} : { freshness: freshness[recency] }),
  }).toString();
  return url;
}

const whole = (name: 'width' | 'height', value: number | null | undefined) =>
  value === null || value === undefined ? {} : { [name]: Math.round(value) };

const readers: Readonly<
  Record<SearchSource, (body: string) => { entries: readonly FoundEntry[]; hasMore: boolean }>
> = {
  web: (body) => {
    const { web, query } = readJson(webAnswer, body);
    const entries = (web?.results ?? []).map(({ url, title, description }) => ({
      url,
      title,
      description: description ?? '',
      source: 'web' as const,
    }));
    return { entries, hasMore: query.more_results_available === true };
  },
  news: (body) => {
    const { results } = readJson(newsAnswer, body);
    const entries = results.map(({ url, title, description, age, page_age: pageAge, meta_url: meta }) => {
      const date = pageAge ?? age;
      return {
        url,
        title,
        description: description ?? '',
        source: 'news' as const,
        ...(date ? { date } : {}),
        ...(meta?.hostname ? { publisher: meta.hostname } : {}),
      };
    });
    return { entries, hasMore: results.length > 0 };
  },
  images: (body) => {
    const { results } = readJson(imageAnswer, body);
    const entries = results.map(({ url, title, properties }) => ({
      url,
      title: title ?? '',
      description: '',
      source: 'images' as const,
      imageUrl: properties.url,
      ...whole('width', properties.width),
      ...whole('height', properties.height),
    }));
    return { entries, hasMore: false };
  },
};

/** Brave Search API, with a subscription's key. */
export function braveProvider(readAnswer: ReadAnswer, key: Secret, baseUrl = braveApi): SearchProvider {
  return {
    name: 'brave',
    list: async (request, { signal }) => {
      if (isTooLong(request.terms))
        throw queryRefused(
          `takes at most ${maxCharacters} characters and ${maxWords} words, domains, categories and location included`,
        );
      const token = await within(key.read(), signal);
      const headers = { accept: 'application/json', 'x-subscription-token': token };
      const listing = await collectPages(
        request.limit,
        0,
        signal,
        async (offset): Promise<ResultPage<number>> => {
          const url = requestUrl(baseUrl, request, offset);
          const body = await readAnswer(url, { signal, headers }).catch((error: unknown) => {
            // It may be the key: a new one is in the secret.
            key.forget();
            throw error;
          });
          const { entries, hasMore } = readers[request.source](body);
          return { entries, next: hasMore && offset < lastOffset ? offset + 1 : undefined };
        },
      );
      return { ...listing, unsent: unsentOf(request) };
    },
  };
}
