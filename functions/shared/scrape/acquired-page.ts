import type { ActionResults } from '#shared/contract/actions.ts';
import type { Source } from '#shared/contract/fields.ts';

/** A page as it was fetched, rendered or given, before anything was read from it; the cache keeps these. */
export interface AcquiredPage {
  readonly source: Source;
  /** The HTML came with the request: no server has answered. */
  readonly isGiven?: true;
  readonly requestedUrl: string;
  readonly finalUrl: string;
  readonly status: number;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly loadTimeMs: number;
  /** False when the server broke off or the request's time ran out: another request might get more. */
  readonly isWhole: boolean;
  /** PNG or JPEG. */
  readonly screenshot?: Uint8Array;
  /** What the actions of the request gave back; such a page is never stored. */
  readonly actions?: ActionResults;
  readonly warnings: readonly string[];
}
