import { describe, expect, test } from 'vitest';

import type { FetchPage, FetchRequest } from '#shared/web/fetch/fetch-page.ts';
import type { WebAnswer } from '../../fakes/memory-web.ts';

/** Pages by path, served from one origin without a closing slash. */
export type OpenWeb = (pages: Readonly<Record<string, WebAnswer>>) => Promise<{
  readonly fetchPage: FetchPage;
  readonly origin: string;
}>;

export interface FetchPageSubject {
  readonly openWeb: OpenWeb;
  /** Behaviours this implementation leaves out, each with the reason. */
  readonly leavesOut?: Readonly<{ codings?: string; addresses?: string; cookies?: string }>;
}

const { signal } = new AbortController();

const textOf = ({ body }: { readonly body: Uint8Array }): string => Buffer.from(body).toString();

/** The contract of every `FetchPage`. */
export function testFetchPage({ openWeb, leavesOut = {} }: FetchPageSubject): void {
  const visit = async (
    pages: Readonly<Record<string, WebAnswer>>,
    path: string,
    request: Partial<FetchRequest> = {},
  ) => {
    const { fetchPage, origin } = await openWeb(pages);
    return { origin, page: await fetchPage({ url: `${origin}${path}`, ...request }, { signal }) };
  };

  describe('as every FetchPage', () => {
    test('returns the page, its status and its headers in lower case', async () => {
      const { origin, page } = await visit(
        { '/a': { headers: { 'Content-Type': 'text/plain', 'X-Two-Words': 'b' }, body: 'hello' } },
        '/a',
      );

      expect(textOf(page)).toBe('hello');
      expect(page).toMatchObject({
        requestedUrl: `${origin}/a`,
        finalUrl: `${origin}/a`,
        status: 200,
        headers: { 'content-type': 'text/plain', 'x-two-words': 'b' },
        redirects: [],
      });
      expect(page.loadTimeMs).toBeGreaterThanOrEqual(0);
      expect(page.truncated).toBeUndefined();
    });

    test.for([204, 403, 404, 410, 429, 500, 503])('returns a page with status %i', async (status) => {
      const { page } = await visit({ '/a': { status } }, '/a');

      expect(page.status).toBe(status);
    });

    test('keeps bytes that are not text', async () => {
      const body = new Uint8Array([0, 255, 128, 10, 13]);

      const { page } = await visit({ '/a': { body } }, '/a');

      expect([...page.body]).toEqual([...body]);
    });

    test.for([301, 302, 303, 307, 308])('follows status %i to its location', async (status) => {
      const { origin, page } = await visit(
        { '/a/b': { status, headers: { location: '../c?d=e' } }, '/c?d=e': 'there' },
        '/a/b',
      );

      expect(textOf(page)).toBe('there');
      expect(page).toMatchObject({
        requestedUrl: `${origin}/a/b`,
        finalUrl: `${origin}/c?d=e`,
        redirects: [`${origin}/a/b`],
      });
    });

    test.for([
      ['a redirect without a location', { status: 302, body: 'stay' }],
      ['a choice', { status: 300, headers: { location: '/b' }, body: 'stay' }],
      ['a page with a location', { status: 200, headers: { location: '/b' }, body: 'stay' }],
    ] as const)('shows %s', async ([, answer]) => {
      const { page } = await visit({ '/a': answer }, '/a');

      expect(textOf(page)).toBe('stay');
      expect(page.redirects).toEqual([]);
    });

    test('carries the fragment over redirects that bring none', async () => {
      const pages = {
        '/a': { status: 302, headers: { location: '/b' } },
        '/b': { status: 302, headers: { location: '/c#own' } },
        '/c': 'there',
      };

      expect((await visit(pages, '/b#mine')).page.finalUrl).toMatch(/\/c#own$/);
      expect((await visit({ ...pages, '/b': 'there' }, '/a#mine')).page.finalUrl).toMatch(/\/b#mine$/);
    });

    test('reads a location with raw UTF-8 in it', async () => {
      const { page } = await visit(
        {
          '/a': { status: 302, headers: { location: '/новости' } },
          '/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8': 'there',
        },
        '/a',
      );

      expect(textOf(page)).toBe('there');
    });

    const chain = (length: number): Record<string, WebAnswer> =>
      Object.fromEntries([
        ...Array.from({ length }, (_, step) => [
          `/${step}`,
          { status: 302, headers: { location: `/${step + 1}` } },
        ]),
        [`/${length}`, 'the end'],
      ]);

    test('follows ten redirects', async () => {
      const { page } = await visit(chain(10), '/0');

      expect(textOf(page)).toBe('the end');
      expect(page.redirects).toHaveLength(10);
    });

    test('fails at the eleventh redirect', async () => {
      await expect(visit(chain(11), '/0')).rejects.toMatchObject({ code: 'TOO_MANY_REDIRECTS' });
    });

    test('fails in a circle of redirects', async () => {
      const pages = {
        '/a': { status: 302, headers: { location: '/b' } },
        '/b': { status: 302, headers: { location: '/a' } },
      };

      await expect(visit(pages, '/a')).rejects.toMatchObject({ code: 'TOO_MANY_REDIRECTS' });
    });

    test.for([
      ['an address that cannot be read', 'http://[::', 'INVALID_RESPONSE'],
      ['another scheme', 'mailto:a@example.com', 'FORBIDDEN_TARGET'],
      ['a script', 'javascript:alert(1)', 'FORBIDDEN_TARGET'],
      ['a file', 'file:///etc/passwd', 'FORBIDDEN_TARGET'],
    ] as const)('refuses a redirect to %s', async ([, location, code]) => {
      await expect(visit({ '/a': { status: 302, headers: { location } } }, '/a')).rejects.toMatchObject({
        code,
      });
    });

    test.for(['ftp://a.test/', 'mailto:a@b.test', '/path', 'javascript:alert(1)', ''])(
      'refuses to read %j',
      async (url) => {
        await expect(visit({ '/': 'home' }, '/', { url })).rejects.toMatchObject({
          code: 'FORBIDDEN_TARGET',
        });
      },
    );

    test('finds a page that was requested without a scheme', async () => {
      const { fetchPage, origin } = await openWeb({ '/a': 'hello' });
      const url = `${origin.replace(/^https?:\/\//, '')}/a`;

      const page = await fetchPage({ url }, { signal });

      expect(page).toMatchObject({ requestedUrl: url, finalUrl: `${origin}/a` });
    });

    test('reports a host that does not exist', async () => {
      await expect(visit({ '/': 'home' }, '/', { url: 'http://gone.test/' })).rejects.toMatchObject({
        code: 'DNS_ERROR',
      });
    });

    test('rethrows the reason of the signal', async () => {
      const { fetchPage, origin } = await openWeb({ '/': 'home' });
      const reason = new Error('out of time');

      await expect(fetchPage({ url: origin }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });

    test('sends a cookie back along the redirects', async (context) => {
      if (leavesOut.cookies !== undefined) context.skip(leavesOut.cookies);
      const { page } = await visit(
        { '/': { status: 302, headers: { location: '/in', 'set-cookie': 'a=1' } }, '/in': 'COOKIE' },
        '/',
      );

      expect(textOf(page)).toBe('a=1');
    });

    test('removes the compression', async (context) => {
      if (leavesOut.codings !== undefined) context.skip(leavesOut.codings);
      const { page } = await visit({ '/': { headers: { 'content-encoding': 'gzip' }, body: 'hello' } }, '/');

      expect(textOf(page)).toBe('hello');
    });

    test('refuses a private address', async (context) => {
      if (leavesOut.addresses !== undefined) context.skip(leavesOut.addresses);

      await expect(visit({ '/': 'home' }, '/', { url: 'http://169.254.169.254/' })).rejects.toMatchObject({
        code: 'FORBIDDEN_TARGET',
      });
    });
  });
}
