import { describe, expect, test } from 'vitest';

import type { RenderRequest } from '#shared/contract/render.ts';
import { scrapeRequest, wantsScreenshot } from '#shared/contract/scrape.ts';
import type { FetchPage } from '#shared/web/fetch/fetch-page.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { RenderPage } from '#shared/web/render/render-page.ts';
import { createAcquirePage } from '#shared/scrape/acquire-page.ts';
import type { AcquiredPage } from '#shared/scrape/acquired-page.ts';
import { convertAcquired } from '#shared/scrape/convert-acquired.ts';
import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import { selectionOf } from '#shared/scrape/page-data.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
import { judgePage, type PageVerdict } from '#shared/scrape/verdict/judge-page.ts';
import { requirePage } from '#shared/scrape/verdict/require-page.ts';

type Outcome = PageVerdict['verdict'] | ErrorCode;

interface World {
  /** What each parser and profile finds, such as `local` or `cloud stealth`; fine unless told. */
  readonly finds?: Readonly<Record<string, Outcome>>;
  /** Whether what the browser shows is complete; it is unless told. */
  readonly isWhole?: boolean;
}

const verdicts: ReadonlySet<string> = new Set(['fine', 'needs-rendering', 'blocked', 'empty']);
const url = 'https://site.test/';
const { signal } = new AbortController();

/** Two parsers that find the given outcomes; `asked` names the parsers in the order of their calls. */
function worldIn({ finds = {}, isWhole = true }: World) {
  const asked: string[] = [];
  const renderings: RenderRequest[] = [];
  const find = (parser: string, profile = 'default'): string => {
    const name = profile === 'default' ? parser : `${parser} ${profile}`;
    asked.push(name);
    const outcome = finds[name] ?? 'fine';
    if (!verdicts.has(outcome)) throw new AppError(outcome as ErrorCode, `${name} failed.`);
    return outcome;
  };
  const fetchPage: FetchPage = async (request) => ({
    requestedUrl: request.url,
    finalUrl: url,
    status: 200,
    headers: { 'content-type': 'text/html; charset=koi8-r' },
    body: Buffer.from(find('local', request.profile)),
    redirects: [],
    loadTimeMs: 5,
  });
  const renderPage: RenderPage = async (request) => {
    renderings.push(request);
    return {
      finalUrl: url,
      status: 200,
      headers: { 'content-type': 'text/html; charset=koi8-r' },
      html: find('cloud', request.profile),
      ...(request.screenshot === 'none' ? {} : { screenshot: new Uint8Array([1]) }),
      settledBy: 'stable',
      isWhole,
      timings: { launchMs: 1, loadMs: 2, captureMs: 3 },
      warnings: [],
    };
  };
  const acquirePage = createAcquirePage({ fetchPage, renderPage, clock: { now: () => 0 } });
  const acquire = async (options: object): Promise<AcquiredPage> => {
    const request = scrapeRequest.parse({ url, ...options });
    const read = async ({ body, source }: AcquiredPage): Promise<void> => {
      const verdict = Buffer.from(body).toString() as PageVerdict['verdict'];
      requirePage({ verdict, reason: 'found so' }, source, wantsScreenshot(request.formats));
    };
    const acquisition = await acquirePage(request, { signal, read });
    if (acquisition.kind === 'redirect') throw new Error('there is no redirect');
    return acquisition.page;
  };
  return { acquire, asked, renderings };
}

describe('the parser of a page', () => {
  test.for([
    ['is the static fetch', {}, {}, ['local']],
    ['is the browser when told so', { forceCloud: true }, {}, ['cloud']],
    ['is the browser when it comes first', { useLocalFirst: false }, {}, ['cloud']],
    ['is the browser for a picture', { formats: ['screenshot'] }, {}, ['cloud']],
    ['is the browser for actions', { actions: [{ type: 'scrape' }] }, {}, ['cloud']],
    ['is the browser for waiting', { waitFor: 100 }, {}, ['cloud']],
    ['is the browser for a route of an application', { url: `${url}#/about` }, {}, ['cloud']],
    [
      'is the static fetch for a file, whatever its fragment says',
      { url: `${url}a.pdf#/page=3` },
      { cloud: 'UNSUPPORTED_TYPE' },
      ['cloud', 'local'],
    ],
    ['is the static fetch for a place in a page', { url: `${url}#about` }, {}, ['local']],
    ['is the static fetch for a route when told so', { url: `${url}#/a`, forceLocal: true }, {}, ['local']],
    ['is the browser for stealth', { proxy: 'stealth' }, {}, ['cloud stealth']],
    [
      'is the static fetch in stealth when told so',
      { proxy: 'stealth', forceLocal: true },
      {},
      ['local stealth'],
    ],
    ['is the browser after a shell', {}, { local: 'needs-rendering' }, ['local', 'cloud']],
    ['is the browser after a wall', {}, { local: 'blocked' }, ['local', 'cloud']],
    ['is the browser after a handshake that failed', {}, { local: 'TLS_ERROR' }, ['local', 'cloud']],
    [
      'is the browser after an answer that was no HTTP',
      {},
      { local: 'INVALID_RESPONSE' },
      ['local', 'cloud'],
    ],
    [
      'is the static fetch after a browser that crashed',
      { useLocalFirst: false },
      { cloud: 'PAGE_CRASHED' },
      ['cloud', 'local'],
    ],
    [
      'is the static fetch when there is no browser',
      { useLocalFirst: false },
      { cloud: 'RENDERER_UNAVAILABLE' },
      ['cloud', 'local'],
    ],
    [
      'is the browser in stealth after two walls',
      { proxy: 'auto' },
      { local: 'blocked', cloud: 'blocked' },
      ['local', 'cloud', 'cloud stealth'],
    ],
    [
      'is the browser in stealth after a lost connection and a wall',
      { proxy: 'auto' },
      { local: 'CONNECTION_FAILED', cloud: 'blocked' },
      ['local', 'cloud', 'cloud stealth'],
    ],
    [
      'is not changed by auto without a wall',
      { proxy: 'auto' },
      { local: 'needs-rendering' },
      ['local', 'cloud'],
    ],
  ] as const)('%s', async ([, options, finds, expected]) => {
    const { acquire, asked } = worldIn({ finds });

    const page = await acquire(options);

    expect(asked).toEqual(expected);
    expect(page.source).toBe(expected.at(-1)!.split(' ')[0]);
  });

  test.for([
    ['the name has no address', {}, { local: 'DNS_ERROR' }, ['local'], 'DNS_ERROR'],
    ['the server is not there', {}, { local: 'CONNECTION_REFUSED' }, ['local'], 'CONNECTION_REFUSED'],
    ['the target is forbidden', {}, { local: 'FORBIDDEN_TARGET' }, ['local'], 'FORBIDDEN_TARGET'],
    ['the page is too large', {}, { local: 'TOO_LARGE' }, ['local'], 'TOO_LARGE'],
    ['the browser may not be asked', { forceLocal: true }, { local: 'TLS_ERROR' }, ['local'], 'TLS_ERROR'],
    [
      'the static fetch may not be asked',
      { forceCloud: true },
      { cloud: 'PAGE_CRASHED' },
      ['cloud'],
      'PAGE_CRASHED',
    ],
    [
      'a picture was wanted',
      { formats: ['screenshot'] },
      { cloud: 'PAGE_CRASHED' },
      ['cloud'],
      'PAGE_CRASHED',
    ],
    ['both met the wall', {}, { local: 'blocked', cloud: 'blocked' }, ['local', 'cloud'], 'BLOCKED'],
    [
      'the shell stayed empty',
      {},
      { local: 'needs-rendering', cloud: 'empty' },
      ['local', 'cloud'],
      'EMPTY_PAGE',
    ],
    [
      'the shell could not be opened',
      {},
      { local: 'needs-rendering', cloud: 'RENDERER_UNAVAILABLE' },
      ['local', 'cloud'],
      'RENDERER_UNAVAILABLE',
    ],
    [
      'no browser is free for the shell',
      {},
      { local: 'needs-rendering', cloud: 'RENDERER_BUSY' },
      ['local', 'cloud'],
      'RENDERER_BUSY',
    ],
    [
      'no browser is free for the picture',
      { formats: ['markdown', 'screenshot'] },
      { cloud: 'RENDERER_BUSY' },
      ['cloud'],
      'RENDERER_BUSY',
    ],
    [
      'the handshake failed twice',
      {},
      { local: 'TLS_ERROR', cloud: 'CONNECTION_FAILED' },
      ['local', 'cloud'],
      'TLS_ERROR',
    ],
  ] as const)('is not looked for further when %s', async ([, options, finds, expected, code]) => {
    const { acquire, asked } = worldIn({ finds });

    await expect(acquire(options)).rejects.toMatchObject({ code });
    expect(asked).toEqual(expected);
  });

  test('is not looked for further when the static fetch has brought a file without text', async () => {
    const asked: string[] = [];
    const acquirePage = createAcquirePage({
      fetchPage: (request) => {
        asked.push('local');
        return Promise.resolve({
          requestedUrl: request.url,
          finalUrl: request.url,
          status: 200,
          headers: { 'content-type': 'application/pdf' },
          body: Buffer.from('%PDF-1.7'),
          redirects: [],
          loadTimeMs: 5,
        });
      },
      renderPage: () => {
        asked.push('cloud');
        return Promise.reject(new AppError('UNSUPPORTED_TYPE', 'A file.'));
      },
      clock: { now: () => 0 },
    });
    const read = () => Promise.reject(new AppError('EMPTY_PAGE', 'The file has no text.'));

    const acquiring = acquirePage(scrapeRequest.parse({ url }), { signal, read });

    await expect(acquiring).rejects.toMatchObject({ code: 'EMPTY_PAGE' });
    expect(asked).toEqual(['local']);
  });

  test('is named in its failures', async () => {
    const { acquire } = worldIn({ finds: { cloud: 'SCRAPE_TIMEOUT' } });

    await expect(acquire({ forceCloud: true })).rejects.toMatchObject({ source: 'cloud' });
  });
});

describe('a page from the browser', () => {
  test('is named when the time of the request ends it', async () => {
    const ended = new AbortController();
    const acquirePage = createAcquirePage({
      fetchPage: () => Promise.reject(new Error('not asked for')),
      renderPage: (_request, options) => {
        ended.abort(new DOMException('The time is over.', 'TimeoutError'));
        return Promise.reject(options.signal.reason as Error);
      },
      clock: { now: () => 0 },
    });
    const request = scrapeRequest.parse({ url, forceCloud: true });

    const acquiring = acquirePage(request, { signal: ended.signal, read: () => Promise.resolve() });

    await expect(acquiring).rejects.toMatchObject({ code: 'SCRAPE_TIMEOUT', source: 'cloud' });
  });

  test('is asked for with everything that the caller wants', async () => {
    const { acquire, renderings } = worldIn({});

    await acquire({
      formats: ['markdown', 'screenshot@fullPage'],
      timeout: 20_000,
      waitFor: 700,
      mobile: true,
      headers: { 'X-A': 'b' },
      blockAds: false,
      skipTlsVerification: true,
      proxy: 'stealth',
      screenshotOptions: { quality: 80, viewport: { width: 600, height: 400 } },
      location: { country: 'FI' },
      actions: [{ type: 'click', selector: '#more' }],
    });

    expect(renderings).toEqual([
      {
        url,
        timeoutMs: 19_500,
        waitForMs: 700,
        mobile: true,
        headers: { 'X-A': 'b', 'Accept-Language': 'fi-FI,fi;q=0.9,sv-FI;q=0.8,sv;q=0.7' },
        timezone: 'Europe/Helsinki',
        geolocation: { latitude: 60.17, longitude: 24.97 },
        blockAds: false,
        skipTlsVerification: true,
        profile: 'stealth',
        actions: [{ type: 'click', selector: '#more', all: false }],
        screenshot: 'fullPage',
        quality: 80,
        viewport: { width: 600, height: 400 },
      },
    ]);
  });

  test('leaves time for the static fetch that may follow', async () => {
    const { acquire, renderings } = worldIn({});

    await acquire({ useLocalFirst: false, timeout: 20_000 });

    expect(renderings[0]?.timeoutMs).toBe(13_500);
  });

  test('has the type that the server gave it', async () => {
    const page = await worldIn({}).acquire({ forceCloud: true });

    expect(page.headers['content-type']).toBe('text/html; charset=koi8-r');
  });

  test('is read as UTF-8, whatever the charset of the server was', async () => {
    const page = await worldIn({}).acquire({ forceCloud: true });
    const headers = { 'content-type': 'text/html; charset=shift_jis' };
    const body = Buffer.from('<p>In der Straße am Markt.</p>');

    const { contents } = await convertAcquired(
      convertPage,
      { ...page, headers, body },
      { selections: [selectionOf(scrapeRequest.parse({ url }))], signal },
    );

    expect(contents[0]?.markdown?.trim()).toBe('In der Straße am Markt.');
  });

  test('without a word is still a picture', async () => {
    const { acquire } = worldIn({ finds: { cloud: 'empty' } });

    expect((await acquire({ formats: ['screenshot'] })).screenshot).toEqual(new Uint8Array([1]));
  });

  test.for([
    ['alone', { forceCloud: true }, ['cloud']],
    ['first', { useLocalFirst: false }, ['cloud', 'local']],
    ['last', {}, ['local', 'cloud']],
  ] as const)(
    'without a word that was still loading fails with the way to wait for it: asked %s',
    async ([, options, parsers]) => {
      const { acquire, asked } = worldIn({
        finds: { local: 'needs-rendering', cloud: 'empty' },
        isWhole: false,
      });

      await expect(acquire(options)).rejects.toMatchObject({
        code: 'EMPTY_PAGE',
        source: 'cloud',
        message:
          'The page has no text: it was still loading when the time for it was over, which `waitFor` makes longer; `timeout` must be at least twice as long.',
      });
      expect(asked).toEqual(parsers);
    },
  );

  test('that its scripts would draw is no page for a caller who forbids the browser', async () => {
    const { acquire, asked } = worldIn({ finds: { local: 'needs-rendering' } });

    await expect(acquire({ forceLocal: true })).rejects.toMatchObject({
      code: 'EMPTY_PAGE',
      source: 'local',
      message: 'The page needs JavaScript to render its content, and no script has run.',
    });
    expect(asked).toEqual(['local']);
  });

  test('that is a file has no picture, and the other formats with a warning', async () => {
    const { acquire, asked } = worldIn({ finds: { cloud: 'UNSUPPORTED_TYPE' } });

    const page = await acquire({ formats: ['screenshot', 'markdown'] });

    expect(asked).toEqual(['cloud', 'local']);
    expect(page.screenshot).toBeUndefined();
    expect(page.warnings).toEqual(['There is no screenshot: the URL leads to a file, not to a page.']);
  });

  test.for([
    ['after a wait', { waitFor: 100 }, ['cloud', 'local']],
    ['in stealth', { proxy: 'stealth' }, ['cloud stealth', 'local stealth']],
    ['after the wall of a page', { waitFor: 100, proxy: 'auto' }, ['cloud', 'cloud stealth', 'local']],
  ] as const)('that is a file is fetched %s, too', async ([, options, order]) => {
    const { acquire, asked } = worldIn({
      finds: {
        cloud: order.length === 3 ? 'BLOCKED' : 'UNSUPPORTED_TYPE',
        'cloud stealth': 'UNSUPPORTED_TYPE',
      },
    });

    const page = await acquire(options);

    expect(asked).toEqual(order);
    expect(page.source).toBe('local');
    expect(page.warnings).toEqual([]);
  });

  test('that is a file without text fails for the reason of the fetch', async () => {
    const { acquire } = worldIn({ finds: { cloud: 'UNSUPPORTED_TYPE', local: 'UNSUPPORTED_TYPE' } });

    await expect(acquire({ waitFor: 100 })).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
      message: 'local failed.',
    });
  });

  test('that only leads to a file fails because of the file, which the fetch does not see', async () => {
    const { acquire, asked } = worldIn({ finds: { cloud: 'UNSUPPORTED_TYPE', local: 'needs-rendering' } });

    await expect(acquire({ formats: ['screenshot', 'markdown'] })).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
      message: 'cloud failed.',
    });
    expect(asked).toEqual(['cloud', 'local']);
  });

  test.for([
    ['nothing but a picture is asked for', { formats: ['screenshot'] }],
    ['the caller forbids the static fetch', { formats: ['screenshot', 'markdown'], forceCloud: true }],
    ['the page is to be acted in', { waitFor: 100, actions: [{ type: 'scrape' }] }],
  ] as const)('that is a file fails where %s', async ([, options]) => {
    const { acquire, asked } = worldIn({ finds: { cloud: 'UNSUPPORTED_TYPE' } });

    await expect(acquire(options)).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' });
    expect(asked).toEqual(['cloud']);
  });

  test('is not read without its picture when the browser fails otherwise', async () => {
    const { acquire, asked } = worldIn({ finds: { cloud: 'PAGE_CRASHED' } });

    await expect(acquire({ formats: ['screenshot', 'markdown'] })).rejects.toMatchObject({
      code: 'PAGE_CRASHED',
    });
    expect(asked).toEqual(['cloud']);
  });
});

describe('a page is a shell', () => {
  const judged = (html: string, source: 'local' | 'cloud' = 'local', status = 200, type = 'text/html') => {
    const page = parsePage({ bytes: Buffer.from(html), contentType: type, url });
    const response = { source, status, headers: { 'content-type': type }, finalUrl: url };
    return judgePage(page, response, { rendersErrors: true }).verdict;
  };

  test.for([
    ['<title>App</title><div id="root"></div><script>let a = "text";</script>', 'needs-rendering'],
    ['<body>&nbsp;<!-- text --><style>p{}</style><noscript>Turn scripts on</noscript>', 'empty'],
    ['', 'empty'],
    ['<script>never closed text', 'needs-rendering'],
    ['<div id="root"><p>word</p></div><script src="a.js"></script>', 'fine'],
    ['text <script>', 'fine'],
    ['<title>never closed<p>text<script>let a</script>', 'empty'],
  ])('%j is %s', ([html, verdict]) => {
    expect(judged(html!)).toBe(verdict);
  });

  test.for([
    ['an error that a script would draw', 503, '<div id="r"></div><script>r.textContent = "Closed"</script>'],
    ['a route of an application', 404, '<div id="root"></div><script src="app.js"></script>'],
  ] as const)('whatever the name of its root: %s, status %i', ([, status, html]) => {
    expect(judged(html, 'local', status)).toBe('needs-rendering');
  });

  test('only when it was found and is HTML; and empty when its scripts have run', () => {
    expect(judged('', 'local', 404)).toBe('fine');
    expect(judged('', 'local', 200, 'text/plain')).toBe('fine');
    expect(judged('<div id="root"></div>', 'cloud')).toBe('empty');
  });

  const app = (inside: string): string =>
    `<nav><a href="/">Home</a></nav>${inside}<footer>© Alder</footer><script src="app.js"></script>`;

  test.for([
    ['an application that drew its frame alone', 200, app('<div id="root"></div>'), 'empty'],
    [
      'an application that drew nothing of an error',
      404,
      '<div id="root"></div><script src="app.js"></script>',
      'empty',
    ],
    [
      'templates that were never filled in',
      200,
      app('<h1 ng-bind="a">{{ title }}</h1><p>{{ text }}</p>'),
      'empty',
    ],
    ['places for text that never came', 200, app('<i class="skeleton"></i>'.repeat(3)), 'empty'],
    ['an application with a picture', 200, app('<div id="root"><img src="/map.png"></div>'), 'fine'],
    ['an application that says a word', 200, app('<div id="root">Sold out.</div>'), 'fine'],
    ['the error of a site', 404, app('<h1>No such page</h1>'), 'fine'],
    ['an error without a word', 404, '', 'fine'],
    ['a page with links alone', 200, app(''), 'fine'],
  ] as const)('after its scripts have run: %s, status %i', ([, status, html, verdict]) => {
    expect(judged(html, 'cloud', status)).toBe(verdict);
  });
});
