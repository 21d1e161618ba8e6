import { describe, expect, test } from 'vitest';

import {
  type ManagementDeps,
  openAccount,
  replaceWebhookSecret,
  rotateKey,
} from '#shared/accounts/management/manage-keys.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { memoryAccountStore } from '../../fakes/memory-account-store.ts';

const noon = Date.UTC(2026, 10, 21, 12);

/** An account with one key, and the changes that two requests make of it. */
async function keyService() {
  const store = memoryAccountStore();
  const plans = planCatalogue();
  const deps: ManagementDeps = { store, plans, clock: { now: () => noon } };
  const { key } = await openAccount(deps, plans.find('starter')!, { name: 'laptop' });
  const reference = { accountId: key.accountId, keyId: key.keyId };
  return {
    deps,
    rotate: (by: ManagementDeps) => rotateKey(by, reference, 24),
    replace: (by: ManagementDeps) => replaceWebhookSecret(by, reference),
    secrets: async () => (await store.keysOf(key.accountId)).map(({ webhookSecret }) => webhookSecret),
  };
}

type Method = 'account' | 'keysOf' | 'addKey' | 'setWebhookSecret';

/** The same store for a request that is overtaken by other work once, just before it calls `method` for the first time. */
function overtaken(deps: ManagementDeps, method: Method, work: () => Promise<unknown>): ManagementDeps {
  let isDone = false;
  const call = deps.store[method] as (...given: unknown[]) => Promise<unknown>;
  const late = async (...given: unknown[]): Promise<unknown> => {
    if (!isDone) {
      isDone = true;
      await work();
    }
    return call(...given);
  };
  return { ...deps, store: { ...deps.store, [method]: late } };
}

describe('the webhook secret of a key', () => {
  test.for(['account', 'keysOf', 'addKey'] as const)(
    'that is replaced before a rotation calls %s is that of the successor, too',
    async (method) => {
      const { deps, rotate, replace, secrets } = await keyService();
      let secret = '';

      await rotate(overtaken(deps, method, async () => (secret = await replace(deps))));

      expect(await secrets()).toEqual([secret, secret]);
    },
  );

  test.for(['account', 'keysOf', 'setWebhookSecret'] as const)(
    'is replaced for both when a rotation ends before the replacement calls %s',
    async (method) => {
      const { deps, rotate, replace, secrets } = await keyService();

      const secret = await replace(overtaken(deps, method, () => rotate(deps)));

      expect(await secrets()).toEqual([secret, secret]);
    },
  );
});
