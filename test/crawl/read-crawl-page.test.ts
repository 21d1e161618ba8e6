import { describe, expect, test } from 'vitest';

import {
  type ConvertOptions,
  type ConvertPage,
  convertPage,
} from '#shared/scrape/conversion/convert-page.ts';
import { type CrawlRequest, crawlRequest } from '#shared/contract/crawl.ts';
import type { ScrapeRequest } from '#shared/contract/scrape.ts';
import type { CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import { createFrontier } from '#shared/crawl/frontier/frontier.ts';
import {
  type CrawlPageReaderDeps,
  createCrawlPageReader,
  type ReadingCrawl,
} from '#shared/crawl/worker/read-crawl-page.ts';
import { createJsonExtraction } from '#shared/extract/json-extraction.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import { createChangeTracker } from '#shared/scrape/change-tracker.ts';
import { createAcquirePage } from '#shared/scrape/acquire-page.ts';
import { createPageCache, type PageCache } from '#shared/scrape/page-cache.ts';
import { memoryModel, type ScriptedAnswer } from '../fakes/memory-model.ts';
import { memoryBlobStore } from '../fakes/memory-blob-store.ts';
import { fakeWeb } from '../fakes/memory-web.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';
import { untracked } from '../fakes/untracked.ts';

const url = 'https://site.example/page';
const ofWorker = AbortSignal.timeout(60_000);
const html = (head = '') =>
  `<title>A page</title>${head}<main><h1>A page</h1><p>Its text is long enough.</p><a href="/next">Next</a></main>`;

const row = {
  hash: 'h',
  url,
  kind: 'page',
  state: 'leased',
  depth: 1,
  priority: '1',
  attempt: 1,
} as const satisfies CrawlRow;

const crawlOf = (request: CrawlRequest): ReadingCrawl => ({
  accountId: 'account',
  request,
  frontierFor: (seedUrl) => createFrontier({ request, createdAtMs: 0 }, seedUrl),
});

const emptyCache = (): PageCache =>
  createPageCache({ blobs: memoryBlobStore(), clock: { now: () => 0 }, logger: silentLogger });

const noExtraction = () => Promise.reject(new Error('the code of extraction was loaded'));

/** Reads a page that is answered like this; `asked` is the request that it was read by. */
async function readingOf(
  body: string,
  headers: Readonly<Record<string, string>> = {},
  options: object = {},
  known: Pick<ReadingCrawl, 'claimant'> = {},
  convert: ConvertPage = convertPage,
  warnings: readonly string[] = [],
  reader: Partial<Pick<CrawlPageReaderDeps, 'cache' | 'loadExtraction' | 'clock' | 'changes'>> = {},
  ofRow: Partial<CrawlRow> = {},
) {
  const asked: ScrapeRequest[] = [];
  const { readPage } = createCrawlPageReader({
    acquirePage: async (pageRequest, { read }) => {
      asked.push(pageRequest);
      const page = {
        source: 'local',
        requestedUrl: url,
        finalUrl: url,
        status: 200,
        headers: { 'content-type': 'text/html', ...headers },
        body: Buffer.from(body),
        loadTimeMs: 1,
        isWhole: true,
        warnings,
      } as const;
      return { kind: 'page', page, reading: await read(page, { mayRender: false }) };
    },
    convertPage: convert,
    cache: emptyCache(),
    loadExtraction: noExtraction,
    changes: untracked,
    userAgentToken: 'WinnowBot',
    clock: { now: () => 0 },
    ...reader,
  });
  const request = crawlRequest.parse({ url, ...options });
  const reading = await readPage({ ...row, ...ofRow }, { ...crawlOf(request), ...known }, ofWorker);
  return { reading, asked: asked[0] };
}

const linksOf = async (...page: Parameters<typeof readingOf>): Promise<readonly string[]> =>
  (await readingOf(...page)).reading.links.map(({ href }) => href);

test('a page has its images, its document and a summary when the crawl asks for them', async () => {
  const formats = [{ type: 'images' }, 'rawHtml', 'summary'];
  const body = `${html()}<img src="/pan.jpg">`;

  const { reading } = await readingOf(body, {}, { scrapeOptions: { formats } });

  expect(reading.result).toMatchObject({
    page: { images: ['https://site.example/pan.jpg'], rawHtml: body, summary: 'Its text is long enough.' },
  });
});

test('a page has the values of its elements when the crawl asks for them', async () => {
  const attributesOptions = { selectors: [{ selector: 'a', attribute: 'href' }] };

  const { reading } = await readingOf(
    html(),
    {},
    { formats: ['attributes'], scrapeOptions: { attributesOptions } },
  );

  expect(reading.result).toMatchObject({
    page: { attributes: [{ selector: 'a', attribute: 'href', values: ['/next'] }] },
  });
});

describe('a page that is asked for its changes', () => {
  const options = {
    formats: ['markdown', 'changeTracking'],
    scrapeOptions: { changeTrackingOptions: { modes: ['git-diff'] } },
  };
  const tracked = () =>
    createChangeTracker({ blobs: memoryBlobStore(), clock: { now: () => 0 }, logger: silentLogger });
  const pageOf = async (body: string, changes: CrawlPageReaderDeps['changes']) =>
    (await readingOf(body, {}, options, {}, convertPage, [], { changes })).reading.result;

  test('is compared with the version that was kept when it was delivered', async () => {
    const changes = tracked();
    const first = await pageOf(html(), changes);
    if (first.kind === 'content' && first.version !== undefined) await changes.keep(first.version);

    const second = await pageOf(html().replace('long enough', 'longer now'), changes);

    expect(first).toMatchObject({
      page: { changeTracking: { previousScrapeAt: null, changeStatus: 'new' } },
    });
    expect(second).toMatchObject({
      page: {
        changeTracking: {
          previousScrapeAt: '1970-01-01T00:00:00.000Z',
          changeStatus: 'changed',
          diff: { text: expect.stringContaining('+Its text is longer now.') as string },
        },
      },
    });
  });

  test('is compared with no version that was only read', async () => {
    const changes = tracked();

    await pageOf(html(), changes);
    const again = await pageOf(html().replace('long enough', 'longer now'), changes);

    expect(again).toMatchObject({ page: { changeTracking: { changeStatus: 'new' } } });
  });

  test('says why it is not compared', async () => {
    const changes = createChangeTracker({
      blobs: { ...memoryBlobStore(), get: () => Promise.reject(new Error('S3 is away')) },
      clock: { now: () => 0 },
      logger: silentLogger,
    });

    const result = await pageOf(html(), changes);

    expect(result).toMatchObject({
      page: { warning: 'There is no changeTracking: the last version of the page could not be read.' },
    });
    expect(result).not.toHaveProperty('page.changeTracking');
  });
});

test('a page of a batch has its picture and what its actions gave back, also without a text', async () => {
  const actions = { screenshots: [], scrapes: [{ url, html: '<p>1</p>' }], javascriptReturns: [], pdfs: [] };
  const asked = crawlRequest.parse({ url });
  const request = {
    ...asked,
    scrapeOptions: { formats: ['screenshot' as const], actions: [{ type: 'scrape' as const }] },
  };
  const { readPage } = createCrawlPageReader({
    acquirePage: async (pageRequest, { read: convert }) => {
      const page = {
        source: 'cloud',
        requestedUrl: url,
        finalUrl: url,
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: Buffer.from('<body></body>'),
        screenshot: Buffer.from('picture'),
        actions,
        loadTimeMs: 1,
        isWhole: true,
        warnings: [],
      } as const;
      expect(pageRequest).toMatchObject(request.scrapeOptions);
      return { kind: 'page', page, reading: await convert(page, { mayRender: false }) };
    },
    convertPage,
    cache: emptyCache(),
    loadExtraction: noExtraction,
    changes: untracked,
    userAgentToken: 'WinnowBot',
    clock: { now: () => 0 },
  });

  const { result } = await readPage({ ...row, isSeed: true }, crawlOf(request), ofWorker);

  expect(result).toMatchObject({
    kind: 'content',
    page: { screenshot: Buffer.from('picture').toString('base64'), actions },
  });
});

test('a declared feed that the page also links to is read as a feed, after the links of the page', async () => {
  const feed = (href: string) => `<link rel="alternate" type="application/rss+xml" href="${href}">`;
  const body = `${html(`${feed('/feed/')}${feed('/blog')}`)}<a href="/feed/">RSS</a><a href="/blog">Blog</a>`;

  const { reading } = await readingOf(body);

  const request = crawlRequest.parse({ url });
  const rows = createFrontier({ request, createdAtMs: 0 }, url).discover(reading.links);
  const kinds = Object.fromEntries(rows.map(({ url: found, kind }) => [found, kind]));
  expect(kinds).toEqual({
    'https://site.example/next': 'page',
    'https://site.example/feed/': 'sitemap',
    'https://site.example/blog': 'page',
  });
  const positions = reading.links.map(({ kind, position }) => [kind, position ?? 0] as const);
  expect(positions.filter(([kind]) => kind === 'sitemap').map(([, position]) => position)).toEqual([4, 5]);
});

test('a page has the warnings of its transfer and of its content as one', async () => {
  const missing = html().replaceAll('A page', 'Page not found');
  const said = 'The server broke off.';

  const { reading } = await readingOf(missing, {}, {}, {}, convertPage, [said]);

  expect(reading.result).toMatchObject({
    page: { warning: expect.stringMatching(/^The server broke off\. The page says that it does not exist/) },
  });
});

test('a page has no warning where nothing is wrong', async () => {
  const { reading } = await readingOf(html());

  expect(reading.result).toHaveProperty('page.markdown');
  expect(reading.result).not.toHaveProperty('page.warning');
});

test('a page waits for at most half of its time, also when that was lowered', async () => {
  const { asked } = await readingOf(html(), {}, { scrapeOptions: { timeout: 300_000, waitFor: 60_000 } });

  expect(asked).toMatchObject({ timeout: 90_000, waitFor: 45_000 });
});

test.for([
  ['by its markup', html('<meta name="robots" content="noindex, nofollow">'), {}],
  ['by its header', html(), { 'x-robots-tag': 'noindex, NoFollow' }],
  ['altogether', html(), { 'x-robots-tag': 'none' }],
  ['beside other wishes', html(), { 'x-robots-tag': 'max-snippet: 20, nofollow' }],
  ['by our name', html(), { 'x-robots-tag': 'otherbot: noindex, winnowbot: noindex, nofollow' }],
] as const)('a page that asks robots not to follow its links %s leads nowhere', async ([, body, headers]) => {
  expect(await linksOf(body, headers)).toEqual([]);
});

test.for([
  [{}],
  [{ 'x-robots-tag': 'noindex' }],
  [{ 'x-robots-tag': 'otherbot: nofollow' }],
  [{ 'x-robots-tag': 'otherbot: noindex, nofollow' }],
  [{ 'x-robots-tag': 'winnowbot: noindex, otherbot: nofollow' }],
] as const)('a page that says %j leads on', async ([headers]) => {
  expect(await linksOf(html(), headers)).toEqual(['https://site.example/next']);
});

describe('a page that names another URL as its canonical one', () => {
  const canonical = 'https://site.example/canonical';
  const alias = html(`<link rel="canonical" href="${canonical}">`);

  test('is known when its content is delivered under that URL, and leads on', async () => {
    const { reading } = await readingOf(alias, {}, {}, { claimant: async () => canonical });

    expect(reading.result).toEqual({ kind: 'known', as: canonical });
    expect(reading.links.map(({ href }) => href)).toEqual([canonical, 'https://site.example/next']);
  });

  test('asks for the fingerprint that its content would claim', async () => {
    const fingerprints: string[] = [];
    const claimant = async (identity: string) => {
      fingerprints.push(identity);
      return undefined;
    };

    const { reading } = await readingOf(alias, {}, {}, { claimant });

    expect(reading.result).toMatchObject({
      kind: 'content',
      identities: expect.arrayContaining(fingerprints),
    });
    expect(fingerprints).toHaveLength(1);
  });

  test.for([url, `${url}#part`, `${url}?utm_source=mail`])(
    'is converted without a question when that is %s',
    async (own) => {
      const claimant = () => Promise.reject(new Error('asked'));

      const { reading } = await readingOf(html(`<link rel="canonical" href="${own}">`), {}, {}, { claimant });

      expect(reading.result).toMatchObject({ kind: 'content' });
    },
  );
});

describe('an error page that shows nothing without its scripts', () => {
  test.for([
    [404, {}, {}, undefined],
    [429, { 'retry-after': '120' }, {}, 120],
    [503, { 'retry-after': '120' }, {}, 120],
    [503, { 'retry-after': '120' }, { forceLocal: true }, 120],
    [404, {}, { forceLocal: true }, undefined],
  ] as const)(
    'fails by its status, without the browser: %i %j %j',
    async ([status, headers, scrapeOptions, after]) => {
      for (const body of [
        '<script src="/beacon.js"></script>',
        '<div id="root"></div><script src="/app.js"></script>',
      ]) {
        const { readPage } = createCrawlPageReader({
          acquirePage: createAcquirePage({
            fetchPage: fakeWeb({ [url]: { status, headers, body } }),
            renderPage: () => Promise.reject(new AppError('RENDERER_UNAVAILABLE', 'The browser was asked.')),
            clock: { now: () => 0 },
          }),
          convertPage,
          cache: emptyCache(),
          loadExtraction: noExtraction,
          changes: untracked,
          userAgentToken: 'WinnowBot',
          clock: { now: () => 0 },
        });

        const { result } = await readPage(row, crawlOf(crawlRequest.parse({ url, scrapeOptions })), ofWorker);

        expect(result).toEqual({ kind: 'failure', status, retryAfterSeconds: after });
      }
    },
  );
});

test('a page that has come waits for the conversion of others as long as the worker may run', async () => {
  let seen: ConvertOptions | undefined;
  const converting: ConvertPage = (task, options) => {
    seen = options;
    return convertPage(task, options);
  };

  await readingOf(html(), {}, { scrapeOptions: { timeout: 1_000 } }, {}, converting);

  expect(seen?.signal).toBe(ofWorker);
  expect(seen?.maxMs).toBe(1_000);
});

describe('a page that is asked for json', () => {
  const schema = { type: 'object', properties: { oil: { type: 'string' } }, required: ['oil'] };
  const jsonOptions = { prompt: 'Which oil', schema };
  const body = html().replace(
    'Its text',
    'Rub it with linseed oil, and leave it until the next day. Its text',
  );
  const asked = { formats: ['markdown', 'json'], scrapeOptions: { jsonOptions } };

  const answering = (answer: ScriptedAnswer): LanguageModel => memoryModel(() => answer);
  const finding = (oil: string) => answering({ kind: 'text', text: JSON.stringify({ items: [{ oil }] }) });
  const readBy = (
    model: LanguageModel | undefined,
    options: object = asked,
    known: Pick<ReadingCrawl, 'claimant'> = {},
    ofRow: Partial<CrawlRow> = {},
  ) => {
    const loadExtraction = async () => createJsonExtraction(model);
    return readingOf(body, {}, options, known, convertPage, [], { loadExtraction }, ofRow);
  };

  test('whose schema has no time to compile is tried again', async () => {
    const slow = { ...createJsonExtraction(undefined), prepare: () => Promise.reject(new Error('slow')) };
    const reading = readingOf(
      html(),
      {},
      { scrapeOptions: { formats: ['json'], jsonOptions } },
      {},
      convertPage,
      [],
      {
        loadExtraction: async () => slow,
      },
    );

    await expect(reading).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  test('has the values of its schema beside its other formats, with what they come from', async () => {
    const { reading } = await readBy(finding('linseed oil'));

    expect(reading.result).toMatchObject({
      kind: 'content',
      page: {
        markdown: expect.stringContaining('linseed oil') as string,
        json: { oil: 'linseed oil' },
        metadata: {
          processingModel: 'memory-model',
          confidence: expect.any(Number) as number,
          tokens: { input: expect.any(Number) as number, output: expect.any(Number) as number },
          depth: 1,
        },
      },
    });
    expect(reading.result).not.toHaveProperty('page.warning');
    expect(reading.links.map(({ href }) => href)).toEqual(['https://site.example/next']);
  });

  test('has values from outside of its main content', async () => {
    const footer = `${body}<footer>Questions to the editor: Ann Example</footer>`;
    const seen: string[] = [];
    const model = memoryModel(({ messages }) => {
      seen.push(...messages.map(({ content }) => content));
      return { kind: 'text', text: '{"items":[{"oil":"linseed oil"}]}' };
    });

    await readingOf(footer, {}, asked, {}, convertPage, [], {
      loadExtraction: async () => createJsonExtraction(model),
    });

    expect(seen.join('\n')).toContain('Ann Example');
  });

  test('has what it declares and shows where no model is configured, and a warning that says so', async () => {
    const { reading } = await readBy(undefined, {
      scrapeOptions: { formats: [{ type: 'json', schema: { type: 'object', properties: { title: {} } } }] },
    });

    expect(reading.result).toMatchObject({
      page: {
        json: { title: 'A page' },
        warning: 'No model is configured: json comes from what the page declares and shows.',
        metadata: { processingModel: 'embedded-extractor' },
      },
    });
  });

  test.for([
    [['markdown', 'json'], true],
    [['json'], false],
  ] as const)('is delivered without it where it has nothing of that, as %j', async ([formats, hasText]) => {
    const { reading } = await readBy(answering({ kind: 'text', text: '{"items":[]}' }), {
      ...asked,
      formats,
    });

    expect(reading.result).toMatchObject({
      kind: 'content',
      page: { warning: expect.stringMatching(/^There is no json\. The page has no result/) as string },
    });
    const { page } = reading.result as Extract<typeof reading.result, { readonly kind: 'content' }>;
    expect(page.markdown?.includes('linseed') ?? false).toBe(hasText);
    expect(page.json).toBeUndefined();
  });

  test.for(['down', 'refusal', 'hang'] as const)('leads on where the model is no help: %s', async (kind) => {
    const options = { ...asked, scrapeOptions: { jsonOptions, timeout: 1_000 } };

    const { reading } = await readBy(answering({ kind }), options);

    const error = {
      down: { code: 'MODEL_UNAVAILABLE' },
      refusal: { code: 'MODEL_REFUSED' },
      hang: { name: 'TimeoutError' },
    }[kind];
    expect(reading.result).toMatchObject({ kind: 'unextracted', error });
    expect(reading.links).toHaveLength(1);
  });

  test('is recognised as a duplicate by what it has itself, whatever a model makes of it', async () => {
    const identities = async (model: LanguageModel, formats: readonly string[]) => {
      const { reading } = await readBy(model, { ...asked, formats });
      return reading.result.kind === 'content' ? reading.result.identities : [];
    };

    const one = await identities(finding('linseed oil'), ['markdown', 'json']);
    const other = await identities(answering({ kind: 'text', text: '{"items":[]}' }), ['markdown', 'json']);
    const alone = await identities(finding('linseed oil'), ['json']);

    expect(one).toHaveLength(1);
    expect(other).toEqual(one);
    expect(alone).toHaveLength(1);
  });

  test('costs no question to the model where it is delivered already', async () => {
    const claimant = async () => 'https://site.example/same';

    const { reading } = await readBy(answering({ kind: 'down' }), asked, { claimant });

    expect(reading.result).toEqual({ kind: 'known', as: 'https://site.example/same' });
  });

  test('of a batch is asked by its own task, or not at all where its own formats have no json', async () => {
    const own = { jsonOptions: { prompt: 'Which wax', requireEvidence: false } };
    const seen: string[] = [];
    const model = memoryModel(({ messages }) => {
      seen.push(...messages.map(({ content }) => content));
      return { kind: 'text', text: '{"items":[{"wax":null}]}' };
    });
    const options = { scrapeOptions: { formats: ['json'], jsonOptions } };

    await readBy(model, options, {}, { scrapeOptions: JSON.stringify(own) });
    const questions = seen.length;
    const plain = await readBy(model, options, {}, { scrapeOptions: '{"formats":["markdown"]}' });

    expect(seen.join('\n')).toContain('Which wax');
    expect(seen.join('\n')).not.toContain('Which oil');
    expect(seen).toHaveLength(questions);
    expect(plain.reading.result).not.toHaveProperty('page.json');
  });

  test('has the longest time of a page for the model, and the time of the caller where one is given', async () => {
    const left: number[] = [];
    const timed: LanguageModel = {
      ...finding('linseed oil'),
      completeJson: (request) => {
        left.push(request.deadline.remainingMs());
        return finding('linseed oil').completeJson(request);
      },
    };

    await readBy(timed);
    await readBy(timed, { ...asked, scrapeOptions: { jsonOptions, timeout: 20_000 } });

    expect(left).toEqual([90_000, 20_000]);
  });
});
