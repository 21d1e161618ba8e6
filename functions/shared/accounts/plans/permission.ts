import type { Plan } from '#shared/contract/plan.ts';
import type { Operation } from '#shared/contract/usage.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Whether a key may use an operation: its plan must have it, and a limited key must list it. */
export function requirePermission(
  plan: Plan,
  keyOperations: readonly Operation[] | undefined,
  operation: Operation,
): void {
  if (!plan.operations.includes(operation))
    throw new AppError('PLAN_FORBIDS', `The ${plan.id} plan does not include ${operation}.`);
  if (keyOperations !== undefined && !keyOperations.includes(operation))
    throw new AppError('PLAN_FORBIDS', `This API key may not use ${operation}.`);
}
