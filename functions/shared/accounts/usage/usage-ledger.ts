import type { Operation } from '#shared/contract/usage.ts';

/** Units are requests as the plan counts them. */
export interface Reservation {
  readonly id: string;
  readonly accountId: string;
  /** The key whose use this is (`countedAs`); absent in reservations from before use was counted by key. */
  readonly keyId?: string | undefined;
  readonly operation: Operation;
  readonly units: number;
  /** 1 for a request in flight, 0 for work that outlives its request. */
  readonly places: 0 | 1;
  /** UTC month and day of acceptance, to which the usage is booked even when it is settled later. */
  readonly month: string;
  readonly day: string;
}

export interface ReservationRequest {
  /** Made for this reservation alone: a caller who could choose it could take over another request's reservation. */
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly operation: Operation;
  readonly units: number;
  /** The account's requests a month; null = unlimited. */
  readonly allowance: number | null;
  /** The key's requests a month; null = as many as the account has. */
  readonly budget: number | null;
  /** The account's maximum of requests in flight, including this one; null = not limited, and not counted as in flight. */
  readonly requestsAtOnce: number | null;
  readonly nowMs: number;
  /** When the sweeper may refund the units, because the process that reserved them must be dead. */
  readonly dueAtMs: number;
}

/** What was delivered. All zero = refund. */
export interface Consumption {
  readonly requests: number;
  readonly pages: number;
  /** Requests charged for AI analysis, beyond the ordinary price. */
  readonly ai: number;
}

export const nothingConsumed: Consumption = { requests: 0, pages: 0, ai: 0 };

export interface DayUsage extends Consumption {
  readonly day: string;
  readonly operation: Operation;
  /** Absent for use from before it was counted by key. */
  readonly keyId?: string;
}

export interface MonthUsage {
  /** Settled and reserved units together: what counts against the allowance. */
  readonly used: number;
  readonly reserved: number;
  readonly inFlight: number;
  /** Settled and reserved units by key: what counts against the budget of each. */
  readonly usedByKey: Readonly<Record<string, number>>;
  readonly days: readonly DayUsage[];
}

export type ReserveOutcome =
  | { readonly kind: 'reserved'; readonly reservation: Reservation }
  /** The month's allowance does not cover the units. */
  | { readonly kind: 'over-allowance' }
  /** The key's remaining budget does not cover the units. */
  | { readonly kind: 'over-budget' }
  /** The account has as many requests in flight as it may have. */
  | { readonly kind: 'too-many-at-once' };

/** Monthly counters, exact under concurrency, retries and lost processes. */
export interface UsageLedger {
  /**
   * Takes units from the month's allowance and from the key's budget, and a place among the requests in flight, or
   * nothing. Overdue requests are refunded before a request is refused because too many are in flight. Rejects when
   * the id has a reservation already, which belongs to other work.
   */
  readonly reserve: (request: ReservationRequest) => Promise<ReserveOutcome>;
  /** Books what was consumed and refunds the rest, with the place in flight. False when it was settled already. */
  readonly settle: (reservation: Reservation, consumed: Consumption) => Promise<boolean>;
  readonly read: (accountId: string, month: string) => Promise<MonthUsage>;
  /** Reservations whose time has passed, oldest first, at most `limit`. */
  readonly overdue: (nowMs: number, limit: number) => Promise<readonly Reservation[]>;
}

export const alreadyReserved = (id: string): Error => new Error(`The reservation ${id} exists already.`);

export const reservationFor = (request: ReservationRequest, month: string, day: string): Reservation => ({
  id: request.id,
  accountId: request.accountId,
  keyId: request.keyId,
  operation: request.operation,
  units: request.units,
  places: request.requestsAtOnce === null ? 0 : 1,
  month,
  day,
});

export const noUsage: MonthUsage = { used: 0, reserved: 0, inFlight: 0, usedByKey: {}, days: [] };

/** Why a reservation of these units is refused, as far as the counters say; the month's end comes before a busy moment. */
export function refusalOf(
  { keyId, units, allowance, budget, requestsAtOnce }: ReservationRequest,
  { used, inFlight, usedByKey }: Omit<MonthUsage, 'days'>,
): Exclude<ReserveOutcome['kind'], 'reserved'> | undefined {
  if (allowance !== null && used + units > allowance) return 'over-allowance';
  if (budget !== null && (usedByKey[keyId] ?? 0) + units > budget) return 'over-budget';
  return requestsAtOnce !== null && inFlight >= requestsAtOnce ? 'too-many-at-once' : undefined;
}
