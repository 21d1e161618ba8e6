import { anyOf, below, type Expression, isAbsent } from '#shared/kernel/dynamo-expression.ts';
import type { Item, UpdateOutcome } from '#shared/kernel/dynamo-table.ts';
import { minuteOf } from '#shared/kernel/clock.ts';
import { decision, type RateDecision, type RateRequest, type RateTerms } from './rate-limiter.ts';

const takenPrefix = 'taken.';

/** The attribute of a month's row that counts the requests of a group in a minute: `taken.requests.29384756`. */
const takenName = (group: string, minute: number): string => `${takenPrefix}${group}.${minute}`;

/** Clocks of processes differ by less than a minute, so that the minute before this one may still be counted. */
const minutesKept = 2;
/** Minutes before those that a steady caller may have left, and that each of its requests removes without reading them. */
const minutesRemoved = 2;

/** What counting a request in its rate adds to the update of the month's row. */
export function rateUpdate({ group, limitPerMinute }: RateTerms, nowMs: number) {
  const minute = minuteOf(nowMs);
  const taken = takenName(group, minute);
  const when: Expression = anyOf(isAbsent(taken), below(taken, limitPerMinute));
  return {
    add: { [taken]: 1 },
    remove: Array.from({ length: minutesRemoved }, (_, past) =>
      takenName(group, minute - minutesKept - past),
    ),
    when,
  };
}

const takenOf = (row: Item | undefined, group: string, nowMs: number): number =>
  Number(row?.[takenName(group, minuteOf(nowMs))]?.N ?? 0);

/** The requests left in a rate: from the row after the update, or from the row that did not meet its condition. */
export const rateAfter = (
  { group, limitPerMinute }: RateTerms,
  { isWritten, row }: UpdateOutcome,
  nowMs: number,
): RateDecision => decision(isWritten, takenOf(row, group, nowMs), limitPerMinute, nowMs);

/** Attributes of minutes that have passed, which callers with pauses between their requests leave. */
export const pastMinutesIn = (row: Item, nowMs: number): string[] =>
  Object.keys(row).filter(
    (name) =>
      name.startsWith(takenPrefix) &&
      Number(name.slice(name.lastIndexOf('.') + 1)) <= minuteOf(nowMs) - minutesKept,
  );

/** Rates that are spent for this minute, so that requests beyond them cost no writes. */
export interface SpentRates {
  readonly add: (rate: RateRequest) => void;
  readonly has: (rate: RateRequest) => boolean;
}

export function createSpentRates(): SpentRates {
  let minute = 0;
  const limits = new Map<string, number>();
  const nameOf = ({ accountId, group }: RateRequest): string => `${accountId}/${group}`;
  return {
    add: (rate) => {
      if (minuteOf(rate.nowMs) !== minute) limits.clear();
      minute = minuteOf(rate.nowMs);
      limits.set(nameOf(rate), rate.limitPerMinute);
    },
    // A plan with a higher limit may have come meanwhile.
    has: (rate) => minuteOf(rate.nowMs) === minute && rate.limitPerMinute <= (limits.get(nameOf(rate)) ?? 0),
  };
}
