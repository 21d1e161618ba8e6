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
  /** Least time between two requests to one host. */
  readonly politenessDelayMs: number;
}

/** When a page may be read: `readAtMs`, or not before another worker asked again at `askAtMs`. */
type HostSlot = { readonly readAtMs: number } | { readonly askAtMs: number };

/** A host's free slot further away than this is left to the queue. */
const longestWaitMs = 8_000;
/** What robots.txt may ask for; a longer delay would be a prohibition in another form. */
export const maxCrawlDelaySeconds = 60;

/** Hands out the next slot of a host. */
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
  /** Waits for the host's slot. `undefined` when the page may be read now; otherwise when to come again. */
  readonly waitFor: (url: URL, signal: AbortSignal) => Promise<number | undefined>;
  /** The host asked for patience: no page is read before, by anybody, whatever slots it has. */
  readonly hold: (host: string, untilMs: number) => Promise<void>;
}

/** Slots of the hosts of one batch, taken from the pacer in one go for all its pages of a host. */
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
    const count = delayMs === 0 ? wanted : Math.min(wanted, 1 + Math.floor(longestWaitMs / delayMs));
    const nowMs = clock.now();
    const pace = await pacer.reserve({
      host: url.host,
      count,
      delayMs,
      nowMs,
      latestMs: nowMs + longestWaitMs,
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
