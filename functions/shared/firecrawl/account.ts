import type { UsageData } from '#shared/contract/usage.ts';
import { type FirecrawlReply, required, succeeded } from './dialect.ts';
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

/** GET /team/credit-usage: a credit is a request of the plan. */
export async function creditUsage(session: Session): Promise<FirecrawlReply> {
  const { remaining, allowance, month } = await usageOf(session);
  const { start, end } = periodOf(month);
  const [left, all] = [remaining ?? unlimited, allowance ?? unlimited];
  return succeeded({
    data:
      session.version === 'v1'
        ? { remaining_credits: left, plan_credits: all, billing_period_start: start, billing_period_end: end }
        : { remainingCredits: left, planCredits: all, billingPeriodStart: start, billingPeriodEnd: end },
  });
}

/** GET /team/token-usage: tokens are counted as requests of the plan here, so that the figures are those of credits. */
export async function tokenUsage(session: Session): Promise<FirecrawlReply> {
  const { remaining, allowance, month } = await usageOf(session);
  const { start, end } = periodOf(month);
  const [left, all] = [remaining ?? unlimited, allowance ?? unlimited];
  return succeeded({
    data:
      session.version === 'v1'
        ? { remaining_tokens: left, plan_tokens: all, billing_period_start: start, billing_period_end: end }
        : { remainingTokens: left, planTokens: all, billingPeriodStart: start, billingPeriodEnd: end },
  });
}

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

/** GET /concurrency-check. */
export async function concurrency(session: Session): Promise<FirecrawlReply> {
  const { inFlight, requestsAtOnce } = await usageOf(session);
  return succeeded({ data: { concurrency: inFlight, maxConcurrency: requestsAtOnce } });
}

/** GET /team/queue-status: requests are refused and never wait here, so that all are active. */
export async function queueStatus(session: Session): Promise<FirecrawlReply> {
  const { inFlight, requestsAtOnce } = await usageOf(session);
  return succeeded({
    jobsInQueue: inFlight,
    activeJobsInQueue: inFlight,
    waitingJobsInQueue: 0,
    maxConcurrency: requestsAtOnce,
    mostRecentSuccess: null,
  });
}
