import { dayKey, monthKey } from '#shared/kernel/clock.ts';
import {
  alreadyReserved,
  type Asked,
  type Consumption,
  type DayUsage,
  heldByKey,
  isShown,
  lost,
  type MonthUsage,
  nothingConsumed,
  noUsage,
  recordsSinceMs,
  shortageOf,
  type RequestRecord,
  reservationIdStart,
  type Reservation,
  type ReservationRequest,
  reservationFor,
  type UsageLedger,
} from '#shared/accounts/usage/usage-ledger.ts';
import { memoryRateLimiter } from './memory-rate-limiter.ts';

export function memoryUsageLedger(): UsageLedger {
  const take = memoryRateLimiter();
  const months = new Map<string, MonthUsage>();
  const open = new Map<string, { reservation: Reservation; dueAtMs: number; asked?: Asked | undefined }>();
  /** Ended requests, by account, as they ended. */
  const ended: { readonly id: string; readonly accountId: string; readonly record: RequestRecord }[] = [];
  const openIn = (accountId: string, month: string) =>
    [...open.values()].filter(
      ({ reservation }) => reservation.accountId === accountId && reservation.month === month,
    );
  const monthOf = (accountId: string, month: string): MonthUsage => ({
    ...(months.get(`${accountId}/${month}`) ?? noUsage),
    reservedByKey: heldByKey(openIn(accountId, month).map(({ reservation }) => reservation)),
  });

  const booked = (
    days: readonly DayUsage[],
    { day, operation, keyId }: Reservation,
    consumed: Consumption,
  ): DayUsage[] => {
    const isSame = (entry: DayUsage) =>
      entry.day === day && entry.operation === operation && entry.keyId === keyId;
    const before = days.find(isSame) ?? {
      day,
      operation,
      ...(keyId === undefined ? {} : { keyId }),
      ...nothingConsumed,
    };
    const after = {
      ...before,
      requests: before.requests + consumed.requests,
      pages: before.pages + consumed.pages,
      ai: before.ai + consumed.ai,
    };
    return [...days.filter((entry) => !isSame(entry)), after];
  };

  const countedByKey = (
    usedByKey: MonthUsage['usedByKey'],
    keyId: string | undefined,
    units: number,
  ): MonthUsage['usedByKey'] =>
    keyId === undefined ? usedByKey : { ...usedByKey, [keyId]: (usedByKey[keyId] ?? 0) + units };

  const settle: UsageLedger['settle'] = async (reservation, consumed, ending) => {
    const { id, accountId, operation, keyId } = reservation;
    const asked = open.get(id)?.asked;
    if (!open.delete(id)) {
      const record = ended.find((entry) => entry.id === id)?.record;
      return record?.requests === consumed.requests && record.status === ending?.status;
    }
    if (ending !== undefined && asked !== undefined) {
      const record = { id, ...asked, operation, keyId, ...ending, requests: consumed.requests };
      ended.push({ id, accountId, record });
    }
    const usage = monthOf(reservation.accountId, reservation.month);
    const hasConsumed = consumed.requests + consumed.pages + consumed.ai > 0;
    months.set(`${reservation.accountId}/${reservation.month}`, {
      ...usage,
      used: usage.used + consumed.requests - reservation.units,
      reserved: usage.reserved - reservation.units,
      inFlight: usage.inFlight - reservation.places,
      usedByKey: countedByKey(usage.usedByKey, reservation.keyId, consumed.requests - reservation.units),
      days: hasConsumed ? booked(usage.days, reservation, consumed) : usage.days,
    });
    return true;
  };

  const running = (nowMs: number): typeof ended =>
    [...open.values()].flatMap(({ reservation, dueAtMs, asked }) => {
      const { id, accountId, operation, keyId } = reservation;
      const isOverdue = dueAtMs <= nowMs;
      return asked !== undefined && isShown(reservation, !isOverdue)
        ? [{ id, accountId, record: { id, ...asked, operation, keyId, ...(isOverdue ? lost(dueAtMs) : {}) } }]
        : [];
    });

  const refundOverdue = async ({ accountId, nowMs }: ReservationRequest): Promise<void> => {
    for (const { reservation, dueAtMs } of [...open.values()])
      if (reservation.accountId === accountId && dueAtMs <= nowMs)
        await settle(reservation, nothingConsumed, lost(dueAtMs));
  };

  const without = (usage: MonthUsage, { keyId, units, places }: Reservation): MonthUsage => ({
    ...usage,
    used: usage.used - units,
    reserved: usage.reserved - units,
    inFlight: usage.inFlight - places,
    usedByKey: countedByKey(usage.usedByKey, keyId, -units),
  });

  const withoutOverdue = (accountId: string, month: string, nowMs: number): MonthUsage => {
    const { overdue = [], living = [] } = Object.groupBy(openIn(accountId, month), ({ dueAtMs }) =>
      dueAtMs <= nowMs ? 'overdue' : 'living',
    );
    return {
      ...overdue.map(({ reservation }) => reservation).reduce(without, monthOf(accountId, month)),
      reservedByKey: heldByKey(living.map(({ reservation }) => reservation)),
    };
  };

  return {
    reserve: async (request) => {
      if (open.has(request.id) || ended.some(({ id }) => id === request.id))
        throw alreadyReserved(request.id);
      const month = monthKey(request.nowMs);
      await refundOverdue(request);
      const { accountId, nowMs } = request;
      const rate = request.rate === undefined ? undefined : await take({ ...request.rate, accountId, nowMs });
      const usage = monthOf(accountId, month);
      if (rate?.allowed === false) return { kind: 'over-rate', rate };
      const shortage = shortageOf(request, usage);
      if (shortage !== undefined) return { ...shortage, rate };
      const reservation = reservationFor(request, month, dayKey(request.nowMs));
      open.set(request.id, { reservation, dueAtMs: request.dueAtMs, asked: request.asked });
      months.set(`${request.accountId}/${month}`, {
        ...usage,
        used: usage.used + request.units,
        reserved: usage.reserved + request.units,
        inFlight: usage.inFlight + reservation.places,
        usedByKey: countedByKey(usage.usedByKey, request.keyId, request.units),
      });
      return { kind: 'reserved', reservation, rate };
    },

    settle,

    refuse: async ({ id, accountId, ...record }) =>
      void ended.push({ id, accountId, record: { id, ...record, requests: 0 } }),

    recent: async (account, { nowMs, limit, cursor = 'run_g' }) => {
      const since = reservationIdStart(recordsSinceMs(nowMs));
      const found = [...ended, ...running(nowMs)]
        .filter(({ accountId, id }) => accountId === account && id >= since && id < cursor)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1));
      const page = found.slice(0, limit);
      const last = page.at(-1)?.id;
      const hasMore = found.length > page.length && last !== undefined;
      return { records: page.map(({ record }) => record), ...(hasMore ? { cursor: last } : {}) };
    },

    read: async (accountId, month, nowMs) => withoutOverdue(accountId, month, nowMs),
  };
}
