import type { Source } from '#shared/contract/fields.ts';

/** A page as it was obtained, before anything was read from it; what the cache keeps. */
export interface AcquiredPage {
  readonly source: Source;
  readonly requestedUrl: string;
  readonly finalUrl: string;
  readonly status: number;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly loadTimeMs: number;
  /** Where it would have led on, when the caller stops before that address; then there is no body. */
  readonly redirectTo?: string;
  /** False when its server broke off or the request's time ran out: another request might be answered with more. */
  readonly isWhole: boolean;
  /** PNG. */
  readonly screenshot?: Uint8Array;
  readonly warnings: readonly string[];
}
