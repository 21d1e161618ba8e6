import { describe, expect, test } from 'vitest';

import { renderRequest } from '#shared/contract/render.ts';
import { fixedSecret, keptSecret } from '#shared/kernel/secret.ts';
import { proxiesIn } from '#shared/web/egress/upstream-proxies.ts';
import { proxiedRenderPage } from '#shared/web/render/proxied-render-page.ts';

const { signal } = new AbortController();

describe('the operator’s upstream proxies', () => {
  test('are taken in turn', async () => {
    const next = proxiesIn(fixedSecret('http://a.example:1, http://b.example:2'));

    expect(await Promise.all([next(), next(), next()])).toEqual([
      'http://b.example:2',
      'http://a.example:1',
      'http://b.example:2',
    ]);
  });

  test.for([
    ['is missing', keptSecret(() => Promise.reject(new Error('The secret arn:… cannot be read.'))), 'arn:…'],
    ['is no list of URLs', fixedSecret('user:pass-word'), 'PROXY_URLS_SECRET_ARN'],
  ] as const)(
    'are unavailable when the secret %s, and the log says why without it',
    async ([, secret, why]) => {
      const failure: unknown = await proxiesIn(secret)().catch((error: unknown) => error);

      expect(failure).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        status: 503,
        message: 'The service cannot read the list of its upstream proxies.',
        cause: { message: expect.stringContaining(why) },
      });
      expect(String((failure as Error).cause)).not.toContain('pass-word');
    },
  );

  test('are read again after the operator has corrected the secret', async () => {
    const texts = ['no list of URLs', 'http://a.example:1'];
    const next = proxiesIn(keptSecret(async () => texts.shift() ?? ''));

    await expect(next()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });

    expect(await next()).toBe('http://a.example:1');
  });

  test('are named to the browser for a stealth page, and for no other', async () => {
    const named: unknown[] = [];
    const renderPage = proxiedRenderPage(
      (request) => {
        named.push(request.upstreamProxyUrl);
        return Promise.reject(new Error('no browser here'));
      },
      async () => 'http://user:pass@proxy.example:1',
    );

    for (const profile of ['default', 'stealth'] as const) {
      const request = renderRequest.parse({ url: 'https://site.example/', timeoutMs: 1_000, profile });
      await expect(renderPage(request, { signal })).rejects.toThrow('no browser here');
    }

    expect(named).toEqual([undefined, 'http://user:pass@proxy.example:1']);
  });
});
