import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer-core';

import type { RenderRequest } from '#shared/contract/render.ts';
import type { ForwardingProxy } from '#shared/web/egress/forwarding-proxy.ts';
import { AppError } from '#shared/kernel/errors.ts';

import { type Appearance, appearanceOf } from './appearance.ts';
import { takeScreenshot, takeSnapshot } from './capture.ts';
import { createIsolatedWorld, type IsolatedWorld } from './isolated-world.ts';
import { navigationFailure } from './navigation-failure.ts';
import { type DocumentResponse, type NetworkWatch, watchNetwork } from './network-watch.ts';
import { guardPage } from './page-guards.ts';
import { type PageMeasure, showsPicture } from './page-scripts.ts';
import type { RenderedPage, SettledBy } from './render-page.ts';
import { type ActionsOutcome, runActions } from './run-actions.ts';
import { settle, type SettledPage } from './settle.ts';
import { toldFile } from './unread-files.ts';
import { createPageWalk } from './walk.ts';

/** A page that still changes after this time never stops. */
const settleBudgetMs = 12_000;
/** The longest wait for content that the page loads while it is scrolled. */
const lazyBudgetMs = 3_000;
/** Reserved for reading the page and its screenshot. */
const captureShare = 0.2;
const captureMs = 3_000;
/** Accuracy of a location found by network, as on desktops without GPS. */
const accuracyMetres = 1_000;

export interface Visit {
  /** Has no context yet. */
  readonly browser: Browser;
  readonly request: RenderRequest;
  readonly userAgentToken: string;
  readonly proxy: ForwardingProxy;
  /** On the scale of `performance.now()`. */
  readonly endMs: number;
  /** Why the proxy could not reach the host of this URL. */
  readonly failureAt: (url: string) => AppError | undefined;
}

interface OpenPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly appearance: Appearance;
  readonly world: IsolatedWorld;
  readonly network: NetworkWatch;
}

/** Tells the page where its visitor is; without a place, asking is refused, like all permissions. */
async function placeVisitor(cdp: CDPSession, context: BrowserContext, { geolocation }: RenderRequest) {
  if (geolocation === undefined) return;
  await Promise.all([
    cdp.send('Emulation.setGeolocationOverride', { ...geolocation, accuracy: accuracyMetres }),
    cdp.send('Browser.grantPermissions', {
      permissions: ['geolocation'],
      ...(context.id === undefined ? {} : { browserContextId: context.id }),
    }),
  ]);
}

async function openPage({ browser, request, userAgentToken, proxy }: Visit): Promise<OpenPage> {
  const [context, product] = await Promise.all([
    browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } }),
    browser.version(),
  ]);
  const page = await context.newPage();
  const appearance = appearanceOf(request, product.replace(/^.*\//, ''), userAgentToken);
  const cdp = await page.createCDPSession();
  // Where a page has a process of its own, the browser outlives the page's crash, and nothing answers any more.
  cdp.once('Inspector.targetCrashed', () => void browser.disconnect());
  const [{ frameTree }] = await Promise.all([
    cdp.send('Page.getFrameTree'),
    cdp.send('Page.enable'),
    cdp.send('Inspector.enable'),
  ]);
  const [network] = await Promise.all([
    watchNetwork(cdp, frameTree.frame.id),
    guardPage(cdp, request, appearance, proxy),
    placeVisitor(cdp, context, request),
  ]);
  return { page, cdp, appearance, network, world: createIsolatedWorld(cdp, frameTree.frame.id) };
}

/** The proxy knows why a document could not be loaded; Chromium only saw a connection end. */
function failureOf({ request, failureAt }: Visit, { network }: OpenPage, errorText: string): AppError {
  const known = failureAt(network.requestedUrl() ?? request.url);
  return known ?? navigationFailure(errorText);
}

const notAPage = (): AppError =>
  new AppError('UNSUPPORTED_TYPE', 'The URL leads to a file, which the browser cannot read.');

async function navigate(visit: Visit, open: OpenPage): Promise<void> {
  const { errorText, isDownload } = await open.cdp.send('Page.navigate', { url: visit.request.url });
  if (isDownload === true) throw notAPage();
  if (errorText !== undefined) throw failureOf(visit, open, errorText);
}

const isHtml = ({ mimeType }: DocumentResponse): boolean =>
  mimeType === '' || mimeType === 'text/html' || mimeType === 'application/xhtml+xml';

const isText = ({ mimeType }: DocumentResponse): boolean =>
  /^text\/|[/+](json|xml|javascript|ndjson)$/.test(mimeType);

/** The body as it came: Chromium wraps texts in markup to show them. */
async function bodyAsItCame({ cdp }: OpenPage, { requestId }: DocumentResponse): Promise<string> {
  const { body, base64Encoded } = await cdp.send('Network.getResponseBody', { requestId });
  return base64Encoded ? Buffer.from(body, 'base64').toString() : body;
}

const isReadable = (response: DocumentResponse): boolean => isHtml(response) || isText(response);

const isFile = (response: DocumentResponse): boolean =>
  !isReadable(response) || /^\s*attachment/i.test(response.headers['content-disposition'] ?? '');

/**
 * The response to the document in the window, which stays when the page begins a download or goes to a URL without
 * content (204). Throws if that document is not the page.
 */
function shownDocument(visit: Visit, open: OpenPage): DocumentResponse {
  const response = open.network.shownResponse();
  if (open.network.hasFailed()) throw failureOf(visit, open, 'ERR_FAILED');
  if (response === undefined) throw navigationFailure('ERR_EMPTY_RESPONSE');
  if (!isReadable(response) && visit.request.screenshot === 'none') throw notAPage();
  return response;
}

/** Throws if the page only leads to a file: it shows no text, and in a screenshot no picture. */
async function refuseWayToFile(
  { request }: Visit,
  { network, world }: OpenPage,
  { text }: PageMeasure,
): Promise<void> {
  const latest = network.response();
  if (text > 0 || latest === undefined) return;
  if (latest === network.shownResponse() || !isFile(latest)) return;
  if (request.screenshot !== 'none' && (await world.evaluate<boolean>(showsPicture))) return;
  throw new AppError(
    'UNSUPPORTED_TYPE',
    `The page only leads to a file, which the browser cannot read: ${toldFile(latest.url)}`,
  );
}

/** Time that is kept for reading the page and its screenshot. */
const reservedMs = ({ request: { timeoutMs } }: Visit): number =>
  Math.min(captureMs, timeoutMs * captureShare);

const budgetWarning = 'The page kept changing and was captured when the waiting time was over.';
const answersWarning = 'The page was still waiting for answers to its requests: its content may be missing.';

const frameWarning = 'Most of the page is a frame of another site, whose text is not part of the result.';

function warningsOf({ by, lacksAnswers, isForeignFrame }: SettledPage): readonly string[] {
  const waiting = lacksAnswers ? [answersWarning] : by === 'budget' ? [budgetWarning] : [];
  return isForeignFrame ? [...waiting, frameWarning] : waiting;
}

interface StoodStill {
  readonly settledBy: SettledBy;
  readonly isWhole: boolean;
  readonly warnings: readonly string[];
  readonly measure: PageMeasure;
}

/** Waits until the page is idle, and has been in view down to its end. */
async function standStill(visit: Visit, open: OpenPage): Promise<StoodStill> {
  const { cdp, appearance, world, network } = open;
  const { waitForMs, screenshot, actions } = visit.request;
  const budgetMs = () => Math.max(0, visit.endMs - performance.now() - reservedMs(visit));
  const walk = createPageWalk(cdp, world, appearance);
  const settled = await settle({
    world,
    network,
    waitForMs,
    stoodStill: false,
    onShown: walk.bringIntoView,
    budgetMs: Math.min(budgetMs(), waitForMs + settleBudgetMs),
  });
  const { by, measure } = settled;
  const isWhole = by !== 'budget' && !settled.lacksAnswers;
  const warnings = warningsOf(settled);
  if (screenshot === 'none' && actions.length === 0) return { settledBy: by, isWhole, warnings, measure };

  // A page without scripts is idle at once, and may still have lazy images.
  if (isWhole) await walk.bringIntoView(measure);
  await walk.showAgain();
  const shownAgain = await settle({
    world,
    network,
    waitForMs: 0,
    stoodStill: true,
    budgetMs: Math.min(budgetMs(), lazyBudgetMs),
  });
  return {
    settledBy: by,
    isWhole: isWhole && shownAgain.by !== 'budget',
    warnings,
    measure: shownAgain.measure,
  };
}

/** Carries out the caller's actions on the page, and waits until what they changed is idle. */
async function act(visit: Visit, open: OpenPage): Promise<ActionsOutcome | undefined> {
  const { actions } = visit.request;
  if (actions.length === 0) return undefined;
  shownDocument(visit, open);
  return runActions(actions, {
    ...open,
    endMs: visit.endMs - reservedMs(visit),
    navigationFailure: () => failureOf(visit, open, 'ERR_FAILED'),
  });
}

/** Opens the URL, waits until the page is idle and captures it. */
export async function visitPage(
  visit: Visit,
): Promise<Omit<RenderedPage, 'timings'> & { readonly loadedMs: number }> {
  const { screenshot: extent, quality } = visit.request;
  const open = await openPage(visit);
  const { world } = open;
  await navigate(visit, open);
  const { settledBy, isWhole, warnings, measure } = await standStill(visit, open);
  await refuseWayToFile(visit, open, measure);
  const acted = await act(visit, open);
  const loadedMs = performance.now();

  const screenshot = extent === 'none' ? undefined : await takeScreenshot(open, { extent, quality });
  const { url, html } = await takeSnapshot(world);
  const response = shownDocument(visit, open);
  return {
    finalUrl: /^https?:/.test(url) ? url : response.url,
    status: response.status,
    headers: response.headers,
    html: !isHtml(response) && isText(response) ? await bodyAsItCame(open, response) : html,
    ...(screenshot === undefined ? {} : { screenshot: screenshot.image }),
    ...(acted === undefined ? {} : { actions: acted.results }),
    settledBy,
    isWhole,
    loadedMs,
    // Actions change the page, and have warnings of their own.
    warnings: [...(acted?.warnings ?? warnings), ...(screenshot?.warnings ?? [])],
  };
}
