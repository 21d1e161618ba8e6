import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';

import { keyState } from '#shared/accounts/keys/api-key.ts';
import { oauthService } from './oauth-service.ts';
import { testProvider } from './test-provider.ts';

const redirectUrl = 'https://program.example/callback';

/** The official client at the tools of a service, up to where a person is asked. */
async function asking(baseUrl: string, options: Parameters<typeof oauthService>[1] = {}) {
  const service = await oauthService(baseUrl, options);
  const { provider, kept } = testProvider(redirectUrl);
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
      authProvider: provider,
      fetch: service.fetchFn,
    });
  const first = transport();
  const attempt = () => new Client({ name: 'test', version: '1' }).connect(first);
  return { ...service, kept, first, transport, attempt };
}

async function readWith(transport: StreamableHTTPClientTransport): Promise<unknown> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const result = await client.callTool({ name: 'scrape', arguments: { url: 'https://shop.example/' } });
  await client.close();
  return result.content;
}

describe('the official client of MCP', () => {
  test.for([
    ['at a URL without a path', 'https://api.example', {}],
    [
      'at a URL without a path, behind a gateway that renames the header',
      'https://api.example',
      { keepsChallenge: false },
    ],
    ['at a URL with a path', 'https://x1.execute-api.example/live', {}],
    ['on one machine', 'http://127.0.0.1:3000', {}],
  ] as const)('registers, is allowed, gets a key and reads a page, %s', async ([, baseUrl, options]) => {
    const own = await asking(baseUrl, options);

    await expect(own.attempt()).rejects.toThrow(UnauthorizedError);
    const sentTo = own.kept.sentTo!;
    const answer = await own.decide(sentTo, true);
    await own.first.finishAuth(answer.searchParams);
    const read = await readWith(own.transport());

    expect(sentTo.origin + sentTo.pathname).toBe(`${baseUrl}/account/authorize`);
    expect(Object.fromEntries(sentTo.searchParams)).toMatchObject({
      resource: `${baseUrl}/mcp`,
      scope: 'mcp',
      code_challenge_method: 'S256',
    });
    expect(read).toEqual([{ type: 'text', text: expect.stringContaining('The page.') }]);
    expect(own.kept.tokens).toMatchObject({ token_type: 'Bearer', scope: 'mcp' });
    expect((await own.keys()).map((key) => [key.name, keyState(key, own.time.nowMs)])).toEqual([
      ['MCP: Test program', 'active'],
    ]);
  });

  test.for([
    ['with the header of a refusal', {}],
    ['without it, as API Gateway has it', { keepsChallenge: false }],
  ] as const)('is asked to begin again when its person has revoked the key, %s', async ([, options]) => {
    const own = await asking('https://api.example', options);
    await own.attempt().catch(() => undefined);
    await own.first.finishAuth((await own.decide(own.kept.sentTo!, true)).searchParams);
    const [key] = await own.keys();
    await own.deps.store.revoke(key!.keyHash, new Date(own.time.nowMs).toISOString());
    delete own.kept.sentTo;

    await expect(readWith(own.transport())).rejects.toThrow(UnauthorizedError);
    expect(own.kept.sentTo).toBeDefined();
  });

  test('is told when its person denies', async () => {
    const own = await asking('https://api.example');
    await own.attempt().catch(() => undefined);

    const answer = await own.decide(own.kept.sentTo!, false);

    expect(answer.searchParams.get('error')).toBe('access_denied');
    await expect(own.first.finishAuth(answer.searchParams)).rejects.toThrow(/access_denied/);
    expect(await own.keys()).toEqual([]);
  });

  test('refuses an answer of another issuer (mix-up)', async () => {
    const own = await asking('https://api.example');
    await own.attempt().catch(() => undefined);
    const answer = await own.decide(own.kept.sentTo!, true);
    answer.searchParams.set('iss', 'https://evil.example');

    await expect(own.first.finishAuth(answer.searchParams)).rejects.toThrow(/iss/i);
  });

  test('finds nothing where there is no account page, and is told as before', async () => {
    const own = await asking('https://api.example', { hasAccount: false });

    await expect(own.attempt()).rejects.toThrow(/registration/i);
    const reply = await own.fetchFn('https://api.example/mcp', { method: 'POST' });

    expect(own.kept.sentTo).toBeUndefined();
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});
