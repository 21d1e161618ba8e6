import { type ApiKey, keyState } from '#shared/accounts/keys/api-key.ts';
import {
  addKey,
  findKey,
  type ManagementDeps,
  renameKey,
  replaceWebhookSecret,
  revokeKey,
  rotateKey,
} from '#shared/accounts/management/manage-keys.ts';
import { sessionKeyOf } from '#shared/accounts/sessions/session-key.ts';
import type { SessionStore } from '#shared/accounts/sessions/session-store.ts';
import type { UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import { type Clock, monthKey } from '#shared/kernel/clock.ts';
import { withoutUndefined } from '#shared/kernel/json.ts';
import type { AccountHandlers, AccountInput } from './account-endpoint.ts';

export interface KeyHandlersDeps extends ManagementDeps {
  readonly sessions: Pick<SessionStore, 'find' | 'addKey'>;
  readonly usage: Pick<UsageLedger, 'read'>;
}

type UsedByKey = Readonly<Record<string, number>>;

function shownKey(key: ApiKey, used: UsedByKey, clock: Clock) {
  const { keyId, name, preview, environment, operations, monthlyBudget, createdAt } = key;
  const { validUntil, lastUsedOn, rotatedTo, countedAs } = key;
  return {
    id: keyId,
    name,
    preview,
    environment,
    state: keyState(key, clock.now()),
    usedThisMonth: used[countedAs] ?? 0,
    createdAt,
    ...withoutUndefined({
      operations: operations === undefined ? undefined : [...operations],
      monthlyBudget,
      validUntil,
      lastUsedOn,
      rotatedTo,
    }),
  };
}

type KeyRoutes =
  | 'GET /account/api/keys'
  | 'POST /account/api/keys'
  | 'PATCH /account/api/keys/{id}'
  | 'DELETE /account/api/keys/{id}'
  | 'POST /account/api/keys/{id}/rotation'
  | 'POST /account/api/keys/{id}/webhook-secret'
  | 'POST /account/api/session-key';

/** The account's API keys. The key of another account is not found. */
export function keyHandlers(deps: KeyHandlersDeps): Pick<AccountHandlers, KeyRoutes> {
  const { store, usage, clock } = deps;
  const usedByKey = async ({ account }: Pick<AccountInput, 'account'>): Promise<UsedByKey> => {
    const nowMs = clock.now();
    return (await usage.read(account.accountId, monthKey(nowMs), nowMs)).usedByKey;
  };
  const referenceOf = ({ account, parameters }: Pick<AccountInput, 'account' | 'parameters'>) => ({
    accountId: account.accountId,
    keyId: parameters['id'] ?? '',
  });
  const keyData = async (input: Pick<AccountInput, 'account' | 'parameters'>) => {
    const [key, used] = [await findKey(store, referenceOf(input)), await usedByKey(input)];
    return { key: shownKey(key, used, clock) };
  };
  return {
    'GET /account/api/keys': async (input) => {
      const [keys, used] = await Promise.all([store.keysOf(input.account.accountId), usedByKey(input)]);
      return { keys: keys.map((key) => shownKey(key, used, clock)) };
    },

    'POST /account/api/keys': async ({ account, body }) => {
      const { text, key } = await addKey(deps, account.accountId, body);
      return { key: shownKey(key, {}, clock), secret: text, webhookSecret: key.webhookSecret };
    },

    'PATCH /account/api/keys/{id}': async (input) => {
      await renameKey(deps, referenceOf(input), input.body.name);
      return keyData(input);
    },

    'DELETE /account/api/keys/{id}': async (input) => {
      await revokeKey(deps, referenceOf(input));
      return keyData(input);
    },

    // The successor keeps the secret of its webhooks, which was shown with the first key.
    'POST /account/api/keys/{id}/rotation': async (input) => {
      const { text, key } = await rotateKey(deps, referenceOf(input), input.body.graceHours);
      return { key: shownKey(key, await usedByKey(input), clock), secret: text };
    },

    'POST /account/api/keys/{id}/webhook-secret': async (input) => ({
      webhookSecret: await replaceWebhookSecret(deps, referenceOf(input)),
    }),

    'POST /account/api/session-key': ({ session, sessionToken }) => sessionKeyOf(deps, session, sessionToken),
  };
}
