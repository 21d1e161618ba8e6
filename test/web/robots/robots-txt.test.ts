import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseRobots } from '#shared/web/robots/robots-txt.ts';

const site = 'https://example.com/robots.txt';
const policy = (text: string, token = 'WinnowBot') => parseRobots(Buffer.from(text), site, token);
const allows = (text: string, path: string, token?: string): boolean =>
  policy(text, token).decide(new URL(`https://example.com${path}`)).allowed;

describe('robots.txt', () => {
  test.for([
    // RFC 9309, section 5.2: the longest match wins.
    ['User-agent: *\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif', '/example/page/', true],
    [
      'User-agent: *\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif',
      '/example/page/disallowed.gif',
      false,
    ],
    ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['User-agent: *\nDisallow: /\nAllow: /$', '/', true],
    ['User-agent: *\nDisallow: /\nAllow: /$', '/page', false],
    ['User-agent: *\nDisallow:', '/anything', true],
    ['User-agent: *\nDisallow: /fish', '/fishing?x', false],
    ['User-agent: *\nDisallow: /fish', '/Fish', true],
    ['User-agent: *\nDisallow: /fish/', '/fish', true],
    ['User-agent: *\nDisallow: /*.php', '/a/b.php?x=1', false],
    ['User-agent: *\nDisallow: /*.php$', '/a/b.php?x=1', true],
    ['User-agent: *\nDisallow: /*.php$', '/a/b.php', false],
    ['User-agent: *\nDisallow: /fish*.php', '/fishheads/catfish.php?p', false],
    ['User-agent: *\nDisallow: *', '/x', false],
    ['User-agent: *\nDisallow: /a**b$', '/a/x/b', false],
    ['User-agent: *\nDisallow: /*?', '/p?q=1', false],
    ['User-agent: *\nDisallow: /*?', '/p', true],
    // Section 2.2.2: spellings of the same octets are equal.
    ['User-agent: *\nDisallow: /foo/bar?baz=https://foo.bar', '/foo/bar?baz=https://foo.bar', false],
    ['User-agent: *\nDisallow: /foo/ツ', '/foo/%E3%83%84', false],
    ['User-agent: *\nDisallow: /foo/%E3%83%84', '/foo/ツ', false],
    ['User-agent: *\nDisallow: /ä\nAllow: /*', '/ä', false],
    ['User-agent: *\nDisallow: /%61%62%63\nAllow: /abcd', '/abcd', true],
    ['User-agent: *\nDisallow: /%7ejoe/', '/~joe/index.html', false],
    ['User-agent: *\nDisallow: /a%2Fb', '/a/b', true],
    // Its own file is never forbidden.
    ['User-agent: *\nDisallow: /', '/robots.txt', true],
    ['', '/x', true],
    ['Disallow: /', '/x', true],
    ['<html><body>Not found</body></html>', '/x', true],
  ] as const)('%j on %s: %s', ([text, path, expected]) => {
    expect(allows(text, path)).toBe(expected);
  });

  test.for([
    [
      'a group of our own name wins over the rest',
      'User-agent: *\nDisallow: /\n\nUser-agent: winnowbot\nDisallow: /x',
      '/y',
      true,
    ],
    [
      'groups of our name are one',
      'User-agent: winnowbot\nDisallow: /x\nUser-agent: other\nDisallow: /\nUser-agent: WinnowBot/2.0\nDisallow: /y',
      '/y',
      false,
    ],
    [
      'names in a row share their rules',
      'User-agent: other\nUser-agent: WinnowBot\nDisallow: /x',
      '/x',
      false,
    ],
    ['a longer name is another’s', 'User-agent: WinnowBotNews\nDisallow: /', '/x', true],
    ['a part of our name is another’s', 'User-agent: Winnow\nDisallow: /', '/x', true],
    ['a sitemap line ends no group', 'User-agent: *\nSitemap: /s.xml\nDisallow: /x', '/x', false],
    ['an unknown line ends no group', 'User-agent: *\nHost: example.com\nDisallow: /x', '/x', false],
    [
      'comments and odd spacing mean nothing',
      '\ufeffUSER-AGENT : * # all\r\n  disallow :/x # here\r',
      '/x',
      false,
    ],
  ] as const)('%s', ([, text, path, expected]) => {
    expect(allows(text, path)).toBe(expected);
  });

  test('names the rule that forbids', () => {
    expect(policy('User-agent: *\nDisallow: /a*').decide(new URL('/abc', site))).toEqual({
      allowed: false,
      rule: 'Disallow: /a*',
    });
  });

  test('reads the delay of our group and all sitemaps as absolute URLs', () => {
    const { crawlDelaySeconds, sitemaps } = policy(
      'Sitemap: /a.xml\nUser-agent: *\nCrawl-delay: 2.5\nDisallow: /x\nSitemap: https://cdn.example.com/b.xml\nSitemap: /a.xml\nSitemap: https://',
    );

    expect(crawlDelaySeconds).toBe(2.5);
    expect(sitemaps).toEqual(['https://example.com/a.xml', 'https://cdn.example.com/b.xml']);
  });

  test('reads the first 500 KiB', () => {
    const filler = '# comment\n'.repeat(52_000);

    expect(allows(`User-agent: *\nDisallow: /x\n${filler}`, '/x')).toBe(false);
    expect(allows(`${filler}User-agent: *\nDisallow: /x`, '/x')).toBe(true);
  });

  test('survives any bytes and any URL', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.webPath(), (bytes, path) => {
        const decision = parseRobots(bytes, site, 'WinnowBot').decide(new URL(`https://example.com${path}`));
        expect(typeof decision.allowed).toBe('boolean');
      }),
    );
  });

  test('agrees with a matcher that tries every possibility', () => {
    const part = fc.constantFrom('a', 'b', '*', '/');
    const pattern = fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => `/${parts.join('')}`);
    const path = fc
      .array(fc.constantFrom('a', 'b', '/'), { maxLength: 9 })
      .map((parts) => `/${parts.join('')}`);
    const matches = (text: string, glob: string): boolean => {
      if (glob === '') return true;
      if (glob === '$') return text === '';
      if (glob.startsWith('*'))
        return Array.from({ length: text.length + 1 }, (_, cut) => text.slice(cut)).some((rest) =>
          matches(rest, glob.slice(1)),
        );
      return text.startsWith(glob[0] ?? '') && matches(text.slice(1), glob.slice(1));
    };
    fc.assert(
      fc.property(pattern, fc.boolean(), path, (base, anchored, target) => {
        const glob = anchored ? `${base}$` : base;
        expect(allows(`User-agent: *\nDisallow: ${glob}`, target)).toBe(!matches(target, glob));
      }),
      { numRuns: 2_000 },
    );
  });
});
