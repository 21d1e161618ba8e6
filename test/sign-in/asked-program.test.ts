import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { asking } from '../oauth/asking.ts';
import { attemptsIn, signInService } from './sign-in-service.ts';
import { origin, pageUrl } from './test-browser.ts';
import { startTestIssuer, type TestIssuer } from './test-issuer.ts';

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
});
afterAll(() => issuer.close());

const asked = asking(`${origin}/live`);
const written = (parameters: Record<string, string>) => String(new URLSearchParams(parameters));

/** Signs in with this query; returns where the sign-in leads to, and the longest cookie on the way. */
async function signedInWith(query: Record<string, string>) {
  const browser = signInService(issuer.issuer).newBrowser();
  const begun = await browser.ask('/account/sign-in', { query });
  const [attempt = ['', '']] = attemptsIn(browser.cookies);
  const { location } = await browser.ask('/account/callback', { query: issuer.consent(begun.location) });
  return { location, cookieBytes: attempt.join('=').length };
}

describe('somebody who signs in because a program asks for a key', () => {
  test('comes back to the view with everything that the program asks for', async () => {
    const { location } = await signedInWith({ return: 'authorize', request: written(asked) });

    const url = new URL(location);
    expect(url.origin + url.pathname).toBe(`${pageUrl}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual(asked);
  });

  test('keeps it when the sign-in has to begin at another name of this machine', async () => {
    const reply = await signInService(issuer.issuer)
      .newBrowser()
      .ask('/account/sign-in', {
        query: { return: 'authorize', request: written(asked) },
        origin: 'http://localhost:3000',
      });

    const url = new URL(reply.location);
    expect(url.origin + url.pathname).toBe(`${pageUrl}/sign-in`);
    expect(url.searchParams.get('return')).toBe('authorize');
    expect(Object.fromEntries(new URLSearchParams(url.searchParams.get('request')!))).toEqual(asked);
  });

  test('comes back with known parameters only, and to no other place', async () => {
    const request = `${written(asked)}&next=https://evil.example&code=stolen`;

    const { location } = await signedInWith({ return: 'authorize', request });

    expect(Object.fromEntries(new URL(location).searchParams)).toEqual(asked);
  });

  test.for([
    '//evil.example',
    'https://evil.example/',
    '/../../evil',
    'state=%0d%0aset-cookie:%20a=b',
    '#state=x',
    '',
  ])('comes back to the view of this page for %j', async (request) => {
    const { location } = await signedInWith({ return: 'authorize', request });

    expect(location).toMatch(new RegExp(`^${pageUrl}/authorize(\\?[\\w=%.+-]*)?$`));
  });

  test('takes nothing to other views', async () => {
    const { location } = await signedInWith({ return: 'keys', request: written(asked) });

    expect(location).toBe(`${pageUrl}/keys`);
  });

  test('begins anew in the program when it asks for more than a cookie holds', async () => {
    const most = await signedInWith({ return: 'authorize', request: `state=${'s'.repeat(2_494)}` });
    const more = await signedInWith({ return: 'authorize', request: `state=${'s'.repeat(2_495)}` });

    expect(most.location).toContain('sss');
    expect(most.cookieBytes).toBeLessThan(4_000);
    expect(more.location).toBe(`${pageUrl}/authorize`);
  });
});
