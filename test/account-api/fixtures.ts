import { createHash } from 'node:crypto';

import { createAccountApi } from '#shared/account-api/account-api.ts';
import type { accountRoutes } from '#shared/contract/account-routes.ts';
import type { WebhookMessage } from '#shared/contract/messages.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { memoryAccountStore } from '../fakes/memory-account-store.ts';
import { memoryCodeStore } from '../fakes/memory-code-store.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import { memoryDeletionMarks } from '../fakes/memory-deletion-marks.ts';
import { memoryDeliveryLog } from '../fakes/memory-delivery-log.ts';
import { memoryRateLimiter } from '../fakes/memory-rate-limiter.ts';
import { memorySessionStore } from '../fakes/memory-session-store.ts';
import { memoryUsageLedger } from '../fakes/memory-usage-ledger.ts';
import { silentLogger, silentMetrics } from '../fakes/silent-telemetry.ts';
import { call, noon } from '../http/fixtures.ts';

export const dayMs = 86_400_000;
const origin = 'https://winnow.example';

/** The account's API on in-memory ports, with a clock that is moved by hand. */
export function accountService() {
  const time = { nowMs: noon };
  const clock = { now: () => time.nowMs };
  const store = memoryAccountStore();
  const sessions = memorySessionStore(store);
  const queued: WebhookMessage[] = [];
  const deps = {
    store,
    sessions,
    clock,
    usage: memoryUsageLedger(),
    takeFromRate: memoryRateLimiter(),
    marks: memoryDeletionMarks(),
    codes: memoryCodeStore(),
    baseUrl: origin,
    plans: planCatalogue(),
    crawls: memoryCrawlStore(),
    log: memoryDeliveryLog(),
    queue: { send: async (messages: readonly WebhookMessage[]) => void queued.push(...messages) },
    telemetry: { logger: silentLogger, metrics: silentMetrics },
  };
  const api = createAccountApi(deps);

  /** Signs somebody in, to a new account at the first time. */
  async function signIn(name: string, token = `token-of-${name}`) {
    const identity = { issuer: 'https://people.test', subject: name, email: `${name}@example.com` };
    const createdAt = new Date(time.nowMs).toISOString();
    const accountId = await sessions.register(
      { accountId: `acct_${name}`, planId: 'starter', createdAt, revision: 1 },
      identity,
    );
    const tokenHash = createHash('sha256').update(token).digest('hex');
    const session = { tokenHash, accountId, identity, createdAtMs: time.nowMs };
    await sessions.put({ ...session, expiresAtMs: time.nowMs + dayMs });
    return signedIn(accountId, token);
  }

  const signedIn = (accountId: string, token: string) => ({
    accountId,
    token,
    /** `GET /account/api/me`, or `POST /account/api/keys/{id}/rotation key_1`: a route, and values of its path. */
    send: (
      route: `${string} ${(typeof accountRoutes)[number]['path']}`,
      { of = {}, ...options }: Partial<Parameters<typeof call>[1]> & { of?: Record<string, string> } = {},
    ) => {
      const [method = '', resource = ''] = route.split(' ');
      const headers = {
        host: 'winnow.example',
        'x-forwarded-proto': 'https',
        cookie: `__Host-winnow-session=${token}`,
        ...(method === 'GET' ? {} : { origin }),
        ...options.headers,
      };
      return call(api, { ...options, method, resource, pathParameters: of, headers });
    },
  });

  return { deps, time, queued, signIn, signedIn };
}
