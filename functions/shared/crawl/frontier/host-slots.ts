import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { HostPacer } from '#shared/crawl/ledger/host-pacer.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Pause } from '#shared/kernel/pause.ts';
import type { RobotsGate } from '#shared/web/robots/robots-gate.ts';

export interface HostSlotsDeps {
  readonly pacer: HostPacer;
  readonly robots: RobotsGate;
  readonly clock: Clock;
  readonly pause: Pause;
  /** Minimum time between two requests to one host. */
  readonly politenessDelayMs: number;
}

/** `readAtMs`: when the page may be read. `askAtMs`: no slot is free; a worker may ask again then. */
type HostSlot = { readonly readAtMs: number } | { readonly askAtMs: number };

/** A page whose host has no slot within this time goes back to the queue. */
const maxWaitMs = 8_000;
/** The longest `Crawl-delay` that is honoured; a longer one would amount to a prohibition. */
export const maxCrawlDelaySeconds = 60;

type Slots = () => HostSlot;

function slotsFrom(firstAtMs: number, count: number, delayMs: number): Slots {
  let next = 0;
  return () => {
    const atMs = firstAtMs + next * delayMs;
    if (next === count) return { askAtMs: atMs };
    next += 1;
    return { readAtMs: atMs };
  };
}

export interface HostSlots {
  /** Waits for the host's slot. Resolves to `undefined` when the page may be read now, else to when to try again. */
  readonly waitFor: (url: URL, signal: AbortSignal) => Promise<number | undefined>;
  /** The host sent Retry-After: until then no worker reads its pages, not even in slots that it has taken. */
  readonly hold: (host: string, untilMs: number) => Promise<void>;
}

/** Slots for the rows of one batch. Each host's slots are taken from the pacer in one request. */
export function createHostSlots(
  { pacer, robots, clock, pause, politenessDelayMs }: HostSlotsDeps,
  crawl: Crawl,
  rows: readonly Pick<CrawlRow, 'url'>[],
): HostSlots {
  const waiting = Map.groupBy(rows, ({ url }) => new URL(url).host);
  const taken = new Map<string, Promise<Slots>>();
  const heldUntilMs = new Map<string, number>();

  async function take(url: URL, signal: AbortSignal): Promise<Slots> {
    const { crawlDelaySeconds = 0 } = await robots(url, { signal });
    const delayMs = Math.max(
      politenessDelayMs,
      crawl.request.delay * 1000,
      Math.min(crawlDelaySeconds, maxCrawlDelaySeconds) * 1000,
    );
    const wanted = waiting.get(url.host)?.length ?? 1;
    const count = delayMs === 0 ? wanted : Math.min(wanted, 1 + Math.floor(maxWaitMs / delayMs));
    const nowMs = clock.now();
    const pace = await pacer.reserve({
      host: url.host,
      count,
      delayMs,
      nowMs,
      latestMs: nowMs + maxWaitMs,
    });
    return pace.granted ? slotsFrom(pace.firstAtMs, count, delayMs) : () => ({ askAtMs: pace.retryAtMs });
  }

  return {
    waitFor: async (url, signal) => {
      const slots = taken.get(url.host) ?? take(url, signal);
      taken.set(url.host, slots);
      const slot = (await slots)();
      if ('askAtMs' in slot) return slot.askAtMs;
      const waitMs = slot.readAtMs - clock.now();
      if (waitMs > 0) await pause(waitMs, signal);
      const untilMs = heldUntilMs.get(url.host) ?? 0;
      return untilMs > clock.now() ? untilMs : undefined;
    },
    hold: async (host, untilMs) => {
      heldUntilMs.set(host, Math.max(untilMs, heldUntilMs.get(host) ?? 0));
      await pacer.holdUntil(host, untilMs);
    },
  };
}
