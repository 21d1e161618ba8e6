import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { crawlScope, type CrawlScopeOptions } from '#shared/web/urls/crawl-scope.ts';
import { expressionSize, globMatcher, regexMatcher, regexMatchers } from '#shared/web/urls/url-pattern.ts';

const site = 'https://www.site.example';

describe('a glob', () => {
  test.for([
    ['/blog/*', '/blog/2026/11', true],
    ['/blog/*', '/blog', false],
    ['blog/*', '/blog/a', true],
    ['/blog', '/blog/a', false],
    ['*', '/', true],
    ['*/edit', '/page/7/edit', true],
    ['*/edit', '/page/7/edit/more', false],
    ['/a*b*c', '/axxbyyc', true],
    ['/a*b*c', '/acb', false],
    ['/ab*ba', '/aba', false],
    ['/a.c', '/abc', false],
    ['/[a]', '/a', false],
    ['/статьи/*', '/%D1%81%D1%82%D0%B0%D1%82%D1%8C%D0%B8/1', true],
    ['/caf%C3%A9', '/café', true],
    ['/caf%c3%a9/*', '/café/1', true],
    ['/a%20b', '/a b', true],
    ['/a b', '/a%20b', true],
    ['/a%2Fb', '/a/b', false],
    ['/caf%C3%A9/*', '/caf%C3%A9/%E9t%E9', true],
    ['/100%', '/100%', true],
    ['https://www.site.example/café', '/café', true],
    ['https://www.site.example/caf%C3%A9', '/café', true],
    ['/list?q=caf%C3%A9', '/list?q=café', true],
    ['/list?page=*', '/list?page=2', true],
    ['/list?page=*', '/list', false],
    ['/list', '/list?page=2', true],
    ['https://www.site.example/x/*', '/x/1', true],
    ['*://*.example/x/*', '/x/1', true],
    ['http://www.site.example/*', '/x/1', false],
  ] as const)('%s against %s: %s', ([glob, path, expected]) => {
    expect(globMatcher(glob)(new URL(path, site))).toBe(expected);
  });

  test('is matched quickly even for patterns that are made to be slow', () => {
    const hostile = globMatcher(`/${'a*'.repeat(900)}b`);
    const url = new URL(`/${'a'.repeat(4_000)}`, site);

    const outcomes = Array.from({ length: 100 }, () => hostile(url));

    expect(new Set(outcomes)).toEqual(new Set([false]));
  });

  test('matches the path that it was made of', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z0-9/-]{0,6}$/), { minLength: 1, maxLength: 6 }),
        (parts) => {
          const url = new URL(`${site}/${parts.join('filler')}`);
          expect(globMatcher(`/${parts.join('*')}`)(url)).toBe(true);
        },
      ),
    );
  });
});

describe('a regular expression', () => {
  test('is searched in the path, or in the whole URL when asked', () => {
    const url = new URL('/blog/7?x=1', site);

    expect(regexMatcher('^/blog/\\d+$', { onFullUrl: false })(url)).toBe(true);
    expect(regexMatcher('^/blog', { onFullUrl: true })(url)).toBe(false);
    expect(regexMatcher('x=1$', { onFullUrl: true })(url)).toBe(true);
  });

  test.for([
    ['^/café$', false],
    ['^/caf%C3%A9$', false],
    ['/café', true],
    ['/caf%C3%A9', true],
  ] as const)('%s finds a URL that is percent-encoded (whole URL: %s)', ([expression, onFullUrl]) => {
    expect(regexMatcher(expression, { onFullUrl })(new URL('/caf%C3%A9', site))).toBe(true);
    expect(regexMatcher(expression, { onFullUrl })(new URL('/cafe', site))).toBe(false);
  });

  test('that a backtracking engine would never finish ends at once', () => {
    const matches = regexMatcher('^/(a+)+$', { onFullUrl: false });

    expect(matches(new URL(`/${'a'.repeat(3_000)}!`, site))).toBe(false);
  });

  test.for([
    ['^/blog/\\d{4}$', 12],
    ['(.?){1000}', 3_000],
    ['((abc){10}){10}', 410],
    ['[\\]{9}]{5}', 5],
    ['a{2,}b{,7}', 8],
    ['.{1000}[[:alpha:](]', 1_001],
    ['\\Q(\\E', 5],
    ['(unclosed', 8],
  ] as const)('%s is about %i instructions', ([expression, size]) => {
    expect(expressionSize(expression)).toBe(size);
  });

  test('is refused when all of a request together are too large', () => {
    const scope = { onFullUrl: false };
    const slugs = `^/(?:${Array.from({ length: 500 }, (_, at) => `slug-of-an-article-${at}`).join('|')})$`;
    const repeated = '(.?){1000}'.repeat(4);

    expect(regexMatchers([slugs], scope)[0]?.(new URL('/slug-of-an-article-7', site))).toBe(true);
    expect(regexMatchers([repeated], scope)).toHaveLength(1);
    expect(() => regexMatchers([repeated, repeated], scope)).toThrow('is too large');
  });

  test.for([['('], ['a(?=b)'], ['(a)\\1'], ['*']])('%s is refused', ([expression]) => {
    expect(() => regexMatcher(expression!, { onFullUrl: false })).toThrow(
      `“${expression!}” is not a regular expression`,
    );
  });
});

describe('the scope of a crawl', () => {
  const scopeOf = (options: Partial<CrawlScopeOptions> = {}) =>
    crawlScope({
      seedUrl: `${site}/docs/start`,
      includes: [],
      excludes: [],
      includePaths: [],
      excludePaths: [],
      regexOnFullURL: false,
      crawlEntireDomain: true,
      allowSubdomains: false,
      allowExternalLinks: false,
      ...options,
    });

  test.for([
    ['https://www.site.example/', {}, true],
    ['http://site.example/other', {}, true],
    ['https://blog.site.example/', {}, false],
    ['https://blog.site.example/', { allowSubdomains: true }, true],
    ['https://site.example:8443/', {}, false],
    ['https://other.example/', { allowSubdomains: true }, false],
    ['https://other.example/', { allowExternalLinks: true }, true],
    ['https://evilsite.example/', { allowSubdomains: true }, false],
    ['https://www.site.example/about', { crawlEntireDomain: false }, false],
    ['https://www.site.example/docs', { crawlEntireDomain: false }, false],
    ['https://www.site.example/docs/a', { crawlEntireDomain: false }, false],
    ['https://www.site.example/docs/starter', { crawlEntireDomain: false }, false],
    ['https://www.site.example/docs/start', { crawlEntireDomain: false }, true],
    ['https://www.site.example/docs/start/', { crawlEntireDomain: false }, true],
    ['https://www.site.example/docs/start/a/b', { crawlEntireDomain: false }, true],
    ['https://www.site.example/docs/start/a', { maxDepth: 1 }, true],
    ['https://www.site.example/docs/start/a/b', { maxDepth: 1 }, false],
    ['https://www.site.example/docs/a', { includes: ['/docs/*'] }, true],
    ['https://www.site.example/blog/a', { includes: ['/docs/*'] }, false],
    ['https://www.site.example/docs/a', { includes: ['/docs/*'], excludes: ['*/a'] }, false],
    ['https://www.site.example/blog/a', { includes: ['/docs/*'], includePaths: ['^/blog'] }, true],
    ['https://www.site.example/docs/7', { excludePaths: ['\\d$'] }, false],
  ] as const)('for %s with %j: %s', ([url, options, expected]) => {
    expect(scopeOf(options).admits(url).allowed).toBe(expected);
  });

  test.for([
    ['/docs/', '/docs/a', true],
    ['/docs/', '/docs', true],
    ['/docs/', '/blog/', false],
    ['/docs/index.html', '/docs/a.html', true],
    ['/docs/index.html', '/docs', true],
    ['/docs/index.html', '/about', false],
    ['/v1.2', '/v1.2/a', true],
    ['/v1.2', '/about', false],
    ['/', '/about', true],
  ] as const)('below %s, the page %s: %s', ([seedPath, path, expected]) => {
    const scope = scopeOf({ seedUrl: `${site}${seedPath}`, crawlEntireDomain: false });

    expect(scope.admits(`${site}${path}`).allowed).toBe(expected);
  });

  test('gives its reason', () => {
    const scope = scopeOf({ excludes: ['/private/*'], includes: ['*'] });

    expect(scope.admits(`${site}/private/a`)).toEqual({
      allowed: false,
      state: 'excluded',
      reason: 'excluded by /private/*',
    });
    expect(scope.admits('https://x.example/')).toEqual({
      allowed: false,
      state: 'outOfScope',
      reason: 'another site',
    });
    expect(scope.admits('https://a.site.example/')).toMatchObject({
      reason: 'another subdomain of the site',
    });
  });

  test('reads the seed for links even when the patterns do not deliver it', () => {
    const scope = scopeOf({ includes: ['/blog/*'] });

    expect(scope.delivers(`${site}/docs/start`).allowed).toBe(false);
    expect(scope.delivers(`${site}/blog/a`).allowed).toBe(true);
  });
});
