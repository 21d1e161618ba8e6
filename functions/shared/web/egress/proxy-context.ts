import type { AppError } from '#shared/kernel/errors.ts';

import type { EgressPolicy } from './egress-policy.ts';

export interface ProxyLimits {
  readonly connections: number;
  /** Time without a byte in either direction. */
  readonly idleMs: number;
  readonly lifetimeMs: number;
  /** Both directions together, per connection of the browser. */
  readonly connectionBytes: number;
}

export interface ProxyCounters {
  /** Tunnels and plain requests that reached a server. */
  forwarded: number;
  /** Requests that the egress rule forbids. */
  refused: number;
  /** Requests whose server could not be reached. */
  failed: number;
  receivedBytes: number;
  sentBytes: number;
}

/** The state that tunnels and exchanges share. */
export interface ProxyContext {
  readonly policy: EgressPolicy;
  readonly limits: ProxyLimits;
  readonly counters: ProxyCounters;
  readonly upstreamProxyUrl: string | undefined;
  readonly connectTimeoutMs: number;
  readonly fail: (authority: string, error: AppError) => void;
}
