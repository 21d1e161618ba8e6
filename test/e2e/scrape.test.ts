import { inject, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { envelope } from '#shared/contract/envelope.ts';
import { scrapeData } from '#shared/contract/scrape.ts';
import { at, scrape } from './client.ts';

const scrapeAnswer = envelope(scrapeData);

describe('POST /api/v1/scrape', () => {
  test('turns a news page into its article, without the chrome around it', async () => {
    const { status, body } = await scrape({ url: at('/news') });

    expect(status).toBe(200);
    expect(scrapeAnswer.parse(body)).toMatchObject({ success: true, url: at('/news'), source: 'local' });
    const { markdown = '', metadata } = body.data ?? {};
    expect(markdown).toContain('# Harbour bridge reopens after two years of repairs');
    expect(markdown).toContain('**£18.4 million**');
    expect(markdown).toContain('## What was replaced\n\n- All twelve main bearings');
    expect(markdown).toContain(`[until the end of the year](${at('/news/ferry-timetable')})`);
    for (const chrome of ['cookies', 'Subscribe', 'Night market', 'All rights reserved', 'dataLayer'])
      expect(markdown).not.toContain(chrome);
    expect(metadata).toMatchObject({
      title: expect.stringContaining('Harbour bridge reopens') as string,
      description: 'The swing bridge carried its first cars on Monday, four months late and within budget.',
      statusCode: 200,
      sourceURL: at('/news'),
      requestedURL: at('/news'),
      language: 'en-GB',
      contentType: 'text/html',
      cacheState: 'miss',
    });
  });

  test('keeps the code, the language, the table and the warning of a documentation page', async () => {
    const { body } = await scrape({ url: at('/docs') });

    const { markdown = '' } = body.data ?? {};
    expect(markdown).toContain(
      '```python\nfrom ferrous import Queue\n\nqueue = Queue("jobs", base_delay=0.5)',
    );
    expect(markdown).toContain('| Option | Default | Meaning |');
    expect(markdown).toContain('not idempotent');
    expect(markdown).not.toMatch(/¶|Quickstart|On this page/);
  });

  test('reads Russian in windows-1251, and in undeclared koi8-r', async () => {
    const declared = await scrape({ url: at('/russian') });
    const undeclared = await scrape({ url: at('/russian-undeclared') });

    for (const { body } of [declared, undeclared]) {
      expect(body.data?.markdown).toContain('открыли набережную реки Исеть');
      expect(body.data?.markdown).not.toContain('Читайте также');
      expect(body.data?.metadata).toMatchObject({
        title: expect.stringContaining('В Каменске открыли набережную') as string,
        language: 'ru',
      });
    }
  });

  test('keeps the product of a shop page and every post of a forum', async () => {
    const product = await scrape({ url: at('/product') });
    const forum = await scrape({ url: at('/forum') });

    for (const part of ['Alder 12-inch cast iron pan', '€64.00', 'seasoned twice with linseed oil', '30 cm'])
      expect(product.body.data?.markdown).toContain(part);
    expect(product.body.data?.markdown).not.toContain('Cart (0)');
    for (const post of ['whine in third gear', 'layshaft bearing', 'Glitter it is'])
      expect(forum.body.data?.markdown).toContain(post);
    expect(forum.body.data?.markdown).not.toContain('Who is online');
  });

  test('fills json from declared data when jsonOptions are given and no model is configured', async () => {
    const { body } = await scrape({
      url: at('/product'),
      formats: ['json'],
      jsonOptions: {
        schema: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
      },
    });

    expect(body.data?.json).toEqual({ name: 'Alder 12-inch cast iron pan', price: 64 });
    expect(body.warning).toContain('No model is configured');
  });

  test('returns html, links and declared data when asked', async () => {
    const { body } = await scrape({ url: at('/product'), formats: ['html', 'links', 'json'] });

    const { html = '', links = [], json, markdown } = body.data ?? {};
    expect(markdown).toBeUndefined();
    expect(html).toContain('<h1');
    expect(html).not.toContain('<script');
    expect(links).toContain(at('/p/al-8'));
    expect(links).not.toContain(expect.stringMatching(/^mailto:/));
    expect(json).toMatchObject({
      jsonLd: [expect.objectContaining({ '@type': 'Product', sku: 'AL-12' }) as object],
      openGraph: expect.anything() as object,
    });
  });

  test('selects includeTags and leaves out excludeTags', async () => {
    const picked = await scrape({ url: at('/docs'), includeTags: ['table'] });
    const left = await scrape({ url: at('/docs'), excludeTags: ['table', '.admonition'] });

    expect(picked.body.data?.markdown?.trim()).toMatch(/^\| Option/);
    expect(left.body.data?.markdown).not.toMatch(/Option|idempotent/);
    expect(left.body.data?.markdown).toContain('Giving up');
  });

  test('returns the whole page with onlyMainContent false', async () => {
    const { body } = await scrape({ url: at('/news'), onlyMainContent: false });

    expect(body.data?.markdown).toContain('Subscribe');
    expect(body.data?.markdown).toContain('Harbour bridge reopens');
  });

  test.for([
    ['/plain', 'Just text.'],
    ['/data.json', '"name": "winnow"'],
  ])('reads %s, which is not HTML', async ([path, text]) => {
    const { body } = await scrape({ url: at(path!) });

    expect(body.success).toBe(true);
    expect(body.data?.markdown).toContain(text);
  });

  test('delivers a page of status 404 or 500 as a success with its status', async () => {
    for (const code of [404, 500]) {
      const { status, body } = await scrape({ url: at(`/status?code=${code}`) });

      expect([status, body.success, body.data?.metadata?.['statusCode']]).toEqual([200, true, code]);
    }
  });

  test('follows redirects and reports the final URL', async () => {
    const { body } = await scrape({ url: at('/redirect?times=10') });

    expect(body.url).toBe(at('/redirect?times=10'));
    expect(body.data?.metadata).toMatchObject({
      sourceURL: at('/news'),
      requestedURL: at('/redirect?times=10'),
    });
  });

  test('sends the given headers and its user agent, and no API key', async () => {
    const { body } = await scrape({ url: at('/headers'), headers: { 'X-Own': 'value' } });

    expect(body.data?.markdown).toMatch(/"x-own": ?"value"/);
    expect(body.data?.markdown).toContain('WinnowBot');
    expect(body.data?.markdown).not.toContain('wnk_');
  });

  test('answers from the cache when a stored page is young enough, with other formats too', async () => {
    const url = at('/sized?bytes=2000&cache=1');
    await scrape({ url, storeInCache: true });

    const hit = await scrape({ url, maxAge: 60_000, formats: ['html'] });
    const fresh = await scrape({ url });

    expect(hit.body.data?.metadata).toMatchObject({
      cacheState: 'hit',
      cachedAt: expect.any(String) as string,
    });
    expect(hit.body.data?.html).toContain('tide table');
    expect(fresh.body.data?.metadata).toMatchObject({ cacheState: 'miss' });
  });

  test('stores nothing unless it is asked for', async () => {
    const url = at('/sized?bytes=2000&cache=2');
    await scrape({ url });

    const { body } = await scrape({ url, maxAge: 60_000 });

    expect(body.data?.metadata).toMatchObject({ cacheState: 'miss' });
  });
});

describe('a page that cannot be delivered', () => {
  const cases: readonly (readonly [string, () => string, number, string])[] = [
    ['ten redirects and one more', () => at('/redirect?times=11'), 200, 'TOO_MANY_REDIRECTS'],
    ['a bomb of 40 MB', () => at('/bomb'), 200, 'TOO_LARGE'],
    ['a body without end', () => at('/endless'), 200, 'TOO_LARGE'],
    ['a page of 11 MB', () => at('/sized?bytes=11000000'), 200, 'TOO_LARGE'],
    ['an image', () => at('/image.png'), 200, 'UNSUPPORTED_TYPE'],
    ['a name that does not exist', () => 'http://no-such-host.invalid/', 200, 'DNS_ERROR'],
    ['loopback', () => 'http://127.0.0.1/', 400, 'FORBIDDEN_TARGET'],
    ['loopback on another port', () => 'http://127.0.0.1:9/', 400, 'FORBIDDEN_TARGET'],
    ['loopback in hexadecimal', () => 'http://0x7f000001/', 400, 'FORBIDDEN_TARGET'],
    ['loopback as one number', () => 'http://2130706433/', 400, 'FORBIDDEN_TARGET'],
    ['loopback inside IPv6', () => 'http://[::ffff:127.0.0.1]/', 400, 'FORBIDDEN_TARGET'],
    ['the metadata service', () => 'http://169.254.169.254/latest/meta-data/', 400, 'FORBIDDEN_TARGET'],
    [
      'a private address behind a redirect',
      () => at('/redirect-to?url=http://10.0.0.1/'),
      400,
      'FORBIDDEN_TARGET',
    ],
    [
      'the metadata service behind a redirect',
      () => at('/redirect-to?url=http://169.254.169.254/'),
      400,
      'FORBIDDEN_TARGET',
    ],
  ];

  test.for(cases)('%s: %s', async ([, url, status, code]) => {
    const startedAt = performance.now();

    const answer = await scrape({ url: url(), timeout: 10_000 });

    expect(answer).toMatchObject({ status, body: { success: false, code, source: 'local' } });
    expect(answer.body.error).toMatch(/\.$/);
    expect(answer.body.error).not.toMatch(/ECONN|ENOTFOUND|undici|\b127\.0\.0\.1:\d/);
    expect(answer.body).not.toHaveProperty('data');
    expect(performance.now() - startedAt).toBeLessThan(11_000);
  });

  test('a slow page is cut off at its timeout, long before it ends', async () => {
    const startedAt = performance.now();

    const { status, body } = await scrape({ url: at('/slow?ms=20000'), timeout: 1_000 });

    expect([status, body.code]).toEqual([408, 'SCRAPE_TIMEOUT']);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('a private target in any spelling gets no connection', async () => {
    expect(inject('service').site).toMatch(/^http:\/\/127\.0\.0\.1:/);
    const { body } = await scrape({ url: inject('service').baseUrl });

    expect(body.code).toBe('FORBIDDEN_TARGET');
  });
});

test('every answer of scrape fits its contract', async () => {
  const answers = await Promise.all(
    ['/news', '/forum', '/image.png', '/status?code=500'].map((path) =>
      scrape({ url: at(path), formats: ['markdown', 'html', 'links', 'json'] }),
    ),
  );

  for (const { body } of answers) expect(z.safeParse(scrapeAnswer, body)).toMatchObject({ success: true });
});
