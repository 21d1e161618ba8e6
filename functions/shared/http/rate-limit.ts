import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { RateGroup, TakeFromRate } from '#shared/usage/rate-limiter.ts';
import { type ChainMiddleware, established } from './chain.ts';

/** Requests per minute by plan (decisions: Plans). Every answer tells what is left. */
export function rateLimit(group: RateGroup, takeFromRate: TakeFromRate, clock: Clock): ChainMiddleware {
  return {
    before: async ({ context: { chain } }) => {
      const { key, plan } = established(chain.caller, 'caller');
      const limitPerMinute = group === 'crawls' ? plan.crawlsPerMinute : plan.requestsPerMinute;
      const rate = await takeFromRate({
        accountId: key.accountId,
        group,
        limitPerMinute,
        nowMs: clock.now(),
      });
      Object.assign(chain.headers, {
        'ratelimit-limit': String(rate.limit),
        'ratelimit-remaining': String(rate.remaining),
        'ratelimit-reset': String(rate.resetSeconds),
      });
      if (rate.allowed) return;
      throw new AppError('RATE_LIMITED', `The ${plan.id} plan allows ${rate.limit} ${group} a minute.`, {
        retryAfterSeconds: rate.resetSeconds,
      });
    },
  };
}
