import { afterEach, describe, expect, test } from 'vitest';

import { createEgressFetchPage } from '#shared/web/fetch/fetch-page.ts';
import { isAppError } from '#shared/kernel/errors.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { fixedSecret, keptSecret } from '#shared/kernel/secret.ts';
import { braveProvider } from '#shared/search/providers/brave-provider.ts';
import { duckduckgoProvider } from '#shared/search/providers/duckduckgo-provider.ts';
import { createReadAnswer } from '#shared/search/providers/provider-client.ts';
import type { ListRequest, SearchProvider } from '#shared/search/providers/search-provider.ts';
import { searxngProvider } from '#shared/search/providers/searxng-provider.ts';
import { providerFaults } from './provider-faults.ts';
import {
  type AnswerProvider,
  braveAnswers,
  duckduckgoAnswers,
  type KnownResult,
  type ProviderServer,
  searxngAnswers,
  startProvider,
} from './provider-server.ts';

const known: readonly KnownResult[] = Array.from({ length: 45 }, (_, index) => ({
  url: `https://site-${index}.example/page`,
  title: `Sieve <${index}> & "co"`,
  snippet: `How sieve ${index} winnows`,
}));

interface Dialect {
  readonly create: (server: ProviderServer) => SearchProvider;
  readonly answers: (results: readonly KnownResult[]) => AnswerProvider;
  /** How `everything` below must arrive. */
  readonly sent: Readonly<Record<string, string>>;
}

const readerFor = ({ authority }: ProviderServer) =>
  createReadAnswer(
    createEgressFetchPage({ allow: [authority], userAgentToken: 'WinnowBot', clock: systemClock }),
  );

const everything: ListRequest = {
  terms: 'sieve site:a.example',
  source: 'web',
  limit: 5,
  lang: 'en',
  country: 'us',
  recency: 'week',
};

const dialects: Readonly<Record<string, Dialect>> = {
  searxng: {
    create: (server) => searxngProvider(readerFor(server), server.url),
    answers: searxngAnswers,
    sent: {
      q: everything.terms,
      format: 'json',
      categories: 'general',
      pageno: '1',
      language: 'en-US',
      time_range: 'week',
    },
  },
  brave: {
    create: (server) => braveProvider(readerFor(server), fixedSecret('brave-key'), server.url),
    answers: braveAnswers,
    sent: {
      q: everything.terms,
      count: '5',
      offset: '0',
      text_decorations: 'false',
      result_filter: 'web',
      search_lang: 'en',
      country: 'US',
      freshness: 'pw',
    },
  },
  duckduckgo: {
    create: (server) => duckduckgoProvider(readerFor(server), { htmlUrl: server.url, mediaUrl: server.url }),
    answers: duckduckgoAnswers,
    sent: { q: everything.terms, kl: 'us-en', df: 'w' },
  },
};

const servers: ProviderServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ close }) => close()));
});

const serve = async (answer: AnswerProvider): Promise<ProviderServer> => {
  const server = await startProvider(answer);
  servers.push(server);
  return server;
};

describe.for(Object.entries(dialects))('%s', ([, { create, answers, sent }]) => {
  const list = (server: ProviderServer, changes: Partial<ListRequest> = {}) =>
    create(server).list(
      { terms: 'sieve', source: 'web', limit: 10, ...changes },
      { signal: AbortSignal.timeout(5_000) },
    );

  test('gets every parameter as documented', async () => {
    const server = await serve(answers(known));

    await list(server, everything);

    expect(server.asked[0]?.query).toEqual(sent);
  });

  test('returns URLs, titles and snippets in its own order, without advertisements', async () => {
    const entries = await list(await serve(answers(known)), { limit: 2 });

    expect(entries).toEqual([
      {
        url: 'https://site-0.example/page',
        title: 'Sieve <0> & "co"',
        description: 'How sieve 0 winnows',
        source: 'web',
      },
      {
        url: 'https://site-1.example/page',
        title: 'Sieve <1> & "co"',
        description: 'How sieve 1 winnows',
        source: 'web',
      },
    ]);
  });

  test.for(['web', 'news'] as const)('turns pages until the limit in %s', async (source) => {
    const entries = await list(await serve(answers(known)), { source, limit: 33 });

    expect(entries.map(({ url }) => url)).toEqual(known.slice(0, 33).map(({ url }) => url));
  });

  test('stops at the last page', async () => {
    expect(await list(await serve(answers(known)), { limit: 100 })).toHaveLength(45);
  });

  test('finds images with their sizes', async () => {
    const [first] = await list(await serve(answers(known)), { source: 'images', limit: 1 });

    expect(first).toMatchObject({
      url: 'https://site-0.example/page',
      source: 'images',
      imageUrl: 'https://site-0.example/page/picture.png',
      width: 640,
      height: 480,
    });
  });

  test('finds news with their dates', async () => {
    const [first] = await list(await serve(answers(known)), { source: 'news', limit: 1 });

    expect(first).toMatchObject({
      description: 'How sieve 0 winnows',
      source: 'news',
      date: expect.stringMatching(/^2026-11-/) as string,
    });
  });

  test('returns an empty list when the provider reports no results', async () => {
    expect(await list(await serve(answers([])))).toEqual([]);
  });

  test.for(providerFaults)('fails at %s, and never returns an empty list', async ([, fault]) => {
    const server = await serve(fault);
    const asking = create(server).list(
      { terms: 'sieve', source: 'web', limit: 10 },
      { signal: AbortSignal.timeout(400) },
    );

    const failure: unknown = await asking.then(
      (entries) => entries,
      (error: unknown) => error,
    );

    expect(isAppError(failure, 'SEARCH_UNAVAILABLE') || (failure as Error).name === 'TimeoutError').toBe(
      true,
    );
  });

  test('keeps earlier pages when a later one fails', async () => {
    const whole = answers(known);
    let answered = 0;
    const server = await serve((asked, response) => {
      answered += 1;
      if (answered > 1) response.writeHead(429).end();
      else whole(asked, response);
    });

    expect((await list(server, { limit: 40 })).length).toBeGreaterThanOrEqual(10);
  });

  test.for([
    'a&b=c#d?e',
    'two "quoted" words -minus site:x.example',
    '🙂'.repeat(250),
    'שלום עולם \u202e abc',
    'line one\nline two',
    '%00 %0d%0a Host: evil',
  ])('gets the query %j exactly', async (terms) => {
    const server = await serve(answers(known));

    await list(server, { terms });

    expect(server.asked[0]?.query['q']).toBe(terms);
    expect(server.asked).toHaveLength(1);
  });
});

test('SearXNG without a working engine has failed, despite status 200', async () => {
  const server = await serve((_asked, response) =>
    response.end(JSON.stringify({ results: [], unresponsive_engines: [['google', 'CAPTCHA']] })),
  );

  await expect(
    searxngProvider(readerFor(server), server.url).list(
      { terms: 'sieve', source: 'web', limit: 10 },
      { signal: AbortSignal.timeout(1_000) },
    ),
  ).rejects.toMatchObject({ code: 'SEARCH_UNAVAILABLE' });
});

test('Brave’s key is read again after Brave has refused it', async () => {
  const server = await serve((_asked, response) => response.writeHead(401).end('{}'));
  const texts = ['old', 'new'];
  const key = keptSecret(async () => texts.shift() ?? '');

  await expect(
    braveProvider(readerFor(server), key, server.url).list(everything, {
      signal: AbortSignal.timeout(1_000),
    }),
  ).rejects.toMatchObject({ code: 'SEARCH_UNAVAILABLE' });

  expect(await key.read()).toBe('new');
});

test('Brave’s key is sent to Brave in its header, never in the URL', async () => {
  const server = await serve(braveAnswers(known));

  await braveProvider(readerFor(server), fixedSecret('brave-key'), server.url).list(everything, {
    signal: AbortSignal.timeout(1_000),
  });

  expect(server.asked[0]?.headers['x-subscription-token']).toBe('brave-key');
  expect(JSON.stringify(server.asked[0]?.query)).not.toContain('brave-key');
});

test.for([
  ['de', undefined, 'de-de'],
  ['GB', undefined, 'uk-en'],
  ['ch', 'fr-CH', 'ch-fr'],
  ['de', 'en', 'de-de'],
  ['mc', 'fr', 'wt-wt'],
  [undefined, 'de', 'de-de'],
  [undefined, 'pt', 'br-pt'],
  [undefined, 'en-GB', 'uk-en'],
  [undefined, 'eo', 'wt-wt'],
  [undefined, undefined, 'wt-wt'],
] as const)('DuckDuckGo gets a region that it supports: %s, %s', async ([country, lang, region]) => {
  const server = await serve(duckduckgoAnswers(known));

  await duckduckgoProvider(readerFor(server), { htmlUrl: server.url, mediaUrl: server.url }).list(
    { terms: 'sieve', source: 'web', limit: 1, country, lang },
    { signal: AbortSignal.timeout(5_000) },
  );

  expect(server.asked[0]?.query['kl']).toBe(region);
});

test.for([
  ['at', undefined, 'de-AT'],
  ['br', 'pt', 'pt-BR'],
  ['gb', 'en-US', 'en-US'],
  [undefined, 'ru', 'ru'],
  ['zz', undefined, undefined],
] as const)('SearXNG gets a language that it supports: %s, %s', async ([country, lang, language]) => {
  const server = await serve(searxngAnswers(known));

  await searxngProvider(readerFor(server), server.url).list(
    { terms: 'sieve', source: 'web', limit: 1, country, lang },
    { signal: AbortSignal.timeout(5_000) },
  );

  expect(server.asked[0]?.query['language']).toBe(language);
});
