import { describe, expect, test } from 'vitest';

import { createAnalysePages } from '#shared/search/answer/analyse-pages.ts';
import { envelope } from '#shared/contract/envelope.ts';
import { searchData } from '#shared/contract/search.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import { memoryModel } from '../fakes/memory-model.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import type { ScrapeAndExtract } from '#shared/extract/scrape-and-extract.ts';
import type { ScrapePage } from '#shared/scrape/scrape-page.ts';
import { fuse } from '#shared/search/providers/fusion.ts';
import type { WebSearch } from '#shared/search/providers/web-search.ts';
import { createRunSearch } from '#shared/search/run-search.ts';
import { createSearchEndpoint } from '../../functions/search/search.ts';
import { call, ownKey, testDeps } from '../http/fixtures.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';

const noon = Date.UTC(2026, 10, 21, 12);

const tenResults: WebSearch = async (terms) => ({
  provider: 'duckduckgo',
  warnings: [],
  total: 10,
  entries: fuse(terms, [
    Array.from({ length: 10 }, (_, index) => ({
      url: `https://site-${index}.example/`,
      title: `Pan ${index}`,
      description: 'About pans',
      source: 'web' as const,
    })),
  ]),
});
/** Pages that are web results and news stories, whose URLs the news spell in another way. */
const inTwoSources =
  (count: number): WebSearch =>
  async (terms) => {
    const pages = Array.from({ length: count }, (_, index) => ({
      title: 'Pan',
      description: 'About pans',
      host: `site-${index}.example`,
    }));
    const web = pages.map(({ host, ...page }) => ({
      ...page,
      url: `https://${host}/`,
      source: 'web' as const,
    }));
    const news = pages.map(({ host, ...page }) => ({
      ...page,
      url: `http://www.${host}/?utm_source=news`,
      source: 'news' as const,
      date: '2026-11-01',
    }));
    return { provider: 'searxng', warnings: [], total: 2 * count, entries: fuse(terms, [web, news]) };
  };
const nothingFound: WebSearch = async () => ({
  provider: 'duckduckgo',
  warnings: [],
  entries: [],
  total: 0,
});
const down: WebSearch = () =>
  Promise.reject(new AppError('SEARCH_UNAVAILABLE', 'No search provider is available at the moment.'));

/** Every page but the third. */
const panPages: ScrapePage = async ({ url, formats }) => {
  if (url.includes('site-2.'))
    throw new AppError('BLOCKED', 'The site answered with a wall against programs.');
  return {
    finalUrl: url,
    source: 'local',
    page: { status: 200, isWhole: true },
    warnings: [],
    data: {
      ...(formats.includes('markdown')
        ? { markdown: `The pan of ${url} weighs three kilograms and never rusts.` }
        : {}),
      ...(formats.includes('links') ? { links: [url] } : {}),
      metadata: { statusCode: 200, loadTime: 1, sourceURL: url, requestedURL: url },
    },
  };
};

const poet = memoryModel(() => ({ kind: 'text', text: 'Pans do not rust [1][9].' }), { name: 'poet-1' });

function service({
  plan = 'starter',
  webSearch = tenResults,
  scrapePage = panPages,
  model,
  plans = planCatalogue(),
  monthlyBudget,
}: {
  plan?: string;
  monthlyBudget?: number;
  webSearch?: WebSearch;
  scrapePage?: ScrapeAndExtract;
  model?: LanguageModel;
  plans?: ReturnType<typeof planCatalogue>;
} = {}) {
  const own = ownKey(plan, monthlyBudget === undefined ? {} : { monthlyBudget });
  const { deps, usage } = testDeps({ keys: [own], plans });
  const kept: string[] = [];
  const handler = createSearchEndpoint({
    ...deps,
    changes: { keep: async ({ name }) => void kept.push(name) },
    runSearch: createRunSearch({
      webSearch,
      scrapeAndExtract: scrapePage,
      analysePages: createAnalysePages({ model, logger: silentLogger }),
      clock: deps.clock,
      logger: silentLogger,
    }),
  });
  return {
    kept,
    search: (body: Readonly<Record<string, unknown>>) =>
      call(handler, {
        resource: '/api/v1/search',
        headers: { 'x-api-key': own.text },
        body: { query: 'pan', ...body },
      }),
    used: async () => (await usage.read(own.key.accountId, '2026-11', noon)).used,
    /** Reserves requests of the month as a running crawl does, and spends some of them at once. */
    crawl: async (reserved: number, spent: number, keyId = own.key.countedAs) => {
      const { accountId } = own.key;
      const terms = { accountId, keyId, operation: 'crawl', allowance: null, budget: null } as const;
      const moment = { nowMs: noon, dueAtMs: noon + 3_600_000, requestsAtOnce: null };
      await usage.reserve({ ...terms, ...moment, id: `running ${keyId}`, units: reserved });
      const done = await usage.reserve({ ...terms, ...moment, id: `done ${keyId}`, units: spent });
      if (done.kind === 'reserved')
        await usage.settle(done.reservation, { requests: spent, pages: spent, ai: 0 });
    },
  };
}

interface Data {
  readonly pages: readonly Readonly<Record<string, unknown>>[];
  readonly markdown?: string;
  readonly processingInfo: Readonly<Record<string, unknown>>;
}
const dataOf = ({ body }: { readonly body: Record<string, unknown> }) => body['data'] as Data;

describe('POST /api/v1/search', () => {
  test('abandons a model that never answers, with time for an extractive summary', async () => {
    const given: number[] = [];
    const hanging: LanguageModel = {
      ...poet,
      completeText: ({ deadline }) => {
        given.push(deadline.remainingMs());
        return Promise.reject(new Error('it did not answer'));
      },
    };
    const { search } = service({ model: hanging });

    await search({ parseResults: true, timeout: 30_000 });
    await search({ parseResults: true, timeout: 2_000 });

    expect(given).toEqual([28_000, 1_000]);
  });

  test('answers with scored results in the interface’s shape, for one request', async () => {
    const { search, used } = service();

    const reply = await search({});

    expect(reply.status).toBe(200);
    expect(envelope(searchData).parse(reply.body)).toMatchObject({
      success: true,
      url: '',
      source: 'local',
      data: {
        total: 10,
        completed: 10,
        status: 'completed',
        processingInfo: { method: 'duckduckgo_search', parser: 'local' },
      },
    });
    expect(dataOf(reply)).not.toHaveProperty('markdown');
    expect(await used()).toBe(1);
  });

  test('tells how many results were found, and how many of them are returned', async () => {
    const many: WebSearch = async (...asked) => ({ ...(await tenResults(...asked)), total: 4_500 });
    const { search } = service({ webSearch: many });

    expect((await search({})).body).toMatchObject({
      data: { total: 4_500, completed: 10, metadata: { description: '10 results from duckduckgo' } },
    });
    expect((await search({ scrapeOptions: {} })).body).toMatchObject({
      data: { total: 4_500, completed: 9 },
    });
  });

  test('joins pages to their results; a failed page says why', async () => {
    const reply = await service().search({ scrapeOptions: { formats: ['links'] } });

    expect(reply.body).toMatchObject({ data: { total: 10, completed: 9 } });
    expect(dataOf(reply).pages[0]).toMatchObject({ title: 'Pan 0', links: ['https://site-0.example/'] });
    expect(dataOf(reply).pages[0]).not.toHaveProperty('markdown');
    expect(dataOf(reply).pages[2]).toMatchObject({ title: 'Pan 2', code: 'BLOCKED' });
  });

  test('has what has changed in its pages, and keeps the versions of those that are delivered', async () => {
    const changeTracking = { previousScrapeAt: null, changeStatus: 'new' } as const;
    const scrapePage: ScrapeAndExtract = async (request, context) => {
      const { data, ...page } = await panPages(request, context);
      const version = { name: request.url, scrapedAtMs: noon, markdown: data.markdown ?? '' };
      return { ...page, data: { ...data, changeTracking }, version };
    };
    const { search, kept } = service({ scrapePage });

    const reply = await search({ limit: 4, scrapeOptions: { formats: ['markdown', 'changeTracking'] } });

    expect(dataOf(reply).pages[0]).toMatchObject({ title: 'Pan 0', changeTracking });
    expect(dataOf(reply).pages[2]).toMatchObject({ code: 'BLOCKED' });
    expect(kept).toContain('https://site-0.example/');
    expect(kept).not.toContain('https://site-2.example/');
  });

  test('reads and analyses a page once that two sources list', async () => {
    const read: string[] = [];
    const scrapePage: ScrapePage = (request, context) => {
      read.push(request.url);
      return panPages(request, context);
    };
    const { search } = service({ webSearch: inTwoSources(1), scrapePage });

    const reply = await search({
      sources: ['web', 'news'],
      mergeSources: false,
      scrapeOptions: {},
      parseResults: true,
    });

    expect(reply.body).toMatchObject({ data: { total: 2, completed: 2 } });
    const shown = dataOf(reply).pages.map(({ source, date, markdown }) => [source, date, typeof markdown]);
    expect(shown).toEqual([
      ['web', undefined, 'string'],
      ['news', '2026-11-01', 'string'],
    ]);
    expect(read).toEqual(['https://site-0.example/']);
    expect(dataOf(reply).markdown).not.toContain('[2]');
  });

  test('extracts from as many pages as the plan analyses, and gives each to all its results', async () => {
    const { search } = service({ webSearch: inTwoSources(8) });

    const reply = await search({
      sources: ['web', 'news'],
      mergeSources: false,
      limit: 8,
      scrapeOptions: { formats: ['links', 'json'], jsonOptions: { prompt: 'The weight' } },
    });

    const states = dataOf(reply).pages.map(({ links, code }) => (links === undefined ? code : 'read'));
    expect(states).toEqual([
      ...['read', 'read', 'read', 'read', 'BLOCKED', 'BLOCKED', 'read', 'read', 'read', 'read'],
      ...Array.from({ length: 6 }),
    ]);
  });

  test('names an error page once that several sources list', async () => {
    const gone: ScrapePage = async (request, context) => ({
      ...(await panPages(request, context)),
      isErrorPage: true,
    });
    const { search } = service({ webSearch: inTwoSources(1), scrapePage: gone });

    const reply = await search({ sources: ['web', 'news'], mergeSources: false, parseResults: true });

    expect(reply.body['warning']).toContain('Error pages are not analysed: https://site-0.example/.');
  });

  test('reports a timeout for a page that hangs', async () => {
    const slow: ScrapePage = (request, context) =>
      request.url.includes('site-1.')
        ? new Promise((_resolve, reject) => {
            context.signal.addEventListener('abort', () => reject(context.signal.reason as Error));
          })
        : panPages(request, context);

    const reply = await service({ scrapePage: slow }).search({ timeout: 1_000, scrapeOptions: {} });

    expect(reply.status).toBe(200);
    expect(dataOf(reply).pages[1]).toMatchObject({ code: 'SCRAPE_TIMEOUT' });
    expect(dataOf(reply).pages[0]).toHaveProperty('markdown');
  });

  test('never reads more pages side by side than the plan allows', async () => {
    let reading = 0;
    let most = 0;
    const counting: ScrapePage = async (request, context) => {
      reading += 1;
      most = Math.max(most, reading);
      await new Promise(setImmediate);
      reading -= 1;
      return panPages(request, context);
    };

    await service({ plan: 'hobby', scrapePage: counting }).search({ scrapeOptions: {} });

    expect(most).toBe(2);
  });

  test('splits any time between reading and analysing', async () => {
    const { search } = service();

    for (const timeout of [1_001, 1_002, 1_003, 1_999, 59_999])
      expect((await search({ parseResults: true, timeout })).status).toBe(200);
  });

  test('summarises with citations when there is no model, names that, and counts two', async () => {
    const { search, used } = service();

    const reply = await search({ parseResults: true });

    expect(reply.body).toMatchObject({
      warning: expect.stringContaining('No model is configured') as string,
      data: { processingInfo: { method: 'duckduckgo_search+extractive_summary' } },
    });
    expect(dataOf(reply).markdown).toMatch(/never rusts\. \[1\][\s\S]*\[1\]: <https:\/\/site-0\.example\/>/);
    expect(dataOf(reply).pages[0]).not.toHaveProperty('markdown');
    expect(await used()).toBe(2);
  });

  test('analyses the next result in place of an error page and of a page that cannot be read', async () => {
    const read: string[] = [];
    const missing: ScrapePage = async (request, context) => {
      read.push(request.url);
      const page = await panPages(request, context);
      return request.url.includes('site-0.') ? { ...page, isErrorPage: true } : page;
    };
    const { search } = service({ scrapePage: missing });

    const reply = await search({ parseResults: true, aiParseLimit: 3 });

    expect(dataOf(reply).markdown).toMatch(
      /\[1\]: <https:\/\/site-1\.example\/>\n\[2\]: <https:\/\/site-3\.example\/>\n\[3\]: <https:\/\/site-4\.example\/>\n$/,
    );
    expect(read).toHaveLength(5);
    expect(reply.body['warning']).toContain('Error pages are not analysed: https://site-0.example/.');
  });

  test('says of each page that was read what its scrape warns of', async () => {
    const cut: ScrapePage = async (request, context) => {
      const page = await panPages(request, context);
      return request.url.includes('site-0.') ? { ...page, warnings: ['A part did not arrive.'] } : page;
    };

    const reply = await service({ scrapePage: cut }).search({ scrapeOptions: { formats: ['markdown'] } });

    expect(
      dataOf(reply)
        .pages.map(({ warning }) => warning)
        .slice(0, 2),
    ).toEqual(['A part did not arrive.', undefined]);
  });

  test('returns a model’s analysis without the source that it made up', async () => {
    const reply = await service({ model: poet }).search({ parseResults: true });

    expect(dataOf(reply).markdown).toMatch(/^Pans do not rust \[1\]\.\n/);
    expect(reply.body['warning']).toContain('[9]');
    expect(reply.body).toMatchObject({
      data: { processingInfo: { method: 'duckduckgo_search+ai_analysis:poet-1' } },
    });
  });

  test('tells the tokens of the model, also when its answer could not be used', async () => {
    const empty = memoryModel(() => ({ kind: 'text', text: '[9]' }));
    const tokens = { input: expect.any(Number) as number, output: expect.any(Number) as number };

    const analysed = await service({ model: poet }).search({ parseResults: true });
    const summarised = await service({ model: empty }).search({ parseResults: true });

    expect(dataOf(analysed).processingInfo['tokens']).toEqual(tokens);
    expect(dataOf(summarised).processingInfo).toMatchObject({
      method: 'duckduckgo_search+extractive_summary',
      tokens,
    });
  });

  test('counts one when the model failed, and none when nothing was found', async () => {
    const failing = service({ model: memoryModel(() => ({ kind: 'down' })) });
    const empty = service({ webSearch: nothingFound });

    await failing.search({ parseResults: true });
    const reply = await empty.search({ parseResults: true });

    expect(await failing.used()).toBe(1);
    expect(reply.body).toMatchObject({ success: true, data: { pages: [], total: 0 } });
    expect(await empty.used()).toBe(0);
  });

  test('says that aiPrompt has no effect without parseResults', async () => {
    const { search } = service();

    const reply = await search({ aiPrompt: 'Compare the prices.' });

    expect(reply.body['warning']).toContain('aiPrompt has no effect without parseResults.');
  });

  test('lowers aiParseLimit to the plan’s limit, with a warning', async () => {
    const { search } = service({ plan: 'hobby' });

    const reply = await search({ parseResults: true, aiParseLimit: 10 });

    expect(reply.body['warning']).toContain('aiParseLimit was lowered to 3');
    expect(dataOf(reply).markdown).toContain('[2]: <https://site-1.example/>');
    expect(dataOf(reply).markdown).not.toContain('site-4');
  });

  test('extracts from no more pages than the plan analyses, and not on a plan without extract', async () => {
    const scrapeOptions = { formats: ['json'], jsonOptions: { prompt: 'The weight' } };

    const forbidden = await service({ plan: 'hobby' }).search({ scrapeOptions });
    const reply = await service().search({ scrapeOptions });

    expect([forbidden.status, forbidden.body['code']]).toEqual([403, 'PLAN_FORBIDS']);
    expect(reply.body).toMatchObject({ data: { total: 10, completed: 4 } });
    expect(reply.body['warning']).toContain('With jsonOptions the first 5 pages were read');
  });

  test('refuses an unusable schema before it searches', async () => {
    const unasked: WebSearch = () => Promise.reject(new Error('a provider was asked'));
    const scrapeOptions = { formats: ['json'], jsonOptions: { schema: { type: 'strange' } } };

    const reply = await service({ webSearch: unasked }).search({ scrapeOptions });

    expect(reply.status).toBe(400);
    expect(reply.body['error']).toMatch(/^scrapeOptions\.jsonOptions\.schema: cannot be used/);
  });

  test('answers 503 in the interface’s error shape when every provider fails, and costs nothing', async () => {
    const { search, used } = service({ webSearch: down });

    expect(await search({})).toMatchObject({
      status: 503,
      body: {
        success: false,
        url: '',
        code: 'SEARCH_UNAVAILABLE',
        source: 'cloud',
        data: { results: [], totalResults: 0, searchQuery: '' },
      },
    });
    expect(await used()).toBe(0);
  });

  test('answers 403 to an analysis that the plan does not include, before anything is counted', async () => {
    const plans = planCatalogue({ hobby: { aiPages: 0, monthlyRequests: 1 } });

    expect(await service({ plan: 'hobby', plans }).search({ parseResults: true })).toMatchObject({
      status: 403,
      body: { code: 'PLAN_FORBIDS' },
    });
  });

  test('answers 429 when the month is used up, until the next month', async () => {
    const plans = planCatalogue({ hobby: { monthlyRequests: 1 } });

    const reply = await service({ plan: 'hobby', plans }).search({ parseResults: true });

    expect(reply).toMatchObject({
      status: 429,
      body: { code: 'QUOTA_EXCEEDED', data: { totalResults: 0 } },
    });
    const seconds = Number(reply.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(31 * 86_400);
  });

  test.for([
    ['soon when running requests hold what it needs', 500, 0, '30'],
    ['in the next month when they do not hold as much', 1, 499, String(9.5 * 86_400)],
  ] as const)('is to be repeated %s', async ([, reserved, spent, retryAfter]) => {
    const { search, crawl } = service({ plan: 'hobby' });
    await crawl(reserved, spent);

    const { status, headers, body } = await search({ parseResults: true });

    expect([status, body['code'], headers['retry-after']]).toEqual([429, 'QUOTA_EXCEEDED', retryAfter]);
  });

  const nextMonth = String(9.5 * 86_400);
  const plansOf = (monthlyRequests: number) => planCatalogue({ starter: { monthlyRequests } });

  test.for([
    [
      'soon when its own requests hold what it needs',
      3_500,
      { held: 10, spent: 0 },
      500,
      '30',
      'Running requests with this key hold 10',
    ],
    [
      'in the next month when only other keys hold as much',
      3_500,
      { held: 0, spent: 10 },
      500,
      nextMonth,
      'is used up.',
    ],
    [
      'in the next month when the account gets requests back before',
      510,
      { held: 0, spent: 10 },
      500,
      nextMonth,
      'is used up.',
    ],
  ] as const)(
    'that is over the budget of its key is to be repeated %s',
    async ([, allowance, own, heldByOther, retryAfter, reason]) => {
      const { search, crawl } = service({ monthlyBudget: 10, plans: plansOf(allowance) });
      await crawl(own.held, own.spent);
      await crawl(heldByOther, 0, 'key_other');

      const { status, headers, body } = await search({ parseResults: true });

      expect([status, body['code'], headers['retry-after']]).toEqual([429, 'QUOTA_EXCEEDED', retryAfter]);
      expect(body['error']).toMatch(/this API key's budget of 10 requests a month/i);
      expect(body['error']).toContain(reason);
    },
  );

  test.for([
    [{ query: '' }, 'query'],
    [{ query: 'nul \u0000 byte' }, 'query'],
    [{ query: 'x'.repeat(501) }, 'query'],
    [{ scrapeOptions: { forceLocal: true, forceCloud: true } }, 'scrapeOptions.forceCloud'],
    [{ scrapeOptions: { includeTags: ['a['] } }, 'scrapeOptions.includeTags[0]'],
    [
      { scrapeOptions: { formats: [{ type: 'attributes', selectors: [{ selector: 'a[' }] }] } },
      'scrapeOptions.attributesOptions.selectors[0].selector',
    ],
    [{ scrapeOptions: { html: '<p>' } }, 'scrapeOptions.html'],
    [{ includeDomains: ['a.example'], excludeDomains: ['b.example'] }, 'excludeDomains'],
  ] as const)('refuses %j, naming the field, before anything is searched', async ([body, field]) => {
    const searchesNothing: WebSearch = () => Promise.reject(new Error('something was searched'));

    expect(await service({ webSearch: searchesNothing }).search(body)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(field) as string },
    });
  });
});
