import { dayKey, monthKey } from '#shared/kernel/clock.ts';
import {
  alreadyReserved,
  type Consumption,
  type DayUsage,
  type MonthUsage,
  nothingConsumed,
  noUsage,
  refusalOf,
  type Reservation,
  type ReservationRequest,
  reservationFor,
  type UsageLedger,
} from '#shared/accounts/usage/usage-ledger.ts';

export function memoryUsageLedger(): UsageLedger {
  const months = new Map<string, MonthUsage>();
  const open = new Map<string, { reservation: Reservation; dueAtMs: number }>();
  const monthOf = (accountId: string, month: string): MonthUsage =>
    months.get(`${accountId}/${month}`) ?? noUsage;

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

  const settle: UsageLedger['settle'] = async (reservation, consumed) => {
    if (!open.delete(reservation.id)) return false;
    const usage = monthOf(reservation.accountId, reservation.month);
    const hasConsumed = consumed.requests + consumed.pages + consumed.ai > 0;
    months.set(`${reservation.accountId}/${reservation.month}`, {
      used: usage.used + consumed.requests - reservation.units,
      reserved: usage.reserved - reservation.units,
      inFlight: usage.inFlight - reservation.places,
      usedByKey: countedByKey(usage.usedByKey, reservation.keyId, consumed.requests - reservation.units),
      days: hasConsumed ? booked(usage.days, reservation, consumed) : usage.days,
    });
    return true;
  };

  const settleOverdue = async ({ accountId, nowMs }: ReservationRequest): Promise<void> => {
    for (const { reservation, dueAtMs } of [...open.values()])
      if (reservation.accountId === accountId && reservation.places > 0 && dueAtMs <= nowMs)
        await settle(reservation, nothingConsumed);
  };

  return {
    reserve: async (request) => {
      if (open.has(request.id)) throw alreadyReserved(request.id);
      const { requestsAtOnce } = request;
      const month = monthKey(request.nowMs);
      const isFull = () =>
        requestsAtOnce !== null && monthOf(request.accountId, month).inFlight >= requestsAtOnce;
      if (isFull()) await settleOverdue(request);
      const usage = monthOf(request.accountId, month);
      const refusal = refusalOf(request, usage);
      if (refusal !== undefined) return { kind: refusal };
      const reservation = reservationFor(request, month, dayKey(request.nowMs));
      open.set(request.id, { reservation, dueAtMs: request.dueAtMs });
      months.set(`${request.accountId}/${month}`, {
        ...usage,
        used: usage.used + request.units,
        reserved: usage.reserved + request.units,
        inFlight: usage.inFlight + reservation.places,
        usedByKey: countedByKey(usage.usedByKey, request.keyId, request.units),
      });
      return { kind: 'reserved', reservation };
    },

    settle,

    read: async (accountId, month) => monthOf(accountId, month),

    overdue: async (nowMs, limit) =>
      [...open.values()]
        .filter(({ dueAtMs }) => dueAtMs <= nowMs)
        .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
        .slice(0, limit)
        .map(({ reservation }) => reservation),
  };
}
