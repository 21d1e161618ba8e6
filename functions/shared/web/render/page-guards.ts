import type { CDPSession, Protocol } from 'puppeteer-core';

import type { RenderRequest } from '#shared/contract/render.ts';
import type { ForwardingProxy } from '#shared/web/egress/forwarding-proxy.ts';

import type { Appearance } from './appearance.ts';
import { advertisingPatterns } from './blocked-urls.ts';
import { emptyImage, needsImages } from './images.ts';
import { beforePage, likeABrowserWithAWindow, withoutOtherConnections } from './page-scripts.ts';
import { showWindow } from './window.ts';

interface Header {
  readonly name: string;
  readonly value: string;
}

/** Headers that are set for the whole page by other means. */
const setElsewhere: ReadonlySet<string> = new Set(['user-agent', 'accept-language', 'cookie']);

/** The replies to events may fail because the page has ended, which is no error. */
const unlessGone = (sent: Promise<unknown>): void => {
  sent.catch(() => {});
};

/** Requests that report on the visitor and are no part of the page. */
const reports = ['Ping', 'CSPViolationReport'] as const;

const isReport = (type: Protocol.Network.ResourceType): boolean => reports.some((report) => report === type);

const isPageAddress = (url: string): boolean => /^(https?|data|blob|about):/i.test(url);

function withOwn(headers: Readonly<Record<string, string>>, own: readonly Header[]): Header[] {
  const replaced = new Set(own.map(({ name }) => name.toLowerCase()));
  const kept = Object.entries(headers)
    .filter(([name]) => !replaced.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, value }));
  return [...kept, ...own];
}

/**
 * Pauses documents, and with callers' headers everything of the page's origin: gives the proxy its
 * credentials, adds the headers, refuses other schemes and reporting requests. Redirects are paused again, so that a key meant for
 * one origin is not shown to the next.
 */
async function guardRequests(
  cdp: CDPSession,
  request: RenderRequest,
  { username, password }: ForwardingProxy,
): Promise<void> {
  const { origin } = new URL(request.url);
  const own = Object.entries(request.headers)
    .filter(([name]) => !setElsewhere.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, value }));

  cdp.on('Fetch.requestPaused', ({ requestId, resourceType, request: { url, headers } }) => {
    if (!isPageAddress(url) || isReport(resourceType)) {
      unlessGone(cdp.send('Fetch.failRequest', { requestId, errorReason: 'AccessDenied' }));
      return;
    }
    if (resourceType === 'Image' && !needsImages(request)) {
      unlessGone(cdp.send('Fetch.fulfillRequest', { requestId, ...emptyImage(headers) }));
      return;
    }
    const isOwn = own.length > 0 && URL.parse(url)?.origin === origin;
    const sent = cdp.send('Fetch.continueRequest', {
      requestId,
      ...(isOwn ? { headers: withOwn(headers, own) } : {}),
    });
    // A request that Chromium refuses to send would stay paused for ever.
    unlessGone(sent.catch(() => cdp.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })));
  });
  cdp.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    // A site's own challenge is cancelled, so that its page is shown.
    const authChallengeResponse =
      authChallenge.source === 'Proxy'
        ? { response: 'ProvideCredentials' as const, username, password }
        : { response: 'CancelAuth' as const };
    unlessGone(cdp.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }));
  });
  await cdp.send('Fetch.enable', {
    handleAuthRequests: true,
    patterns: [
      { resourceType: 'Document' },
      ...(needsImages(request) ? [] : [{ resourceType: 'Image' as const }]),
      ...reports.map((resourceType) => ({ resourceType })),
      ...(own.length > 0 ? [{ urlPattern: `${origin}/*` }] : []),
    ],
  });
}

const cookieHeader = ({ headers }: Pick<RenderRequest, 'headers'>): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'cookie')?.[1] ?? '';

/** Whether the caller sends cookies. They belong to the origin of the page: others of its host must not get them. */
export const hasCookies = (request: Pick<RenderRequest, 'headers'>): boolean => cookieHeader(request) !== '';

async function setCookies(cdp: CDPSession, request: RenderRequest): Promise<void> {
  const { url } = request;
  const { protocol, port } = new URL(url);
  const secure = protocol === 'https:';
  const origin = {
    url,
    secure,
    sourceScheme: secure ? ('Secure' as const) : ('NonSecure' as const),
    sourcePort: Number(port) || (secure ? 443 : 80),
  };
  const cookies = cookieHeader(request)
    .split(';')
    .flatMap((pair) => {
      const [, name = '', value = ''] = /^\s*([^=]+)=(.*?)\s*$/s.exec(pair) ?? [];
      return name === '' ? [] : [{ ...origin, name: name.trim(), value }];
    });
  if (cookies.length > 0) await cdp.send('Network.setCookies', { cookies });
}

async function appear(cdp: CDPSession, appearance: Appearance): Promise<void> {
  const { userAgent, acceptLanguage, metadata, mobile, timezone } = appearance;
  await Promise.all([
    cdp.send('Emulation.setUserAgentOverride', {
      userAgent,
      acceptLanguage,
      ...(metadata === undefined ? {} : { userAgentMetadata: metadata }),
    }),
    showWindow(cdp, appearance, { isSeen: false }),
    ...(mobile ? [cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })] : []),
    ...(timezone === undefined ? [] : [cdp.send('Emulation.setTimezoneOverride', { timezoneId: timezone })]),
  ]);
}

/**
 * A worker gets no script of ours with its document, and some interfaces appear in it only when its own script has
 * been loaded. So it is stopped before the first script that it runs. Nothing but workers attaches from now on: no
 * page opens a window, and frames share the process of their page.
 */
function guardWorkers(cdp: CDPSession): void {
  cdp.connection()?.on('sessionattached', (worker) => {
    worker.once('Debugger.paused', () => {
      unlessGone(worker.send('Runtime.evaluate', { expression: withoutOtherConnections }));
      unlessGone(worker.send('Debugger.disable'));
    });
    // Sent at once, these take effect before Puppeteer lets the worker begin.
    unlessGone(worker.send('Debugger.enable'));
    unlessGone(
      worker.send('Debugger.setInstrumentationBreakpoint', { instrumentation: 'beforeScriptExecution' }),
    );
  });
}

/** Prepares a new page for an untrusted document. Network and Page events must be enabled already. */
export async function guardPage(
  cdp: CDPSession,
  request: RenderRequest,
  appearance: Appearance,
  proxy: ForwardingProxy,
): Promise<void> {
  cdp.on('Page.javascriptDialogOpening', ({ type }) => {
    unlessGone(cdp.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }));
  });
  guardWorkers(cdp);
  const source = request.profile === 'stealth' ? `${beforePage};\n${likeABrowserWithAWindow}` : beforePage;
  await Promise.all([
    guardRequests(cdp, request, proxy),
    setCookies(cdp, request),
    appear(cdp, appearance),
    cdp.send('Page.addScriptToEvaluateOnNewDocument', { source }),
    cdp.send('Network.setBypassServiceWorker', { bypass: true }),
    ...(request.blockAds
      ? [
          cdp.send('Network.setBlockedURLs', {
            urlPatterns: advertisingPatterns(new URL(request.url).hostname).map((urlPattern) => ({
              urlPattern,
              block: true,
            })),
          }),
        ]
      : []),
    ...(request.skipTlsVerification
      ? [cdp.send('Security.setIgnoreCertificateErrors', { ignore: true })]
      : []),
  ]);
}
