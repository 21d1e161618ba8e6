import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Code, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type * as z from 'zod';

import type {
  extractEnvironment,
  firecrawlEnvironment,
  mcpEnvironment,
  renderPageEnvironment,
  scrapeEnvironment,
  usageEnvironment,
} from '#shared/contract/environment.ts';
import type { EndpointFunction } from '#shared/contract/routes.ts';
import {
  addAccountApi,
  addAccountDeletion,
  addOAuth,
  type AccountManagementProps,
} from './constructs/account-management.ts';
import { AccountSignIn } from './constructs/account-sign-in.ts';
import { type AccountFunctions, Api } from './constructs/api.ts';
import { Alarms } from './constructs/alarms.ts';
import { Crawling, type CrawlingProps } from './constructs/crawling.ts';
import { ServiceDashboard } from './constructs/dashboard.ts';
import { Firewall } from './constructs/firewall.ts';
import { givenVariables, modelVariables } from './constructs/language-model.ts';
import { PagesBucket } from './constructs/pages-bucket.ts';
import { Searching } from './constructs/searching.ts';
import { grantSecrets } from './constructs/secrets.ts';
import { type FunctionName, grantInvocation, ServiceFunction } from './constructs/service-function.ts';
import { ServiceTable } from './constructs/service-table.ts';
import type { Watched } from './constructs/watched.ts';
import type { DeploymentSettings } from './settings.ts';
import { workerLimits } from './sizing.ts';
import { version } from './version.ts';

export interface WinnowStackProps extends StackProps {
  readonly settings: DeploymentSettings;
  /** The code of a function; tests of the template pass a placeholder. */
  readonly codeOf: (name: FunctionName) => Code;
}

/** Variables that several functions share. */
interface SharedEnvironments {
  readonly metering: { readonly SERVICE_TABLE: string; readonly PLANS: string };
  readonly egress: Omit<z.input<typeof renderPageEnvironment>, 'CHROME_PATH'>;
}

/** The whole service. The only place where its parts are joined, on AWS and on one machine. */
export class WinnowStack extends Stack {
  private readonly settings: DeploymentSettings;
  private readonly codeOf: WinnowStackProps['codeOf'];

  constructor(scope: Construct, id: string, { settings, codeOf, ...props }: WinnowStackProps) {
    const { TERMINATION_PROTECTION: terminationProtection, TAGS: tags } = settings;
    super(scope, id, { ...props, terminationProtection, tags });
    this.settings = settings;
    this.codeOf = codeOf;

    const serviceTable = new ServiceTable(this);
    const pagesBucket = new PagesBucket(this, settings);
    const { metering, egress } = this.environments(serviceTable);
    // Opens untrusted pages in a browser: it may write its log, and must never be granted anything else.
    const renderPage = this.add('render-page', egress);
    const pageReading = {
      ...egress,
      PAGES_BUCKET: pagesBucket.bucket.bucketName,
      RENDER_PAGE_FUNCTION: renderPage.functionName,
      RENDERS_AT_ONCE: String(workerLimits(settings).rendersOfRequest),
      ...givenVariables(settings, ['PROXY_URLS_SECRET_ARN']),
    };
    const shared = { settings, serviceTable, pagesBucket, metering, pageReading, renderPage };

    const { scrape, extract } = this.addReaders(shared);
    const { search } = new Searching(this, { ...shared, code: codeOf('search') });
    const usage = this.add('usage', metering satisfies z.input<typeof usageEnvironment>);
    serviceTable.grantUsageReading(usage);
    const crawling = new Crawling(this, { ...shared, codeOf });
    // Serves files of its own folder to anybody: it may write its log, and must never be granted anything else.
    const site = this.add('site', {});
    const api = new Api(this, settings);
    if (settings.WAF) new Firewall(this, api.restApi.deploymentStage);
    const { endpoints: ofAccount = {}, deletion } = settings.ACCOUNT_PAGE
      ? this.addAccount(api, { ...shared, crawling })
      : {};
    const operations = { scrape, search, extract, usage, ...crawling.endpoints };
    const protocols = this.addProtocols(api, shared, operations);
    api.addRoutes({ ...operations, ...protocols, site, ...ofAccount });
    const background = [renderPage, ...crawling.workers, crawling.sweeper, ...(deletion ? [deletion] : [])];
    this.watch({
      stage: api.restApi.deploymentStage,
      background,
      sweeper: crawling.sweeper,
      queues: { pages: crawling.pageQueue, webhooks: crawling.webhookQueue },
      tables: [serviceTable, crawling.crawlTable],
    });
    this.addOutputs(api, shared, crawling);
  }

  private watch(watched: Watched): void {
    const { ALARM_EMAIL: email, BUDGET_USD: budget, DASHBOARD } = this.settings;
    if (email !== undefined) new Alarms(this, { watched, email, budget });
    if (DASHBOARD) new ServiceDashboard(this, watched);
  }

  private addOutputs(
    { baseUrl, domain }: Api,
    { serviceTable, pagesBucket }: Pick<CrawlingProps, 'serviceTable' | 'pagesBucket'>,
    { crawlTable }: Crawling,
  ): void {
    const output = (id: string, value: string, description: string) =>
      new CfnOutput(this, id, { value, description });
    output('BaseUrl', baseUrl, 'Base URL of the API');
    if (domain !== undefined)
      output(
        'DomainTarget',
        domain.domainNameAliasDomainName,
        'What the DNS record of your domain points to',
      );
    output('ServiceTableName', serviceTable.table.tableName, 'Accounts, keys and usage');
    output('CrawlTableName', crawlTable.table.tableName, 'Crawls');
    output('PagesBucketName', pagesBucket.bucket.bucketName, 'Pages, answers and results of crawls');
  }

  private environments(serviceTable: ServiceTable): SharedEnvironments {
    const { plans, EGRESS_ALLOW, USER_AGENT_TOKEN } = this.settings;
    return {
      metering: { SERVICE_TABLE: serviceTable.table.tableName, PLANS: JSON.stringify(plans) },
      egress: { EGRESS_ALLOW: EGRESS_ALLOW.join(','), USER_AGENT_TOKEN },
    };
  }

  private add(name: FunctionName, environment: Record<string, string>): LambdaFunction {
    return new ServiceFunction(this, { name, code: this.codeOf(name), environment }).function;
  }

  /** The endpoints that read the pages of one request. */
  private addReaders({
    metering,
    pageReading,
    serviceTable,
    pagesBucket,
    renderPage,
  }: Omit<CrawlingProps, 'codeOf'>) {
    const environment = { ...metering, ...pageReading, ...modelVariables(this.settings) };
    const scrape = this.add('scrape', environment satisfies z.input<typeof scrapeEnvironment>);
    const extract = this.add('extract', environment satisfies z.input<typeof extractEnvironment>);
    for (const reader of [scrape, extract]) {
      serviceTable.grantMetering(reader);
      pagesBucket.grantPrefix(reader, 'cache');
      pagesBucket.grantPrefix(reader, 'idempotency');
      grantInvocation(reader, renderPage);
      grantSecrets(reader, this.settings, 'LLM_SECRET_ARN', 'PROXY_URLS_SECRET_ARN');
    }
    pagesBucket.grantPrefix(scrape, 'versions');
    return { scrape, extract };
  }

  /** What answers other protocols by the operations: it checks the key, calls their functions, and keeps results of extractions. */
  private addProtocols(
    { baseUrl }: Api,
    { metering, serviceTable, pagesBucket }: Pick<CrawlingProps, 'metering' | 'serviceTable' | 'pagesBucket'>,
    operations: Readonly<Record<EndpointFunction, LambdaFunction>>,
  ) {
    const { scrape, search, map, crawl, extract, 'crawl-status': status } = operations;
    const ofTools = { scrape, search, map, crawl, extract, 'crawl-status': status };
    const mcp = this.add('mcp', {
      ...metering,
      OPERATION_FUNCTIONS: this.namesOf(ofTools),
      SERVICE_VERSION: version,
      ...(this.settings.ACCOUNT_PAGE ? { BASE_URL: baseUrl } : {}),
    } satisfies z.input<typeof mcpEnvironment>);
    const firecrawl = this.add('firecrawl', {
      ...metering,
      OPERATION_FUNCTIONS: this.namesOf(operations),
      PAGES_BUCKET: pagesBucket.bucket.bucketName,
    } satisfies z.input<typeof firecrawlEnvironment>);
    pagesBucket.grantPrefix(firecrawl, 'idempotency');
    for (const operation of Object.values(ofTools)) grantInvocation(mcp, operation);
    for (const operation of Object.values(operations)) grantInvocation(firecrawl, operation);
    for (const protocol of [mcp, firecrawl]) serviceTable.grantReading(protocol);
    return { mcp, firecrawl };
  }

  private namesOf(functions: Readonly<Record<string, LambdaFunction>>): string {
    const names = Object.entries(functions).map(([name, { functionName }]) => [name, functionName]);
    return this.toJsonString(Object.fromEntries(names));
  }

  /** The functions of the account, which the operator may leave out. */
  private addAccount(
    { accountUrl, baseUrl }: Api,
    shared: Omit<AccountManagementProps, 'codeOf' | 'userPool' | 'baseUrl'>,
  ): { readonly endpoints: AccountFunctions; readonly deletion: LambdaFunction } {
    const { codeOf } = this;
    const { serviceTable } = shared;
    const signIn = new AccountSignIn(this, { code: codeOf('account-sign-in'), serviceTable, accountUrl });
    const management = { ...shared, codeOf, baseUrl, userPool: signIn.userPool };
    new CfnOutput(this, 'AccountUrl', {
      value: accountUrl,
      description: 'Where people register and sign in',
    });
    new CfnOutput(this, 'UserPoolId', {
      value: signIn.userPool.userPoolId,
      description: 'People who have registered',
    });
    const endpoints = {
      'account-sign-in': signIn.function,
      'account-api': addAccountApi(this, management),
      oauth: addOAuth(this, management),
      // Serves files of its own folder to anybody: it may write its log, and must never be granted anything else.
      'account-page': this.add('account-page', {}),
    };
    return { endpoints, deletion: addAccountDeletion(this, management) };
  }
}
