import type { KeyEnvironment } from '#shared/accounts/keys/api-key.ts';
import type { Plan } from '#shared/contract/plan.ts';
import type { Operation } from '#shared/contract/usage.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** What an owner chooses for a key. */
export interface KeyTerms {
  readonly name: string;
  readonly environment?: KeyEnvironment | undefined;
  /** Absent = every operation of the plan. */
  readonly operations?: readonly Operation[] | undefined;
  readonly monthlyBudget?: number | undefined;
  /** ISO 8601, UTC. */
  readonly validUntil?: string | undefined;
}

const maxNameLength = 100;
/** A budget needs a bound on plans without one; DynamoDB counts exactly far beyond it. */
const maxBudget = 1_000_000_000;

const refuse = (message: string): never => {
  throw new AppError('INVALID_REQUEST', message);
};

/** The name as it is stored. Throws INVALID_REQUEST. */
export function keyName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > maxNameLength || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name))
    refuse(`name: must have 1 to ${maxNameLength} characters and no control characters`);
  return name;
}

/** Checks what was chosen for a key of an account on this plan. Throws INVALID_REQUEST. */
export function keyTerms(terms: KeyTerms, plan: Plan, nowMs: number): KeyTerms {
  const { operations, monthlyBudget, validUntil } = terms;
  if (operations?.length === 0) refuse('operations: must name at least one');
  const missing = operations?.find((operation) => !plan.operations.includes(operation));
  if (missing !== undefined) refuse(`operations: the ${plan.id} plan does not include ${missing}`);
  const budgetLimit = plan.monthlyRequests === null ? maxBudget : plan.monthlyRequests - 1;
  if (
    monthlyBudget !== undefined &&
    !(Number.isInteger(monthlyBudget) && monthlyBudget >= 1 && monthlyBudget <= budgetLimit)
  )
    refuse(`monthlyBudget: must be a number from 1 to ${budgetLimit}, below the ${plan.id} plan's allowance`);
  // The negated comparison refuses what is not a date, too.
  if (validUntil !== undefined && !(Date.parse(validUntil) > nowMs))
    refuse('validUntil: must be in the future');
  return {
    ...terms,
    name: keyName(terms.name),
    ...(operations === undefined ? {} : { operations: [...new Set(operations)] }),
  };
}
