import type { RenderRequest } from '#shared/contract/render.ts';

/**
 * Why the page was looked at when it was: `stable` nothing changed and nothing was loading, `requests-open`
 * nothing changed although requests never ended, `budget` it kept changing until there was no more time.
 */
export type SettledBy = 'stable' | 'requests-open' | 'budget';

export interface RenderTimings {
  /** From asking for the browser to having one. */
  readonly launchMs: number;
  /** From asking for the page until it had loaded and settled. */
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
   * The document as scripts left it, with shadow trees as declarative ones and frames of the same origin in
   * place. The body as it came when the response is a text that is not HTML.
   */
  readonly html: string;
  /** PNG. */
  readonly screenshot?: Uint8Array;
  readonly settledBy: SettledBy;
  /** False when the time for waiting ran out before all of the page was there: more time might show more. */
  readonly isWhole: boolean;
  readonly timings: RenderTimings;
  readonly warnings: readonly string[];
}

/**
 * Opens a page in a browser and returns what it became, whatever its status. Rejects with the signal's reason
 * or an `AppError`: SCRAPE_TIMEOUT, PAGE_CRASHED, FORBIDDEN_TARGET, DNS_ERROR, TLS_ERROR, CONNECTION_REFUSED,
 * CONNECTION_FAILED, INVALID_RESPONSE, TOO_LARGE, TOO_MANY_REDIRECTS, UNSUPPORTED_TYPE, RENDERER_UNAVAILABLE.
 */
export type RenderPage = (
  request: RenderRequest,
  options: { readonly signal: AbortSignal },
) => Promise<RenderedPage>;
