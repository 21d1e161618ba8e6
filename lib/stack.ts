import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type * as z from 'zod';

import type {
  extractEnvironment,
  renderPageEnvironment,
  scrapeEnvironment,
  usageEnvironment,
} from '#shared/contract/environment.ts';
import { Api } from './constructs/api.ts';
import { Crawling } from './constructs/crawling.ts';
import { grantSecrets, modelVariables } from './constructs/language-model.ts';
import { PagesBucket } from './constructs/pages-bucket.ts';
import { Searching } from './constructs/searching.ts';
import { type FunctionName, grantInvocation, ServiceFunction } from './constructs/service-function.ts';
import { ServiceTable } from './constructs/service-table.ts';
import type { DeploymentSettings } from './settings.ts';

export interface WinnowStackProps extends StackProps {
  readonly settings: DeploymentSettings;
  /** Where a function's bundle comes from; tests of the template hand in a placeholder. */
  readonly codeOf: (name: FunctionName) => Code;
}

/** The whole service. The only place where its parts are joined, on AWS and on one machine. */
export class WinnowStack extends Stack {
  constructor(scope: Construct, id: string, { settings, codeOf, ...props }: WinnowStackProps) {
    super(scope, id, props);

    const serviceTable = new ServiceTable(this);
    const pagesBucket = new PagesBucket(this, settings);

    const metering = {
      SERVICE_TABLE: serviceTable.table.tableName,
      PLANS: JSON.stringify(settings.plans),
    };
    const egress = {
      EGRESS_ALLOW: settings.EGRESS_ALLOW.join(','),
      USER_AGENT_TOKEN: settings.USER_AGENT_TOKEN,
      PROXY_URLS: settings.PROXY_URLS.join(','),
    };

    // Opens strangers' pages in a browser: it may write its log, and nothing is ever granted to it.
    const renderPage = new ServiceFunction<z.input<typeof renderPageEnvironment>>(this, {
      name: 'render-page',
      code: codeOf('render-page'),
      environment: egress,
    }).function;

    const pageReading = {
      ...egress,
      PAGES_BUCKET: pagesBucket.bucket.bucketName,
      RENDER_PAGE_FUNCTION: renderPage.functionName,
    };

    const reading = { ...metering, ...pageReading, ...modelVariables(settings) };
    const scrape = new ServiceFunction(this, {
      name: 'scrape',
      code: codeOf('scrape'),
      environment: reading satisfies z.input<typeof scrapeEnvironment>,
    }).function;
    const extract = new ServiceFunction(this, {
      name: 'extract',
      code: codeOf('extract'),
      environment: reading satisfies z.input<typeof extractEnvironment>,
    }).function;
    for (const reader of [scrape, extract]) {
      serviceTable.grantMetering(reader);
      pagesBucket.grantPrefix(reader, 'cache');
      pagesBucket.grantPrefix(reader, 'idempotency');
      grantInvocation(reader, renderPage);
      grantSecrets(reader, settings.LLM_SECRET_ARN);
    }

    const { search } = new Searching(this, {
      code: codeOf('search'),
      settings,
      serviceTable,
      pagesBucket,
      metering,
      pageReading,
      renderPage,
    });

    const usage = new ServiceFunction<z.input<typeof usageEnvironment>>(this, {
      name: 'usage',
      code: codeOf('usage'),
      environment: metering,
    }).function;
    serviceTable.grantReading(usage);

    const { endpoints } = new Crawling(this, {
      codeOf,
      settings,
      serviceTable,
      pagesBucket,
      metering,
      pageReading,
      renderPage,
    });

    const api = new Api(this, { scrape, search, extract, usage, ...endpoints });

    new CfnOutput(this, 'BaseUrl', {
      value: api.restApi.url.replace(/\/$/, ''),
      description: 'Base address of the API',
    });
    new CfnOutput(this, 'ServiceTableName', {
      value: serviceTable.table.tableName,
      description: 'Keys and usage',
    });
  }
}
