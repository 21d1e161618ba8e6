import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import type { LocalUserPool } from '../../lib/local/local-user-pool.ts';
import { serve } from '../../lib/local/http-server.ts';
import { type People, peopleIn } from '../../lib/local/people/people.ts';
import { servePeople } from '../../lib/local/people/serve-people.ts';
import { openIdProvider } from '#shared/sign-in/openid-provider.ts';
import { newAttempt } from '#shared/sign-in/sign-in-cookies.ts';
import { newVisitor } from '../e2e/visitor.ts';

const password = 'Correct horse 7!';
const passwordPolicy = { minLength: 12, required: [{ name: 'a digit', pattern: /\d/ }] };
const pageUrl = 'http://127.0.0.1:9/account';
const pool: LocalUserPool = {
  id: 'pool',
  passwordPolicy,
  clients: [{ id: 'page', callbackUrls: [`${pageUrl}/callback`], logoutUrls: [pageUrl] }],
};

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-people-'));
  const own = directory;
  onTestFinished(() => rmSync(own, { recursive: true }));
});
const peopleFile = () => join(directory, 'people.json');
const providerFile = () => join(directory, 'sign-in.json');
const newPeople = () => peopleIn(peopleFile(), passwordPolicy);

async function registered(people: People, email = 'ada@example.com') {
  const registration = await people.register(email, password);
  if ('problem' in registration) throw new Error(registration.problem);
  return registration.person;
}

describe('people on one machine', () => {
  test('are found again after a restart, by address in any case and by password', async () => {
    const { id } = await registered(newPeople());

    const later = newPeople();

    expect(later.find(id)?.email).toBe('ada@example.com');
    expect((await later.check('Ada@Example.com', password))?.id).toBe(id);
    expect(await later.check('ada@example.com', `${password}x`)).toBeUndefined();
    expect(await later.check('bob@example.com', password)).toBeUndefined();
  });

  test('are kept in a file that only the operator reads, without their passwords', async () => {
    await registered(newPeople());

    expect(readFileSync(peopleFile(), 'utf8')).not.toContain(password);
    expect(statSync(peopleFile()).mode & 0o077).toBe(0);
  });

  test('who register one address at once are one person', async () => {
    const people = newPeople();

    const outcomes = await Promise.all(
      Array.from({ length: 3 }, () => people.register('ada@example.com', password)),
    );
    const other = await people.register('ada@example.com', `${password}x`);

    const ids = outcomes.map((outcome) => ('person' in outcome ? outcome.person.id : outcome.problem));
    expect(new Set(ids).size).toBe(1);
    expect(other).toEqual({ problem: 'This address is registered already: sign in.' });
  });

  test('who were removed are nobody, and may register anew as somebody else', async () => {
    const people = newPeople();
    const first = await registered(people);

    expect([people.remove(first.id), people.remove(first.id)]).toEqual([true, false]);
    expect(await people.check('ada@example.com', password)).toBeUndefined();
    expect((await registered(people)).id).not.toBe(first.id);
  });
});

/** A provider on the files of this test. */
async function startProvider(people = newPeople(), firstPort = 0, publicIssuer?: string) {
  const server = await servePeople(providerFile(), firstPort, publicIssuer);
  await server.open(pool, people);
  return server;
}

const clientOf = (issuer: string) =>
  openIdProvider({
    issuer,
    clientId: 'page',
    callbackUrl: `${pageUrl}/callback`,
    signedOutUrl: pageUrl,
    timeoutMs: 5_000,
  });

/** Signs a visitor in at a provider; resolves to the URL to which the browser is sent back. */
async function signIn(issuer: string, visitor = newVisitor()) {
  const attempt = newAttempt(undefined);
  const page = await visitor.open(String(await clientOf(issuer).begin(attempt)));
  let location = page.url;
  let reply = await visitor.open(page.url, {
    method: 'POST',
    headers: { origin: issuer, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: 'ada@example.com', password }).toString(),
    follows: false,
  });
  while (!location.startsWith(pageUrl)) {
    location = reply.headers.get('location') ?? '';
    if (location === '') throw new Error(reply.text);
    if (!location.startsWith(pageUrl)) reply = await visitor.open(location, { follows: false });
  }
  return { attempt, returned: new URL(location) };
}

describe('the provider on one machine', () => {
  test('vouches for a person to the client that asked', async () => {
    const people = newPeople();
    const { id } = await registered(people);
    const server = await startProvider(people);
    const { attempt, returned } = await signIn(server.issuer);

    const identity = await clientOf(server.issuer).finish(attempt, returned);

    await server.close();
    expect(identity).toEqual({ issuer: server.issuer, subject: id, email: 'ada@example.com' });
  });

  test('redeems each code once', async () => {
    const people = newPeople();
    await registered(people);
    const server = await startProvider(people);
    const { attempt, returned } = await signIn(server.issuer);
    await clientOf(server.issuer).finish(attempt, returned);

    await expect(clientOf(server.issuer).finish(attempt, returned)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await server.close();
  });

  test('has the same issuer and the same keys after a restart, so that nobody becomes a stranger', async () => {
    const people = newPeople();
    await registered(people);
    const first = await startProvider(people);
    const keys = async (issuer: string) => (await fetch(`${issuer}/jwks`)).json();
    const before = [first.issuer, await keys(first.issuer)];
    await first.close();

    const second = await startProvider(people, 1_024);

    const after = [second.issuer, await keys(second.issuer)];
    await second.close();
    expect(after).toEqual(before);
  });

  test('behind a proxy is known by the proxy’s URL alone, and listens where the proxy leads', async () => {
    const server = await startProvider(newPeople(), 0, 'https://people.example');
    const { port } = JSON.parse(readFileSync(providerFile(), 'utf8')) as { port: number };

    const response = await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' },
    });

    expect(server.issuer).toBe('https://people.example');
    expect(await response.json()).toMatchObject({
      issuer: 'https://people.example',
      authorization_endpoint: 'https://people.example/auth',
      token_endpoint: 'https://people.example/token',
    });
    const absolute = await new Promise<string>((found) => {
      get({ port, path: 'https://evil.example/.well-known/openid-configuration' }, (reply) =>
        found(text(reply)),
      );
    });
    expect(absolute).not.toContain('evil.example');
    await expect(startProvider(newPeople(), port, 'https://people.example')).rejects.toThrow(
      `Port ${port}, to which the proxy of https://people.example leads, is taken.`,
    );
    await server.close();
  });

  test('does not start at another port when its own is taken, and says what to do', async () => {
    const first = await startProvider();
    await first.close();
    const { port } = JSON.parse(readFileSync(providerFile(), 'utf8')) as { port: number };
    const other = await serve(async (_request, response) => void response.end(), { port });

    await expect(startProvider()).rejects.toThrow(`Port ${port}, at which the people of this data folder`);
    await other.close();
  });

  test('asks the next person at the browser of somebody who was removed to sign in, as somebody else', async () => {
    const people = newPeople();
    const { id } = await registered(people);
    const server = await startProvider(people);
    const visitor = newVisitor();
    await signIn(server.issuer, visitor);

    people.remove(id);
    const page = await visitor.open(String(await clientOf(server.issuer).begin(newAttempt(undefined))));

    await server.close();
    expect([page.status, new URL(page.url).pathname]).toEqual([
      200,
      expect.stringMatching(/^\/interaction\//),
    ]);
    expect(page.text).toContain('<h1>Sign in</h1>');
  });

  test('refuses a password that was wrong ten times, for a minute', async () => {
    const people = newPeople();
    await registered(people);
    const server = await startProvider(people);
    const visitor = newVisitor();
    const page = await visitor.open(String(await clientOf(server.issuer).begin(newAttempt(undefined))));
    for (let guess = 0; guess < 10; guess += 1)
      await visitor.submit(page, { email: 'ada@example.com', password: `guess ${guess}` });

    const right = await visitor.submit(page, { email: 'ada@example.com', password });

    await server.close();
    expect(right.text).toContain('Too many wrong passwords: wait a minute.');
  });

  test.for([
    ['another client', { client_id: 'stranger' }],
    ['another way back', { redirect_uri: 'https://evil.example/' }],
    ['no code challenge', { code_challenge: '' }],
    ['the implicit flow', { response_type: 'id_token' }],
  ] as const)('refuses %s', async ([, change]) => {
    const server = await startProvider();
    const url = await clientOf(server.issuer).begin(newAttempt(undefined));
    for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);

    const reply = await newVisitor().open(url.href, { follows: false });

    await server.close();
    const location = reply.headers.get('location') ?? `${pageUrl}?error=${reply.status}`;
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:9\/account.*[?#&]error=/);
    expect(location).not.toMatch(/[?#&](code|id_token)=/);
  });

  test('signs tokens that anybody can verify and that name nobody else', async () => {
    const people = newPeople();
    const { id } = await registered(people);
    const server = await startProvider(people);
    const { attempt, returned } = await signIn(server.issuer);
    const reply = await fetch(`${server.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'page',
        code: returned.searchParams.get('code') ?? '',
        code_verifier: attempt.verifier,
        redirect_uri: `${pageUrl}/callback`,
      }),
    });
    const { id_token: token } = (await reply.json()) as { id_token: string };

    const { protectedHeader } = await jwtVerify(token, createRemoteJWKSet(new URL(`${server.issuer}/jwks`)));

    await server.close();
    expect(protectedHeader.alg).toBe('RS256');
    expect(decodeJwt(token)).toMatchObject({
      sub: id,
      aud: 'page',
      email: 'ada@example.com',
      email_verified: false,
    });
  });
});
