import type { Plan } from '#shared/contract/plan.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { RateGroup, TakeFromRate } from '#shared/accounts/usage/rate-limiter.ts';
import { type ChainMiddleware, established } from './chain.ts';

/** Requests for the account's own records cost a read each; a client that polls sends one or two a second. */
const recordsPerRequest = 20;

const limitsPerMinute: Readonly<Record<RateGroup, (plan: Plan) => number>> = {
  requests: ({ requestsPerMinute }) => requestsPerMinute,
  crawls: ({ crawlsPerMinute }) => crawlsPerMinute,
  records: ({ requestsPerMinute }) => requestsPerMinute * recordsPerRequest,
};

const groupNames: Readonly<Record<RateGroup, string>> = {
  requests: 'requests',
  crawls: 'crawls',
  records: 'requests for crawls and usage',
};

/** Requests per minute by plan (decisions: Plans). Every answer tells what is left. */
export function rateLimit(group: RateGroup, takeFromRate: TakeFromRate, clock: Clock): ChainMiddleware {
  return {
    before: async ({ context: { chain } }) => {
      const { key, plan } = established(chain.caller, 'caller');
      const rate = await takeFromRate({
        accountId: key.accountId,
        group,
        limitPerMinute: limitsPerMinute[group](plan),
        nowMs: clock.now(),
      });
      Object.assign(chain.headers, {
        'ratelimit-limit': String(rate.limit),
        'ratelimit-remaining': String(rate.remaining),
        'ratelimit-reset': String(rate.resetSeconds),
      });
      if (rate.allowed) return;
      throw new AppError(
        'RATE_LIMITED',
        `The ${plan.id} plan allows ${rate.limit} ${groupNames[group]} a minute.`,
        {
          retryAfterSeconds: rate.resetSeconds,
        },
      );
    },
  };
}
