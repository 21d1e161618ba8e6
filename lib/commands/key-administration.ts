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

/** Where a table is; on AWS by default, with the operator's credentials and region. */
export interface TableEndpoint {
  readonly url?: string;
  readonly region?: string;
  /** An emulator takes any credentials. */
  readonly local?: boolean;
}

/** The keys in a service table. */
export function keyStoreAt(tableName: string, { url, region, local }: TableEndpoint): KeyStore {
  const client = new DynamoDBClient({
    ...(url === undefined ? {} : { endpoint: url }),
    ...(region === undefined ? {} : { region }),
    ...(local === true ? { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } } : {}),
  });
  return dynamoKeyStore(client, tableName);
}

/** What an operator does with the keys of a service, on the built-in plans with the operator's changes. */
export function keyAdministration(store: KeyStore, overrides: PlanOverrides): KeyAdministration {
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
        // All keys of an account are on its plan.
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
