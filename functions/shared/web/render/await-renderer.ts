import type { Clock } from '#shared/kernel/clock.ts';
import { isAppError } from '#shared/kernel/errors.ts';
import type { Pause } from '#shared/kernel/pause.ts';

import type { RenderPage } from './render-page.ts';

export interface AwaitRendererDeps {
  readonly clock: Clock;
  readonly pause: Pause;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

const firstWaitMs = 100;
const maxWaitMs = 1_000;
/** A page that got a browser later than this would hardly be complete. */
const minRenderingMs = 2_000;

/**
 * `RenderPage` that waits for a place in the renderer as long as the page's time allows. Callers whose answer somebody
 * waits for use it; the waits differ, so that callers who were refused together do not come back together.
 */
export const awaitRenderer =
  (renderPage: RenderPage, { clock, pause, random }: AwaitRendererDeps): RenderPage =>
  async (request, { signal }) => {
    const endsAtMs = clock.now() + request.timeoutMs;
    for (let longestMs = firstWaitMs; ; longestMs = Math.min(2 * longestMs, maxWaitMs)) {
      const timeoutMs = Math.max(1, endsAtMs - clock.now());
      try {
        return await renderPage({ ...request, timeoutMs }, { signal });
      } catch (error) {
        const waitMs = longestMs * (0.5 + random() / 2);
        const isLate = clock.now() + waitMs + minRenderingMs > endsAtMs;
        if (!isAppError(error, 'RENDERER_BUSY') || isLate) throw error;
        await pause(waitMs, signal);
        signal.throwIfAborted();
      }
    }
  };
