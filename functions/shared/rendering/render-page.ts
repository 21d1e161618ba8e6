import type { RenderRequest } from '#shared/contract/render.ts';

export interface RenderedPage {
  readonly finalUrl: string;
  readonly status: number;
  /** Of the final document's response; names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
  /** PNG. */
  readonly screenshot?: Uint8Array;
  readonly loadTimeMs: number;
  readonly warnings: readonly string[];
}

/** Opens a page in a browser and returns what it became. Rejects with AppError, or with the signal's reason. */
export type RenderPage = (
  request: RenderRequest,
  options: { readonly signal: AbortSignal },
) => Promise<RenderedPage>;
