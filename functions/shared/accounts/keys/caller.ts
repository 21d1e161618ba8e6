import type { Plan } from '#shared/contract/plan.ts';
import type { ApiKey } from './api-key.ts';

/** Who is calling and what they may do. */
export interface Caller {
  readonly key: ApiKey;
  readonly plan: Plan;
}
