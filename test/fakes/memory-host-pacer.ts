import {
  type HostPacer,
  learntDelayMs,
  type LearntPace,
  maxTurnAheadMs,
  slowerPace,
} from '#shared/crawl/pace/host-pacer.ts';

export function memoryHostPacer(): HostPacer {
  const nextAt = new Map<string, number>();
  const turnAt = new Map<string, number>();
  const learnt = new Map<string, LearntPace>();
  return {
    look: async (host, nowMs) => ({
      freeAtMs: nextAt.get(host) ?? 0,
      delayMs: learntDelayMs(learnt.get(host), nowMs),
    }),

    reserve: async ({ host, count: wanted, delayMs: wantedMs, nowMs, latestMs }) => {
      const learntMs = learntDelayMs(learnt.get(host), nowMs);
      const [count, delayMs] = learntMs > wantedMs ? [1, learntMs] : [wanted, wantedMs];
      const firstAtMs = Math.max(nowMs, nextAt.get(host) ?? 0);
      if (firstAtMs > latestMs) return { granted: false, freeAtMs: firstAtMs, delayMs };
      nextAt.set(host, firstAtMs + Math.max(delayMs, wanted * wantedMs));
      return { granted: true, firstAtMs, count, delayMs };
    },
    turn: async ({ host, count, delayMs, freeAtMs }) => {
      const atMs = Math.max(freeAtMs, turnAt.get(host) ?? 0);
      const latestMs = freeAtMs + maxTurnAheadMs;
      if (atMs > latestMs) return latestMs;
      turnAt.set(host, atMs + count * delayMs);
      return atMs;
    },
    slowDown: async (refusal) => {
      const { host, untilMs } = refusal;
      nextAt.set(host, Math.max(untilMs, nextAt.get(host) ?? 0));
      const { pace, wasLongest } = slowerPace(learnt.get(host), refusal);
      learnt.set(host, pace);
      return wasLongest;
    },
  };
}
