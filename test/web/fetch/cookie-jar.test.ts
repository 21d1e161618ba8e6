import { describe, expect, test } from 'vitest';

import { createCookieJar } from '#shared/web/fetch/cookie-jar.ts';

const nowMs = Date.UTC(2026, 10, 21);

const jarWith = (from: string, ...headers: readonly string[]) => {
  const jar = createCookieJar({ now: () => nowMs });
  jar.keep(new URL(from), headers);
  return { ...jar, at: (address: string) => jar.cookiesFor(new URL(address)) };
};

describe('the cookies of one fetch', () => {
  test('are sent to their origin, in the order in which they were set', () => {
    const jar = jarWith('https://a.test/', 'one=1', 'two=2; Path=/; HttpOnly', 'three="3"');

    expect(jar.at('https://a.test/any?b')).toBe('one=1; two=2; three="3"');
  });

  test.for([
    ['another host', 'a=1', 'https://b.test/'],
    ['a subdomain, when they name no domain', 'a=1', 'https://www.a.test/'],
    ['a host that only ends alike', 'a=1; Domain=a.test', 'https://evil-a.test/'],
    ['plain http, when they are secure', 'a=1; Secure', 'http://a.test/'],
    ['another path', 'a=1; Path=/in', 'https://a.test/inner'],
  ] as const)('do not go to %s', ([, header, address]) => {
    expect(jarWith('https://a.test/', header).at(address)).toBe('');
  });

  test.for([
    ['a subdomain of their domain', 'a=1; Domain=a.test', 'https://www.a.test/'],
    ['a subdomain of their dotted domain', 'a=1; Domain=.A.test', 'https://www.a.test/'],
    ['below their path', 'a=1; Path=/in', 'https://a.test/in/side'],
    ['their very path', 'a=1; Path=/in/', 'https://a.test/in/'],
    ['plain http', 'a=1', 'http://a.test/'],
    ['another port', 'a=1', 'https://a.test:8443/'],
  ] as const)('go to %s', ([, header, address]) => {
    expect(jarWith('https://a.test/', header).at(address)).toBe('a=1');
  });

  test('without a path belong to the folder of the page', () => {
    const jar = jarWith('https://a.test/shop/cart', 'a=1');

    expect(jar.at('https://a.test/shop/pay')).toBe('a=1');
    expect(jar.at('https://a.test/blog/')).toBe('');
  });

  test.for([
    ['a top-level domain', 'a=1; Domain=test'],
    ['a stranger', 'a=1; Domain=b.test'],
    ['a subdomain of the page', 'a=1; Domain=www.a.test'],
  ] as const)('are not taken for %s', ([, header]) => {
    const jar = jarWith('https://a.test/', header);

    for (const host of ['a.test', 'b.test', 'www.a.test']) expect(jar.at(`https://${host}/`)).toBe('');
  });

  test.for(['', '=', '=value', 'novalue', '; Path=/', 'a=b\u0000c', 'a=\tb\u0001'])(
    'are not made of %j',
    (header) => {
      expect(jarWith('https://a.test/', header).at('https://a.test/')).toBe('');
    },
  );

  test('are not kept when they are too long', () => {
    expect(jarWith('https://a.test/', `a=${'b'.repeat(5_000)}`).at('https://a.test/')).toBe('');
  });

  test('are limited in number', () => {
    const jar = jarWith('https://a.test/', ...Array.from({ length: 500 }, (_, index) => `c${index}=1`));

    expect(jar.at('https://a.test/').split('; ')).toHaveLength(100);
  });

  test.for([
    ['Max-Age=0', ''],
    ['Max-Age=-1', ''],
    ['Max-Age=60', 'a=new'],
    ['Expires=Thu, 01 Jan 1970 00:00:00 GMT', ''],
    ['Expires=Fri, 20 Nov 2026 23:59:59 GMT', ''],
    ['Expires=Sun, 22 Nov 2026 00:00:00 GMT', 'a=new'],
    ['Expires=nonsense', 'a=new'],
    ['Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'a=new'],
    ['Max-Age=0; Expires=Sun, 22 Nov 2026 00:00:00 GMT', ''],
  ] as const)('are replaced or forgotten by a cookie with %s', ([attributes, expected]) => {
    const jar = jarWith('https://a.test/', 'a=old', `a=new; ${attributes}`);

    expect(jar.at('https://a.test/')).toBe(expected);
  });

  test('of an IP address are not sent to hosts with the same ending', () => {
    const jar = jarWith('http://1.2.3.4/', 'a=1; Domain=3.4');

    expect(jar.at('http://1.2.3.4/')).toBe('');
  });
});
