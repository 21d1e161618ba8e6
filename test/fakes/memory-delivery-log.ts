import type { Delivery, DeliveryLog } from '#shared/crawl/webhooks/delivery-log.ts';

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
      return { kind: 'mine', attempts: known?.attempts ?? 0 };
    },
    find: async (crawlId, sequence) => crawls.get(crawlId)?.get(sequence),
    put: async (crawlId, delivery) => {
      crawls.set(crawlId, (crawls.get(crawlId) ?? new Map()).set(delivery.sequence, delivery));
      claims.delete(`${crawlId} ${delivery.sequence}`);
    },
    all: async (crawlId) =>
      [...(crawls.get(crawlId)?.values() ?? [])].toSorted((a, b) => a.sequence - b.sequence),
  };
}
