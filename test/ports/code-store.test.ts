import { describe, expect, test } from 'vitest';

import type { AuthorizationCode, CodeStore } from '#shared/accounts/authorization/code-store.ts';
import { dynamoCodeStore } from '#shared/accounts/authorization/dynamo-code-store.ts';
import { newId, sha256 } from '#shared/kernel/ids.ts';
import { memoryCodeStore } from '../fakes/memory-code-store.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

const newCode = (): AuthorizationCode => ({
  accountId: newId('acct'),
  codeHash: sha256(newId('code')),
  clientHash: sha256('client'),
  program: 'Claude',
  redirectUri: 'https://claude.ai/cb',
  codeChallenge: 'c'.repeat(43),
  expiresAtMs: Date.UTC(2026, 10, 21, 12),
});

describe.for([
  ['memory', memoryCodeStore],
  ['DynamoDB', (): CodeStore => dynamoCodeStore(emulatedDynamo(), tableNamed('servicetable'))],
] as const)('authorization codes in %s', ([, storeOf]) => {
  test('are returned at their first use, and to the same use again', async () => {
    const [store, code] = [storeOf(), newCode()];
    await store.put(code);

    const uses = [await store.claim(code, 'claim_1'), await store.claim(code, 'claim_1')];

    expect(uses).toEqual([
      { isFirst: true, code },
      { isFirst: true, code },
    ]);
  });

  test('name their key to a second use', async () => {
    const [store, code] = [storeOf(), newCode()];
    await store.put(code);
    await store.claim(code, 'claim_1');

    expect(await store.noteKey(code, 'key_1')).toBe(true);
    expect(await store.claim(code, 'claim_2')).toEqual({ isFirst: false, keyId: 'key_1' });
  });

  test('take no key after a second use', async () => {
    const [store, code] = [storeOf(), newCode()];
    await store.put(code);
    await store.claim(code, 'claim_1');

    expect(await store.claim(code, 'claim_2')).toEqual({ isFirst: false, keyId: undefined });
    expect(await store.noteKey(code, 'key_1')).toBe(false);
  });

  test('have one first use among many at once', async () => {
    const [store, code] = [storeOf(), newCode()];
    await store.put(code);

    const uses = await Promise.all(Array.from({ length: 10 }, (_, use) => store.claim(code, `claim_${use}`)));

    expect(uses.filter((use) => use?.isFirst === true)).toHaveLength(1);
  });

  test('that are unknown, or of another account, are not found, and nothing is written for them', async () => {
    const [store, code] = [storeOf(), newCode()];
    await store.put(code);
    const foreign = { ...code, accountId: newId('acct') };

    expect(await store.claim(newCode(), 'claim_1')).toBeUndefined();
    expect(await store.claim(foreign, 'claim_1')).toBeUndefined();
    expect(await store.noteKey(foreign, 'key_1')).toBe(false);
    expect(await store.claim(code, 'claim_1')).toEqual({ isFirst: true, code });
  });
});
