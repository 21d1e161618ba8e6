import type { UsageData } from '#shared/contract/usage.ts';
import { type FirecrawlReply, required, succeeded } from './dialect.ts';
import { runningJobs } from './jobs.ts';
import type { Session } from './session.ts';

const usageOf = async ({ call }: Session): Promise<UsageData> =>
  required(await call({ function: 'usage', method: 'GET', resource: '/api/v1/usage' })).body[
    'data'
  ] as UsageData;

/** What is left, where nothing limits it. */
const unlimited = 1_000_000_000;

/** From the first moment of a UTC month, such as 2026-11, to that of the next. */
function periodOf(month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return {
    start: new Date(Date.UTC(year, number - 1)).toISOString(),
    end: new Date(Date.UTC(year, number)).toISOString(),
  };
}

/** What is left of the plan, in the names of each version: `remaining_credits`, `remainingCredits`. */
async function left(session: Session, unit: 'credits' | 'tokens'): Promise<FirecrawlReply> {
  const { remaining, allowance, month } = await usageOf(session);
  const { start, end } = periodOf(month);
  const [rest, all] = [remaining ?? unlimited, allowance ?? unlimited];
  if (session.version === 'v1')
    return succeeded({
      data: {
        [`remaining_${unit}`]: rest,
        [`plan_${unit}`]: all,
        billing_period_start: start,
        billing_period_end: end,
      },
    });
  const name = unit === 'credits' ? 'Credits' : 'Tokens';
  return succeeded({
    data: {
      [`remaining${name}`]: rest,
      [`plan${name}`]: all,
      billingPeriodStart: start,
      billingPeriodEnd: end,
    },
  });
}

/** GET /team/credit-usage: a credit is a request of the plan. */
export const creditUsage = (session: Session): Promise<FirecrawlReply> => left(session, 'credits');

/** GET /team/token-usage: tokens are counted as requests of the plan here, so that the figures are those of credits. */
export const tokenUsage = (session: Session): Promise<FirecrawlReply> => left(session, 'tokens');

const historical = async (session: Session, field: string): Promise<FirecrawlReply> => {
  const { used, month, key } = await usageOf(session);
  const { start, end } = periodOf(month);
  const byKey = session.request.query['byApiKey'] === 'true';
  const amount = byKey ? { apiKey: key.name, [field]: key.used } : { [field]: used };
  return succeeded({ periods: [{ startDate: start, endDate: end, ...amount }] });
};

/** GET /team/credit-usage/historical: this month; with `byApiKey`, of the key that asks. */
export const creditHistory = (session: Session): Promise<FirecrawlReply> =>
  historical(session, 'creditsUsed');

/** GET /team/token-usage/historical. */
export const tokenHistory = (session: Session): Promise<FirecrawlReply> => historical(session, 'tokensUsed');

/** GET /concurrency-check: the places for requests. Crawls and batches that run in the background take none. */
export async function concurrency(session: Session): Promise<FirecrawlReply> {
  const { inFlight, requestsAtOnce } = await usageOf(session);
  return succeeded({ data: { concurrency: inFlight, maxConcurrency: requestsAtOnce } });
}

/**
 * GET /team/queue-status: the requests in flight, and the crawls and batches that run. Requests are refused and never wait
 * here, so that all are active.
 */
export async function queueStatus(session: Session): Promise<FirecrawlReply> {
  const [{ inFlight, requestsAtOnce }, jobs] = await Promise.all([usageOf(session), runningJobs(session)]);
  const active = inFlight + jobs.length;
  return succeeded({
    jobsInQueue: active,
    activeJobsInQueue: active,
    waitingJobsInQueue: 0,
    maxConcurrency: requestsAtOnce,
  });
}
