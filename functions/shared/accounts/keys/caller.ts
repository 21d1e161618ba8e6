import type { Plan } from '#shared/contract/plan.ts';
import type { ApiKey } from './api-key.ts';

/** The API key of a request, and the plan of its account. */
export interface Caller {
  readonly key: ApiKey;
  readonly plan: Plan;
}
