import type { IncomingMessage } from 'node:http';

import { webUrlCandidates } from '#shared/contract/fields.ts';
import { type GuardedDispatcher, createEgressDispatcher } from '#shared/web/egress/guarded-dispatcher.ts';
import { type NextProxy, noProxy } from '#shared/web/egress/upstream-proxies.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { within } from '#shared/kernel/deadline.ts';
import { AppError, isAppError } from '#shared/kernel/errors.ts';

import { type BodyLimits, discardBody, readBody } from './body-reader.ts';
import { type CookieJar, createCookieJar } from './cookie-jar.ts';
import { createRedirectTrail, redirectLocation } from './redirects.ts';
import { type PageReader, callerHeaders, pageHeaders, withoutSecrets } from './request-headers.ts';

export interface FetchRequest {
  /** With or without a scheme; without one https:// is tried, then http://. */
  readonly url: string;
  /** The caller's headers, for the page's origin; they take precedence over ours. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the user agent of `profile` and `mobile`. */
  readonly userAgent?: string;
  readonly mobile?: boolean;
  readonly skipTlsVerification?: boolean;
  /** `stealth` sends the headers of a desktop or mobile browser through the operator's proxies. */
  readonly profile?: 'default' | 'stealth';
  /** Whether to stop before a redirect's target; without it all redirects are followed. */
  readonly stopsBefore?: (target: URL) => boolean;
  /** Replaces `pageLimits` for files that are no pages. */
  readonly limits?: BodyLimits;
}

export interface FetchedPage {
  /** The requested URL. */
  readonly requestedUrl: string;
  /** The URL of this page after redirects, in canonical spelling. */
  readonly finalUrl: string;
  readonly status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Content codings removed, charset untouched. */
  readonly body: Uint8Array;
  /** Every URL that redirected, in order. */
  readonly redirects: readonly string[];
  /** From the request to the last byte, over all redirects. */
  readonly loadTimeMs: number;
  /** The redirect's target, when `stopsBefore` held; the body is then empty. */
  readonly redirectTo?: string;
  /** The transfer broke off or the compression is corrupt; `body` is what came, as a browser would show it. */
  readonly truncated?: boolean;
}

/**
 * Reads a page without running its scripts; resolves for every HTTP status. Rejects with the signal's reason or an
 * `AppError`: those of `GuardedDispatcher`, INVALID_RESPONSE, TOO_LARGE, TOO_MANY_REDIRECTS.
 */
export type FetchPage = (
  request: FetchRequest,
  options: { readonly signal: AbortSignal },
) => Promise<FetchedPage>;

/** The wire cap bounds our traffic, the decoded cap our memory. */
const pageLimits: BodyLimits = { wireBytes: 10_000_000, decodedBytes: 20_000_000 };

/** A missing https server must leave time to try http. */
const firstCandidateConnectMs = 5_000;

export interface FetchPageDeps extends PageReader {
  readonly dispatcher: GuardedDispatcher;
  readonly clock: Clock;
  /** The operator's proxies, for `stealth`. Without any, requests go out directly. */
  readonly nextProxy?: NextProxy;
}

/** What stays the same over the redirects of one fetch. */
interface Visit {
  readonly deps: FetchPageDeps;
  readonly request: FetchRequest;
  readonly signal: AbortSignal;
  readonly proxyUrl: string | undefined;
  readonly connectTimeoutMs: number | undefined;
  readonly jar: CookieJar;
}

const flatHeaders = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );

function ask(visit: Visit, url: URL, own: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  const { deps, request, signal, proxyUrl, connectTimeoutMs, jar } = visit;
  return deps.dispatcher.dispatch({
    url,
    headers: pageHeaders(deps, request, own, jar.cookiesFor(url)),
    signal,
    skipTlsVerification: request.skipTlsVerification ?? false,
    proxyUrl,
    ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
  });
}

async function follow(visit: Visit, start: URL): Promise<FetchedPage> {
  const { request, signal, jar } = visit;
  const startedMs = performance.now();
  const trail = createRedirectTrail();
  let own = callerHeaders(request.headers ?? {});

  for (let url = start; ;) {
    const response = await ask(visit, url, own);
    const status = response.statusCode ?? 0;
    const location = redirectLocation(status, response.headers.location);
    if (location === undefined) {
      const body = await readBody(response, request.limits ?? pageLimits, signal);
      return {
        requestedUrl: request.url,
        finalUrl: url.href,
        status,
        headers: flatHeaders(response),
        redirects: trail.visited,
        loadTimeMs: performance.now() - startedMs,
        ...body,
      };
    }
    discardBody(response);
    jar.keep(url, response.headers['set-cookie'] ?? []);
    const next = trail.follow(url, location, jar.cookiesFor);
    if (request.stopsBefore?.(next) === true)
      return {
        requestedUrl: request.url,
        finalUrl: url.href,
        redirectTo: next.href,
        status,
        headers: flatHeaders(response),
        redirects: trail.visited,
        loadTimeMs: performance.now() - startedMs,
        body: new Uint8Array(),
      };
    if (next.origin !== url.origin) own = withoutSecrets(own);
    url = next;
  }
}

/** Failures that say nothing about the same host on the other scheme's port. */
const triesNextCandidate = (error: unknown): boolean =>
  isAppError(error, 'CONNECTION_REFUSED', 'CONNECTION_FAILED', 'TLS_ERROR', 'FORBIDDEN_TARGET');

export function createFetchPage(deps: FetchPageDeps): FetchPage {
  const { nextProxy = noProxy } = deps;

  return async (request, { signal }) => {
    signal.throwIfAborted();
    const candidates = webUrlCandidates(request.url);
    if (candidates === undefined)
      throw new AppError('FORBIDDEN_TARGET', 'Only http and https URLs can be read.');

    const proxyUrl = request.profile === 'stealth' ? await within(nextProxy(), signal) : undefined;
    const visitFor = (isLast: boolean): Visit => ({
      deps,
      request,
      signal,
      proxyUrl,
      connectTimeoutMs: isLast ? undefined : firstCandidateConnectMs,
      jar: createCookieJar(deps.clock),
    });

    let firstFailure: unknown;
    for (const [index, candidate] of candidates.entries()) {
      try {
        return await follow(visitFor(index === candidates.length - 1), new URL(candidate));
      } catch (error) {
        if (!triesNextCandidate(error)) throw error;
        firstFailure ??= error;
      }
    }
    throw firstFailure;
  };
}

export interface EgressFetchPageOptions extends PageReader {
  /** `host:port` of page targets that may be private. */
  readonly allow: readonly string[];
  readonly clock: Clock;
  readonly nextProxy?: NextProxy;
}

/** `FetchPage` on the real network, as functions run it. */
export function createEgressFetchPage({ allow, clock, ...rest }: EgressFetchPageOptions): FetchPage {
  return createFetchPage({ dispatcher: createEgressDispatcher(allow, clock), clock, ...rest });
}
