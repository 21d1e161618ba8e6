import type { CDPSession, Protocol } from 'puppeteer-core';

export interface DocumentResponse {
  readonly url: string;
  readonly status: number;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly mimeType: string;
  readonly requestId: string;
}

/** The page's requests, and the response to its main document. */
export interface NetworkWatch {
  /** The response to the main frame's latest document. */
  readonly response: () => DocumentResponse | undefined;
  /** The response to the document that the main frame shows: not to one that became a download. */
  readonly shownResponse: () => DocumentResponse | undefined;
  /** Whether the main frame waits for the response to another document. */
  readonly isNavigating: () => boolean;
  /** The last URL that the main frame requested, with or without a response. */
  readonly requestedUrl: () => string | undefined;
  /** The number of documents that the main frame has shown. */
  readonly documents: () => number;
  /** Whether the main frame shows the browser's own error page. */
  readonly hasFailed: () => boolean;
  /** Requests that may still bring content: `open` ones are waited for, `endless` ones no longer. */
  readonly loading: () => { readonly open: number; readonly endless: number };
  /** The number of requests so far that might bring content; those of a page that polls no longer count. */
  readonly begun: () => number;
}

/** Resource types that may change the text. Images, videos, fonts, sockets and event streams do not. */
const awaited: ReadonlySet<Protocol.Network.ResourceType> = new Set([
  'Document',
  'Stylesheet',
  'Script',
  'XHR',
  'Fetch',
]);

/** A request that is open longer is a long poll, or its server hangs. */
const patienceMs = 6_000;
/** A page that requests one URL this often is polling. */
const pollingRequests = 4;

interface OpenRequest {
  readonly address: string;
  readonly sinceMs: number;
}

const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');

const lowerCased = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    // Chromium joins repeated headers with line feeds.
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.replaceAll('\n', ', ')]),
  );

export async function watchNetwork(cdp: CDPSession, mainFrame: string): Promise<NetworkWatch> {
  const requests = new Map<string, OpenRequest>();
  const asked = new Map<string, number>();
  /** By the loader of their document; as many as a page may have documents. */
  const responses = new Map<string, DocumentResponse>();
  let shownLoader: string | undefined;
  let navigation: string | undefined;
  let response: DocumentResponse | undefined;
  let requestedUrl: string | undefined;
  let documents = 0;
  let begun = 0;
  let hasFailed = false;

  cdp.on('Network.requestWillBeSent', ({ requestId, loaderId, request, type, frameId }) => {
    if (type === 'Document' && frameId === mainFrame) {
      requestedUrl = request.url;
      navigation = requestId;
    }
    // A worker's script reports only its start here, and belongs to no document.
    if (type === undefined || !awaited.has(type) || loaderId === '') return;
    const address = withoutQuery(request.url);
    const times = (asked.get(address) ?? 0) + 1;
    asked.set(address, times);
    if (times < pollingRequests) begun += 1;
    requests.set(requestId, { address, sinceMs: performance.now() });
  });
  cdp.on('Network.responseReceived', ({ requestId, loaderId, type, frameId, response: received }) => {
    if (type !== 'Document' || frameId !== mainFrame) return;
    const { url, status, headers, mimeType } = received;
    response = { url, status, headers: lowerCased(headers), mimeType, requestId };
    responses.set(loaderId, response);
  });
  const end = ({ requestId }: { readonly requestId: string }) => {
    requests.delete(requestId);
    if (navigation === requestId) navigation = undefined;
  };
  cdp.on('Network.loadingFinished', end);
  cdp.on('Network.loadingFailed', end);
  cdp.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== mainFrame) return;
    documents += 1;
    shownLoader = frame.loaderId;
    navigation = undefined;
    hasFailed = frame.unreachableUrl !== undefined;
    requests.clear();
  });
  await cdp.send('Network.enable', { maxTotalBufferSize: 30_000_000, maxResourceBufferSize: 25_000_000 });

  return {
    response: () => response,
    shownResponse: () => responses.get(shownLoader ?? '') ?? response,
    isNavigating: () => navigation !== undefined,
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
    begun: () => begun,
  };
}
