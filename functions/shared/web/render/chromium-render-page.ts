import { setTimeout } from 'node:timers/promises';

import { webUrlCandidates } from '#shared/contract/fields.ts';
import type { RenderRequest } from '#shared/contract/render.ts';
import type { EgressPolicy } from '#shared/web/egress/egress-policy.ts';
import { type ForwardingProxy, startForwardingProxy } from '#shared/web/egress/forwarding-proxy.ts';
import { authorityOf } from '#shared/web/urls/authority.ts';
import { AppError, isAppError } from '#shared/kernel/errors.ts';

import {
  type BrowserOptions,
  type BrowserProcess,
  isConnectionLoss,
  type LaunchBrowser,
} from './browser-process.ts';
import { createGate } from './gate.ts';
import { needsImages } from './images.ts';
import { hasCookies } from './page-guards.ts';
import { visitPage } from './page-visit.ts';
import type { RenderedPage, RenderPage } from './render-page.ts';
import { ActionFailure } from './run-actions.ts';

export interface ChromiumRenderPageDeps {
  readonly launchBrowser: LaunchBrowser;
  readonly policy: EgressPolicy;
  readonly userAgentToken: string;
  /** Further pages wait for their turn. */
  readonly pagesAtOnce: number;
}

/** A page that needs more is broken or hostile; the function has 2 GB. */
const maxMemoryMb = 1_300;
const memoryCheckMs = 250;

const noProxyWarning =
  "This deployment has no upstream proxy: the page was read in the stealth profile from the deployment's own address.";

/** Rejects when the browser ends, needs too much memory, or is too slow; from outside, where no page can interfere. */
async function watchOver(browser: BrowserProcess, endMs: number, signal: AbortSignal): Promise<never> {
  for (;;) {
    const leftMs = endMs - performance.now();
    if (leftMs <= 0)
      throw new AppError('SCRAPE_TIMEOUT', 'The browser did not finish the page before the timeout.');
    await setTimeout(Math.min(memoryCheckMs, leftMs), undefined, { signal });
    if (!browser.isAlive()) throw new AppError('PAGE_CRASHED', 'The page crashed the browser.');
    const usedMb = browser.memoryMb();
    if (usedMb > maxMemoryMb)
      throw new AppError('PAGE_CRASHED', 'The page exceeded the memory limit of the browser.', {
        cause: `${usedMb} MB`,
      });
  }
}

const start = (launchBrowser: LaunchBrowser, options: BrowserOptions): Promise<BrowserProcess> =>
  launchBrowser(options).catch((cause: unknown) => {
    throw new AppError('RENDERER_UNAVAILABLE', 'The browser could not be started.', { cause });
  });

const triesNextCandidate = (error: unknown): boolean =>
  !(error instanceof ActionFailure) &&
  isAppError(error, 'CONNECTION_REFUSED', 'CONNECTION_FAILED', 'TLS_ERROR', 'FORBIDDEN_TARGET');

/** A page's proxy, and its failures by authority (`host:port`). */
interface ProxiedRequest {
  readonly request: RenderRequest;
  readonly proxy: ForwardingProxy;
  readonly failures: ReadonlyMap<string, AppError>;
  /** On the scale of `performance.now()`. */
  readonly endMs: number;
}

async function visitThrough(
  { launchBrowser, userAgentToken }: ChromiumRenderPageDeps,
  { request, proxy, failures, endMs }: ProxiedRequest,
  signal: AbortSignal,
): Promise<RenderedPage> {
  const startedMs = performance.now();
  const browser = await start(launchBrowser, {
    proxyPort: proxy.port,
    loadsLazyImages: needsImages(request),
    bindsCookies: hasCookies(request),
  });
  const launchedMs = performance.now();
  const ended = new AbortController();
  try {
    const { loadedMs, ...rendered } = await Promise.race([
      visitPage({
        browser: browser.browser,
        request,
        userAgentToken,
        proxy,
        endMs,
        failureAt: (url) => failures.get(authorityOf(new URL(url))),
      }),
      watchOver(browser, endMs, AbortSignal.any([signal, ended.signal])),
    ]);
    const timings = {
      launchMs: launchedMs - startedMs,
      loadMs: loadedMs - launchedMs,
      captureMs: performance.now() - loadedMs,
    };
    return { ...rendered, timings };
  } catch (error) {
    signal.throwIfAborted();
    if (!isConnectionLoss(error)) throw error;
    throw new AppError('PAGE_CRASHED', 'The page crashed the browser.', { cause: error });
  } finally {
    ended.abort();
    await browser.kill();
  }
}

/** Visits one URL with a browser and a proxy of its own, which sends its requests to `upstreamProxyUrl` if there is one. */
async function visit(
  deps: ChromiumRenderPageDeps,
  request: RenderRequest,
  endMs: number,
  signal: AbortSignal,
): Promise<RenderedPage> {
  const failures = new Map<string, AppError>();
  const proxy = await startForwardingProxy({
    policy: deps.policy,
    upstreamProxyUrl: request.upstreamProxyUrl,
    onFailure: (authority, error) => failures.set(authority, error),
  });
  try {
    return await visitThrough(deps, { request, proxy, failures, endMs }, signal);
  } finally {
    await proxy.close();
  }
}

/** The first result of these URLs; a URL that cannot be reached is followed by the next one. */
async function firstReachable(
  urls: readonly string[],
  visitUrl: (url: string) => Promise<RenderedPage>,
): Promise<RenderedPage> {
  let firstFailure: unknown;
  for (const url of urls) {
    try {
      return await visitUrl(url);
    } catch (error) {
      if (!triesNextCandidate(error)) throw error;
      firstFailure ??= error;
    }
  }
  throw firstFailure;
}

/**
 * `RenderPage` with a browser of its own for every page. In one process, which is all that Lambda allows,
 * Chromium keeps one context. So no page sees what another left behind, and ending a page is ending a
 * process, whatever the page has done to it. docs/decisions/0007 has the figures.
 */
export function createChromiumRenderPage(deps: ChromiumRenderPageDeps): RenderPage {
  const gate = createGate(deps.pagesAtOnce);

  const visitUrl = async (
    request: RenderRequest,
    endMs: number,
    signal: AbortSignal,
  ): Promise<RenderedPage> => {
    deps.policy.targetOf(new URL(request.url));
    const page = await visit(deps, request, endMs, signal);
    const lacksProxy = request.profile === 'stealth' && request.upstreamProxyUrl === undefined;
    return lacksProxy ? { ...page, warnings: [...page.warnings, noProxyWarning] } : page;
  };

  return async (request, { signal }) => {
    signal.throwIfAborted();
    const candidates = webUrlCandidates(request.url);
    if (candidates === undefined)
      throw new AppError('FORBIDDEN_TARGET', 'Only http and https URLs can be read.');
    const endMs = performance.now() + request.timeoutMs;
    return gate(endMs, signal, () =>
      firstReachable(candidates, (url) => visitUrl({ ...request, url }, endMs, signal)),
    );
  };
}
