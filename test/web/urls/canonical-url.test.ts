import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { canonicalUrl } from '#shared/web/urls/canonical-url.ts';
import { similarityKey } from '#shared/web/urls/similar-url.ts';

const foundOn = 'https://site.example/docs/page.html?x=1#top';

describe('the canonical URL', () => {
  test.for([
    ['/a', 'https://site.example/a'],
    ['b', 'https://site.example/docs/b'],
    ['?y=2', 'https://site.example/docs/page.html?y=2'],
    ['#part', 'https://site.example/docs/page.html?x=1'],
    ['//other.example', 'https://other.example/'],
    ['HTTPS://Site.Example:443/A', 'https://site.example/A'],
    ['http://site.example:80', 'http://site.example/'],
    ['http://site.example:8080/', 'http://site.example:8080/'],
    ['https://site.example./a', 'https://site.example/a'],
    ['https://user:secret@site.example/a', 'https://site.example/a'],
    [' /padded ', 'https://site.example/padded'],
    ['/a/./b/../c', 'https://site.example/a/c'],
    ['/%7euser/%e4%b8%ad', 'https://site.example/~user/%E4%B8%AD'],
    ['/a?b=2&a=1', 'https://site.example/a?b=2&a=1'],
    ['/a?', 'https://site.example/a'],
    ['/a?&&', 'https://site.example/a'],
    ['/a?utm_source=x&id=3&gclid=y', 'https://site.example/a?id=3'],
    ['/a?PHPSESSID=1', 'https://site.example/a'],
    ['/a;jsessionid=0A1B?x=1', 'https://site.example/a?x=1'],
    ['/a?sid=7', 'https://site.example/a?sid=7'],
    ['/a?sid=0123456789abcdef01234567', 'https://site.example/a'],
    ['/a?s=0123456789abcdef0123456789abcdef', 'https://site.example/a'],
    ['/?s=internationalization', 'https://site.example/?s=internationalization'],
    ['/show?sid=4uLU6hMCjMI75M1A2tKUQC', 'https://site.example/show?sid=4uLU6hMCjMI75M1A2tKUQC'],
    ['/новости', 'https://site.example/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8'],
    ['http://пример.рф/', 'http://xn--e1afmkfd.xn--p1ai/'],
    ['/web/2020/http://x.example/', 'https://site.example/web/2020/http://x.example/'],
    ['/a?q=a+b', 'https://site.example/a?q=a+b'],
  ] as const)('of %s is %s', ([href, expected]) => {
    expect(canonicalUrl(href, foundOn)).toBe(expected);
  });

  test.for([
    ['mailto:a@b.c'],
    ['javascript:void(0)'],
    ['tel:123'],
    ['data:text/html,x'],
    ['ftp://a/'],
    ['http://'],
    ['http://a b/'],
  ])('does not exist for %s', ([href]) => {
    expect(canonicalUrl(href!, foundOn)).toBeUndefined();
  });

  test('can leave the query out', () => {
    expect(canonicalUrl('/a?x=1', foundOn, { ignoreQueryParameters: true })).toBe('https://site.example/a');
  });

  test('is its own canonical URL, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()),
        (href) => {
          const once = canonicalUrl(href, foundOn);
          expect(once === undefined ? undefined : canonicalUrl(once)).toBe(once);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('similar URLs', () => {
  const keyOf = (href: string) => similarityKey(canonicalUrl(href)!);

  test.for([
    ['http://www.a.example/x', 'https://a.example/x/'],
    ['https://a.example/', 'https://a.example/index.html'],
    ['https://a.example/d/index.php?p=1', 'https://a.example/d?p=1'],
    ['https://a.example//d//e', 'https://a.example/d/e'],
    ['https://a.example/x?b=2&a=1&b=1', 'https://a.example/x?a=1&b=2&b=1'],
  ] as const)('%s and %s are one page', ([a, b]) => {
    expect(keyOf(a)).toBe(keyOf(b));
  });

  test.for([
    ['https://a.example/x', 'https://b.a.example/x'],
    ['https://a.example/x', 'https://a.example/X'],
    ['https://a.example/x?p=1', 'https://a.example/x?p=2'],
    ['https://a.example/x?p=1&p=2', 'https://a.example/x?p=2&p=1'],
    ['https://a.example/indexes', 'https://a.example/'],
    ['https://a.example:81/', 'https://a.example/'],
  ] as const)('%s and %s are not', ([a, b]) => {
    expect(keyOf(a)).not.toBe(keyOf(b));
  });
});
