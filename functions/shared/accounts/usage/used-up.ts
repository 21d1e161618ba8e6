import type { Plan } from '#shared/contract/plan.ts';
import type { Shortage } from './usage-ledger.ts';

/** A limit of requests a month, as a sentence names it. */
interface MonthlyLimit {
  readonly name: string;
  readonly verb: 'is' | 'are';
  /** Whose running requests count in it. */
  readonly countedIn: 'of the account' | 'with this key';
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function shortOf(
  { name, verb, countedIn }: MonthlyLimit,
  units: number,
  { left, held = 0 }: Pick<Shortage, 'left' | 'held'>,
): string {
  const cost = `This request may cost ${units} ${units === 1 ? 'request' : 'requests'}`;
  if (left === undefined) return `${cost}, more than ${name}.`;
  const isHeld =
    held === 0 ? '' : ` Running requests ${countedIn} hold ${held}, and give back what they do not need.`;
  return left === 0 && held === 0
    ? `${capitalised(name)} ${verb} used up.`
    : `${cost}, and of ${name} ${left} ${left === 1 ? 'is' : 'are'} left.${isHeld}`;
}

/** Why a plan's allowance does not cover `units`. */
export const overAllowance = (
  { id, monthlyRequests }: Plan,
  units: number,
  shortage: Pick<Shortage, 'left' | 'held'>,
): string =>
  shortOf(
    {
      name: `the ${id} plan's ${monthlyRequests} requests of this month`,
      verb: 'are',
      countedIn: 'of the account',
    },
    units,
    shortage,
  );

/** Why a key's budget does not cover `units`. */
export const overBudget = (
  { monthlyBudget }: { readonly monthlyBudget?: number },
  units: number,
  shortage: Pick<Shortage, 'left' | 'held'>,
): string =>
  shortOf(
    {
      name: `this API key's budget of ${monthlyBudget} requests a month`,
      verb: 'is',
      countedIn: 'with this key',
    },
    units,
    shortage,
  );
