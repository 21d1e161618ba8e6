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
  /** Asking again before then is useless. */
  | { readonly granted: false; readonly retryAtMs: number };

export interface HostPacer {
  /** Takes `count` consecutive slots of a host. */
  readonly reserve: (request: PaceRequest) => Promise<Pace>;
  /** The host sent Retry-After: no slot begins before `untilMs`. */
  readonly holdUntil: (host: string, untilMs: number) => Promise<void>;
}
