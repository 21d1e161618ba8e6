import type { AccountStore } from '#shared/accounts/keys/account-store.ts';
import type { ApiKey } from '#shared/accounts/keys/api-key.ts';
import { pageKeyId, pageKeyName } from '#shared/accounts/sessions/session-key.ts';
import { left, totals } from '#shared/accounts/management/usage-data.ts';
import type { RequestRecord, UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import { type Clock, monthKey } from '#shared/kernel/clock.ts';
import type { AccountHandlers } from './account-endpoint.ts';

export interface UsageHandlersDeps {
  readonly store: Pick<AccountStore, 'keysOf'>;
  readonly usage: Pick<UsageLedger, 'read' | 'recent'>;
  readonly clock: Clock;
}

/** Names by the id under which use is counted: a rotated key has the name of its latest successor. */
const namesOf = (keys: readonly ApiKey[]): Record<string, string> => ({
  [pageKeyId]: pageKeyName,
  ...Object.fromEntries(keys.map(({ countedAs, name }) => [countedAs, name])),
});

const shownRequest = ({ id, requestId, operation, startedAtMs, endedAtMs, ...rest }: RequestRecord) => ({
  id,
  requestId,
  at: new Date(startedAtMs).toISOString(),
  operation,
  keyId: rest.keyId,
  host: rest.host,
  status: rest.status,
  code: rest.code,
  requests: rest.requests,
  ms: endedAtMs === undefined ? undefined : Math.max(0, endedAtMs - startedAtMs),
});

/** What the account used and which requests it sent. */
export function usageHandlers({
  store,
  usage,
  clock,
}: UsageHandlersDeps): Pick<AccountHandlers, 'GET /account/api/usage' | 'GET /account/api/requests'> {
  return {
    'GET /account/api/usage': async ({ account: { accountId }, plan, query }) => {
      const nowMs = clock.now();
      const month = query.month ?? monthKey(nowMs);
      const [found, keys] = await Promise.all([usage.read(accountId, month, nowMs), store.keysOf(accountId)]);
      const { used, reserved, inFlight, days } = found;
      const names = namesOf(keys);
      const counted = new Set(days.flatMap(({ keyId }) => keyId ?? []));
      return {
        month,
        allowance: plan.monthlyRequests,
        used,
        reserved,
        remaining: left(plan.monthlyRequests, used),
        inFlight,
        requestsAtOnce: plan.requestsAtOnce,
        operations: totals(days),
        days: [...days],
        keyNames: Object.fromEntries([...counted].map((id) => [id, names[id] ?? id])),
      };
    },

    'GET /account/api/requests': async ({ account: { accountId }, query }) => {
      const { records, cursor } = await usage.recent(accountId, { nowMs: clock.now(), ...query });
      return { requests: records.map(shownRequest), cursor };
    },
  };
}
