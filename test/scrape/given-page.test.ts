import { describe, expect, test } from 'vitest';

import { parseRequest } from '#shared/contract/parse-request.ts';
import { scrapeRequest } from '#shared/contract/scrape.ts';
import { extractionService } from '../extract/extraction-service.ts';

const url = 'https://shop.example/pans/alder';
const html = `<html lang="de"><head><meta charset="iso-8859-1"><title>Erlenpfanne</title></head><body>
  <nav><a href="/">Start</a></nav><main><h1>Erlenpfanne für „alle“ Herde</h1>
  <p>Eine Pfanne aus einem Guss, zweimal mit Leinöl eingebrannt, mit einem <a href="../lids">Deckel</a> aus Glas.</p>
  </main></body></html>`;

const service = () => extractionService({ pages: {} });

describe('a page whose HTML comes with the request', () => {
  test('is converted as a page of its URL, and nothing is fetched', async () => {
    const { scrape, fetched, used } = service();

    const { status, body } = await scrape({ url, html, formats: ['markdown', 'links', 'rawHtml'] });

    expect([status, body]).toEqual([
      200,
      {
        success: true,
        url,
        source: 'local',
        processingTime: expect.any(Number) as number,
        data: {
          markdown: `# Erlenpfanne für „alle“ Herde

Eine Pfanne aus einem Guss, zweimal mit Leinöl eingebrannt, mit einem [Deckel](https://shop.example/lids) aus Glas.
`,
          rawHtml: html,
          links: ['https://shop.example/', 'https://shop.example/lids'],
          metadata: {
            title: 'Erlenpfanne für „alle“ Herde',
            language: 'de',
            loadTime: 0,
            sourceURL: url,
            requestedURL: url,
          },
        },
      },
    ]);
    expect(fetched).toEqual([]);
    expect(await used()).toBe(1);
  });

  test('has the options that choose content', async () => {
    const formats = ['markdown', { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] }];

    const { body } = await service().scrape({ url, html, formats, includeTags: ['nav'], forceLocal: true });

    expect(body['data']).toMatchObject({
      markdown: '[Start](https://shop.example/)\n',
      attributes: [{ values: ['/', '../lids'] }],
    });
  });

  test('fills json by a schema', async () => {
    const properties = { name: { type: 'string' } };

    const { body } = await service().scrape({
      url,
      html: '<title>Pans</title><main><h1>Alder pan</h1><table><tr><th>Name</th><td>Alder</td></tr></table></main>',
      formats: [{ type: 'json', schema: { type: 'object', properties } }],
    });

    expect(body).toMatchObject({ success: true, data: { json: { name: expect.any(String) as string } } });
  });

  test.for(['shop.example/pans/alder', 'http://10.0.0.7:22/pans/alder', 'http://localhost/'])(
    'may have any web address, because nothing is fetched: %s',
    async (address) => {
      const { body } = await service().scrape({ url: address, html, formats: ['links'] });

      const base = address.startsWith('http') ? address : `https://${address}`;
      expect(body).toMatchObject({
        success: true,
        data: { links: [new URL('/', base).href, new URL('../lids', base).href] },
      });
    },
  );

  test.for([
    [
      'a challenge of bot protection',
      '<title>Just a moment...</title><body><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script><h1>Checking your browser</h1></body>',
      'BLOCKED',
    ],
    ['a page without text', '<title>Pans</title><body></body>', 'EMPTY_PAGE'],
    [
      'a shell that scripts fill',
      '<body><div id="root"></div><script src="/app.js"></script></body>',
      'EMPTY_PAGE',
    ],
  ] as const)('is judged as a rendered page is: %s', async ([, given, code]) => {
    const { scrape, used } = service();

    const { status, body } = await scrape({ url, html: given });

    expect([status, body]).toMatchObject([200, { success: false, code, url, source: 'local' }]);
    expect(await used()).toBe(0);
  });

  test('that needs scripts says so, and not that it was fetched', async () => {
    const shell = '<body><div id="root"></div><script src="/app.js"></script></body>';

    expect((await service().scrape({ url, html: shell })).body['error']).toBe(
      'The html has no text; what its scripts would write is not in it.',
    );
  });

  test('is what a browser shows, also where it is a menu and has scripts', async () => {
    const links = Array.from({ length: 30 }, (_, at) => `<li><a href="/${at}">Part ${at}</a></li>`).join('');
    const menu = `<header><nav><ul>${links}</ul></nav></header><script src="/app.js"></script>`;

    expect((await service().scrape({ url, html: menu, onlyMainContent: false })).body).toMatchObject({
      success: true,
      data: { markdown: expect.stringContaining('Part 29') },
    });
  });

  test('is not stored for later requests', async () => {
    const { scrape, fetched } = extractionService({ pages: { [url]: html.replace('Guss', 'Stück') } });

    await scrape({ url, html });
    const { body } = await scrape({ url, maxAge: 60_000 });

    expect(fetched).toEqual([url]);
    expect(body).toMatchObject({ data: { markdown: expect.stringContaining('Stück') as string } });
  });

  const problemOf = (options: object): string => {
    try {
      parseRequest(scrapeRequest, 'scrape', { url, html, ...options });
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  };

  test.for([
    ['actions', { actions: [{ type: 'scrape' }] }],
    ['blockAds', { blockAds: false }],
    ['forceCloud', { forceCloud: true }],
    ['headers', { headers: { cookie: 'a=b' } }],
    ['location', { location: { country: 'DE' } }],
    ['maxAge', { maxAge: 1 }],
    ['mobile', { mobile: true }],
    ['proxy', { proxy: 'auto' }],
    ['skipTlsVerification', { skipTlsVerification: true }],
    ['storeInCache', { storeInCache: true }],
    ['useLocalFirst', { useLocalFirst: false }],
    ['waitFor', { waitFor: 1 }],
  ] as const)('refuses %s, which needs a fetch or the browser', ([name, options]) => {
    expect(problemOf(options)).toBe(`${name}: cannot be combined with html, for which no page is opened`);
  });

  test.for(['screenshot', 'screenshot@fullPage'])('refuses a %s', (format) => {
    expect(problemOf({ formats: [format] })).toBe(
      'formats: a screenshot cannot be combined with html, for which no page is opened',
    );
  });

  test.for([
    [{ html: '' }, 'html: must not be empty'],
    [{ html: 5 }, 'html: must be a string'],
    [{ url: undefined }, 'url: is required'],
    [{ maxAge: 0, storeInCache: false, proxy: 'basic' }, 'accepted'],
  ] as const)('is checked with its request: %j', ([options, problem]) => {
    expect(problemOf(options)).toBe(problem);
  });
});
