import type { Delivery, DeliveryLog } from './delivery-log.ts';

export function memoryDeliveryLog(): DeliveryLog {
  const crawls = new Map<string, Map<number, Delivery>>();
  return {
    find: async (crawlId, sequence) => crawls.get(crawlId)?.get(sequence),
    put: async (crawlId, delivery) => {
      crawls.set(crawlId, (crawls.get(crawlId) ?? new Map()).set(delivery.sequence, delivery));
    },
    all: async (crawlId) =>
      [...(crawls.get(crawlId)?.values() ?? [])].toSorted((a, b) => a.sequence - b.sequence),
  };
}
