import { describe, expect, test } from 'vitest';

import type { Session } from '#shared/accounts/sessions/session.ts';
import { chain } from '#shared/http/chain.ts';
import { failures } from '#shared/http/frame.ts';
import { jsonReply } from '#shared/http/reply.ts';
import { ownOrigin, signedIn } from '#shared/http/signed-in.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import { memorySessionStore } from '../fakes/memory-session-store.ts';
import { silentLogger, silentMetrics } from '../fakes/silent-telemetry.ts';
import { call, noon } from './fixtures.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const token = 'A'.repeat(43);
const identity = { issuer: 'https://people.test', subject: 'ada', email: 'ada@example.com' };
const host = 'winnow.example';

/** An endpoint that says whose session it is, for somebody who signed in at noon, with a clock that is moved by hand. */
async function ownEndpoint() {
  const time = { nowMs: noon };
  const clock = { now: () => time.nowMs };
  const telemetry = { logger: silentLogger, metrics: silentMetrics };
  const sessions = memorySessionStore();
  const session: Session = {
    tokenHash: sha256(token),
    accountId: 'acct_ada',
    identity,
    createdAtMs: noon,
    expiresAtMs: noon + dayMs,
  };
  const createdAt = new Date(noon).toISOString();
  await sessions.register({ accountId: 'acct_ada', planId: 'hobby', createdAt, revision: 1 }, identity);
  await sessions.put(session);
  const endpoint = chain(clock)
    .use(failures({ failedSource: 'local', namesUrl: false }, telemetry, clock))
    .use(ownOrigin)
    .use(signedIn(sessions, clock))
    .handler(async ({ session }) => jsonReply(200, { accountId: session.accountId }));
  const ask = async (headers: Readonly<Record<string, string>>, method = 'GET') => {
    const reply = await call(endpoint, { method, headers: { host, ...headers } });
    return { status: reply.status, code: (reply.body as { code?: string }).code };
  };
  return { time, sessions, session, ask };
}

const cookie = `winnow-session=${token}`;

describe('a session', () => {
  test('is the cookie’s, among other cookies', async () => {
    const { ask } = await ownEndpoint();

    expect(await ask({ cookie: `theme=dark; ${cookie}; a=b` })).toEqual({ status: 200, code: undefined });
  });

  test.for([
    ['no cookie', {}],
    ['an unknown token', { cookie: `winnow-session=${'B'.repeat(43)}` }],
    ['the hash in place of the token', { cookie: `winnow-session=${sha256(token)}` }],
    ['another cookie’s name', { cookie: `winnow-sessions=${token}` }],
    ['the cookie of plain HTTP on HTTPS', { cookie, 'x-forwarded-proto': 'https' }],
  ] as const)('is refused with %s', async ([, headers]) => {
    const { ask } = await ownEndpoint();

    expect(await ask(headers)).toEqual({ status: 401, code: 'SIGNED_OUT' });
  });

  test('ends a day after its last use', async () => {
    const { ask, time } = await ownEndpoint();
    time.nowMs = noon + 23 * hourMs;
    const used = await ask({ cookie });
    time.nowMs += 23 * hourMs;
    const usedAgain = await ask({ cookie });
    time.nowMs += 25 * hourMs;

    expect([used.status, usedAgain.status]).toEqual([200, 200]);
    expect(await ask({ cookie })).toEqual({ status: 401, code: 'SIGNED_OUT' });
  });

  test('ends 30 days after the sign-in, however often it is used', async () => {
    const { ask, time } = await ownEndpoint();
    const statuses: number[] = [];
    for (let hours = 20; hours <= 31 * 24; hours += 20) {
      time.nowMs = noon + hours * hourMs;
      statuses.push((await ask({ cookie })).status);
    }

    expect(statuses.lastIndexOf(200)).toBe(Math.ceil((30 * 24) / 20) - 2);
    expect(statuses.slice(statuses.indexOf(401))).not.toContain(200);
  });

  test('is written at most once an hour', async () => {
    const { ask, time, sessions, session } = await ownEndpoint();
    const endAt = async () => (await sessions.find(session.tokenHash, time.nowMs))?.expiresAtMs;
    time.nowMs = noon + hourMs - 1;
    await ask({ cookie });
    const early = await endAt();
    time.nowMs = noon + hourMs;
    await ask({ cookie });

    expect([early, await endAt()]).toEqual([noon + dayMs, noon + dayMs + hourMs]);
  });
});

describe('a change', () => {
  test('is accepted from the page’s own origin', async () => {
    const { ask } = await ownEndpoint();

    expect((await ask({ cookie, origin: `http://${host}` }, 'POST')).status).toBe(200);
  });

  test.for([
    ['another site', 'https://evil.example'],
    ['a sandboxed frame', 'null'],
    ['another port', `http://${host}:8080`],
    ['another scheme', `https://${host}`],
    ['a name that begins like ours', `http://${host}.evil.example`],
  ])('is refused from %s', async ([, origin]) => {
    const { ask } = await ownEndpoint();

    expect(await ask({ cookie, origin: origin! }, 'POST')).toEqual({ status: 403, code: 'FOREIGN_ORIGIN' });
  });

  test('is refused without an origin', async () => {
    const { ask } = await ownEndpoint();

    for (const method of ['POST', 'PATCH', 'DELETE'])
      expect(await ask({ cookie }, method)).toEqual({ status: 403, code: 'FOREIGN_ORIGIN' });
  });
});
