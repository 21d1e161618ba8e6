import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { keyHash, keyState } from '#shared/accounts/keys/api-key.ts';
import { grantCode, type Redemption, redeemCode } from '#shared/accounts/authorization/codes.ts';
import { clientIdOf, programName } from '#shared/accounts/authorization/client-id.ts';
import { addKey } from '#shared/accounts/management/manage-keys.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { memoryAccountStore } from '../../fakes/memory-account-store.ts';
import { memoryCodeStore } from '../../fakes/memory-code-store.ts';
import { noon } from '../../http/fixtures.ts';

const program = { name: 'Claude', redirectUris: ['https://claude.ai/cb'] };
const verifier = 'v'.repeat(43);
const request = {
  client_id: clientIdOf(program)!,
  redirect_uri: 'https://claude.ai/cb',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
};

/** An account on a plan, and a program that has been allowed to use it. */
async function allowed(planId = 'starter', name = program.name) {
  const time = { nowMs: noon };
  const store = memoryAccountStore();
  const account = { accountId: 'acct_ada', planId, createdAt: new Date(noon).toISOString(), revision: 1 };
  store.putAccount(account);
  const deps = {
    store,
    codes: memoryCodeStore(),
    plans: planCatalogue(),
    clock: { now: () => time.nowMs },
  };
  const code = await grantCode(deps, account, { ...program, name }, request);
  const redeem = (change: Partial<Redemption> = {}) =>
    redeemCode(deps, {
      code,
      clientId: request.client_id,
      redirectUri: request.redirect_uri,
      verifier,
      ...change,
    });
  const states = async () => (await store.keysOf('acct_ada')).map((key) => keyState(key, time.nowMs));
  return { deps, store, time, account, code, redeem, states };
}

describe('a code', () => {
  test('is redeemed for an API key of the account, with the name of the program and the operations of the tools', async () => {
    const { store, redeem } = await allowed();

    const key = await store.find(keyHash((await redeem())!)!);

    expect(key).toMatchObject({
      accountId: 'acct_ada',
      planId: 'starter',
      name: 'MCP: Claude',
      operations: ['scrape', 'crawl', 'map', 'search', 'extract'],
    });
    expect(key).not.toHaveProperty('validUntil');
    expect(await store.keysOf('acct_ada')).toHaveLength(1);
  });

  test('makes a key under the longest name that a program may have', async () => {
    const { store, redeem } = await allowed('starter', programName('🦉'.repeat(100)));

    expect((await store.find(keyHash((await redeem())!)!))?.name).toBe(`MCP: ${'🦉'.repeat(45)}`);
  });

  test('makes a key for the operations that the plan has', async () => {
    const { store, redeem } = await allowed('hobby');

    expect((await store.find(keyHash((await redeem())!)!))?.operations).toEqual([
      'scrape',
      'crawl',
      'map',
      'search',
    ]);
  });

  test.for([
    ['another verifier', { verifier: 'w'.repeat(43) }],
    ['no verifier', { verifier: '' }],
    ['the challenge as the verifier', { verifier: request.code_challenge }],
    ['another program', { clientId: clientIdOf({ ...program, name: 'Other' })! }],
    ['another redirect URI', { redirectUri: 'https://claude.ai/other' }],
    ['another code', { code: `acct_ada.${'x'.repeat(43)}` }],
    ['the code in another account', { code: `acct_bob.${'x'.repeat(43)}` }],
    ['what is no code', { code: 'acct_ada#CODE' }],
  ] as const)('gives nothing to %s', async ([, change]) => {
    const { redeem, states } = await allowed();

    expect(await redeem(change)).toBeUndefined();
    expect(await states()).toEqual([]);
  });

  test('is over after a minute', async () => {
    const { redeem, time } = await allowed();
    time.nowMs += 60_000;

    expect(await redeem()).toBeUndefined();
  });

  test('that was tried with a wrong verifier is used, too', async () => {
    const { redeem } = await allowed();
    await redeem({ verifier: 'w'.repeat(43) });

    expect(await redeem()).toBeUndefined();
  });

  test('that is used again gives nothing, and revokes the key of its first use', async () => {
    const { redeem, states } = await allowed();
    const first = await redeem();

    expect(first).toMatch(/^wnk_/);
    expect(await redeem()).toBeUndefined();
    expect(await states()).toEqual(['revoked']);
  });

  test('that several use at once leaves no key that works', async () => {
    const { redeem, states } = await allowed();

    const keys = await Promise.all(Array.from({ length: 8 }, () => redeem()));

    expect(keys.filter((key) => key !== undefined).length).toBeLessThanOrEqual(1);
    expect(await states()).toEqual(['revoked']);
  });

  test('gives nothing for an account that is suspended or deleted meanwhile', async () => {
    const suspended = await allowed();
    await suspended.store.change('acct_ada', { suspendedAt: new Date(noon).toISOString() });
    const deleted = await allowed();

    expect(await suspended.redeem()).toBeUndefined();
    expect(
      await redeemCode(
        { ...deleted.deps, store: memoryAccountStore() },
        {
          code: deleted.code,
          clientId: request.client_id,
          redirectUri: request.redirect_uri,
          verifier,
        },
      ),
    ).toBeUndefined();
  });

  test('is not given to an account with as many keys as it may have', async () => {
    const { deps, account } = await allowed();
    for (let count = 0; count < 50; count += 1) await addKey(deps, 'acct_ada', { name: 'one' });

    await expect(grantCode(deps, account, program, request)).rejects.toThrow('revoke one first');
  });
});
