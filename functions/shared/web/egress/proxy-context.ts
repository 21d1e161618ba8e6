import type { AppError } from '#shared/kernel/errors.ts';

import type { EgressPolicy } from './egress-policy.ts';

export interface ProxyLimits {
  readonly connections: number;
  /** Without a byte in either direction. */
  readonly idleMs: number;
  readonly lifetimeMs: number;
  /** Both directions together, per connection of the browser. */
  readonly connectionBytes: number;
}

export interface ProxyCounters {
  /** Tunnels and plain requests that reached a server. */
  forwarded: number;
  /** Those that the egress rule forbids. */
  refused: number;
  /** Those whose server could not be reached. */
  failed: number;
  receivedBytes: number;
  sentBytes: number;
}

/** What tunnels and exchanges need to know. */
export interface ProxyContext {
  readonly policy: EgressPolicy;
  readonly limits: ProxyLimits;
  readonly counters: ProxyCounters;
  readonly upstreamProxyUrl: string | undefined;
  readonly connectTimeoutMs: number;
  readonly fail: (authority: string, error: AppError) => void;
}
