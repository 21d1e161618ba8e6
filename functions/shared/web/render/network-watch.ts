import type { CDPSession, Protocol } from 'puppeteer-core';

import { watchBesides } from './besides-requests.ts';
import { createRequestRounds, type AskedRequest } from './request-rounds.ts';
import { type UnreadFiles, watchFiles } from './unread-files.ts';

export interface DocumentResponse {
  readonly url: string;
  readonly status: number;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly mimeType: string;
  readonly requestId: string;
}

/** Numbers of open requests. */
export interface LoadingRequests {
  /** They may still bring content. */
  readonly open: number;
  /** They are no longer waited for. */
  readonly unanswered: number;
  /** No content depends on them. */
  readonly polling: number;
  /** Those of them all that ask for data and have never had an answer. */
  readonly awaitedData: number;
}

/** The page's requests, the response to its main document, and the files that it led to. */
export interface NetworkWatch {
  /** The response to the main frame's latest document. */
  readonly response: () => DocumentResponse | undefined;
  /** The response to the document that the main frame shows: not to one that became a download. */
  readonly shownResponse: () => DocumentResponse | undefined;
  /** Whether the main frame waits for the response to another document. */
  readonly isNavigating: () => boolean;
  /** Files that the page or a frame of it led to. */
  readonly files: UnreadFiles;
  /** The last URL that the main frame requested, with or without a response. */
  readonly requestedUrl: () => string | undefined;
  /** The number of documents that the main frame has shown. */
  readonly documents: () => number;
  /** Whether the main frame shows the browser's own error page. */
  readonly hasFailed: () => boolean;
  /** `isPatient` for a page that shows next to nothing: its first requests for data then count as open, however old they are. */
  readonly loading: (isPatient: boolean) => LoadingRequests;
  /** The number of requests so far that might bring content; those of a page that polls no longer count. */
  readonly begun: () => number;
}

/** Resource types that may change the text. Images, videos and fonts do not; sockets and event streams stay open. */
const awaited: ReadonlySet<Protocol.Network.ResourceType> = new Set([
  'Document',
  'Stylesheet',
  'Script',
  'XHR',
  'Fetch',
]);

/** Types by which scripts ask for content. */
const data: ReadonlySet<Protocol.Network.ResourceType> = new Set(['XHR', 'Fetch']);

/** A request that is open longer is a long poll, or its server hangs. */
const patienceMs = 6_000;
/** Bytes of a request's body that are compared: one that is longer counts as equal to others of its URL. */
const maxPostDataSize = 100_000;

interface OpenRequest extends AskedRequest {
  readonly type: Protocol.Network.ResourceType;
}

const isEndless = ({ isPolling, sinceMs }: AskedRequest): boolean =>
  isPolling || performance.now() - sinceMs > patienceMs;

/** Whether a page that shows next to nothing may get its content by this request, however late the answer. */
const mayBeTheContent = ({ isPolling, type, answers }: OpenRequest): boolean =>
  !isPolling && data.has(type) && answers === 0;

const lowerCased = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    // Chromium joins repeated headers with line feeds.
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.replaceAll('\n', ', ')]),
  );

export async function watchNetwork(cdp: CDPSession, mainFrame: string): Promise<NetworkWatch> {
  const requests = new Map<string, OpenRequest>();
  const besides = watchBesides(cdp);
  const files = watchFiles(cdp);
  const rounds = createRequestRounds();
  /** By the loader of their document; as many as a page may have documents. */
  const responses = new Map<string, DocumentResponse>();
  let shownLoader: string | undefined;
  let navigation: string | undefined;
  let response: DocumentResponse | undefined;
  let requestedUrl: string | undefined;
  let documents = 0;
  let begun = 0;
  let hasFailed = false;

  const end = ({ requestId }: { readonly requestId: string }, isAnswered: boolean) => {
    const asked = requests.get(requestId);
    if (asked !== undefined) rounds.end(asked, isAnswered);
    requests.delete(requestId);
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, loaderId, request, type, frameId }) => {
    if (type === 'Document' && frameId === mainFrame) {
      requestedUrl = request.url;
      navigation = requestId;
    }
    // A worker's script reports only its start here, and belongs to no document.
    if (type === undefined || !awaited.has(type) || loaderId === '') return;
    // A redirect goes on under the same id.
    end({ requestId }, false);
    const asked = { ...rounds.begin(request), type };
    requests.set(requestId, asked);
    if (!isEndless(asked)) begun += 1;
  });
  cdp.on('Network.responseReceived', ({ requestId, loaderId, type, frameId, response: received }) => {
    if (type !== 'Document' || frameId !== mainFrame) return;
    const { url, status, headers, mimeType } = received;
    response = { url, status, headers: lowerCased(headers), mimeType, requestId };
    responses.set(loaderId, response);
  });
  const loaded = ({ requestId }: { readonly requestId: string }, isAnswered: boolean) => {
    end({ requestId }, isAnswered);
    if (navigation === requestId) navigation = undefined;
  };
  cdp.on('Network.loadingFinished', (event) => loaded(event, true));
  cdp.on('Network.loadingFailed', (event) => loaded(event, false));
  cdp.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== mainFrame) return;
    documents += 1;
    shownLoader = frame.loaderId;
    navigation = undefined;
    hasFailed = frame.unreachableUrl !== undefined;
    requests.clear();
    rounds.clear();
    besides.clear();
  });
  await cdp.send('Network.enable', {
    maxTotalBufferSize: 30_000_000,
    maxResourceBufferSize: 25_000_000,
    maxPostDataSize,
  });

  return {
    response: () => response,
    shownResponse: () => responses.get(shownLoader ?? '') ?? response,
    isNavigating: () => navigation !== undefined,
    files,
    requestedUrl: () => requestedUrl,
    documents: () => documents,
    hasFailed: () => hasFailed,
    loading: (isPatient) => {
      const all = [...requests.values()];
      const polling = all.filter(({ isPolling }) => isPolling).length;
      const open = all.filter((asked) => !isEndless(asked) || (isPatient && mayBeTheContent(asked))).length;
      return {
        open: open + (isPatient ? besides.silent(patienceMs) : 0),
        unanswered: all.length - polling - open,
        polling,
        awaitedData: all.filter(mayBeTheContent).length,
      };
    },
    begun: () => begun,
  };
}
