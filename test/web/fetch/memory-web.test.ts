import { describe, expect, test } from 'vitest';

import { fakeWeb } from '../../fakes/memory-web.ts';
import { AppError } from '#shared/kernel/errors.ts';

import { testFetchPage } from './fetch-page.contract.ts';

describe('the fake web', () => {
  testFetchPage({
    openWeb: async (pages) => {
      const origin = 'https://a.test';
      const addressed = Object.entries(pages).map(([path, answer]) => [`${origin}${path}`, answer]);
      return { origin, fetchPage: fakeWeb(Object.fromEntries(addressed)) };
    },
    leavesOut: {
      cookies: 'answers of the fake web do not depend on headers',
      codings: 'bodies of the fake web are never compressed',
      addresses: 'hosts of the fake web have no addresses',
    },
  });

  const { signal } = new AbortController();

  test('throws the error that is given for a page', async () => {
    const failure = new AppError('TLS_ERROR', 'The certificate has expired.');

    await expect(fakeWeb({ 'https://a.test/': failure })({ url: 'https://a.test' }, { signal })).rejects.toBe(
      failure,
    );
  });

  test('returns 404 for other URLs of a known origin', async () => {
    const page = await fakeWeb({ 'https://a.test/': 'home' })({ url: 'https://a.test/b' }, { signal });

    expect(page).toMatchObject({ status: 404, body: Buffer.from('') });
  });

  test('tries https before http, as the real web', async () => {
    const fetchPage = fakeWeb({
      'https://a.test/': 'secure',
      'http://a.test/': 'plain',
      'http://b.test/': 'plain',
    });

    expect((await fetchPage({ url: 'a.test' }, { signal })).finalUrl).toBe('https://a.test/');
    expect((await fetchPage({ url: 'b.test' }, { signal })).finalUrl).toBe('http://b.test/');
  });
});
