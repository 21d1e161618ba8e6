import { describe, expect, test } from 'vitest';

import { clientIdOf } from '#shared/accounts/authorization/client-id.ts';
import { operationsFor } from '#shared/accounts/authorization/codes.ts';
import { keyState } from '#shared/accounts/keys/api-key.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { tools } from '#shared/mcp/tools.ts';
import { asking, clientId, redirectUri, verifier } from './asking.ts';
import { oauthService } from './oauth-service.ts';

const baseUrl = 'https://x1.execute-api.example/live';
const resource = `${baseUrl}/mcp`;

/** Somebody has allowed a program; the answers of the token endpoint to it. */
async function allowed(asked: Readonly<Record<string, string>> = asking(baseUrl)) {
  const service = await oauthService(baseUrl);
  const url = new URL(`${baseUrl}/account/authorize?${String(new URLSearchParams(asked))}`);
  const code = (await service.decide(url, true)).searchParams.get('code')!;
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const reply = await service.fetchFn(`${baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });
    return { reply, json: (await reply.json()) as Record<string, string> };
  };
  const form = {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource,
  };
  const redeem = (change: Record<string, string> = {}) =>
    send(String(new URLSearchParams({ ...form, ...change })));
  const states = async () => (await service.keys()).map((key) => keyState(key, service.time.nowMs));
  return { ...service, form, send, redeem, states };
}

describe('the token endpoint', () => {
  test('gives a key that no cache keeps', async () => {
    const { redeem } = await allowed();

    const { reply, json } = await redeem();

    expect(reply.status).toBe(200);
    expect(json).toEqual({
      access_token: expect.stringMatching(/^wnk_[\w-]{43}$/),
      token_type: 'Bearer',
      scope: 'mcp',
    });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'cache-control': 'no-store',
      pragma: 'no-cache',
    });
    expect(reply.headers.get('set-cookie')).toBeNull();
  });

  test.for([
    ['a wrong verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
    [
      'the challenge in place of the verifier (plain)',
      { code_verifier: asking(baseUrl).code_challenge },
      'invalid_grant',
    ],
    ['a foreign redirect URI', { redirect_uri: 'https://evil.example/' }, 'invalid_grant'],
    [
      'the id of another program',
      { client_id: clientIdOf({ name: 'Other', redirectUris: [redirectUri] })! },
      'invalid_grant',
    ],
    ['an unknown program', { client_id: 'claude' }, 'invalid_client'],
    ['a wrong resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['a guessed code', { code: `acct_ada.${'x'.repeat(43)}` }, 'invalid_grant'],
    ['a refresh token', { grant_type: 'refresh_token' }, 'unsupported_grant_type'],
    ['a password', { grant_type: 'password' }, 'unsupported_grant_type'],
  ] as const)('refuses %s', async ([, change, error]) => {
    const { redeem, states } = await allowed();

    const { reply, json } = await redeem(change);

    expect([reply.status, json['error'], reply.headers.get('cache-control')]).toEqual([
      400,
      error,
      'no-store',
    ]);
    expect(json['error_description']).toMatch(/./);
    expect(await states()).toEqual([]);
  });

  test.for(['grant_type', 'code', 'client_id', 'redirect_uri', 'code_verifier'] as const)(
    'refuses a form without %s',
    async (name) => {
      const { form, send } = await allowed();
      const { [name]: _missing, ...rest } = form;

      expect((await send(String(new URLSearchParams(rest)))).json['error']).toBe('invalid_request');
    },
  );

  test('gives a key for the tools to a program that names no resource (RFC 8707 §2)', async () => {
    const { resource: _resource, ...unnamed } = asking(baseUrl);
    const { form, send } = await allowed(unnamed);
    const { resource: _named, ...rest } = form;

    expect((await send(String(new URLSearchParams(rest)))).json['access_token']).toMatch(/^wnk_/);
  });

  test('refuses a foreign resource also when the program was allowed without one', async () => {
    const { resource: _resource, ...unnamed } = asking(baseUrl);
    const { redeem, states } = await allowed(unnamed);

    expect((await redeem({ resource: 'https://evil.example/mcp' })).json['error']).toBe('invalid_target');
    expect(await states()).toEqual([]);
  });

  test('refuses what is no form, and a field that is repeated', async () => {
    const { form, send } = await allowed();
    const text = String(new URLSearchParams(form));

    expect((await send(JSON.stringify(form), { 'content-type': 'application/json' })).json['error']).toBe(
      'invalid_request',
    );
    expect((await send(`${text}&code=other`)).json['error']).toBe('invalid_request');
    expect((await send(`${text}&x=${'x'.repeat(10_000)}`)).json['error']).toBe('invalid_request');
    expect((await send(text)).reply.status).toBe(200);
  });

  test('refuses a code after a minute', async () => {
    const { redeem, time } = await allowed();
    time.nowMs += 60_000;

    expect((await redeem()).json['error']).toBe('invalid_grant');
  });

  test('refuses a replayed code, and revokes the key of its first use', async () => {
    const { redeem, states } = await allowed();

    const [first, second] = [await redeem(), await redeem()];

    expect([first.reply.status, second.json['error']]).toEqual([200, 'invalid_grant']);
    expect(await states()).toEqual(['revoked']);
  });

  test('leaves no working key when a code is used by several at once', async () => {
    const { redeem, states } = await allowed();

    const replies = await Promise.all(Array.from({ length: 6 }, () => redeem()));

    expect(replies.filter(({ reply }) => reply.status === 200).length).toBeLessThanOrEqual(1);
    expect(await states()).toEqual(['revoked']);
  });
});

describe('a registration', () => {
  const register = async (body: unknown) => {
    const { fetchFn, deps } = await oauthService(baseUrl);
    const reply = await fetchFn(`${baseUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: reply.status, json: (await reply.json()) as Record<string, unknown>, deps };
  };

  test('returns the id that holds it, for a program without a secret', async () => {
    const { status, json } = await register({
      client_name: 'Claude',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
      application_type: 'web',
      logo_uri: 'https://evil.example/logo.png',
    });

    expect(status).toBe(201);
    expect(json).toEqual({
      client_id: clientId,
      client_id_issued_at: expect.any(Number),
      client_name: 'Claude',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'mcp',
    });
  });

  test.for([
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://evil.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [redirectUri, 'file:///etc/passwd'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_client_metadata'],
    [{ redirect_uris: redirectUri }, 'invalid_client_metadata'],
    [{}, 'invalid_client_metadata'],
    [
      { redirect_uris: Array.from({ length: 50 }, (_, n) => `https://a.example/${n}`) },
      'invalid_client_metadata',
    ],
    [{ redirect_uris: [redirectUri], client_name: 5 }, 'invalid_client_metadata'],
    [{ redirect_uris: [redirectUri], grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [redirectUri], response_types: ['token'] }, 'invalid_client_metadata'],
    ['no JSON', 'invalid_request'],
  ] as const)('of %j is refused', async ([body, error]) => {
    const { status, json } = await register(body);

    expect([status, json['error']]).toEqual([400, error]);
  });
});

describe('the documents of discovery', () => {
  const read = async (path: string, base = baseUrl, asked = base) => {
    const { fetchFn } = await oauthService(base);
    const reply = await fetchFn(asked + path);
    return { reply, json: (await reply.json()) as Record<string, unknown> };
  };

  test('name absolute URLs below that of the deployment, which any origin may read', async () => {
    for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
      const { reply, json } = await read(path);

      expect(json).toMatchObject({
        issuer: baseUrl,
        authorization_endpoint: `${baseUrl}/account/authorize`,
        token_endpoint: `${baseUrl}/oauth/token`,
        registration_endpoint: `${baseUrl}/oauth/register`,
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
      });
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  test.for(['', '/mcp'])(
    'name the tools and who gives keys for them, at /.well-known/oauth-protected-resource%s',
    async (path) => {
      const { json } = await read(`/.well-known/oauth-protected-resource${path}`);

      expect(json).toMatchObject({ resource, authorization_servers: [baseUrl] });
    },
  );

  test('name the URL of the deployment, whatever host was asked', async () => {
    const { json } = await read('/.well-known/openid-configuration', baseUrl, 'https://evil.example/live');

    expect(JSON.stringify(json)).not.toContain('evil');
  });

  test('answer the methods that they have', async () => {
    const { fetchFn } = await oauthService(baseUrl);
    const ask = async (method: string, path: string) => {
      const reply = await fetchFn(baseUrl + path, { method });
      return [reply.status, reply.headers.get('allow') ?? reply.headers.get('access-control-allow-methods')];
    };

    expect(await ask('POST', '/.well-known/openid-configuration')).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await ask('GET', '/oauth/token')).toEqual([405, 'POST, OPTIONS']);
    expect(await ask('OPTIONS', '/oauth/register')).toEqual([204, 'POST']);
    expect(await ask('HEAD', '/.well-known/jwks.json')).toEqual([200, null]);
  });
});

describe('a program at /mcp', () => {
  const challenge = async (headers: Record<string, string>) => {
    const { fetchFn } = await oauthService(baseUrl);
    const reply = await fetchFn(`${baseUrl}/mcp`, { method: 'POST', headers });
    expect(reply.headers.get('access-control-expose-headers')).toContain('www-authenticate');
    return [reply.status, reply.headers.get('www-authenticate')];
  };
  const where = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp", scope="mcp"`;

  test('is told where to get a key, and whether the one that it has is invalid', async () => {
    expect(await challenge({})).toEqual([401, `Bearer ${where}`]);
    expect(await challenge({ authorization: 'Bearer wnk_wrong' })).toEqual([
      401,
      `Bearer error="invalid_token", ${where}`,
    ]);
  });
});

describe('the key of a program', () => {
  test('may do what the tools call, and no more', () => {
    const input = { url: 'https://shop.example/', urls: [], query: 'pans', id: 'crawl_1', skip: 0 };
    const called = Object.values(tools).map((tool) => tool.call(input as never).function);

    const starter = planCatalogue().find('starter');
    expect(new Set(operationsFor(starter!))).toEqual(
      new Set(called.map((name) => (name === 'crawl-status' ? 'crawl' : name))),
    );
  });
});
