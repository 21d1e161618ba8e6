/** What a host was promised about how often we come, over all workers and crawls. */
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
  /** Nobody should ask again before. */
  | { readonly granted: false; readonly retryAtMs: number };

export interface HostPacer {
  /** Takes consecutive slots of a host's time. */
  readonly reserve: (request: PaceRequest) => Promise<Pace>;
  /** The host asked for patience (Retry-After): no slot begins before. */
  readonly holdUntil: (host: string, untilMs: number) => Promise<void>;
}
