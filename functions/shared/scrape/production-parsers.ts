import { createEgressFetchPage, type FetchPage } from '#shared/web/fetch/fetch-page.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import { secretAt } from '#shared/kernel/secret.ts';
import { type NextProxy, noProxy, proxiesIn } from '#shared/web/egress/upstream-proxies.ts';
import { awaitRenderer } from '#shared/web/render/await-renderer.ts';
import { limitedRenderPage } from '#shared/web/render/limited-render-page.ts';
import { proxiedRenderPage } from '#shared/web/render/proxied-render-page.ts';
import type { RenderPage } from '#shared/web/render/render-page.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import { type AcquirePage, createAcquirePage } from './acquire-page.ts';
import { createPageCache } from './page-cache.ts';
import type { ConvertPage } from '#shared/scrape/conversion/convert-page.ts';
import { createLoadPage, type LoadPage } from './load-page.ts';

export interface ParserEnvironment {
  readonly EGRESS_ALLOW: readonly string[];
  readonly USER_AGENT_TOKEN: string;
  readonly PROXY_URLS_SECRET_ARN?: string | undefined;
  readonly RENDER_PAGE_FUNCTION: string;
  /** Browsers that one process of the function uses at once. */
  readonly RENDERS_AT_ONCE: number;
}

/** The browser's client is loaded with the first page that needs it: most pages need none. */
function renderPageIn(functionName: string): RenderPage {
  const load = async (): Promise<RenderPage> => {
    const [{ lambdaClient }, { lambdaRenderPage }] = await Promise.all([
      import('#shared/kernel/aws-lambda.ts'),
      import('#shared/web/render/lambda-render-page.ts'),
    ]);
    return lambdaRenderPage(lambdaClient(), functionName);
  };
  let loaded: Promise<RenderPage> | undefined;
  return async (request, options) => {
    loaded ??= load();
    return (await loaded)(request, options);
  };
}

const proxiesOf = ({ PROXY_URLS_SECRET_ARN: arn }: ParserEnvironment): NextProxy =>
  arn === undefined ? noProxy : proxiesIn(secretAt(arn));

/**
 * The two parsers of a deployment, and the plain fetch for robots.txt and sitemaps. `waiting` decides what happens to a
 * page that finds no place in the renderer.
 */
function parsersIn(
  environment: ParserEnvironment,
  waiting: (renderPage: RenderPage) => RenderPage,
): {
  readonly fetchPage: FetchPage;
  readonly acquirePage: AcquirePage;
} {
  const { RENDER_PAGE_FUNCTION: renderer, RENDERS_AT_ONCE: rendersAtOnce } = environment;
  const nextProxy = proxiesOf(environment);
  const renderPage = waiting(
    limitedRenderPage(proxiedRenderPage(renderPageIn(renderer), nextProxy), rendersAtOnce),
  );
  const fetchPage = createEgressFetchPage({
    allow: environment.EGRESS_ALLOW,
    userAgentToken: environment.USER_AGENT_TOKEN,
    clock: systemClock,
    nextProxy,
  });
  return {
    fetchPage,
    acquirePage: createAcquirePage({ fetchPage, renderPage, clock: systemClock }),
  };
}

/**
 * The parsers of a worker. A page that finds no place in the renderer fails with RENDERER_BUSY soon: it waits in the
 * queue.
 */
export const queuedParsers = (environment: ParserEnvironment) =>
  parsersIn(environment, (renderPage) => renderPage);

/** The parsers of an endpoint: a page waits for a place in the renderer, because its caller waits, too. */
export const patientParsers = (environment: ParserEnvironment) =>
  parsersIn(environment, (renderPage) =>
    awaitRenderer(renderPage, { clock: systemClock, pause: systemPause, random: Math.random }),
  );

/** Loads pages for an endpoint, from the cache or by a parser. */
export const productionLoadPage = (
  environment: ParserEnvironment,
  {
    blobs,
    logger,
    convertPage,
  }: { readonly blobs: BlobStore; readonly logger: Logger; readonly convertPage: ConvertPage },
): LoadPage =>
  createLoadPage({
    acquirePage: patientParsers(environment).acquirePage,
    convertPage,
    cache: createPageCache({ blobs, clock: systemClock, logger }),
  });
