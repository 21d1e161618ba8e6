import type { Browser, CDPSession } from 'puppeteer-core';

import type { RenderRequest } from '#shared/contract/render.ts';
import type { ForwardingProxy } from '#shared/web/egress/forwarding-proxy.ts';
import { AppError } from '#shared/kernel/errors.ts';

import { type Appearance, appearanceOf } from './appearance.ts';
import { takeScreenshot, takeSnapshot, walkThrough } from './capture.ts';
import { createIsolatedWorld, type IsolatedWorld } from './isolated-world.ts';
import { navigationFailure } from './navigation-failure.ts';
import { type DocumentResponse, type NetworkWatch, watchNetwork } from './network-watch.ts';
import { guardPage } from './page-guards.ts';
import type { RenderedPage, SettledBy } from './render-page.ts';
import { settle } from './settle.ts';

/** A page that is still changing by then changes for ever. */
const settleBudgetMs = 12_000;
/** For what the walk down the page made it load. */
const lazyBudgetMs = 3_000;
/** Kept of the time for reading the page and its picture. */
const captureShare = 0.2;
const captureMs = 3_000;

export interface Visit {
  /** Without any context yet. */
  readonly browser: Browser;
  readonly request: RenderRequest;
  readonly userAgentToken: string;
  readonly proxy: ForwardingProxy;
  /** Of `performance.now()`. */
  readonly endMs: number;
  /** Why the proxy could not reach what the page's document asked for. */
  readonly failureAt: (url: string) => AppError | undefined;
}

interface OpenPage {
  readonly cdp: CDPSession;
  readonly appearance: Appearance;
  readonly world: IsolatedWorld;
  readonly network: NetworkWatch;
}

async function openPage({ browser, request, userAgentToken, proxy }: Visit): Promise<OpenPage> {
  const context = await browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } });
  const page = await context.newPage();
  const version = (await browser.version()).replace(/^.*\//, '');
  const appearance = appearanceOf(request, version, userAgentToken);
  const cdp = await page.createCDPSession();
  await cdp.send('Page.enable');
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const network = await watchNetwork(cdp, frameTree.frame.id);
  await guardPage(cdp, request, appearance, proxy);
  return { cdp, appearance, network, world: createIsolatedWorld(cdp, frameTree.frame.id) };
}

/** The proxy knows best why a document did not come; Chromium only saw a connection end. */
function failureOf({ request, failureAt }: Visit, { network }: OpenPage, errorText: string): AppError {
  const known = failureAt(network.requestedUrl() ?? request.url);
  return known ?? navigationFailure(errorText);
}

const notAPage = (): AppError => new AppError('UNSUPPORTED_TYPE', 'The address is a file and not a page.');

async function navigate(visit: Visit, open: OpenPage): Promise<void> {
  const { errorText, isDownload } = await open.cdp.send('Page.navigate', { url: visit.request.url });
  if (isDownload === true) throw notAPage();
  if (errorText !== undefined) throw failureOf(visit, open, errorText);
}

const isHtml = ({ mimeType }: DocumentResponse): boolean =>
  mimeType === '' || mimeType === 'text/html' || mimeType === 'application/xhtml+xml';

const isText = ({ mimeType }: DocumentResponse): boolean =>
  /^text\/|[/+](json|xml|javascript|ndjson)$/.test(mimeType);

/** Chromium dresses texts up for show; what came is what is wanted of them. */
async function bodyAsItCame({ cdp }: OpenPage, { requestId }: DocumentResponse): Promise<string> {
  const { body, base64Encoded } = await cdp.send('Network.getResponseBody', { requestId });
  return base64Encoded ? Buffer.from(body, 'base64').toString() : body;
}

/** The document in the window; throws why it is not the page. */
function shownDocument(visit: Visit, open: OpenPage): DocumentResponse {
  const response = open.network.response();
  if (open.network.hasFailed()) throw failureOf(visit, open, 'ERR_FAILED');
  if (response === undefined) throw navigationFailure('ERR_EMPTY_RESPONSE');
  const isReadable = isHtml(response) || isText(response);
  if (!isReadable && visit.request.screenshot === 'none') throw notAPage();
  return response;
}

interface StoodStill {
  readonly settledBy: SettledBy;
  readonly isWhole: boolean;
}

/** Waits for the page, walks through it once if it is longer than its window, and waits for what that brought. */
async function standStill(visit: Visit, open: OpenPage): Promise<StoodStill> {
  const { cdp, appearance, world, network } = open;
  const { timeoutMs, waitForMs } = visit.request;
  const reserveMs = Math.min(captureMs, timeoutMs * captureShare);
  const budgetMs = () => Math.max(0, visit.endMs - performance.now() - reserveMs);
  const { by, measure } = await settle({
    world,
    network,
    waitForMs,
    stoodStill: false,
    budgetMs: Math.min(budgetMs(), waitForMs + settleBudgetMs),
  });
  const isWhole = by !== 'budget';
  const isLong = measure.height > measure.window;
  if (!isLong || !isHtml(shownDocument(visit, open))) return { settledBy: by, isWhole };

  const walk = await walkThrough(cdp, world, appearance, measure, budgetMs());
  const afterWalk = await settle({
    world,
    network,
    waitForMs: 0,
    stoodStill: true,
    budgetMs: Math.min(budgetMs(), lazyBudgetMs),
  });
  return { settledBy: by, isWhole: isWhole && walk.reachedEnd && afterWalk.by !== 'budget' };
}

const budgetWarning = 'The page kept changing; this is how it stood when the time for waiting ran out.';

/** Opens the URL, waits for the page to settle and takes what it has become. */
export async function visitPage(
  visit: Visit,
): Promise<Omit<RenderedPage, 'timings'> & { readonly loadedMs: number }> {
  const extent = visit.request.screenshot;
  const open = await openPage(visit);
  const { cdp, appearance, world } = open;
  await navigate(visit, open);
  const { settledBy, isWhole } = await standStill(visit, open);
  const loadedMs = performance.now();

  const screenshot = extent === 'none' ? undefined : await takeScreenshot(cdp, appearance, extent);
  const { url, html } = await takeSnapshot(world);
  const response = shownDocument(visit, open);
  return {
    finalUrl: /^https?:/.test(url) ? url : response.url,
    status: response.status,
    headers: response.headers,
    html: !isHtml(response) && isText(response) ? await bodyAsItCame(open, response) : html,
    ...(screenshot === undefined ? {} : { screenshot: screenshot.image }),
    settledBy,
    isWhole,
    loadedMs,
    warnings: [...(settledBy === 'budget' ? [budgetWarning] : []), ...(screenshot?.warnings ?? [])],
  };
}
