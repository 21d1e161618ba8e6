import type { Code, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as z from 'zod';

import type { searchEnvironment } from '#shared/contract/environment.ts';
import type { DeploymentSettings } from '../settings.ts';
import { givenVariables, modelVariables } from './language-model.ts';
import type { PagesBucket } from './pages-bucket.ts';
import { grantSecrets } from './secrets.ts';
import { grantInvocation, ServiceFunction } from './service-function.ts';
import type { ServiceTable } from './service-table.ts';

type SearchVariables = z.input<typeof searchEnvironment>;

export interface SearchingProps {
  readonly code: Code;
  readonly settings: DeploymentSettings;
  readonly serviceTable: ServiceTable;
  readonly pagesBucket: PagesBucket;
  readonly metering: Pick<SearchVariables, 'SERVICE_TABLE' | 'PLANS'>;
  readonly pageReading: Pick<
    SearchVariables,
    'PAGES_BUCKET' | 'EGRESS_ALLOW' | 'USER_AGENT_TOKEN' | 'RENDER_PAGE_FUNCTION'
  > & { readonly RENDERS_AT_ONCE: string; readonly PROXY_URLS_SECRET_ARN?: string };
  readonly renderPage: LambdaFunction;
}

/** The search endpoint, with the secrets that the operator's providers and model need. */
export class Searching extends Construct {
  readonly search: LambdaFunction;

  constructor(scope: Construct, props: SearchingProps) {
    super(scope, 'searching');
    const { code, settings, serviceTable, pagesBucket, metering, pageReading, renderPage } = props;
    this.search = new ServiceFunction(this, {
      name: 'search',
      code,
      environment: {
        ...metering,
        ...pageReading,
        SEARCH_PROVIDERS: settings.SEARCH_PROVIDERS.join(','),
        ...givenVariables(settings, ['SEARXNG_URL', 'BRAVE_SECRET_ARN', 'DUCKDUCKGO_URL']),
        ...modelVariables(settings),
      } satisfies SearchVariables,
    }).function;
    serviceTable.grantMetering(this.search);
    pagesBucket.grantPrefix(this.search, 'cache');
    pagesBucket.grantPrefix(this.search, 'idempotency');
    pagesBucket.grantPrefix(this.search, 'versions');
    grantInvocation(this.search, renderPage);
    grantSecrets(this.search, settings, 'BRAVE_SECRET_ARN', 'LLM_SECRET_ARN', 'PROXY_URLS_SECRET_ARN');
  }
}
