import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { sha256 } from '#shared/kernel/ids.ts';
import { openIdProvider } from '#shared/sign-in/openid-provider.ts';
import { createSignInEndpoint } from '#shared/sign-in/sign-in-endpoint.ts';
import { memoryAccountStore } from '../fakes/memory-account-store.ts';
import { memorySessionStore } from '../fakes/memory-session-store.ts';
import { silentLogger, silentMetrics } from '../fakes/silent-telemetry.ts';
import { newBrowser, origin, pageUrl } from './test-browser.ts';
import { clientId, type Forgery, startTestIssuer, type TestIssuer } from './test-issuer.ts';

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
});
afterAll(() => issuer.close());
beforeEach(() => {
  issuer.forge({});
  issuer.fail('none');
});

const session = '__Host-winnow-session';
const attempt = '__Host-winnow-sign-in';
const newIssuer = () => startTestIssuer();

function service(at = issuer.issuer) {
  const accounts = memoryAccountStore();
  const sessions = memorySessionStore(accounts);
  const provider = openIdProvider({
    issuer: at,
    clientId,
    callbackUrl: `${pageUrl}/callback`,
    signedOutUrl: pageUrl,
    timeoutMs: 1_000,
  });
  const endpoint = createSignInEndpoint({
    provider,
    sessions,
    pageUrl,
    telemetry: { logger: silentLogger, metrics: silentMetrics },
    clock: { now: () => Date.now() },
  });
  const isSignedIn = async (token = '') => (await sessions.find(sha256(token), Date.now())) !== undefined;
  return { accounts, sessions, isSignedIn, newBrowser: () => newBrowser(endpoint) };
}

type Service = ReturnType<typeof service>;
type Browser = ReturnType<Service['newBrowser']>;

/** Signs in up to the provider's answer, which the test may change. */
async function comeBack(browser: Browser, change: Readonly<Record<string, string>> = {}) {
  const begun = await browser.ask('/account/sign-in');
  return browser.ask('/account/callback', { query: { ...issuer.consent(begun.location), ...change } });
}

async function signIn(browser: Browser): Promise<string> {
  await comeBack(browser);
  return browser.cookies.get(session) ?? '';
}

/** A refusal is a page for people: no session, nothing written, nothing of the reason. */
const refused = { status: 400, isPage: true, tellsReason: false, isSignedIn: false, accounts: 0 };

const outcomeOf = async (
  { accounts }: Service,
  browser: Browser,
  { status, text }: { readonly status: number; readonly text: string },
): Promise<typeof refused> => ({
  status,
  isPage: text.includes('Sign in again'),
  tellsReason: /OAUTH|JWT|JWS|ERR_/.test(text),
  isSignedIn: browser.cookies.has(session),
  accounts: (await accounts.accounts()).length,
});

describe('signing in', () => {
  test('leads to the provider with a code challenge, a state and a nonce', async () => {
    const begun = await service().newBrowser().ask('/account/sign-in');

    const { origin: at, searchParams } = new URL(begun.location);
    expect([begun.status, at]).toEqual([303, issuer.issuer]);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: clientId,
      redirect_uri: `${pageUrl}/callback`,
      response_type: 'code',
      scope: 'openid email',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('for the first time makes an account on the hobby plan, without a key', async () => {
    const own = service();
    const browser = own.newBrowser();

    const reply = await comeBack(browser);

    const [account, ...others] = await own.accounts.accounts();
    expect([reply.status, reply.location]).toEqual([303, pageUrl]);
    expect(account).toMatchObject({ planId: 'hobby' });
    expect(others).toEqual([]);
    expect(await own.accounts.keysOf(account!.accountId)).toEqual([]);
    expect(await own.isSignedIn(browser.cookies.get(session))).toBe(true);
  });

  test('again leads to the same account, whatever the address is now', async () => {
    const own = service();
    await signIn(own.newBrowser());
    issuer.forge({ claims: { email: 'ada@new.example' } });

    await signIn(own.newBrowser());

    const accounts = await own.accounts.accounts();
    expect(accounts).toHaveLength(1);
    expect(await own.sessions.peopleOf(accounts[0]!.accountId)).toMatchObject([{ email: 'ada@new.example' }]);
  });

  test('keeps the session from scripts, from other sites and from plain HTTP', async () => {
    const reply = await comeBack(service().newBrowser());

    const [line = '', cleared] = reply.cookies;
    expect(line).toMatch(/^__Host-winnow-session=[\w-]{43}; /);
    expect(line.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    expect(cleared).toMatch(/^__Host-winnow-sign-in=; .*Max-Age=0/);
  });

  test('into a suspended account works, so that its person sees that it is suspended', async () => {
    const own = service();
    await signIn(own.newBrowser());
    const [account] = await own.accounts.accounts();
    await own.accounts.change(account!.accountId, { suspendedAt: new Date().toISOString() });

    const token = await signIn(own.newBrowser());

    expect(await own.isSignedIn(token)).toBe(true);
  });

  test('begins at the origin to which the provider sends the browser back', async () => {
    const reply = await service()
      .newBrowser()
      .ask('/account/sign-in', { query: { return: 'keys' }, origin: 'http://localhost:3000' });

    expect([reply.status, reply.location]).toEqual([303, `${pageUrl}/sign-in?return=keys`]);
    expect(reply.cookies).toEqual([]);
  });

  test('replies without CORS, uncached, unframed', async () => {
    const { headers } = await service().newBrowser().ask('/account/sign-in');

    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('of other methods than its own is refused', async () => {
    const browser = service().newBrowser();

    for (const [method, path] of [
      ['POST', '/account/sign-in'],
      ['GET', '/account/sign-out'],
      ['OPTIONS', '/account/callback'],
    ] as const)
      expect((await browser.ask(path, { method, headers: { origin } })).status).toBe(405);
  });
});

describe('an ID token is refused', () => {
  const soon = () => Math.floor(Date.now() / 1000);
  const forgeries: readonly (readonly [string, () => Forgery])[] = [
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['for another client', () => ({ claims: { aud: 'another-client' } })],
    [
      'for several clients that names another as the one it is for',
      () => ({ claims: { aud: [clientId, 'b'], azp: 'b' } }),
    ],
    ['that has expired', () => ({ claims: { iat: soon() - 700, exp: soon() - 100 } })],
    ['that never expires', () => ({ claims: { exp: undefined } })],
    ['that is not yet valid', () => ({ claims: { nbf: soon() + 600 } })],
    ['with another nonce', () => ({ claims: { nonce: 'another' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['without an address', () => ({ claims: { email: undefined } })],
    ['with markup in place of an address', () => ({ claims: { email: '<b>a</b> b' } })],
    ['that a stranger signed', () => ({ signedBy: 'a stranger' })],
    ['that nobody signed (alg none)', () => ({ signedBy: 'nobody' })],
    ['signed with the public key as a secret (HS256)', () => ({ signedBy: 'the public key as a secret' })],
  ];

  test.for(forgeries)('%s', async ([, forgery]) => {
    const own = service();
    const browser = own.newBrowser();
    issuer.forge(forgery());

    expect(await outcomeOf(own, browser, await comeBack(browser))).toEqual(refused);
  });

  test.for(['nobody', 'the public key as a secret'] as const)(
    'signed by %s, even when the provider lists such algorithms',
    async (signedBy) => {
      const careless = await newIssuer();
      careless.fail('unlisted none');
      careless.forge({ signedBy });
      const own = service(careless.issuer);
      const browser = own.newBrowser();
      const begun = await browser.ask('/account/sign-in');

      const reply = await browser.ask('/account/callback', { query: careless.consent(begun.location) });

      await careless.close();
      expect(await outcomeOf(own, browser, reply)).toEqual(refused);
    },
  );
});

describe('a callback is refused', () => {
  test('with another state', async () => {
    const own = service();
    const browser = own.newBrowser();

    expect(await outcomeOf(own, browser, await comeBack(browser, { state: 'x'.repeat(43) }))).toEqual(
      refused,
    );
  });

  test('in a browser that did not begin the sign-in, so that nobody is signed in as somebody else', async () => {
    const own = service();
    const [attacker, victim] = [own.newBrowser(), own.newBrowser()];
    const begun = await attacker.ask('/account/sign-in');
    const query = issuer.consent(begun.location);

    const bare = await victim.ask('/account/callback', { query });
    await victim.ask('/account/sign-in');

    expect(await outcomeOf(own, victim, bare)).toEqual(refused);
    expect(await outcomeOf(own, victim, await victim.ask('/account/callback', { query }))).toEqual(refused);
  });

  test('with a code that was redeemed already', async () => {
    const own = service();
    const browser = own.newBrowser();
    const begun = await browser.ask('/account/sign-in');
    const kept = browser.cookies.get(attempt)!;
    const query = issuer.consent(begun.location);
    await browser.ask('/account/callback', { query });
    browser.cookies.clear();
    browser.cookies.set(attempt, kept);

    const replayed = await browser.ask('/account/callback', { query });

    expect([replayed.status, browser.cookies.has(session)]).toEqual([400, false]);
  });

  test('with a code of another sign-in, whose verifier the browser does not have', async () => {
    const own = service();
    const [thief, owner] = [own.newBrowser(), own.newBrowser()];
    const stolen = issuer.consent((await owner.ask('/account/sign-in')).location);

    expect(await outcomeOf(own, thief, await comeBack(thief, { code: stolen['code']! }))).toEqual(refused);
  });

  test('with the provider’s refusal', async () => {
    const own = service();
    const browser = own.newBrowser();
    const begun = await browser.ask('/account/sign-in');
    const state = new URL(begun.location).searchParams.get('state')!;

    const reply = await browser.ask('/account/callback', { query: { error: 'access_denied', state } });

    expect(await outcomeOf(own, browser, reply)).toEqual(refused);
  });

  test.for([
    ['nothing', ''],
    ['not JSON', 'e30x'],
    ['an array', Buffer.from('[1]').toString('base64url')],
    ['a short state', Buffer.from('{"state":"a","nonce":"b","verifier":"c"}').toString('base64url')],
    ['null', Buffer.from('null').toString('base64url')],
  ] as const)('with a cookie that holds %s', async ([, value]) => {
    const own = service();
    const browser = own.newBrowser();
    browser.cookies.set(attempt, value);

    expect(
      await outcomeOf(
        own,
        browser,
        await browser.ask('/account/callback', { query: { code: 'a', state: 'b' } }),
      ),
    ).toEqual(refused);
  });

  test('with markup in its query, of which nothing is shown', async () => {
    const browser = service().newBrowser();

    const { text, headers } = await browser.ask('/account/callback', {
      query: { error: '<script>alert(1)</script>', state: '"><img src=x>' },
    });

    expect(text).not.toMatch(/<script|<img/);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

describe('a provider', () => {
  test.for(['silent', 'broken'] as const)(
    'that is %s makes sign-in unavailable for the moment, and is asked again later',
    async (fault) => {
      const flaky = await newIssuer();
      flaky.fail(fault);
      const browser = service(flaky.issuer).newBrowser();

      const during = await browser.ask('/account/sign-in');
      flaky.fail('none');
      const after = await browser.ask('/account/sign-in');

      await flaky.close();
      expect([during.status, after.status]).toEqual([503, 303]);
      expect(during.text).toContain('Sign-in is not available at the moment');
    },
  );

  test('without TLS is not asked, unless it is on this machine', async () => {
    const { status } = await service('http://192.0.2.1').newBrowser().ask('/account/sign-in');

    expect(status).toBe(503);
  });
});

describe('the way back after a sign-in', () => {
  test('is the view of the page that was asked for', async () => {
    const browser = service().newBrowser();
    const begun = await browser.ask('/account/sign-in', { query: { return: 'keys' } });

    const reply = await browser.ask('/account/callback', { query: issuer.consent(begun.location) });

    expect(reply.location).toBe(`${pageUrl}/keys`);
  });

  test.for([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '../../evil',
    'keys/../../..//evil.example',
    'javascript:alert(1)',
    'keys\r\nset-cookie: a=b',
    '%2f%2fevil.example',
    '@evil.example',
    'sign-in',
    'toString',
    '',
  ])('is the first view for %j', async (view) => {
    const browser = service().newBrowser();
    const begun = await browser.ask('/account/sign-in', { query: { return: view } });

    const reply = await browser.ask('/account/callback', { query: issuer.consent(begun.location) });

    expect([reply.status, reply.location]).toEqual([303, pageUrl]);
  });

  test('is the first view when the cookie was changed to lead elsewhere', async () => {
    const browser = service().newBrowser();
    const begun = await browser.ask('/account/sign-in');
    const kept = JSON.parse(Buffer.from(browser.cookies.get(attempt)!, 'base64url').toString()) as object;
    const changed = JSON.stringify({ ...kept, view: '//evil.example' });
    browser.cookies.set(attempt, Buffer.from(changed).toString('base64url'));

    const reply = await browser.ask('/account/callback', { query: issuer.consent(begun.location) });

    expect(reply.location).toBe(pageUrl);
  });
});

describe('a session', () => {
  test('has a new token at each sign-in, whatever the browser brought along, and the earlier one ends', async () => {
    const own = service();
    const browser = own.newBrowser();
    const planted = 'P'.repeat(43);
    browser.cookies.set(session, planted);

    const first = await signIn(browser);
    const second = await signIn(browser);

    expect(new Set([planted, first, second]).size).toBe(3);
    expect(await Promise.all([planted, first, second].map((token) => own.isSignedIn(token)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('ends at the sign-out here and at the provider, and a stolen cookie is worth nothing then', async () => {
    const own = service();
    const browser = own.newBrowser();
    const stolen = await signIn(browser);

    const reply = await browser.ask('/account/sign-out', { method: 'POST', headers: { origin } });

    const place = new URL(reply.location);
    expect(reply.status).toBe(303);
    expect(place.origin + place.pathname).toBe(`${issuer.issuer}/logout`);
    expect(Object.fromEntries(place.searchParams)).toEqual({
      client_id: clientId,
      logout_uri: pageUrl,
      post_logout_redirect_uri: pageUrl,
    });
    expect(browser.cookies.has(session)).toBe(false);
    expect(await own.isSignedIn(stolen)).toBe(false);
  });

  test.for([
    ['another site', { origin: 'https://evil.example' }],
    ['a frame without an origin', { origin: 'null' }],
    ['a request without an origin', {}],
  ] as const)('is not ended by %s', async ([, headers]) => {
    const own = service();
    const browser = own.newBrowser();
    const token = await signIn(browser);

    const reply = await browser.ask('/account/sign-out', { method: 'POST', headers });

    expect(reply.status).toBe(403);
    expect(await own.isSignedIn(token)).toBe(true);
  });

  test('ends although the provider does not answer', async () => {
    const flaky = await newIssuer();
    const own = service(flaky.issuer);
    const browser = own.newBrowser();
    const begun = await browser.ask('/account/sign-in');
    await browser.ask('/account/callback', { query: flaky.consent(begun.location) });
    const token = browser.cookies.get(session);
    await flaky.close();

    const reply = await browser.ask('/account/sign-out', { method: 'POST', headers: { origin } });

    expect(reply.status).toBe(303);
    expect(await own.isSignedIn(token)).toBe(false);
  });

  test('that a script ends names the URL to go to, because a script cannot follow it', async () => {
    const browser = service().newBrowser();
    await signIn(browser);

    const reply = await browser.ask('/account/sign-out', {
      method: 'POST',
      headers: { origin, accept: 'application/json' },
    });

    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).toMatchObject({
      success: true,
      data: { url: expect.stringContaining(`${issuer.issuer}/logout?`) },
    });
  });
});
