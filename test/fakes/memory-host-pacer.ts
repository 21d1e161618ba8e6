import { type HostPacer, maxTurnAheadMs } from '#shared/crawl/ledger/host-pacer.ts';

export function memoryHostPacer(): HostPacer {
  const nextAt = new Map<string, number>();
  const turnAt = new Map<string, number>();
  return {
    freeAt: async (host) => nextAt.get(host) ?? 0,

    reserve: async ({ host, count, delayMs, nowMs, latestMs }) => {
      const firstAtMs = Math.max(nowMs, nextAt.get(host) ?? 0);
      if (firstAtMs > latestMs) return { granted: false, freeAtMs: firstAtMs };
      nextAt.set(host, firstAtMs + count * delayMs);
      return { granted: true, firstAtMs };
    },
    turn: async ({ host, count, delayMs, freeAtMs }) => {
      const atMs = Math.max(freeAtMs, turnAt.get(host) ?? 0);
      const latestMs = freeAtMs + maxTurnAheadMs;
      if (atMs > latestMs) return latestMs;
      turnAt.set(host, atMs + count * delayMs);
      return atMs;
    },
    holdUntil: async (host, untilMs) => {
      nextAt.set(host, Math.max(untilMs, nextAt.get(host) ?? 0));
    },
  };
}
