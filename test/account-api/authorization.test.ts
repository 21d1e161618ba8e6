import { describe, expect, test } from 'vitest';

import { clientIdOf } from '#shared/accounts/authorization/client-id.ts';
import { asking } from '../oauth/asking.ts';
import { accountService } from './fixtures.ts';

const baseUrl = 'https://winnow.example';
const asked = asking(baseUrl);
const route = '/account/api/authorization';
const idOf = (name: string, ...redirectUris: string[]) => clientIdOf({ name, redirectUris })!;

async function person() {
  const service = accountService();
  const { send, accountId } = await service.signIn('ada');
  const describeIt = (query: Record<string, string> = asked) => send(`GET ${route}`, { query });
  const decide = (isAllowed: boolean, change: object = {}) =>
    send(`POST ${route}`, { body: { ...asked, isAllowed, ...change } });
  return { ...service, send, accountId, describeIt, decide };
}

const redirectOf = ({ body }: { readonly body: Record<string, unknown> }) =>
  new URL((body['data'] as { redirectTo: string }).redirectTo);

describe('a program that asks for a key', () => {
  test('is shown with its name, the place to which the answer goes, and what it may do', async () => {
    const { describeIt } = await person();

    expect((await describeIt()).body['data']).toEqual({
      program: 'Claude',
      destination: { kind: 'web', name: 'claude.ai' },
      operations: ['scrape', 'crawl', 'map', 'search', 'extract'],
    });
  });

  test.for([
    ['http://127.0.0.1:9/cb', 'http://127.0.0.1:50123/cb', { kind: 'computer', name: '127.0.0.1:50123' }],
    ['cursor://anysphere/cb', 'cursor://anysphere/cb', { kind: 'app', name: 'cursor:' }],
  ] as const)('registered with %s is sent to %s', async ([registered, given, destination]) => {
    const { describeIt } = await person();

    const { body } = await describeIt({
      ...asked,
      client_id: idOf('Editor', registered),
      redirect_uri: given,
    });

    expect(body['data']).toMatchObject({ program: 'Editor', destination });
  });

  test('gets a code by its redirect URI, with its state and the issuer, when it is allowed', async () => {
    const { decide, accountId, deps } = await person();

    const url = redirectOf(await decide(true));

    expect(url.origin + url.pathname).toBe(asked.redirect_uri);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      code: expect.stringMatching(new RegExp(`^${accountId}\\.[\\w-]{43}$`)),
      state: asked.state,
      iss: baseUrl,
    });
    expect(await deps.store.keysOf(accountId)).toEqual([]);
  });

  test('is told that it was denied, with its state and the issuer', async () => {
    const { decide } = await person();

    expect(Object.fromEntries(redirectOf(await decide(false)).searchParams)).toEqual({
      error: 'access_denied',
      state: asked.state,
      iss: baseUrl,
    });
  });

  test('keeps the query of its redirect URI, and gets no state when it has sent none', async () => {
    const { send } = await person();
    const { state: _state, ...stateless } = asked;
    const uri = 'https://vscode.dev/redirect?window=1';

    const reply = await send(`POST ${route}`, {
      body: { ...stateless, client_id: idOf('Code', uri), redirect_uri: uri, isAllowed: false },
    });

    expect(redirectOf(reply).search).toBe(`?window=1&error=access_denied&iss=${encodeURIComponent(baseUrl)}`);
  });

  test.for([
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }, 'redirect_uri'],
    ['a script as its redirect URI', { redirect_uri: 'javascript:alert(1)' }, 'redirect_uri'],
    ['an id that nobody was given', { client_id: 'claude' }, 'client_id'],
    [
      'an id made by hand for a script',
      {
        client_id: Buffer.from('["x","javascript:alert(1)"]').toString('base64url'),
        redirect_uri: 'javascript:alert(1)',
      },
      'client_id',
    ],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'code_challenge_method'],
    ['a short challenge', { code_challenge: 'abc' }, 'code_challenge'],
    ['another resource', { resource: 'https://evil.example/mcp' }, 'resource'],
    ['a token instead of a code', { response_type: 'token' }, 'response_type'],
    ['an endless state', { state: 's'.repeat(1_001) }, 'state'],
    ['an endless id', { client_id: 'a'.repeat(1_201) }, 'client_id'],
  ] as const)('with %s is refused here, and its redirect URI learns nothing', async ([, change, field]) => {
    const { describeIt, decide } = await person();

    for (const reply of [await describeIt({ ...asked, ...change }), await decide(true, change)]) {
      expect([reply.status, reply.body['code']]).toEqual([400, 'INVALID_REQUEST']);
      expect(reply.body['error']).toMatch(new RegExp(`^${field}: `));
      expect(reply.headers).not.toHaveProperty('location');
    }
  });

  test('may leave out its resource: there are only the tools', async () => {
    const { describeIt, send } = await person();
    const { resource: _resource, ...rest } = asked;

    expect((await describeIt(rest)).body['data']).toMatchObject({ program: 'Claude' });
    expect(
      redirectOf(await send(`POST ${route}`, { body: { ...rest, isAllowed: true } })).searchParams.get(
        'code',
      ),
    ).not.toBeNull();
  });

  test.for(Object.keys(asked).filter((name) => name !== 'state' && name !== 'resource'))(
    'without %s is refused',
    async (missing) => {
      const { describeIt, send } = await person();
      const rest = Object.fromEntries(Object.entries(asked).filter(([name]) => name !== missing));

      expect((await describeIt(rest as Record<string, string>)).body['code']).toBe('INVALID_REQUEST');
      const posted = await send(`POST ${route}`, { body: { ...rest, isAllowed: true } });
      expect(posted.body['code']).toBe('INVALID_REQUEST');
    },
  );
});
