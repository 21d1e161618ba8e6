/** Slots for requests to one host, shared by all workers and crawls. */
export interface PaceRequest {
  readonly host: string;
  readonly count: number;
  readonly delayMs: number;
  readonly nowMs: number;
  /** Slots that begin later than this are not taken. */
  readonly latestMs: number;
}

/** `delayMs` is that of the request, or the longer one that refusals of the host have taught. */
export type Pace = { readonly delayMs: number } & (
  | {
      /** Slot n begins at `firstAtMs + n × delayMs`. */
      readonly granted: true;
      readonly firstAtMs: number;
      /** Slots that were taken: all of the request, or one where the pace was taught. */
      readonly count: number;
    }
  | {
      readonly granted: false;
      /** The first slot that nobody has begins then. */
      readonly freeAtMs: number;
    }
);

/** Pages that go back to the queue until their turn. */
export interface TurnRequest {
  readonly host: string;
  readonly count: number;
  readonly delayMs: number;
  /** When the slots that are taken end. */
  readonly freeAtMs: number;
}

/** The state of a host at the pacer, read without taking slots. */
export interface HostLook {
  /** When the first slot begins that nobody has; 0 for a host that nobody reads. */
  readonly freeAtMs: number;
  /** The time between two requests that its refusals have taught; 0 without any. */
  readonly delayMs: number;
}

/** The host answered 429, or 503: it takes fewer requests. */
export interface Refusal {
  readonly host: string;
  /** No slot begins before. */
  readonly untilMs: number;
  readonly nowMs: number;
}

export interface HostPacer {
  /** Takes nothing. */
  readonly look: (host: string, nowMs: number) => Promise<HostLook>;
  /** Takes `count` consecutive slots of a host. */
  readonly reserve: (request: PaceRequest) => Promise<Pace>;
  /**
   * When so many pages had better be tried again: behind those that were told so before. It is an appointment, not a
   * slot: slots are taken by those who come.
   */
  readonly turn: (request: TurnRequest) => Promise<number>;
  /**
   * Holds the host, and doubles the time between two requests to it, unless it is held already: requests under way are
   * refused together. Resolves to whether it was the longest already.
   */
  readonly slowDown: (refusal: Refusal) => Promise<boolean>;
}

/** A pace that was learnt from refusals, until when it holds, and until when no page is read. */
export interface LearntPace {
  readonly delayMs: number;
  readonly untilMs: number;
  readonly heldUntilMs: number;
}

const firstDelayMs = 400;
const longestDelayMs = 10_000;
/** A host that refuses nothing for this long is read twice as fast. */
const learntForMs = 60_000;

/** The time between two requests that still holds of a learnt pace, in milliseconds. */
export function learntDelayMs(pace: LearntPace | undefined, nowMs: number): number {
  if (pace === undefined) return 0;
  const halvings = Math.max(0, Math.ceil((nowMs - pace.untilMs) / learntForMs));
  const delayMs = pace.delayMs / 2 ** halvings;
  return delayMs < firstDelayMs ? 0 : delayMs;
}

/** The pace after a refusal. While the host is held, only the hold may become longer. */
export function slowerPace(
  pace: LearntPace | undefined,
  { untilMs, nowMs }: Refusal,
): { readonly pace: LearntPace; readonly wasLongest: boolean } {
  const known = { delayMs: learntDelayMs(pace, nowMs), heldUntilMs: pace?.heldUntilMs ?? 0 };
  const isHeld = known.heldUntilMs > nowMs;
  const doubled = Math.min(longestDelayMs, Math.max(firstDelayMs, 2 * known.delayMs));
  const heldUntilMs = Math.max(known.heldUntilMs, untilMs);
  return {
    pace: { delayMs: isHeld ? known.delayMs : doubled, untilMs: heldUntilMs + learntForMs, heldUntilMs },
    wasLongest: !isHeld && known.delayMs >= longestDelayMs,
  };
}

/** Appointments of crawls that were cancelled must not keep others waiting. */
export const maxTurnAheadMs = 60_000;
