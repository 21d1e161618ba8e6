import {
  type Delivery,
  type DeliveryLog,
  lostMs,
  stopSequence,
} from '#shared/crawl/webhooks/delivery-log.ts';

export function memoryDeliveryLog(): DeliveryLog {
  const crawls = new Map<string, Map<number, Delivery>>();
  const claims = new Map<string, number>();
  return {
    claim: async (crawlId, sequence, { nowMs, untilMs }) => {
      const known = crawls.get(crawlId)?.get(sequence);
      if (known !== undefined && known.state !== 'pending') return { kind: 'over', state: known.state };
      const name = `${crawlId} ${sequence}`;
      const busyUntilMs = Math.max(claims.get(name) ?? 0, known?.notBeforeMs ?? 0);
      if (busyUntilMs > nowMs) return { kind: 'busy', untilMs: busyUntilMs };
      claims.set(name, untilMs);
      const events = crawls.get(crawlId) ?? new Map<number, Delivery>();
      crawls.set(crawlId, events.set(sequence, known ?? { sequence, state: 'pending', attempts: 0 }));
      const isReplay = known?.replayedAtMs !== undefined;
      return { kind: 'mine', attempts: known?.attempts ?? 0, ...(isReplay ? { isReplay } : {}) };
    },
    find: async (crawlId, sequence) => crawls.get(crawlId)?.get(sequence),
    put: async (crawlId, delivery) => {
      crawls.set(crawlId, (crawls.get(crawlId) ?? new Map()).set(delivery.sequence, delivery));
      claims.delete(`${crawlId} ${delivery.sequence}`);
    },
    latest: async (crawlId, count, before = Number.MAX_SAFE_INTEGER) =>
      [...(crawls.get(crawlId)?.values() ?? [])]
        .filter(({ sequence }) => sequence > stopSequence && sequence < before)
        .toSorted((a, b) => b.sequence - a.sequence)
        .slice(0, count),
    reopen: async (crawlId, sequence, nowMs) => {
      const known = crawls.get(crawlId)?.get(sequence);
      if (known === undefined) return false;
      const name = `${crawlId} ${sequence}`;
      const { state, replayedAtMs, notBeforeMs, ...rest } = known;
      const untilMs = replayedAtMs ?? claims.get(name) ?? notBeforeMs ?? Number.POSITIVE_INFINITY;
      if (state === 'pending' && untilMs > nowMs - lostMs) return false;
      crawls.get(crawlId)?.set(sequence, { ...rest, state: 'pending', replayedAtMs: nowMs });
      claims.delete(name);
      return true;
    },
    all: async (crawlId) =>
      [...(crawls.get(crawlId)?.values() ?? [])].toSorted((a, b) => a.sequence - b.sequence),
  };
}
