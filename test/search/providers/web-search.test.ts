import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { SearchProviderName, SearchSource } from '#shared/contract/search.ts';
import { fakeWeb } from '../../fakes/memory-web.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { deadlineIn } from '#shared/kernel/deadline.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { fuse } from '#shared/search/providers/fusion.ts';
import { plannedLists, type SearchTerms } from '#shared/search/providers/list-requests.ts';
import { createReadAnswer } from '#shared/search/providers/provider-client.ts';
import type { FoundEntry, Listing, SearchProvider } from '#shared/search/providers/search-provider.ts';
import { createWebSearch } from '#shared/search/providers/web-search.ts';
import { silentLogger } from '../../fakes/silent-telemetry.ts';

const found = (url: string, changes: Partial<FoundEntry> = {}): FoundEntry => ({
  url,
  title: 'A page',
  description: '',
  source: 'web',
  ...changes,
});

const terms: SearchTerms = {
  query: 'sieve',
  limit: 10,
  sources: ['web'],
  mergeSources: true,
  categories: [],
  includeDomains: [],
  excludeDomains: [],
};
const emptyPage = await fakeWeb({ 'https://brave.example/': '' })(
  { url: 'https://brave.example/' },
  { signal: AbortSignal.timeout(1_000) },
);
const deadline = deadlineIn(60_000, systemClock);

const whole = (entries: readonly FoundEntry[]): Listing => ({ entries, isCut: false });

const provider = (name: SearchProviderName, list: SearchProvider['list']): SearchProvider => ({ name, list });
const broken = (name: SearchProviderName, asked: string[] = []) =>
  provider(name, async () => {
    asked.push(name);
    throw new AppError('SEARCH_UNAVAILABLE', 'The search provider did not answer.');
  });
const working = (name: SearchProviderName, asked: string[] = [], urls = ['https://a.example/']) =>
  provider(name, async () => {
    asked.push(name);
    return whole(urls.map((url) => found(url)));
  });

describe('several providers', () => {
  const searchWith = (providers: readonly SearchProvider[], clock = { now: () => 0 }, timeoutMs = 10_000) =>
    createWebSearch({ providers, clock, logger: silentLogger, providerTimeoutMs: timeoutMs });

  test('are tried in order, and the one with the results is named', async () => {
    const asked: string[] = [];
    const search = searchWith([
      broken('brave', asked),
      working('searxng', asked),
      working('duckduckgo', asked),
    ]);

    expect(await search(terms, deadline)).toMatchObject({ provider: 'searxng' });
    expect(asked).toEqual(['brave', 'searxng']);
  });

  test('return partial results when one list fails, unless another provider has all', async () => {
    const half = provider('brave', async ({ source }) => {
      if (source === 'images')
        throw new AppError('SEARCH_UNAVAILABLE', 'The search provider did not answer.');
      return whole([found('https://half.example/')]);
    });
    const both = { ...terms, sources: ['web', 'images'] as const } as unknown as SearchTerms;

    const alone = await searchWith([half])(both, deadline);
    const backed = await searchWith([half, working('searxng')])(both, deadline);

    expect(alone).toMatchObject({
      provider: 'brave',
      entries: [{ url: 'https://half.example/' }],
      warnings: ['Results are missing: brave did not answer for images.'],
    });
    expect(backed).toMatchObject({ provider: 'searxng', warnings: [] });
  });

  test('are not moved last for a query that they refuse', async () => {
    const asked: string[] = [];
    const refusing = createReadAnswer(async () => ({ ...emptyPage, status: 422 }));
    const strict = provider('brave', async (_request, options) => {
      asked.push('brave');
      await refusing(new URL('https://brave.example/'), options);
      return whole([]);
    });
    const search = searchWith([strict, working('searxng', asked)]);

    for (let round = 0; round < 3; round += 1) await search(terms, deadline);

    expect(asked).toEqual(['brave', 'searxng', 'brave', 'searxng', 'brave', 'searxng']);
  });

  test('that all refuse a query say why, and that the query is at fault', async () => {
    const refusing = (name: SearchProviderName, status: number) =>
      provider(name, async (_request, options) => {
        const read = createReadAnswer(async () => ({ ...emptyPage, status }));
        await read(new URL('https://brave.example/'), options);
        return whole([]);
      });

    await expect(
      searchWith([refusing('brave', 422), refusing('searxng', 400)])(terms, deadline),
    ).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message:
        'query: no search provider takes it: brave refuses it with status 422; searxng refuses it with status 400.',
    });
    await expect(
      searchWith([refusing('brave', 422), broken('searxng')])(terms, deadline),
    ).rejects.toMatchObject({ code: 'SEARCH_UNAVAILABLE' });
  });

  test('that stop answering have their results delivered, with a warning', async () => {
    const stopping = provider('searxng', async () => ({
      entries: [found('https://a.example/')],
      isCut: true,
    }));

    expect(await searchWith([stopping, working('brave')])(terms, deadline)).toMatchObject({
      provider: 'searxng',
      entries: [{ url: 'https://a.example/' }],
      warnings: ['There may be more results: searxng stopped answering for web.'],
    });
  });

  test('tell how many results they have found: what they state of each source, or else what they return', async () => {
    const stated: Partial<Record<SearchSource, number>> = { web: 45, images: 0 };
    const counting = provider('searxng', async ({ source }) => ({
      ...whole([1, 2].map((index) => found(`https://${source}-${index}.example/`, { source }))),
      statedTotal: stated[source],
    }));
    const search = searchWith([counting]);

    expect(await search(terms, deadline)).toMatchObject({ total: 45 });
    expect(await search({ ...terms, sources: ['images'] }, deadline)).toMatchObject({ total: 2 });
    expect(await search({ ...terms, sources: ['news'] }, deadline)).toMatchObject({ total: 2 });
    expect(await search({ ...terms, sources: ['web', 'images', 'news'] }, deadline)).toMatchObject({
      total: 49,
    });
  });

  test('tell no stated number of a list that has results which the request leaves out', async () => {
    const counting = provider('searxng', async () => ({
      ...whole([found('https://a.example/'), found('https://b.example/')]),
      statedTotal: 1_000,
    }));
    const search = searchWith([counting]);

    expect(await search({ ...terms, includeDomains: ['a.example'] }, deadline)).toMatchObject({ total: 1 });
    expect(await search({ ...terms, excludeDomains: ['c.example'] }, deadline)).toMatchObject({
      total: 1_000,
    });
  });

  test('tell the stated number of a list with results that are no web pages', async () => {
    const counting = provider('searxng', async () => ({
      ...whole([found('https://a.example/'), found('ftp://a.example/')]),
      statedTotal: 45,
    }));

    expect(await searchWith([counting])(terms, deadline)).toMatchObject({ total: 45 });
  });

  test('tell the largest number that lists of categories state, because one result may be in several', async () => {
    const stated = [300, 1_000];
    const counting = provider('searxng', async () => ({
      ...whole([found('https://github.com/a.pdf')]),
      statedTotal: stated.pop(),
    }));

    expect(await searchWith([counting])({ ...terms, categories: ['github', 'pdf'] }, deadline)).toMatchObject(
      {
        total: 1_000,
      },
    );
  });

  test('tell no number of results when their lists have none that meets the request', async () => {
    const elsewhere = provider('searxng', async () => ({
      ...whole([found('https://a.example/')]),
      statedTotal: 45,
    }));

    expect(
      await searchWith([elsewhere])({ ...terms, excludeDomains: ['a.example'] }, deadline),
    ).toMatchObject({ entries: [], total: 0 });
  });

  test('name the parameters that they do not know', async () => {
    const strict = provider('brave', async () => ({
      ...whole([found('https://a.example/')]),
      unsent: ['country'],
    }));

    expect(await searchWith([strict])({ ...terms, country: 'cz' }, deadline)).toMatchObject({
      warnings: ['brave does not know the country "cz", which had no effect.'],
    });
  });

  test('have half of the time that is left, so that the next one can answer', async () => {
    const times: number[] = [];
    const hanging = (name: SearchProviderName) =>
      provider(name, async (_request, options) => {
        const beganMs = performance.now();
        await new Promise((resolve) => options.signal.addEventListener('abort', resolve, { once: true }));
        times.push(performance.now() - beganMs);
        options.signal.throwIfAborted();
        return whole([]);
      });

    const search = searchWith([hanging('brave'), working('searxng')], systemClock);

    expect(await search(terms, deadlineIn(600, systemClock))).toMatchObject({ provider: 'searxng' });
    expect(times).toHaveLength(1);
  });

  test('are abandoned one by one when they hang', async () => {
    const hanging = provider(
      'brave',
      (_request, options) =>
        new Promise((_resolve, reject) => {
          options.signal.addEventListener('abort', () => reject(options.signal.reason as Error));
        }),
    );

    expect(await searchWith([hanging, working('searxng')], undefined, 20)(terms, deadline)).toMatchObject({
      provider: 'searxng',
    });
  });

  test('that failed twice are tried last for half a minute', async () => {
    const asked: string[] = [];
    let nowMs = 0;
    const search = searchWith([broken('brave', asked), working('searxng', asked)], { now: () => nowMs });
    await search(terms, deadline);
    await search(terms, deadline);
    asked.length = 0;

    await search(terms, deadline);
    expect(asked).toEqual(['searxng']);

    nowMs = 30_000;
    await search(terms, deadline);
    expect(asked).toEqual(['searxng', 'brave', 'searxng']);
  });

  test('that all fail are one 503 with a time to retry', async () => {
    await expect(searchWith([broken('brave'), broken('searxng')])(terms, deadline)).rejects.toMatchObject({
      code: 'SEARCH_UNAVAILABLE',
      status: 503,
      retryAfterSeconds: 30,
      message: 'No search provider is available at the moment; tried: brave, searxng.',
    });
  });

  test('are tried further when one has no results, and no results is success when all agree', async () => {
    const nothing = working('brave', [], []);

    expect(await searchWith([nothing, working('searxng')])(terms, deadline)).toMatchObject({
      provider: 'searxng',
    });
    expect(await searchWith([nothing, broken('searxng')])(terms, deadline)).toMatchObject({
      entries: [],
      provider: 'brave',
    });
  });
});

describe('the request to a provider', () => {
  const sent = (changes: Partial<SearchTerms>) =>
    plannedLists({ ...terms, ...changes }).map(({ request }) => request.terms);

  test('has domains and location as words of the query', () => {
    expect(sent({ includeDomains: ['a.example', 'b.example'] })).toEqual([
      'sieve (site:a.example OR site:b.example)',
    ]);
    expect(sent({ excludeDomains: ['a.example'], location: 'Lyon, France' })).toEqual([
      'sieve Lyon, France -site:a.example',
    ]);
  });

  test('is one list per category and one per source', () => {
    expect(sent({ sources: ['web', 'news'], categories: ['github', 'pdf'] })).toEqual([
      'sieve site:github.com',
      'sieve filetype:pdf',
      'sieve',
    ]);
  });

  test.for([
    [{ includeDomains: ['a.example'] }, 'https://www.a.example/x', 'https://b.example/x'],
    [{ includeDomains: ['a.example'] }, 'https://docs.a.example/x', 'https://nota.example/x'],
    [{ excludeDomains: ['a.example'] }, 'https://b.example/', 'https://docs.a.example/'],
    [{ categories: ['github' as const] }, 'https://github.com/o/r', 'https://github.com.evil.example/'],
    [{ categories: ['pdf' as const] }, 'https://a.example/a.PDF?x=1', 'https://a.example/a.html'],
    [{ categories: ['research' as const] }, 'https://arxiv.org/abs/1', 'https://a.example/'],
    [{}, 'http://a.example/', 'javascript:alert(1)'],
  ] as const)('filters the entries: %j', ([changes, kept, dropped]) => {
    const [list] = plannedLists({ ...terms, ...changes } as SearchTerms);

    expect([list?.accepts(found(kept)), list?.accepts(found(dropped))]).toEqual([true, false]);
  });
});

describe('fusion', () => {
  test('merges spellings of a URL, and puts entries of several lists first', () => {
    const entries = fuse(terms, [
      [found('https://a.example/'), found('https://b.example/x?utm_source=n')],
      [found('http://www.b.example/x'), found('https://c.example/')],
    ]);

    expect(entries.map(({ url }) => url)).toEqual([
      'https://b.example/x?utm_source=n',
      'https://a.example/',
      'https://c.example/',
    ]);
  });

  test('keeps a page that several sources list in each of them, where they stay apart', () => {
    const url = 'https://a.example/';
    const lists = [[found(url)], [found(url, { source: 'news', date: '2026-11-01' })]];
    const listed = (mergeSources: boolean) =>
      fuse({ ...terms, mergeSources }, lists).map(({ source, date }) => [source, date]);

    expect(listed(true)).toEqual([['web', '2026-11-01']]);
    expect(listed(false)).toEqual([
      ['web', undefined],
      ['news', '2026-11-01'],
    ]);
  });

  test('prefers the neighbour with the words of the query', () => {
    const [first] = fuse({ ...terms, query: 'iron sieve' }, [
      [found('https://a.example/'), found('https://b.example/', { title: 'Iron sieve' })],
    ]);

    expect(first?.url).toBe('https://b.example/');
  });

  const entry = fc
    .record({ url: fc.webUrl(), title: fc.string(), description: fc.string() })
    .map((fields): FoundEntry => ({ ...fields, source: 'web' }));

  test('scores from 0 to 1, descending, whatever was found', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.array(entry, { maxLength: 30 }), { maxLength: 4 }),
        (query, lists) => {
          const scores = fuse({ ...terms, query, limit: 20 }, lists).map(({ score }) => score);
          expect(scores.length).toBeLessThanOrEqual(20);
          expect(scores).toEqual(scores.toSorted((a, b) => b - a));
          for (const score of scores) expect(score).toBeGreaterThanOrEqual(0);
          for (const score of scores) expect(score).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
