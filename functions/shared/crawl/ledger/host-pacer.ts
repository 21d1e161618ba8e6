/** Slots for requests to one host, shared by all workers and crawls. */
export interface PaceRequest {
  readonly host: string;
  readonly count: number;
  readonly delayMs: number;
  readonly nowMs: number;
  /** Slots that begin later than this are not taken. */
  readonly latestMs: number;
}

export type Pace =
  /** Slot n begins at `firstAtMs + n × delayMs`. */
  | { readonly granted: true; readonly firstAtMs: number }
  /** The first slot that nobody has begins then. */
  | { readonly granted: false; readonly freeAtMs: number };

/** Pages that go back to the queue until their turn. */
export interface TurnRequest {
  readonly host: string;
  readonly count: number;
  readonly delayMs: number;
  /** When the slots that are taken end. */
  readonly freeAtMs: number;
}

export interface HostPacer {
  /** When the host's first slot begins that nobody has; 0 for a host that nobody reads. A glance: takes nothing. */
  readonly freeAt: (host: string) => Promise<number>;
  /** Takes `count` consecutive slots of a host. */
  readonly reserve: (request: PaceRequest) => Promise<Pace>;
  /**
   * When so many pages had better be tried again: behind those that were told so before. It is an appointment, not a
   * slot: slots are taken by those who come.
   */
  readonly turn: (request: TurnRequest) => Promise<number>;
  /** The host sent Retry-After: no slot begins before `untilMs`. */
  readonly holdUntil: (host: string, untilMs: number) => Promise<void>;
}

/** Appointments of crawls that were cancelled must not keep others waiting. */
export const maxTurnAheadMs = 60_000;
