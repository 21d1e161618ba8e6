/** Wrong API keys by network address in the current minute, counted in this process alone: no read, no write. */
export interface FailedAuthentications {
  /** Seconds until the address may try another unknown key; `undefined` when it may try now. */
  readonly retryAfterSeconds: (address: string, keyHash: string, nowMs: number) => number | undefined;
  readonly failed: (address: string, nowMs: number) => void;
  readonly succeeded: (keyHash: string) => void;
}

const windowMs = 60_000;
/** A program with a wrong key in its settings makes a few a minute; guessing a key of 256 bits takes more. */
const maxFailuresPerWindow = 30;
/** An attacker with more addresses starts the count again, and still has to guess 256 bits. */
const maxAddresses = 10_000;
const maxKnownKeys = 10_000;

/** Customers of IPv6 providers have a whole /64. */
const networkOf = (address: string): string =>
  address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address;

/** Adds an entry to a map, which loses its oldest entries above `maxSize`. */
function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, maxSize: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > maxSize) map.delete(map.keys().next().value as Key);
}

/**
 * Keys that have been valid in this process are never throttled: a program with a wrong key must not lock out the others
 * behind the same address.
 */
export function failedAuthentications(): FailedAuthentications {
  const failures = new Map<string, { readonly startedAtMs: number; readonly count: number }>();
  const knownKeys = new Map<string, true>();
  const current = (address: string, nowMs: number) => {
    const found = failures.get(networkOf(address));
    return found === undefined || nowMs - found.startedAtMs >= windowMs ? undefined : found;
  };
  return {
    retryAfterSeconds: (address, keyHash, nowMs) => {
      const found = current(address, nowMs);
      if (found === undefined || found.count < maxFailuresPerWindow || knownKeys.has(keyHash))
        return undefined;
      return Math.ceil((found.startedAtMs + windowMs - nowMs) / 1000);
    },
    failed: (address, nowMs) => {
      const { startedAtMs, count } = current(address, nowMs) ?? { startedAtMs: nowMs, count: 0 };
      remember(failures, networkOf(address), { startedAtMs, count: count + 1 }, maxAddresses);
    },
    succeeded: (keyHash) => remember(knownKeys, keyHash, true, maxKnownKeys),
  };
}
