import type { Operation } from '#shared/contract/usage.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { newTimedId, timedIdStart } from '#shared/kernel/ids.ts';
import type { RateDecision, RateTerms } from './rate-limiter.ts';

/** What the account's list of recent requests says about a request from its start. */
export interface Asked {
  readonly requestId: string;
  /** Host of the requested URL; never its path or query. */
  readonly host?: string | undefined;
  readonly startedAtMs: number;
}

/** How a request ended. */
export interface Ending {
  readonly endedAtMs: number;
  /** HTTP status. */
  readonly status: number;
  readonly code?: ErrorCode | undefined;
}

/** A request of the last days, running or ended. */
export interface RequestRecord extends Asked, Partial<Ending> {
  /** That of its reservation: callers can choose the request's. */
  readonly id: string;
  readonly operation: Operation;
  /** The key under which its use is counted. */
  readonly keyId?: string | undefined;
  /** Billed requests; absent while it runs, and when its process died while it settled. */
  readonly requests?: number | undefined;
}

/** A request that was refused before anything was reserved for it. */
export interface RefusedRequest extends Asked, Ending {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly operation: Operation;
}

/** The end of a request whose process died: API Gateway has answered for it. */
export const lost = (endedAtMs: number): Ending => ({
  endedAtMs,
  status: 502,
  code: 'SERVICE_UNAVAILABLE',
});

export const recordDays = 7;
export const recordsSinceMs = (nowMs: number): number => nowMs - recordDays * 86_400_000;

const reservationKind = 'run';
export const reservationPrefix = `${reservationKind}_`;
/** Ids of reservations are sorted by time, so that the newest requests of an account are read first. */
export const newReservationId = (nowMs: number): string => newTimedId(reservationKind, nowMs);
/** What the ids of reservations from this moment on begin with, or sort after. */
export const reservationIdStart = (nowMs: number): string => timedIdStart(reservationKind, nowMs);

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
  /** Whether it becomes a record of its request when it is settled. */
  readonly isListed?: boolean | undefined;
  /** UTC month and day of acceptance, to which the usage is booked even when it is settled later. */
  readonly month: string;
  readonly day: string;
  /** The database did not answer a write of this reservation and may still carry it out. */
  readonly isUncertain?: boolean | undefined;
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
  /** The rate that the request counts in, with its limit; absent for work that no request begins. */
  readonly rate?: RateTerms | undefined;
  readonly nowMs: number;
  /** When the units may be refunded, because the process that reserved them must be dead. */
  readonly dueAtMs: number;
  /** Absent for work that is not listed among the account's requests. */
  readonly asked?: Asked | undefined;
}

/** What was delivered. All zero = refund. */
export interface Consumption {
  readonly requests: number;
  readonly pages: number;
  /** Requests charged for AI analysis, beyond the ordinary price. */
  readonly ai: number;
}

export const counters = ['requests', 'pages', 'ai'] as const;

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
  /** Reserved units by key, without those of which the key is not known; a key without reservations is absent. */
  readonly reservedByKey: Readonly<Record<string, number>>;
  readonly days: readonly DayUsage[];
}

export type Refusal =
  /** The month's allowance does not cover the units. */
  | 'over-allowance'
  /** The key's remaining budget does not cover the units. */
  | 'over-budget'
  /** The account has as many requests in flight as it may have. */
  | 'too-many-at-once';

/** Why nothing was reserved. */
export interface Shortage {
  readonly kind: Refusal;
  /** Units of the allowance or budget that nobody has; absent when the request needs more than the whole. */
  readonly left?: number | undefined;
  /** Units of the same allowance or budget that running requests have reserved, and partly give back. */
  readonly held?: number | undefined;
  /** Running requests may give back what this one needs. */
  readonly mayFitSoon?: boolean | undefined;
}

/** `rate` is what the request leaves of its rate; absent without one. */
export type ReserveOutcome =
  | {
      readonly kind: 'reserved';
      readonly reservation: Reservation;
      readonly rate?: RateDecision | undefined;
    }
  /** The account has had its requests of this minute. */
  | { readonly kind: 'over-rate'; readonly rate: RateDecision }
  | (Shortage & { readonly rate?: RateDecision | undefined });

export interface RecordsPage {
  readonly nowMs: number;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface RecordsFound {
  readonly records: readonly RequestRecord[];
  /** The cursor of the next page; absent on the last one. */
  readonly cursor?: string;
}

/** Monthly counters, exact under concurrency, retries and lost processes. */
export interface UsageLedger {
  /**
   * Takes units from the month's allowance and from the key's budget, and a place among the requests in flight, or
   * nothing. A request counts in its rate even if it is refused for something else. Reservations of the account whose
   * time has passed are refunded meanwhile, and recorded as lost. Rejects
   * when the id has a reservation already, which belongs to other work.
   */
  readonly reserve: (request: ReservationRequest) => Promise<ReserveOutcome>;
  /**
   * Books what was consumed and refunds the rest, with the place in flight. With an ending, a listed reservation becomes
   * the record of its request; otherwise it leaves none. May be repeated after an error. False when it was refunded or
   * settled differently before.
   */
  readonly settle: (reservation: Reservation, consumed: Consumption, ending?: Ending) => Promise<boolean>;
  /** Records a request for which nothing was reserved. */
  readonly refuse: (refused: RefusedRequest) => Promise<void>;
  /**
   * The account's requests of the last days, running ones included, newest first; one whose time has passed is lost. A
   * page may have fewer than `limit`.
   */
  readonly recent: (accountId: string, page: RecordsPage) => Promise<RecordsFound>;
  /** A month's usage, without reservations whose time has passed. */
  readonly read: (accountId: string, month: string, nowMs: number) => Promise<MonthUsage>;
}

export const alreadyReserved = (id: string): Error => new Error(`The reservation ${id} exists already.`);

export const reservationFor = (request: ReservationRequest, month: string, day: string): Reservation => ({
  id: request.id,
  accountId: request.accountId,
  keyId: request.keyId,
  operation: request.operation,
  units: request.units,
  places: request.requestsAtOnce === null ? 0 : 1,
  ...(request.asked === undefined ? {} : { isListed: true }),
  month,
  day,
});

/** The place of a request whose work has a reservation of its own is not listed while it runs. */
export const isShown = (
  { units, places }: Pick<Reservation, 'units' | 'places'>,
  isRunning: boolean,
): boolean => !(isRunning && units === 0 && places === 1);

export const noUsage: MonthUsage = {
  used: 0,
  reserved: 0,
  inFlight: 0,
  usedByKey: {},
  reservedByKey: {},
  days: [],
};

/** The units that open reservations hold, by key. */
export function heldByKey(open: Iterable<Pick<Reservation, 'keyId' | 'units'>>): MonthUsage['reservedByKey'] {
  const held: Record<string, number> = {};
  for (const { keyId, units } of open) if (keyId !== undefined) held[keyId] = (held[keyId] ?? 0) + units;
  return held;
}

/**
 * Why a reservation of these units is refused, as far as the counters say: first what lasts until the month's end, then
 * what running requests may give back, then a busy moment.
 */
export function shortageOf(
  { keyId, units, allowance, budget, requestsAtOnce }: ReservationRequest,
  { used, reserved, inFlight, usedByKey, reservedByKey }: Omit<MonthUsage, 'days'>,
): Shortage | undefined {
  const short = (kind: Refusal, whole: number | null, taken: number, held: number): Shortage[] => {
    if (whole === null || taken + units <= whole) return [];
    if (units > whole) return [{ kind }];
    return [{ kind, left: Math.max(0, whole - taken), held, mayFitSoon: taken - held + units <= whole }];
  };
  const shortages = [
    ...short('over-allowance', allowance, used, reserved),
    ...short('over-budget', budget, usedByKey[keyId] ?? 0, reservedByKey[keyId] ?? 0),
  ];
  const shortage = shortages.find(({ mayFitSoon }) => mayFitSoon !== true) ?? shortages[0];
  if (shortage !== undefined) return shortage;
  return requestsAtOnce !== null && inFlight >= requestsAtOnce ? { kind: 'too-many-at-once' } : undefined;
}
