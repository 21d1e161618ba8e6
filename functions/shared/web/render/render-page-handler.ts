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
  /** Aborts when the caller hangs up; on one machine only (docs/decisions/0014). */
  readonly callerGone?: AbortSignal;
}

/** Reserved at the end of the function's time for ending the browser and replying. */
const closingMs = 2_000;

/** Resolves to the reply's bytes in pieces, also for pages that fail. Rejects only for internal errors. */
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
      // The host only: paths and queries may hold personal data.
      const { hostname } = new URL(page.finalUrl);
      logger.info('rendered a page', { hostname, settledBy: page.settledBy, ...page.timings });
      return encodePage(page);
    } catch (error) {
      if (signal.aborted) {
        logger.info('stopped rendering: the caller hung up');
        return [];
      }
      if (!isAppError(error)) throw error;
      logger.warn('failed to render a page', { code: error.code, cause: error.cause });
      return [encodeFailure(error)];
    }
  };
