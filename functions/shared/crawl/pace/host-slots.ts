import type { CrawlRequest } from '#shared/contract/crawl.ts';
import type { CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Pause } from '#shared/kernel/pause.ts';
import type { RobotsGate } from '#shared/web/robots/robots-gate.ts';
import type { HostLook, HostPacer } from './host-pacer.ts';

export interface HostSlotsDeps {
  readonly pacer: HostPacer;
  readonly robots: RobotsGate;
  readonly clock: Clock;
  readonly pause: Pause;
  /** Minimum time between two requests to one host. */
  readonly politenessDelayMs: number;
}

/** `readAtMs`: when the page may be read. `askAtMs`: another worker has the host; a worker may ask again then. */
type HostSlot = { readonly readAtMs: number } | { readonly askAtMs: number };

/** A page whose host is free later than this goes back to the queue: a worker that waits is paid for. */
export const maxHostWaitMs = 2_000;
/**
 * Up to this pace, a worker reads the pages of a host one after the other, and waits between them: it is shorter than
 * what an invocation for each page costs. The pages of slower hosts come one by one.
 */
const maxWaitBetweenMs = 400;
/** A queue delays by whole seconds: half a second early on average is half a second late at the most. */
const earlyMs = 500;
/** The longest `Crawl-delay` that is honoured; a longer one would amount to a prohibition. */
export const maxCrawlDelaySeconds = 60;

type Slots = () => HostSlot;

/** The first `count` pages have slots, the others a turn later. */
interface Schedule {
  readonly firstAtMs: number;
  readonly count: number;
  readonly turnAtMs: number;
  readonly delayMs: number;
}

/** Pages that one worker reads come together. */
const askAtMs = ({ turnAtMs, delayMs }: Pick<Schedule, 'turnAtMs' | 'delayMs'>, index: number): number =>
  turnAtMs + (delayMs > maxWaitBetweenMs ? index * delayMs : 0) - earlyMs;

function slotsFrom({ firstAtMs, count, turnAtMs, delayMs }: Schedule): Slots {
  let next = 0;
  return () => {
    const index = next;
    next += 1;
    if (index < count) return { readAtMs: firstAtMs + index * delayMs };
    return { askAtMs: askAtMs({ turnAtMs, delayMs }, index - count) };
  };
}

interface PacedCrawl {
  readonly id: string;
  readonly request: Pick<CrawlRequest, 'delay'>;
}

/** The time between two requests of all crawls to a host. */
async function delayOf(
  { robots, politenessDelayMs }: HostSlotsDeps,
  { request }: PacedCrawl,
  url: URL,
  signal: AbortSignal,
): Promise<number> {
  const { crawlDelaySeconds = 0 } = await robots(url, { signal });
  const ownMs = request.delay * 1000;
  return Math.max(
    politenessDelayMs,
    ownMs <= maxWaitBetweenMs ? ownMs : 0,
    Math.min(crawlDelaySeconds, maxCrawlDelaySeconds) * 1000,
  );
}

/** A pace that one crawl keeps at a host, beside that of all crawls. */
interface OwnPace {
  /** Names this pace at the pacer, as a host's name names the host's. */
  readonly key: string;
  readonly delayMs: number;
}

/**
 * The pace that the caller wants, where it is slower than the usual one. It is not the host's: a crawl with a long `delay`
 * would keep the crawls of others from the host.
 */
function ownPaceOf(
  { politenessDelayMs }: HostSlotsDeps,
  { id, request }: PacedCrawl,
  host: string,
): OwnPace | undefined {
  const delayMs = request.delay * 1000;
  if (delayMs <= Math.max(politenessDelayMs, maxWaitBetweenMs)) return undefined;
  return { key: `${host} ${id}`, delayMs };
}

/** When a page of the crawl may be read at the host at the earliest, and the pace of the host. Takes nothing. */
export async function lookAtHost(deps: HostSlotsDeps, crawl: PacedCrawl, host: string): Promise<HostLook> {
  const { pacer, clock } = deps;
  const own = ownPaceOf(deps, crawl, host);
  const [found, ownLook] = await Promise.all([
    pacer.look(host, clock.now()),
    own === undefined ? undefined : pacer.look(own.key, clock.now()),
  ]);
  return { ...found, freeAtMs: Math.max(found.freeAtMs, ownLook?.freeAtMs ?? 0) };
}

/**
 * For pages of one host, whose slots are taken until `freeAtMs`: when a worker may ask for each of them again. The times
 * are appointments of the pacer, so that other pages get later ones.
 */
export async function turnsOf(
  deps: HostSlotsDeps,
  crawl: PacedCrawl,
  urls: readonly URL[],
  { freeAtMs, delayMs: learntMs }: HostLook,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const [first] = urls;
  if (first === undefined) return [];
  const { host } = first;
  const own = ownPaceOf(deps, crawl, host);
  const delayMs = Math.max(own?.delayMs ?? 0, learntMs, await delayOf(deps, crawl, first, signal));
  const turnAtMs = await deps.pacer.turn({ host: own?.key ?? host, count: urls.length, delayMs, freeAtMs });
  return urls.map((_, index) => askAtMs({ turnAtMs, delayMs }, index));
}

export interface HostSlots {
  /** Waits for the host's slot. Resolves to `undefined` when the page may be read now, else to when to try again. */
  readonly waitFor: (url: URL, signal: AbortSignal) => Promise<number | undefined>;
  /**
   * The host refused a page: until then no worker reads its pages, not even in slots that it has taken, and then more
   * slowly. Resolves to whether the pace was the slowest already.
   */
  readonly hold: (host: string, untilMs: number) => Promise<boolean>;
}

/** Slots for the rows of one batch. Each host's slots are taken from the pacer in one request. */
export function createHostSlots(
  deps: HostSlotsDeps,
  crawl: PacedCrawl,
  rows: readonly Pick<CrawlRow, 'url'>[],
): HostSlots {
  const { pacer, clock, pause } = deps;
  const waiting = Map.groupBy(rows, ({ url }) => new URL(url).host);
  const taken = new Map<string, Promise<Slots>>();
  const heldUntilMs = new Map<string, number>();

  /**
   * A slot for one page. The host's is taken first: if the crawl's own is refused then, the host loses one slot, and the
   * crawl no whole `delay`.
   */
  async function takeAtOwnPace(
    url: URL,
    { key, delayMs }: OwnPace,
    signal: AbortSignal,
  ): Promise<{ readonly firstAtMs?: number; readonly freeAtMs: number; readonly delayMs: number }> {
    const [hostDelayMs, { freeAtMs: ownFreeAtMs }] = await Promise.all([
      delayOf(deps, crawl, url, signal),
      pacer.look(key, clock.now()),
    ]);
    const waitMs = ownFreeAtMs - clock.now();
    if (waitMs > maxHostWaitMs) return { freeAtMs: ownFreeAtMs, delayMs };
    if (waitMs > 0) await pause(waitMs, signal);
    const nowMs = clock.now();
    const latestMs = nowMs + maxHostWaitMs;
    const slot = await pacer.reserve({ host: url.host, count: 1, delayMs: hostDelayMs, nowMs, latestMs });
    const slowerMs = Math.max(delayMs, slot.delayMs);
    if (!slot.granted) return { ...slot, delayMs: slowerMs };
    const { firstAtMs } = slot;
    const own = await pacer.reserve({ host: key, count: 1, delayMs, nowMs: firstAtMs, latestMs: firstAtMs });
    const freeAtMs = own.granted ? firstAtMs + delayMs : own.freeAtMs;
    return { ...(own.granted ? { firstAtMs } : {}), freeAtMs, delayMs: slowerMs };
  }

  async function takeOwn(url: URL, own: OwnPace, signal: AbortSignal): Promise<Slots> {
    const { firstAtMs, freeAtMs, delayMs } = await takeAtOwnPace(url, own, signal);
    const granted = firstAtMs === undefined ? { firstAtMs: 0, count: 0 } : { firstAtMs, count: 1 };
    const left = (waiting.get(url.host)?.length ?? 1) - granted.count;
    const turnAtMs =
      left === 0 ? freeAtMs : await pacer.turn({ host: own.key, count: left, delayMs, freeAtMs });
    return slotsFrom({ ...granted, turnAtMs, delayMs });
  }

  async function take(url: URL, signal: AbortSignal): Promise<Slots> {
    const own = ownPaceOf(deps, crawl, url.host);
    if (own !== undefined) return takeOwn(url, own, signal);
    const wantedMs = await delayOf(deps, crawl, url, signal);
    const wanted = waiting.get(url.host)?.length ?? 1;
    const count = wantedMs > maxWaitBetweenMs ? 1 : wanted;
    const nowMs = clock.now();
    const { host } = url;
    const latestMs = nowMs + maxHostWaitMs;
    const pace = await pacer.reserve({ host, count, delayMs: wantedMs, nowMs, latestMs });
    const { delayMs } = pace;
    const granted = pace.granted ? pace : { firstAtMs: 0, count: 0 };
    const left = wanted - granted.count;
    const freeAtMs = pace.granted ? pace.firstAtMs + pace.count * delayMs : pace.freeAtMs;
    const turnAtMs = left === 0 ? freeAtMs : await pacer.turn({ host, count: left, delayMs, freeAtMs });
    return slotsFrom({ firstAtMs: granted.firstAtMs, count: granted.count, turnAtMs, delayMs });
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
      return pacer.slowDown({ host, untilMs, nowMs: clock.now() });
    },
  };
}
