import { usageDataOf } from '#shared/accounts/management/usage-data.ts';
import type { UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import { usageQuery } from '#shared/contract/usage.ts';
import { parseQuery } from '#shared/http/gateway-request.ts';
import { recordsEndpoint, type RecordsEndpointDeps } from '#shared/http/records-endpoint.ts';
import { monthKey } from '#shared/kernel/clock.ts';

export interface UsageDeps extends RecordsEndpointDeps {
  readonly usage: Pick<UsageLedger, 'read'>;
}

/** GET /api/v1/usage: a UTC month of the caller's account, by default the current one. */
export const createUsageEndpoint = (deps: UsageDeps) =>
  recordsEndpoint('GET', deps, async ({ caller, request }) => {
    const nowMs = deps.clock.now();
    const { month = monthKey(nowMs) } = parseQuery(usageQuery, request.query);
    const usage = await deps.usage.read(caller.key.accountId, month, nowMs);
    return { data: usageDataOf(caller, month, usage) };
  });
