import type { CDPSession } from 'puppeteer-core';

/** Runs scripts of ours beside the page's, in the main frame's document of the moment. */
export interface IsolatedWorld {
  /** Rejects when the script throws, or when documents change faster than it can run. */
  readonly evaluate: <Value>(expression: string) => Promise<Value>;
}

const worldName = 'winnow';
const attempts = 5;

/** The document went away between two commands. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && /context|navigat|frame/i.test(error.message);

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
          throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        } catch (error) {
          if (attempt >= attempts || !isGone(error)) throw error;
          world = undefined;
        }
      }
    },
  };
}
