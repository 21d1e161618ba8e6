import type { HostPacer } from '#shared/crawl/ledger/host-pacer.ts';

export function memoryHostPacer(): HostPacer {
  const nextAt = new Map<string, number>();
  return {
    reserve: async ({ host, count, delayMs, nowMs, latestMs }) => {
      const firstAtMs = Math.max(nowMs, nextAt.get(host) ?? 0);
      if (firstAtMs > latestMs) return { granted: false, retryAtMs: firstAtMs };
      nextAt.set(host, firstAtMs + count * delayMs);
      return { granted: true, firstAtMs };
    },
    holdUntil: async (host, untilMs) => {
      nextAt.set(host, Math.max(untilMs, nextAt.get(host) ?? 0));
    },
  };
}
