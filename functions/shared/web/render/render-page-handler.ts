import { type RenderRequest, renderRequest } from '#shared/contract/render.ts';
import { isAppError } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { RenderPage } from '#shared/web/render/render-page.ts';
import { encodeFailure, encodePage } from '#shared/web/render/render-stream.ts';

export interface RenderPageDeps {
  readonly renderPage: RenderPage;
  readonly logger: Logger;
}

export interface Invocation {
  readonly getRemainingTimeInMillis: () => number;
  /** Fires when the caller has gone; on one machine only (docs/decisions/0014). */
  readonly callerGone?: AbortSignal;
}

/** Kept of the function's own time for ending the browser and answering. */
const closingMs = 2_000;

/** The answer's bytes in pieces. Rejects only for mistakes of ours; a page that fails is an answer. */
export type RenderPageHandler = (event: unknown, invocation: Invocation) => Promise<readonly Uint8Array[]>;

export const createRenderPageHandler =
  ({ renderPage, logger }: RenderPageDeps): RenderPageHandler =>
  async (event, invocation) => {
    const asked = renderRequest.parse(event);
    const timeoutMs = Math.max(
      1,
      Math.min(asked.timeoutMs, invocation.getRemainingTimeInMillis() - closingMs),
    );
    const request: RenderRequest = { ...asked, timeoutMs };
    const { callerGone: signal = new AbortController().signal } = invocation;
    try {
      const page = await renderPage(request, { signal });
      // The host only: paths and queries may hold what is nobody's business.
      const { hostname } = new URL(page.finalUrl);
      logger.info('rendered a page', { hostname, settledBy: page.settledBy, ...page.timings });
      return encodePage(page);
    } catch (error) {
      if (signal.aborted) {
        logger.info('ended a page whose caller has gone');
        return [];
      }
      if (!isAppError(error)) throw error;
      logger.warn('could not render a page', { code: error.code, cause: error.cause });
      return [encodeFailure(error)];
    }
  };
