import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { AxeResults } from 'axe-core';
import type { BrowserContext, Page } from 'puppeteer-core';
import { describe, expect, inject, test } from 'vitest';

import { dynamoSessionStore } from '#shared/accounts/sessions/dynamo-session-store.ts';
import { newId, sha256 } from '#shared/kernel/ids.ts';
import { findService } from '../../lib/commands/running-service.ts';
import { keep, testBrowser } from './browser.ts';
import { newVisitor, type Visit, type Visitor } from './visitor.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const password = 'Correct horse 7!';
const newEmail = () => `${newId('ada').toLowerCase()}@example.com`;
const baseUrl = () => inject('service').baseUrl;

const browser = testBrowser();
/** The sessions of the running service. */
function sessions() {
  const { dynamodb, region, table } = findService(inject('service').directory);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return dynamoSessionStore(new DynamoDBClient({ endpoint: dynamodb, region, credentials }), table);
}

const sessionOf = (token = '') => sessions().find(sha256(token), Date.now());

/** The page on which a visitor registers, on the way to a view. */
async function registrationPage(visitor: Visitor): Promise<Visit> {
  const page = await visitor.open(`${baseUrl()}/account/sign-in?return=keys`);
  return visitor.open(`${page.url}/register`);
}

async function register(visitor: Visitor, email = newEmail()): Promise<Visit> {
  return visitor.submit(await registrationPage(visitor), { email, password });
}

const problemOf = ({ status, text }: Visit) => [status, /role="alert">([^<]*)/.exec(text)?.[1]];

describe('people', () => {
  test('register, are signed in, and get an account that the operator sees', async () => {
    const visitor = newVisitor();
    const email = newEmail();

    const done = await register(visitor, email);

    const session = await sessionOf(visitor.cookies.get('winnow-session'));
    expect(done.url).toBe(`${baseUrl()}/account/keys`);
    expect(session?.identity.email).toBe(email);
    const accounts = execFileSync(
      process.execPath,
      ['bin/keys.ts', 'accounts', '--data', inject('service').directory],
      { encoding: 'utf8' },
    );
    expect(accounts).toMatch(new RegExp(`^${session!.accountId} +hobby +active`, 'm'));
  });

  test('sign in again with their password to the same account, and with no other', async () => {
    const [visitor, again] = [newVisitor(), newVisitor()];
    const email = newEmail();
    await register(visitor, email);
    const page = await again.open(`${baseUrl()}/account/sign-in`);

    const wrong = await again.submit(page, { email, password: 'Wrong horse 77!' });
    const unknown = await again.submit(page, { email: newEmail(), password });
    await again.submit(page, { email: email.toUpperCase(), password });

    const [first, second] = await Promise.all(
      [visitor, again].map(({ cookies }) => sessionOf(cookies.get('winnow-session'))),
    );
    expect([problemOf(wrong), problemOf(unknown)]).toEqual([
      [400, 'The address or the password is wrong.'],
      [400, 'The address or the password is wrong.'],
    ]);
    expect(second?.accountId).toBe(first?.accountId);
    expect(second?.tokenHash).not.toBe(first?.tokenHash);
  });

  test('sign out here and at the provider, which asks for the password again', async () => {
    const visitor = newVisitor();
    await register(visitor);
    const token = visitor.cookies.get('winnow-session');

    const out = await visitor.open(`${baseUrl()}/account/sign-out`, {
      method: 'POST',
      headers: { origin: baseUrl() },
    });
    const again = await visitor.open(`${baseUrl()}/account/sign-in`);

    expect(out.url).toBe(`${baseUrl()}/account`);
    expect(await sessionOf(token)).toBeUndefined();
    expect(visitor.cookies.has('winnow-session')).toBe(false);
    expect(again.url).toMatch(/\/interaction\/[\w-]+$/);
  });

  test.for([
    ['a short password', { password: 'Ab1!' }, 'The password needs at least 12 characters.'],
    [
      'a plain password',
      { password: 'correct horse battery' },
      'The password needs an upper-case letter, a digit, a symbol.',
    ],
    ['what is no address', { email: 'ada' }, 'This is not an e-mail address.'],
  ] as const)('do not register with %s', async ([, fields, problem]) => {
    const visitor = newVisitor();
    const page = await registrationPage(visitor);

    const reply = await visitor.submit(page, { email: newEmail(), password, ...fields });

    expect(problemOf(reply)).toEqual([400, problem]);
  });

  test('do not register an address twice', async () => {
    const email = newEmail();
    await register(newVisitor(), email);

    const visitor = newVisitor();
    const page = await registrationPage(visitor);
    const second = await visitor.submit(page, { email, password: `${password}x` });

    expect(problemOf(second)).toEqual([400, 'This address is registered already: sign in.']);
  });

  test('are not signed in by a form that another site sends', async () => {
    const visitor = newVisitor();
    const page = await visitor.open(`${baseUrl()}/account/sign-in`);

    const reply = await visitor.open(page.url, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email: newEmail(), password }).toString(),
    });

    expect(reply.status).toBe(403);
  });

  test('are sent back after a sign-out to the service only', async () => {
    const visitor = newVisitor();
    const { url } = await visitor.open(`${baseUrl()}/account/sign-in`);
    const logout = `${new URL(url).origin}/logout?client_id=accountPeople&logout_uri=https://evil.example`;

    const reply = await visitor.open(logout);

    expect([reply.status, reply.url]).toEqual([400, logout]);
  });
});

interface Window {
  readonly page: Page;
  readonly problems: readonly string[];
  readonly requested: readonly string[];
}

async function inWindow<T>(scheme: 'light' | 'dark', look: (window: Window) => Promise<T>): Promise<T> {
  const context: BrowserContext = await browser().createBrowserContext();
  const [problems, requested]: [string[], string[]] = [[], []];
  try {
    const page = await context.newPage();
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => requested.push(request.url()));
    return await look({ page, problems, requested });
  } finally {
    await context.close();
  }
}

const follow = async (page: Page, selector: string) => {
  await Promise.all([page.waitForNavigation(), page.click(selector)]);
};

async function seriousFindings(page: Page, name: string) {
  await keep(page, name);
  await page.evaluate(axeSource);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes[0]?.html]);
}

describe('in a browser', () => {
  test.for(['light', 'dark'] as const)(
    'the pages of the provider are readable by everybody and load nothing from elsewhere, %s',
    async (scheme) => {
      await inWindow(scheme, async ({ page, problems, requested }) => {
        await page.goto(`${baseUrl()}/account/sign-in`);
        const issuer = new URL(page.url()).origin;
        const signIn = await seriousFindings(page, `sign-in-${scheme}`);
        await follow(page, 'a[href$="/register"]');
        await page.type('[name=email]', 'ada@example.com');
        await page.type('[name=password]', 'short');
        await follow(page, 'button');
        const withProblem = await seriousFindings(page, `register-problem-${scheme}`);

        expect([signIn, withProblem]).toEqual([[], []]);
        expect(new Set(requested.map((url) => new URL(url).origin))).toEqual(new Set([baseUrl(), issuer]));
        expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([]);
      });
    },
  );

  test('a person registers, comes back to the view, and the cookie is not for scripts', async () => {
    await inWindow('light', async ({ page }) => {
      await page.goto(`${baseUrl()}/account/sign-in?return=usage`);
      await follow(page, 'a[href$="/register"]');
      await page.type('[name=email]', newEmail());
      await page.type('[name=password]', password);
      await follow(page, 'button');

      const cookies = await page.browserContext().cookies();
      const session = cookies.find(({ name }) => name === 'winnow-session');
      expect(page.url()).toBe(`${baseUrl()}/account/usage`);
      expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
      expect(await page.evaluate('document.cookie')).not.toContain('winnow');
      expect(await sessionOf(session?.value)).toBeDefined();
    });
  });
});
