import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { AppError } from '#shared/kernel/errors.ts';
import { parseSitemap } from '#shared/web/sitemaps/parse-sitemap.ts';

const at = 'https://example.com/sitemap.xml';
const parse = (text: string | Uint8Array) =>
  parseSitemap(typeof text === 'string' ? Buffer.from(text) : text, at, AbortSignal.timeout(10_000));
const urlset = (...entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
const url = (loc: string, more = '') => `<url><loc>${loc}</loc>${more}</url>`;

describe('a sitemap', () => {
  test('is not parsed after the deadline', async () => {
    const entries = Array.from({ length: 20_000 }, (_, at) => url(`https://example.com/${at}`));

    await expect(
      parseSitemap(Buffer.from(urlset(...entries)), at, AbortSignal.abort(new Error('too late'))),
    ).rejects.toThrow('too late');
  });

  test('is refused when its elements are nested without end', async () => {
    await expect(parse(`<urlset>${'<a>'.repeat(100_000)}`)).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      message: 'The sitemap is nested too deeply.',
    });
  });

  test('of text with more lines than it may have URLs is cut', async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `https://example.com/${at}`);

    const { pages, truncated } = await parse(['# pages', '', ...lines].join('\n'));

    expect([pages.length, truncated]).toEqual([50_000, true]);
  });

  test('lists its pages in order, each once', async () => {
    const { pages, sitemaps, truncated } = await parse(
      urlset(url('https://example.com/b'), url(' https://example.com/a \n'), url('https://example.com/b')),
    );

    expect({ pages, sitemaps, truncated }).toEqual({
      pages: ['https://example.com/b', 'https://example.com/a'],
      sitemaps: [],
      truncated: false,
    });
  });

  test('resolves URLs with entities and CDATA, relative URLs, and URLs in other scripts', async () => {
    const { pages } = await parse(
      urlset(
        url('https://example.com/?a=1&amp;b=2'),
        url('<![CDATA[https://example.com/c]]>'),
        url('/d'),
        url('https://пример.рф/путь'),
      ),
    );

    expect(pages).toEqual([
      'https://example.com/?a=1&b=2',
      'https://example.com/c',
      'https://example.com/d',
      'https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C',
    ]);
  });

  test('does not list images and videos as pages', async () => {
    const { pages } = await parse(
      urlset(
        url(
          'https://example.com/a',
          '<image:image><image:loc>https://example.com/a.jpg</image:loc></image:image><video:video><video:content_loc>https://example.com/v.mp4</video:content_loc></video:video>',
        ),
      ),
    );

    expect(pages).toEqual(['https://example.com/a']);
  });

  test('says when its pages changed, and news sitemaps and feeds say their titles', async () => {
    const { details } = await parse(
      urlset(
        url('https://example.com/a', '<lastmod>2026-03-04</lastmod>'),
        url('https://example.com/b', '<lastmod>yesterday</lastmod>'),
        url(
          'https://example.com/c',
          '<news:news><news:title>Ferry\n delayed</news:title></news:news><image:image><image:title>A ferry</image:title></image:image>',
        ),
      ),
    );
    const feed = await parse(
      '<rss><channel><title>All news</title><item><title>Tide</title><link>https://example.com/tide</link><pubDate>Wed, 04 Mar 2026 10:00:00 GMT</pubDate></item></channel></rss>',
    );

    expect([...details]).toEqual([
      ['https://example.com/a', { lastModified: '2026-03-04' }],
      ['https://example.com/c', { title: 'Ferry delayed' }],
    ]);
    expect([...feed.details]).toEqual([
      ['https://example.com/tide', { lastModified: '2026-03-04T10:00:00.000Z', title: 'Tide' }],
    ]);
  });

  test('index leads to further sitemaps', async () => {
    const { pages, sitemaps } = await parse(
      '<sitemapindex><sitemap><loc>https://example.com/s1.xml.gz</loc><lastmod>2026-01-01</lastmod></sitemap></sitemapindex>',
    );

    expect({ pages, sitemaps }).toEqual({ pages: [], sitemaps: ['https://example.com/s1.xml.gz'] });
  });

  test.for([
    ['gzipped', (text: string) => gzipSync(text)],
    ['with prefixed names', (text: string) => text.replaceAll(/<(\/?)(urlset|url|loc)/g, '<$1sm:$2')],
    ['behind a byte order mark', (text: string) => `\ufeff${text}`],
    ['cut off in the middle', (text: string) => text.slice(0, -15)],
  ] as const)('%s is read', async ([, change]) => {
    const { pages } = await parse(change(urlset(url('https://example.com/a'))));

    expect(pages).toEqual(['https://example.com/a']);
  });

  test('may be a list of lines', async () => {
    const { pages } = await parse('https://example.com/a\r\n\nhttps://example.com/b\nftp://no\n');

    expect(pages).toEqual(['https://example.com/a', 'https://example.com/b']);
  });

  test('may be a feed', async () => {
    const rss = await parse(
      '<rss><channel><link>https://example.com/</link><item><link>https://example.com/1</link></item></channel></rss>',
    );
    const atom = await parse(
      '<feed><link href="https://example.com/"/><entry><link rel="alternate" href="/2"/><link rel="edit" href="/no"/></entry></feed>',
    );

    expect([rss.pages, atom.pages]).toEqual([['https://example.com/1'], ['https://example.com/2']]);
  });

  test('is read up to fifty thousand addresses', async () => {
    const { pages, truncated } = await parse(
      urlset(...Array.from({ length: 50_100 }, (_, index) => url(`https://example.com/${index}`))),
    );

    expect([pages.length, truncated]).toEqual([50_000, true]);
  });

  test.for([
    ['a page', '<!doctype html><html><body><a href="https://example.com/a">a</a></body></html>'],
    ['nothing', ''],
    ['corrupt compression', Buffer.from([0x1f, 0x8b, 1, 2, 3])],
  ] as const)('is not %s', async ([, bytes]) => {
    await expect(parse(bytes)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  test('throws no other error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const outcome = await parse(bytes).then(
          ({ pages }) => pages.every((page) => /^https?:/.test(page)),
          (error: unknown) => error instanceof AppError,
        );
        expect(outcome).toBe(true);
      }),
    );
  });
});
