import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { attemptsIn, comeBack, sessionCookie, signIn, signInService } from './sign-in-service.ts';
import { origin, pageUrl } from './test-browser.ts';
import { clientId, startTestIssuer, type TestIssuer } from './test-issuer.ts';

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
});
afterAll(() => issuer.close());
beforeEach(() => {
  issuer.forge({});
  issuer.fail('none');
});

describe('signing in', () => {
  test('leads to the provider with a code challenge, a state and a nonce', async () => {
    const begun = await signInService(issuer.issuer).newBrowser().ask('/account/sign-in');

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
    const own = signInService(issuer.issuer);
    const browser = own.newBrowser();

    const reply = await comeBack(issuer, browser);

    const [account, ...others] = await own.accounts.accounts();
    expect([reply.status, reply.location]).toEqual([303, pageUrl]);
    expect(account).toMatchObject({ planId: 'hobby' });
    expect(others).toEqual([]);
    expect(await own.accounts.keysOf(account!.accountId)).toEqual([]);
    expect(await own.isSignedIn(browser.cookies.get(sessionCookie))).toBe(true);
  });

  test('again leads to the same account, whatever the address is now', async () => {
    const own = signInService(issuer.issuer);
    await signIn(issuer, own.newBrowser());
    issuer.forge({ claims: { email: 'ada@new.example' } });

    await signIn(issuer, own.newBrowser());

    const accounts = await own.accounts.accounts();
    expect(accounts).toHaveLength(1);
    expect(await own.sessions.peopleOf(accounts[0]!.accountId)).toMatchObject([{ email: 'ada@new.example' }]);
  });

  test('may be begun in two tabs, and each comes back to its own view', async () => {
    const browser = signInService(issuer.issuer).newBrowser();
    const first = await browser.ask('/account/sign-in', { query: { return: 'keys' } });
    const second = await browser.ask('/account/sign-in', { query: { return: 'usage' } });

    const replies = [];
    for (const { location } of [first, second])
      replies.push(await browser.ask('/account/callback', { query: issuer.consent(location) }));

    expect(replies.map(({ location }) => location)).toEqual([`${pageUrl}/keys`, `${pageUrl}/usage`]);
    expect(attemptsIn(browser.cookies)).toEqual([]);
  });

  test('that is begun over and over keeps as many cookies as a request has room for', async () => {
    const browser = signInService(issuer.issuer).newBrowser();
    for (let times = 0; times < 50; times += 1) await browser.ask('/account/sign-in');

    const kept = attemptsIn(browser.cookies);
    const last = await browser.ask('/account/sign-in', { query: { return: 'keys' } });
    const reply = await browser.ask('/account/callback', { query: issuer.consent(last.location) });

    expect(kept.length).toBeGreaterThan(10);
    expect(kept.join('; ').length).toBeLessThan(8_000);
    expect(reply.location).toBe(`${pageUrl}/keys`);
  });

  test('that fails is begun again for the same view', async () => {
    const browser = signInService(issuer.issuer).newBrowser();
    const begun = await browser.ask('/account/sign-in', { query: { return: 'keys' } });
    const { state = '' } = issuer.consent(begun.location);

    const { text } = await browser.ask('/account/callback', { query: { error: 'server_error', state } });

    expect(text).toContain('<a href="sign-in?return=keys">');
  });

  test('that cannot begin is begun again for the same view', async () => {
    const browser = signInService('http://127.0.0.1:9').newBrowser();

    const { status, text } = await browser.ask('/account/sign-in', { query: { return: 'keys' } });

    expect(status).toBe(503);
    expect(text).toContain('<a href="sign-in?return=keys">');
  });

  test('keeps the session from scripts, from other sites and from plain HTTP', async () => {
    const reply = await comeBack(issuer, signInService(issuer.issuer).newBrowser());

    const [line = '', cleared] = reply.cookies;
    expect(line).toMatch(/^__Host-winnow-session=[\w-]{43}; /);
    expect(line.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    expect(cleared).toMatch(/^__Host-winnow-sign-in-[\w-]{8}=; .*Max-Age=0/);
  });

  test('into a suspended account works, so that its person sees that it is suspended', async () => {
    const own = signInService(issuer.issuer);
    await signIn(issuer, own.newBrowser());
    const [account] = await own.accounts.accounts();
    await own.accounts.change(account!.accountId, { suspendedAt: new Date().toISOString() });

    const token = await signIn(issuer, own.newBrowser());

    expect(await own.isSignedIn(token)).toBe(true);
  });

  test('begins at the origin to which the provider sends the browser back', async () => {
    const reply = await signInService(issuer.issuer)
      .newBrowser()
      .ask('/account/sign-in', { query: { return: 'keys' }, origin: 'http://localhost:3000' });

    expect([reply.status, reply.location]).toEqual([303, `${pageUrl}/sign-in?return=keys`]);
    expect(reply.cookies).toEqual([]);
  });

  test('replies without CORS, uncached, unframed', async () => {
    const { headers } = await signInService(issuer.issuer).newBrowser().ask('/account/sign-in');

    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('of other methods than its own is refused', async () => {
    const browser = signInService(issuer.issuer).newBrowser();

    for (const [method, path] of [
      ['POST', '/account/sign-in'],
      ['GET', '/account/sign-out'],
      ['OPTIONS', '/account/callback'],
    ] as const)
      expect((await browser.ask(path, { method, headers: { origin } })).status).toBe(405);
  });
});

describe('a provider', () => {
  test.for(['silent', 'broken'] as const)(
    'that is %s makes sign-in unavailable for the moment, and is asked again later',
    async (fault) => {
      const flaky = await startTestIssuer();
      flaky.fail(fault);
      const browser = signInService(flaky.issuer).newBrowser();

      const during = await browser.ask('/account/sign-in');
      flaky.fail('none');
      const after = await browser.ask('/account/sign-in');

      await flaky.close();
      expect([during.status, after.status]).toEqual([503, 303]);
      expect(during.text).toContain('Sign-in is not available at the moment');
    },
  );

  test('without TLS is not asked, unless it is on this machine', async () => {
    const { status } = await signInService('http://192.0.2.1').newBrowser().ask('/account/sign-in');

    expect(status).toBe(503);
  });
});

describe('a session', () => {
  test('has a new token at each sign-in, whatever the browser brought along, and the earlier one ends', async () => {
    const own = signInService(issuer.issuer);
    const browser = own.newBrowser();
    const planted = 'P'.repeat(43);
    browser.cookies.set(sessionCookie, planted);

    const first = await signIn(issuer, browser);
    const second = await signIn(issuer, browser);

    expect(new Set([planted, first, second]).size).toBe(3);
    expect(await Promise.all([planted, first, second].map((token) => own.isSignedIn(token)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('ends at the sign-out here and at the provider, and a stolen cookie is worth nothing then', async () => {
    const own = signInService(issuer.issuer);
    const browser = own.newBrowser();
    const stolen = await signIn(issuer, browser);

    const reply = await browser.ask('/account/sign-out', { method: 'POST', headers: { origin } });

    const place = new URL(reply.location);
    expect(reply.status).toBe(303);
    expect(place.origin + place.pathname).toBe(`${issuer.issuer}/logout`);
    expect(Object.fromEntries(place.searchParams)).toEqual({
      client_id: clientId,
      logout_uri: pageUrl,
      post_logout_redirect_uri: pageUrl,
    });
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    expect(await own.isSignedIn(stolen)).toBe(false);
  });

  test.for([
    ['another site', { origin: 'https://evil.example' }],
    ['a frame without an origin', { origin: 'null' }],
    ['a request without an origin', {}],
  ] as const)('is not ended by %s', async ([, headers]) => {
    const own = signInService(issuer.issuer);
    const browser = own.newBrowser();
    const token = await signIn(issuer, browser);

    const reply = await browser.ask('/account/sign-out', { method: 'POST', headers });

    expect(reply.status).toBe(403);
    expect(await own.isSignedIn(token)).toBe(true);
  });

  test('ends although the provider does not answer', async () => {
    const flaky = await startTestIssuer();
    const own = signInService(flaky.issuer);
    const browser = own.newBrowser();
    const begun = await browser.ask('/account/sign-in');
    await browser.ask('/account/callback', { query: flaky.consent(begun.location) });
    const token = browser.cookies.get(sessionCookie);
    await flaky.close();

    const reply = await browser.ask('/account/sign-out', { method: 'POST', headers: { origin } });

    expect(reply.status).toBe(303);
    expect(await own.isSignedIn(token)).toBe(false);
  });

  test('that a script ends names the URL to go to, because a script cannot follow it', async () => {
    const browser = signInService(issuer.issuer).newBrowser();
    await signIn(issuer, browser);

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
