import type { CDPSession, Protocol } from 'puppeteer-core';

/** What brings content beside the requests of the page itself: sockets, event streams, and the requests of its workers. */
export interface BesidesRequests {
  /** Those that have brought nothing yet and are not older than `patienceMs`. */
  readonly silent: (patienceMs: number) => number;
  /** For a new document. */
  readonly clear: () => void;
}

const workerTypes: ReadonlySet<Protocol.Network.ResourceType> = new Set(['XHR', 'Fetch', 'Script']);

interface Ended {
  readonly requestId: string;
}

export function watchBesides(cdp: CDPSession): BesidesRequests {
  /** When they began, on the scale of `performance.now()`. */
  const sinceMs = new Map<string, number>();

  const watch = (session: CDPSession, types: ReadonlySet<Protocol.Network.ResourceType>): void => {
    const key = (requestId: string): string => `${session.id()} ${requestId}`;
    const begin = (requestId: string): void => void sinceMs.set(key(requestId), performance.now());
    const end = ({ requestId }: Ended): void => void sinceMs.delete(key(requestId));
    session.on('Network.requestWillBeSent', ({ requestId, type }) => {
      if (type !== undefined && types.has(type)) begin(requestId);
    });
    session.on('Network.webSocketCreated', ({ requestId }) => begin(requestId));
    session.on('Network.webSocketFrameReceived', end);
    session.on('Network.webSocketClosed', end);
    session.on('Network.eventSourceMessageReceived', end);
    session.on('Network.loadingFinished', end);
    session.on('Network.loadingFailed', end);
  };

  watch(cdp, new Set(['EventSource']));
  // Nothing but workers attaches once the page is there. The page may end before they answer.
  cdp.connection()?.on('sessionattached', (worker) => {
    watch(worker, workerTypes);
    worker.send('Network.enable').catch(() => {});
  });

  return {
    silent: (patienceMs) => {
      const nowMs = performance.now();
      return [...sinceMs.values()].filter((since) => nowMs - since <= patienceMs).length;
    },
    clear: () => sinceMs.clear(),
  };
}
