import { type KeyEnvironment, keyEnvironments } from '#shared/accounts/keys/api-key.ts';
import { type Operation, operations } from '#shared/contract/usage.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { wholeNumber } from './command-line.ts';
import type { NewKeyOptions } from './key-administration.ts';

/** The options of `keys create` as they are typed. */
export interface TypedKeyOptions {
  /** The plan of a new account; `hobby` by default. */
  readonly plan?: string | undefined;
  readonly name: string;
  readonly account?: string | undefined;
  /** Comma-separated; every operation of the plan without it. */
  readonly operations?: string | undefined;
  readonly environment?: string | undefined;
  readonly budget?: string | undefined;
  readonly expires?: string | undefined;
}

const operationNamed = (name: string): Operation => {
  const operation = operations.find((candidate) => candidate === name.trim());
  if (operation === undefined)
    throw new Error(`There is no operation "${name}". Operations: ${operations.join(', ')}.`);
  return operation;
};

const environmentNamed = (name: string): KeyEnvironment => {
  const environment = keyEnvironments.find((candidate) => candidate === name);
  if (environment === undefined)
    throw new Error(`There is no environment "${name}". Environments: ${keyEnvironments.join(', ')}.`);
  return environment;
};

const datePattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/;

/** A day means its first moment in UTC. `Date.parse` takes the 31st of a shorter month for the 1st of the next. */
function momentNamed(text: string): string {
  const ms = datePattern.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text.slice(0, 10))
    throw new Error(
      `--expires must be a UTC date such as 2027-01-31 or 2027-01-31T12:00:00Z, not "${text}".`,
    );
  return new Date(ms).toISOString();
}

const maxBudget = 1_000_000_000;

const planOfNewAccount = ({ plan, account }: TypedKeyOptions): string => {
  if (plan !== undefined && account !== undefined)
    throw new Error('--plan is for a new account: a key of --account has its plan, which set-plan changes.');
  return plan ?? 'hobby';
};

/** Throws with a sentence for the first option that cannot be used. */
export const newKeyOptions = (typed: TypedKeyOptions): NewKeyOptions => ({
  plan: planOfNewAccount(typed),
  name: typed.name,
  account: typed.account,
  operations: typed.operations?.split(',').map(operationNamed),
  environment: typed.environment === undefined ? undefined : environmentNamed(typed.environment),
  monthlyBudget: typed.budget === undefined ? undefined : wholeNumber('--budget', typed.budget, 1, maxBudget),
  validUntil: typed.expires === undefined ? undefined : momentNamed(typed.expires),
});

/** The options of `keys create`, by the fields of a key that they set. */
const optionOfField: Readonly<Record<string, string>> = {
  name: '--name',
  operations: '--operations',
  monthlyBudget: '--budget',
  validUntil: '--expires',
};

/** Names the option where the message of a refusal begins with the field that it sets, as in the API. */
export async function inOptionNames<Made>(made: Promise<Made>): Promise<Made> {
  try {
    return await made;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = error.message.replace(/^\w+(?=: )/, (field) => optionOfField[field] ?? field);
    throw new Error(message, { cause: error });
  }
}
