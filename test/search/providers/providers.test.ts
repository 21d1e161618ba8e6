import type { ServerResponse } from 'node:http';

import { afterEach, describe, expect, test } from 'vitest';

import { createEgressFetchPage } from '#shared/web/fetch/fetch-page.ts';
import { isAppError } from '#shared/kernel/errors.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { fixedSecret, keptSecret } from '#shared/kernel/secret.ts';
import { braveProvider } from '#shared/search/providers/brave-provider.ts';
import { duckduckgoProvider } from '#shared/search/providers/duckduckgo-provider.ts';
import { createReadAnswer, refusalOf } from '#shared/search/providers/provider-client.ts';
import type { Listing, ListRequest, SearchProvider } from '#shared/search/providers/search-provider.ts';
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

/** Milliseconds that the readers have waited, which takes no time here. */
const waits: number[] = [];

const readerFor = ({ authority }: ProviderServer) =>
  createReadAnswer(
    createEgressFetchPage({ allow: [authority], userAgentToken: 'WinnowBot', clock: systemClock }),
    async (milliseconds) => void waits.push(milliseconds),
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

const entriesOf = async (listing: Promise<Listing>) => (await listing).entries;

const servers: ProviderServer[] = [];
afterEach(async () => {
  waits.length = 0;
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
    const entries = await entriesOf(list(await serve(answers(known)), { limit: 2 }));

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
    const entries = await entriesOf(list(await serve(answers(known)), { source, limit: 33 }));

    expect(entries.map(({ url }) => url)).toEqual(known.slice(0, 33).map(({ url }) => url));
  });

  test('stops at the last page', async () => {
    const listing = await list(await serve(answers(known)), { limit: 100 });

    expect([listing.entries.length, listing.isCut]).toEqual([45, false]);
  });

  test('finds images with their sizes', async () => {
    const [first] = await entriesOf(list(await serve(answers(known)), { source: 'images', limit: 1 }));

    expect(first).toMatchObject({
      url: 'https://site-0.example/page',
      source: 'images',
      imageUrl: 'https://site-0.example/page/picture.png',
      width: 640,
      height: 480,
    });
  });

  test('finds news with their dates', async () => {
    const [first] = await entriesOf(list(await serve(answers(known)), { source: 'news', limit: 1 }));

    expect(first).toMatchObject({
      description: 'How sieve 0 winnows',
      source: 'news',
      date: expect.stringMatching(/^2026-11-/) as string,
    });
  });

  test('returns an empty list when the provider reports no results', async () => {
    expect(await list(await serve(answers([])))).toMatchObject({ entries: [], isCut: false });
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

  test.for([
    ['fails', (response: ServerResponse) => response.writeHead(500).end()],
    ['never comes', () => {}],
  ] as const)('keeps earlier pages when a later one %s, and says that the list is cut', async ([, fail]) => {
    const whole = answers(known);
    let answered = 0;
    const server = await serve((asked, response) => {
      answered += 1;
      if (answered > 1) fail(response);
      else whole(asked, response);
    });

    const { entries, isCut } = await create(server).list(
      { terms: 'sieve', source: 'web', limit: 40 },
      { signal: AbortSignal.timeout(500) },
    );

    expect(entries.length).toBeGreaterThanOrEqual(10);
    expect(isCut).toBe(true);
  });

  test('is asked again after a second when it takes one request a second', async () => {
    const whole = answers(known);
    let answered = 0;
    const server = await serve((asked, response) => {
      answered += 1;
      if (answered === 2) response.writeHead(429).end();
      else whole(asked, response);
    });

    const { entries, isCut } = await list(server, { limit: 40 });

    expect([entries.length, isCut]).toEqual([40, false]);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(1_000);
    expect(waits[0]).toBeLessThanOrEqual(1_500);
  });

  test('is not asked again when it wants to be left for an hour', async () => {
    const server = await serve((_asked, response) =>
      response.writeHead(429, { 'retry-after': '3600' }).end(),
    );

    await expect(list(server)).rejects.toMatchObject({ code: 'SEARCH_UNAVAILABLE' });
    expect([server.asked.length, waits]).toEqual([1, []]);
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

test('SearXNG states how many results it has found, also beyond those that are listed', async () => {
  const server = await serve(searxngAnswers(known));

  const listing = await searxngProvider(readerFor(server), server.url).list(
    { terms: 'sieve', source: 'web', limit: 12 },
    { signal: AbortSignal.timeout(5_000) },
  );

  expect([listing.entries.length, listing.statedTotal]).toEqual([12, 45]);
});

test.for([null, 'about 45', 4.5])('SearXNG may state no number: %j', async (stated) => {
  const results = [{ url: 'https://a.example/', title: 'A' }];
  const server = await serve((_asked, response) =>
    response.end(JSON.stringify({ results, number_of_results: stated })),
  );

  const listing = await searxngProvider(readerFor(server), server.url).list(
    { terms: 'sieve', source: 'web', limit: 1 },
    { signal: AbortSignal.timeout(5_000) },
  );

  expect([listing.entries.length, listing.statedTotal]).toEqual([1, undefined]);
});

test('SearXNG states no number with 0, which a later page may replace', async () => {
  const server = await serve((asked, response) => {
    const page = Number(asked.query['pageno']);
    const results = [{ url: `https://a.example/${page}`, title: 'A' }];
    response.end(JSON.stringify({ results, number_of_results: page === 3 ? 45 : 0 }));
  });
  const statedWithin = async (limit: number) => {
    const { statedTotal } = await searxngProvider(readerFor(server), server.url).list(
      { terms: 'sieve', source: 'web', limit },
      { signal: AbortSignal.timeout(5_000) },
    );
    return statedTotal;
  };

  expect([await statedWithin(2), await statedWithin(4)]).toEqual([undefined, 45]);
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

test('Brave has failed, and not refused the query, when it does not know the key', async () => {
  const server = await serve((_asked, response) =>
    response.writeHead(422).end('{"error":{"code":"SUBSCRIPTION_TOKEN_INVALID","status":422}}'),
  );

  const failure: unknown = await braveProvider(readerFor(server), fixedSecret('x'), server.url)
    .list(everything, { signal: AbortSignal.timeout(1_000) })
    .catch((error: unknown) => error);

  expect(isAppError(failure, 'SEARCH_UNAVAILABLE')).toBe(true);
  expect(refusalOf(failure)).toBeUndefined();
});

test.for([['a '.repeat(51)], ['a'.repeat(401)]])(
  'Brave is not asked a query that it refuses as too long: %#',
  async ([terms = '']) => {
    const server = await serve(braveAnswers(known));

    const failure: unknown = await braveProvider(readerFor(server), fixedSecret('x'), server.url)
      .list({ ...everything, terms }, { signal: AbortSignal.timeout(1_000) })
      .catch((error: unknown) => error);

    expect(refusalOf(failure)).toBe(
      'takes at most 400 characters and 50 words, domains, categories and location included',
    );
    expect(server.asked).toEqual([]);
  },
);

test.for([
  ['ja', undefined, 'jp', undefined, []],
  ['pt', 'BR', 'pt-br', 'BR', []],
  ['pt-PT', undefined, 'pt-pt', undefined, []],
  ['pt-AO', undefined, 'pt-pt', undefined, []],
  ['zh', 'cn', 'zh-hans', 'CN', []],
  ['zh-TW', undefined, 'zh-hant', undefined, []],
  ['no', undefined, 'nb', undefined, []],
  ['de-AT', 'at', 'de', 'AT', []],
  ['EN-gb', undefined, 'en-gb', undefined, []],
  ['en-a1', undefined, 'en', undefined, []],
  ['eo', 'cz', undefined, undefined, ['lang', 'country']],
] as const)('Brave gets codes that it knows: %s, %s', async ([lang, country, searchLang, code, unsent]) => {
  const server = await serve(braveAnswers(known));

  const listing = await braveProvider(readerFor(server), fixedSecret('x'), server.url).list(
    { terms: 'sieve', source: 'web', limit: 1, country, lang },
    { signal: AbortSignal.timeout(5_000) },
  );

  expect([server.asked[0]?.query['search_lang'], server.asked[0]?.query['country']]).toEqual([
    searchLang,
    code,
  ]);
  expect(listing.unsent).toEqual(unsent);
});

test('SearXNG’s results without a URL are left out', async () => {
  const server = await serve((_asked, response) =>
    response.end(
      JSON.stringify({
        results: [
          { url: null, title: 'x' },
          { url: 'https://a.example/', title: null },
        ],
      }),
    ),
  );

  const { entries } = await searxngProvider(readerFor(server), server.url).list(
    { terms: 'sieve', source: 'web', limit: 2 },
    { signal: AbortSignal.timeout(1_000) },
  );

  expect(entries).toEqual([{ url: 'https://a.example/', title: '', description: '', source: 'web' }]);
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
  [undefined, 'zh-Hans', 'zh-CN'],
  [undefined, 'EN-us', 'en-US'],
  [undefined, 'es-419', 'es'],
  [undefined, 'EN', 'en'],
] as const)('SearXNG gets a language that it supports: %s, %s', async ([country, lang, language]) => {
  const server = await serve(searxngAnswers(known));

  await searxngProvider(readerFor(server), server.url).list(
    { terms: 'sieve', source: 'web', limit: 1, country, lang },
    { signal: AbortSignal.timeout(5_000) },
  );

  expect(server.asked[0]?.query['language']).toBe(language);
});
