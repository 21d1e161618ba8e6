import type { ActionResults } from '#shared/contract/actions.ts';
import type { RenderRequest } from '#shared/contract/render.ts';
import { AppError } from '#shared/kernel/errors.ts';

/**
 * Why waiting for the page ended: `stable` nothing changed and nothing was loading, `requests-open`
 * nothing changed although requests stayed open, `budget` it kept changing until the time was over.
 */
export type SettledBy = 'stable' | 'requests-open' | 'budget';

export interface RenderTimings {
  /** Until the browser had started. */
  readonly launchMs: number;
  /** From the navigation until the page was loaded and idle. */
  readonly loadMs: number;
  /** Serialising and screenshot. */
  readonly captureMs: number;
}

export interface RenderedPage {
  readonly finalUrl: string;
  readonly status: number;
  /** Of the final document's response; names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The document after its scripts, with declarative shadow trees and frames of the same origin in
   * place; or the body as it came, when the response is a text other than HTML.
   */
  readonly html: string;
  /** PNG, or JPEG with a `quality`. */
  readonly screenshot?: Uint8Array;
  /** Present when the request has actions. */
  readonly actions?: ActionResults;
  readonly settledBy: SettledBy;
  /** False when the waiting time was over before the page was complete: more time might show more. */
  readonly isWhole: boolean;
  readonly timings: RenderTimings;
  readonly warnings: readonly string[];
}

/**
 * Opens a page in a browser and captures it, whatever its HTTP status. Rejects with the signal's reason
 * or an `AppError`: SCRAPE_TIMEOUT, PAGE_CRASHED, ACTION_FAILED, FORBIDDEN_TARGET, DNS_ERROR, TLS_ERROR, CONNECTION_REFUSED,
 * CONNECTION_FAILED, INVALID_RESPONSE, TOO_LARGE, TOO_MANY_REDIRECTS, UNSUPPORTED_TYPE, RENDERER_UNAVAILABLE, RENDERER_BUSY.
 */
export type RenderPage = (
  request: RenderRequest,
  options: { readonly signal: AbortSignal },
) => Promise<RenderedPage>;

/** There is no place for the page in the renderer now: our own limit, and nothing that the page is to blame for. */
export const rendererBusy = (cause: unknown): AppError =>
  new AppError('RENDERER_BUSY', 'All browsers are busy; try again in a few seconds.', {
    cause,
    retryAfterSeconds: 5,
  });
