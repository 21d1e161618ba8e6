import type { CDPSession, Protocol } from 'puppeteer-core';

export interface DocumentResponse {
  readonly url: string;
  readonly status: number;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly mimeType: string;
  readonly requestId: string;
}

/** What the page asks of the network, and what its main document was answered with. */
export interface NetworkWatch {
  /** Of the main frame's latest document that was answered. */
  readonly response: () => DocumentResponse | undefined;
  /** The last URL that the main frame asked for, answered or not. */
  readonly requestedUrl: () => string | undefined;
  /** Documents that the main frame has shown. */
  readonly documents: () => number;
  /** The main frame shows the browser's own error page. */
  readonly hasFailed: () => boolean;
  /** Requests that may still bring content: `open` to wait for, `endless` no longer. */
  readonly loading: () => { readonly open: number; readonly endless: number };
}

/** What a page is built from. Pictures, films, fonts, sockets and event streams change no text. */
const awaited: ReadonlySet<Protocol.Network.ResourceType> = new Set([
  'Document',
  'Stylesheet',
  'Script',
  'XHR',
  'Fetch',
]);

/** A request that is open longer is a long poll, or its server is not coming back. */
const patienceMs = 6_000;
/** Who asks one URL this often in a visit is polling. */
const pollingRequests = 4;

interface OpenRequest {
  readonly address: string;
  readonly sinceMs: number;
}

const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');

const lowerCased = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    // Chromium joins repeated headers by line feeds.
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.replaceAll('\n', ', ')]),
  );

export async function watchNetwork(cdp: CDPSession, mainFrame: string): Promise<NetworkWatch> {
  const requests = new Map<string, OpenRequest>();
  const asked = new Map<string, number>();
  let response: DocumentResponse | undefined;
  let requestedUrl: string | undefined;
  let documents = 0;
  let hasFailed = false;

  cdp.on('Network.requestWillBeSent', ({ requestId, loaderId, request, type, frameId }) => {
    if (type === 'Document' && frameId === mainFrame) requestedUrl = request.url;
    // Of a worker's script only the beginning is told here, and it belongs to no document.
    if (type === undefined || !awaited.has(type) || loaderId === '') return;
    const address = withoutQuery(request.url);
    asked.set(address, (asked.get(address) ?? 0) + 1);
    requests.set(requestId, { address, sinceMs: performance.now() });
  });
  cdp.on('Network.responseReceived', ({ requestId, type, frameId, response: received }) => {
    if (type !== 'Document' || frameId !== mainFrame) return;
    const { url, status, headers, mimeType } = received;
    response = { url, status, headers: lowerCased(headers), mimeType, requestId };
  });
  const end = ({ requestId }: { readonly requestId: string }) => requests.delete(requestId);
  cdp.on('Network.loadingFinished', end);
  cdp.on('Network.loadingFailed', end);
  cdp.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== mainFrame) return;
    documents += 1;
    hasFailed = frame.unreachableUrl !== undefined;
    requests.clear();
  });
  await cdp.send('Network.enable', { maxTotalBufferSize: 30_000_000, maxResourceBufferSize: 25_000_000 });

  return {
    response: () => response,
    requestedUrl: () => requestedUrl,
    documents: () => documents,
    hasFailed: () => hasFailed,
    loading: () => {
      const nowMs = performance.now();
      const isEndless = ({ address, sinceMs }: OpenRequest): boolean =>
        nowMs - sinceMs > patienceMs || (asked.get(address) ?? 0) >= pollingRequests;
      const endless = [...requests.values()].filter(isEndless).length;
      return { open: requests.size - endless, endless };
    },
  };
}
