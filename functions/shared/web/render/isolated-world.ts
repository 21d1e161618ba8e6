import { setTimeout } from 'node:timers/promises';

import type { CDPSession } from 'puppeteer-core';

import { AppError, isAppError } from '#shared/kernel/errors.ts';

/** Runs our scripts beside the page's, in the current document of the main frame. */
export interface IsolatedWorld {
  /** Rejects with INVALID_RESPONSE when the script throws, TOO_MANY_REDIRECTS when documents change too fast for it. */
  readonly evaluate: <Value>(expression: string) => Promise<Value>;
}

const worldName = 'winnow';
const attempts = 8;
/** Waits for the next document, longer each time. */
const nextDocumentMs = 10;

/** The document was replaced between two commands. */
export const isGone = (error: unknown): boolean =>
  error instanceof Error && !isAppError(error) && /context|navigat|frame/i.test(error.message);

export function createIsolatedWorld(cdp: CDPSession, frameId: string): IsolatedWorld {
  let world: Promise<number> | undefined;
  cdp.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === frameId) world = undefined;
  });

  const current = (): Promise<number> => {
    world ??= cdp
      .send('Page.createIsolatedWorld', { frameId, worldName })
      .then(({ executionContextId }) => executionContextId);
    return world;
  };

  return {
    evaluate: async <Value>(expression: string): Promise<Value> => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const contextId = await current();
          const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
            expression,
            contextId,
            returnByValue: true,
          });
          if (exceptionDetails === undefined) return result.value as Value;
          throw new AppError('INVALID_RESPONSE', 'The page could not be read in a browser.', {
            cause: exceptionDetails.exception?.description ?? exceptionDetails.text,
          });
        } catch (error) {
          if (!isGone(error)) throw error;
          if (attempt >= attempts)
            throw new AppError('TOO_MANY_REDIRECTS', 'The page keeps sending the browser to another page.', {
              cause: error,
            });
          world = undefined;
          await setTimeout(attempt * nextDocumentMs);
        }
      }
    },
  };
}
