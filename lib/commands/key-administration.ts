import type { AccountStore } from '#shared/accounts/keys/account-store.ts';
import {
  type ApiKey,
  type KeyEnvironment,
  keyHash,
  keyState,
  type KeyState,
} from '#shared/accounts/keys/api-key.ts';
import { type Account, accountState, type AccountState } from '#shared/accounts/keys/account.ts';
import type { MadeKey } from '#shared/accounts/keys/create-key.ts';
import { dynamoAccountStore } from '#shared/accounts/keys/dynamo-account-store.ts';
import { resumeAccount, setPlan, suspendAccount } from '#shared/accounts/management/manage-accounts.ts';
import {
  addKey,
  type KeyReference,
  openAccount,
  renameKey,
  revokeKey,
  rotateKey,
} from '#shared/accounts/management/manage-keys.ts';
import { type PlanCatalogue, planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import type { MonthUsage, UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import type { Plan, PlanOverrides } from '#shared/contract/plan.ts';
import { type Clock, monthKey, systemClock } from '#shared/kernel/clock.ts';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Where a table is; on AWS by default, with the operator's credentials and region. */
export interface TableEndpoint {
  readonly url?: string;
  readonly region?: string;
  /** An emulator takes any credentials. */
  readonly local?: boolean;
}

export interface AccountRecords {
  readonly store: AccountStore;
  readonly usage: Pick<UsageLedger, 'read'>;
}

/** The accounts in a service table. */
export function accountsAt(tableName: string, { url, region, local }: TableEndpoint): AccountRecords {
  const client = new DynamoDBClient({
    ...(url === undefined ? {} : { endpoint: url }),
    ...(region === undefined ? {} : { region }),
    ...(local === true ? { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } } : {}),
  });
  return { store: dynamoAccountStore(client, tableName), usage: dynamoUsageLedger(client, tableName) };
}

export interface NewKeyOptions {
  readonly plan: string;
  readonly name: string;
  readonly account?: string | undefined;
  readonly operations?: ApiKey['operations'] | undefined;
  readonly environment?: KeyEnvironment | undefined;
  readonly monthlyBudget?: number | undefined;
  readonly validUntil?: string | undefined;
}

export interface ListedKey {
  readonly key: ApiKey;
  /** Its own, or that of its account: a key of a suspended account is refused, too. */
  readonly state: KeyState | AccountState;
}

export interface AccountUsage {
  readonly account: Account;
  readonly plan: Plan | undefined;
  readonly keys: readonly ApiKey[];
  readonly month: string;
  readonly usage: MonthUsage;
}

/** What became of an account that was moved to another plan. */
export interface PlanChange {
  readonly plan: Plan;
  /** Those that have not ended. */
  readonly keys: readonly ApiKey[];
}

export type KeyAdministration = ReturnType<typeof keyAdministration>;

/** The plan of this name or alias. Throws with the names of all plans. */
function planNamed({ find, plans }: PlanCatalogue, name: string): Plan {
  const plan = find(name);
  if (plan === undefined)
    throw new Error(`There is no plan "${name}". Plans: ${plans.map(({ id }) => id).join(', ')}.`);
  return plan;
}

/** What an operator does with the accounts of a service, on the built-in plans with the operator's changes. */
export function keyAdministration(
  { store, usage }: AccountRecords,
  overrides: PlanOverrides,
  clock: Clock = systemClock,
) {
  const catalogue = planCatalogue(overrides);
  const deps = { store, plans: catalogue, clock };

  /** Operators name a key by its id alone. */
  const keyOf = async (keyId: string): Promise<KeyReference> => {
    const key = (await store.list()).find((candidate) => candidate.keyId === keyId);
    if (key === undefined) throw new Error(`There is no key ${keyId}.`);
    return key;
  };

  const lastingKeysOf = async (accountId: string): Promise<readonly ApiKey[]> =>
    (await store.keysOf(accountId)).filter((key) => keyState(key, clock.now()) === 'active');

  const requireAccount = async (accountId: string): Promise<Account> => {
    const account = await store.account(accountId);
    if (account === undefined) throw new Error(`There is no account ${accountId}.`);
    return account;
  };

  return {
    catalogue,
    create: ({ plan, account, ...terms }: NewKeyOptions): Promise<MadeKey> =>
      account === undefined
        ? openAccount(deps, planNamed(catalogue, plan), terms)
        : addKey(deps, account, terms),
    /** The keys of all accounts, or of one, which must exist. */
    list: async (accountId?: string): Promise<readonly ListedKey[]> => {
      if (accountId !== undefined) await requireAccount(accountId);
      const keys = accountId === undefined ? await store.list() : await store.keysOf(accountId);
      return keys.map((key) => {
        const own = keyState(key, clock.now());
        return { key, state: own === 'active' ? accountState(key) : own };
      });
    },
    /** Whether the service knows the text as a key, also as one that is no longer valid. */
    isKey: async (text: string): Promise<boolean> => {
      const hash = keyHash(text);
      return hash !== undefined && (await store.find(hash)) !== undefined;
    },
    accounts: () => store.accounts(),
    rename: async (keyId: string, name: string): Promise<void> => renameKey(deps, await keyOf(keyId), name),
    rotate: async (keyId: string, graceHours: number) => rotateKey(deps, await keyOf(keyId), graceHours),
    revoke: async (keyId: string): Promise<void> => revokeKey(deps, await keyOf(keyId)),
    usage: async (accountId: string, month = monthKey(clock.now())): Promise<AccountUsage> => {
      const account = await requireAccount(accountId);
      const keys = await store.keysOf(accountId);
      const plan = catalogue.find(account.planId);
      return { account, plan, keys, month, usage: await usage.read(accountId, month, clock.now()) };
    },
    /** Returns how many keys of the account have not ended. */
    suspend: async (accountId: string): Promise<number> => {
      await suspendAccount(deps, accountId);
      return (await lastingKeysOf(accountId)).length;
    },
    /** As `suspend`. */
    resume: async (accountId: string): Promise<number> => {
      await resumeAccount(deps, accountId);
      return (await lastingKeysOf(accountId)).length;
    },
    /** Moves the account of a key, or an account by its id, to another plan. */
    setPlan: async (keyOrAccountId: string, name: string): Promise<PlanChange> => {
      const plan = planNamed(catalogue, name);
      const key = (await store.list()).find(({ keyId }) => keyId === keyOrAccountId);
      const accountId = key?.accountId ?? keyOrAccountId;
      if ((await store.account(accountId)) === undefined)
        throw new Error(`There is no key or account ${keyOrAccountId}.`);
      await setPlan(deps, accountId, plan);
      return { plan, keys: await lastingKeysOf(accountId) };
    },
  };
}
