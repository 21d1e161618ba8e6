import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  attemptCookie,
  attemptsIn,
  comeBack,
  outcomeOf,
  refused,
  sessionCookie,
  signInService,
} from './sign-in-service.ts';
import { pageUrl } from './test-browser.ts';
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
    const own = signInService(issuer.issuer);
    const browser = own.newBrowser();
    issuer.forge(forgery());

    expect(await outcomeOf(own, browser, await comeBack(issuer, browser))).toEqual(refused);
  });

  test.for(['nobody', 'the public key as a secret'] as const)(
    'signed by %s, even when the provider lists such algorithms',
    async (signedBy) => {
      const careless = await startTestIssuer();
      careless.fail('unlisted none');
      careless.forge({ signedBy });
      const own = signInService(careless.issuer);
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
    const own = signInService(issuer.issuer);
    const browser = own.newBrowser();

    expect(await outcomeOf(own, browser, await comeBack(issuer, browser, { state: 'x'.repeat(43) }))).toEqual(
      refused,
    );
  });

  test('in a browser that did not begin the sign-in, so that nobody is signed in as somebody else', async () => {
    const own = signInService(issuer.issuer);
    const [attacker, victim] = [own.newBrowser(), own.newBrowser()];
    const begun = await attacker.ask('/account/sign-in');
    const query = issuer.consent(begun.location);

    const bare = await victim.ask('/account/callback', { query });
    await victim.ask('/account/sign-in');

    expect(await outcomeOf(own, victim, bare)).toEqual(refused);
    expect(await outcomeOf(own, victim, await victim.ask('/account/callback', { query }))).toEqual(refused);
  });

  test('with a code that was redeemed already', async () => {
    const own = signInService(issuer.issuer);
    const browser = own.newBrowser();
    const begun = await browser.ask('/account/sign-in');
    const [[name, kept] = ['', '']] = attemptsIn(browser.cookies);
    const query = issuer.consent(begun.location);
    await browser.ask('/account/callback', { query });
    browser.cookies.clear();
    browser.cookies.set(name, kept);

    const replayed = await browser.ask('/account/callback', { query });

    expect([replayed.status, browser.cookies.has(sessionCookie)]).toEqual([400, false]);
  });

  test('with a code of another sign-in, whose verifier the browser does not have', async () => {
    const own = signInService(issuer.issuer);
    const [thief, owner] = [own.newBrowser(), own.newBrowser()];
    const stolen = issuer.consent((await owner.ask('/account/sign-in')).location);

    expect(await outcomeOf(own, thief, await comeBack(issuer, thief, { code: stolen['code']! }))).toEqual(
      refused,
    );
  });

  test('with the provider’s refusal', async () => {
    const own = signInService(issuer.issuer);
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
    const own = signInService(issuer.issuer);
    const browser = own.newBrowser();
    browser.cookies.set(`${attemptCookie}b`, value);

    expect(
      await outcomeOf(
        own,
        browser,
        await browser.ask('/account/callback', { query: { code: 'a', state: 'b' } }),
      ),
    ).toEqual(refused);
  });

  test('with markup in its query, of which nothing is shown', async () => {
    const browser = signInService(issuer.issuer).newBrowser();

    const { text, headers } = await browser.ask('/account/callback', {
      query: { error: '<script>alert(1)</script>', state: '"><img src=x>' },
    });

    expect(text).not.toMatch(/<script|<img/);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

describe('the way back after a sign-in', () => {
  test('is the view of the page that was asked for', async () => {
    const browser = signInService(issuer.issuer).newBrowser();
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
    const browser = signInService(issuer.issuer).newBrowser();
    const begun = await browser.ask('/account/sign-in', { query: { return: view } });

    const reply = await browser.ask('/account/callback', { query: issuer.consent(begun.location) });

    expect([reply.status, reply.location]).toEqual([303, pageUrl]);
  });

  test('is the first view when the cookie was changed to lead elsewhere', async () => {
    const browser = signInService(issuer.issuer).newBrowser();
    const begun = await browser.ask('/account/sign-in');
    const [[name, value] = ['', '']] = attemptsIn(browser.cookies);
    const kept = JSON.parse(Buffer.from(value, 'base64url').toString()) as object;
    const changed = JSON.stringify({ ...kept, view: '//evil.example' });
    browser.cookies.set(name, Buffer.from(changed).toString('base64url'));

    const reply = await browser.ask('/account/callback', { query: issuer.consent(begun.location) });

    expect(reply.location).toBe(pageUrl);
  });
});
