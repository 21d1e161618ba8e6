import { within } from '#shared/kernel/deadline.ts';

import { rendererBusy, type RenderPage } from './render-page.ts';

/** The share of a page's time in which it may wait for another page's browser: most of it stays for the page. */
const waitShare = 1 / 4;

interface Places {
  /** Waits until there is a place. Rejects when the signal aborts first. */
  readonly enter: (signal: AbortSignal) => Promise<void>;
  readonly leave: () => void;
}

function placesFor(atOnce: number): Places {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    leave,
    enter: async (signal) => {
      if (free > 0) {
        free -= 1;
        return;
      }
      const turn = Promise.withResolvers<void>();
      waiting.push(turn.resolve);
      try {
        await within(turn.promise, signal);
      } catch (error) {
        const index = waiting.indexOf(turn.resolve);
        if (index < 0) leave();
        else waiting.splice(index, 1);
        throw error;
      }
    },
  };
}

/**
 * `RenderPage` for `atOnce` pages of this process at once. The next page waits for a quarter of its time, while others
 * are rendered, and is refused with RENDERER_BUSY then.
 */
export function limitedRenderPage(renderPage: RenderPage, atOnce: number): RenderPage {
  const places = placesFor(atOnce);
  return async (request, { signal }) => {
    const patience = AbortSignal.timeout(Math.floor(request.timeoutMs * waitShare));
    await places.enter(AbortSignal.any([signal, patience])).catch((error: unknown) => {
      signal.throwIfAborted();
      throw rendererBusy(error);
    });
    try {
      return await renderPage(request, { signal });
    } finally {
      places.leave();
    }
  };
}
