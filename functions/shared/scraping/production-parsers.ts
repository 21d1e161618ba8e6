import { createEgressFetchPage, type FetchPage } from '#shared/fetching/fetch-page.ts';
import { lambdaClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { lambdaRenderPage } from '#shared/rendering/lambda-render-page.ts';
import { type AcquirePage, createAcquirePage } from './acquire-page.ts';
import { judgePage } from './judge-page.ts';

interface ParserEnvironment {
  readonly EGRESS_ALLOW: readonly string[];
  readonly USER_AGENT_TOKEN: string;
  readonly PROXY_URLS: readonly string[];
  readonly RENDER_PAGE_FUNCTION: string;
}

/** The two parsers of a deployment, and the plain fetch for what is not a page. */
export function productionParsers(environment: ParserEnvironment): {
  readonly fetchPage: FetchPage;
  readonly acquirePage: AcquirePage;
} {
  const fetchPage = createEgressFetchPage({
    allow: environment.EGRESS_ALLOW,
    userAgentToken: environment.USER_AGENT_TOKEN,
    clock: systemClock,
    proxyUrls: environment.PROXY_URLS,
  });
  const renderPage = lambdaRenderPage(lambdaClient(), environment.RENDER_PAGE_FUNCTION);
  return {
    fetchPage,
    acquirePage: createAcquirePage({ fetchPage, renderPage, judgePage, clock: systemClock }),
  };
}
