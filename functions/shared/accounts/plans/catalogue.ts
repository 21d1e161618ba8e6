import { problemText } from '#shared/contract/parse-request.ts';
import { type Plan, type PlanOverrides, plan } from '#shared/contract/plan.ts';
import { AppError } from '#shared/kernel/errors.ts';

const withoutExtract = ['scrape', 'crawl', 'batch', 'map', 'search'] as const;
const everything = ['scrape', 'crawl', 'batch', 'map', 'search', 'extract'] as const;

/** The plans of README.md. */
const builtIn: readonly Plan[] = [
  {
    id: 'hobby',
    monthlyRequests: 500,
    operations: [...withoutExtract],
    aiPages: 3,
    requestsPerMinute: 10,
    crawlsPerMinute: 2,
    pagesAtOnce: 2,
    requestsAtOnce: 2,
  },
  {
    id: 'pro',
    monthlyRequests: 2_000,
    operations: [...everything],
    aiPages: 5,
    requestsPerMinute: 60,
    crawlsPerMinute: 10,
    pagesAtOnce: 5,
    requestsAtOnce: 5,
  },
  {
    id: 'starter',
    monthlyRequests: 3_500,
    operations: [...everything],
    aiPages: 5,
    requestsPerMinute: 100,
    crawlsPerMinute: 20,
    pagesAtOnce: 5,
    requestsAtOnce: 10,
  },
  {
    id: 'scale',
    monthlyRequests: 20_000,
    operations: [...everything],
    aiPages: 10,
    requestsPerMinute: 500,
    crawlsPerMinute: 100,
    pagesAtOnce: 50,
    requestsAtOnce: 50,
  },
  {
    id: 'enterprise',
    monthlyRequests: null,
    operations: [...everything],
    aiPages: 30,
    requestsPerMinute: 5_000,
    crawlsPerMinute: 1_000,
    pagesAtOnce: 100,
    requestsAtOnce: 200,
  },
];

/** Other names that callers use for these plans. */
const aliases: Readonly<Record<string, string>> = { free: 'hobby', business: 'scale' };

export interface PlanCatalogue {
  readonly plans: readonly Plan[];
  /** Finds a plan by name or alias; `undefined` when there is none. */
  readonly find: (name: string) => Plan | undefined;
}

function wholePlan(fields: Readonly<Record<string, unknown>> & { readonly id: string }): Plan {
  const result = plan.safeParse(fields);
  if (result.success) return result.data;
  throw new Error(
    `The plan "${fields.id}" of PLANS_FILE cannot be used; a new plan needs every field: ${problemText(result.error)}`,
  );
}

/** The built-in plans with the operator's changes. Throws when a new plan lacks a field or its name cannot be used. */
export function planCatalogue(overrides: PlanOverrides = {}): PlanCatalogue {
  const plans = new Map(builtIn.map((entry) => [entry.id, entry]));
  for (const [name, change] of Object.entries(overrides)) {
    const id = aliases[name] ?? name;
    plans.set(id, wholePlan({ ...plans.get(id), ...change, id }));
  }
  return { plans: [...plans.values()], find: (name) => plans.get(aliases[name] ?? name) };
}

/**
 * The plan of a key or an account. Throws SERVICE_UNAVAILABLE when the service does not have it: it was left out of the
 * operator's plans, or is not deployed yet.
 */
export function requirePlan({ find }: Pick<PlanCatalogue, 'find'>, planId: string): Plan {
  const found = find(planId);
  if (found === undefined)
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      `This account has the plan "${planId}", which the service does not have. Ask its operator.`,
    );
  return found;
}
