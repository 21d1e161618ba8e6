import { createKey } from '#shared/accounts/keys/create-key.ts';
import { dynamoKeyStore } from '#shared/accounts/keys/dynamo-key-store.ts';
import type { KeyStore } from '#shared/accounts/keys/key-store.ts';
import type { ApiKey } from '#shared/accounts/keys/api-key.ts';
import { type PlanCatalogue, planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import type { PlanOverrides } from '#shared/contract/plan.ts';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export interface KeyAdministration {
  readonly catalogue: PlanCatalogue;
  readonly create: (options: {
    readonly plan: string;
    readonly name: string;
    readonly account?: string | undefined;
    readonly operations?: ApiKey['operations'] | undefined;
  }) => Promise<{ readonly text: string; readonly key: ApiKey }>;
  readonly list: () => Promise<readonly ApiKey[]>;
  /** Revokes by key id. False when there is no such key. */
  readonly revoke: (keyId: string) => Promise<boolean>;
  /** Moves the account of a key, or an account by its id, to another plan. Returns its number of keys. */
  readonly setPlan: (keyOrAccountId: string, plan: string) => Promise<number>;
}

/** What an operator does with keys, on the table of a running service. */
export function keyAdministration(
  tableName: string,
  endpoint: { readonly url?: string; readonly region?: string; readonly local?: boolean },
  overrides: PlanOverrides,
): KeyAdministration {
  const client = new DynamoDBClient({
    ...(endpoint.url === undefined ? {} : { endpoint: endpoint.url }),
    ...(endpoint.region === undefined ? {} : { region: endpoint.region }),
    ...(endpoint.local === true ? { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } } : {}),
  });
  const store: KeyStore = dynamoKeyStore(client, tableName);
  const catalogue = planCatalogue(overrides);

  const planIdOf = (name: string): string => {
    const plan = catalogue.find(name);
    if (plan === undefined)
      throw new Error(
        `There is no plan "${name}". Plans: ${catalogue.plans.map(({ id }) => id).join(', ')}.`,
      );
    return plan.id;
  };

  return {
    catalogue,
    create: async ({ plan, name, account, operations }) => {
      const siblings =
        account === undefined ? [] : (await store.list()).filter((key) => key.accountId === account);
      if (account !== undefined && siblings.length === 0) throw new Error(`There is no account ${account}.`);
      const made = createKey({
        // An account has one plan, whichever key is asked.
        planId: siblings[0]?.planId ?? planIdOf(plan),
        name,
        createdAt: new Date().toISOString(),
        ...(account === undefined ? {} : { accountId: account }),
        ...(operations === undefined ? {} : { operations }),
      });
      await store.add(made.key);
      return made;
    },
    list: () => store.list(),
    revoke: (keyId) => store.revoke(keyId, new Date().toISOString()),
    setPlan: async (keyOrAccountId, plan) => {
      const planId = planIdOf(plan);
      const key = (await store.list()).find(({ keyId }) => keyId === keyOrAccountId);
      const count = await store.setPlan(key?.accountId ?? keyOrAccountId, planId);
      if (count === 0) throw new Error(`There is no key or account ${keyOrAccountId}.`);
      return count;
    },
  };
}
