import { Duration, Validations } from 'aws-cdk-lib';
import type { Code, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as z from 'zod';

import type {
  crawlDeadLetterEnvironment,
  crawlEnvironment,
  crawlPageEnvironment,
  crawlRecordsEnvironment,
  crawlStatusEnvironment,
  batchEnvironment,
  estimateCrawlEnvironment,
  mapEnvironment,
  sweeperEnvironment,
  webhookEnvironment,
} from '#shared/contract/environment.ts';
import { messagesPerWorker } from '#shared/contract/messages.ts';
import type { DeploymentSettings } from '../settings.ts';
import { functionSizes, maxReceives, workerLimits } from '../sizing.ts';
import { CrawlTable } from './crawl-table.ts';
import { modelVariables } from './language-model.ts';
import type { PagesBucket } from './pages-bucket.ts';
import { grantSecrets } from './secrets.ts';
import { type FunctionName, grantInvocation, ServiceFunction } from './service-function.ts';
import type { ServiceTable } from './service-table.ts';
import { SweeperSchedule } from './sweeper.ts';
import { feed, WorkQueue } from './work-queue.ts';

export interface CrawlingProps {
  readonly codeOf: (name: FunctionName) => Code;
  readonly settings: DeploymentSettings;
  readonly serviceTable: ServiceTable;
  readonly pagesBucket: PagesBucket;
  readonly metering: { readonly SERVICE_TABLE: string; readonly PLANS: string };
  readonly pageReading: {
    readonly PAGES_BUCKET: string;
    readonly EGRESS_ALLOW: string;
    readonly USER_AGENT_TOKEN: string;
    readonly PROXY_URLS_SECRET_ARN?: string;
    readonly RENDER_PAGE_FUNCTION: string;
    readonly RENDERS_AT_ONCE: string;
  };
  readonly renderPage: LambdaFunction;
}

type CrawlEndpoint = 'crawl' | 'crawl-status' | 'crawl-cancel' | 'crawl-errors' | 'crawls' | 'batch' | 'map';

/** The ledger, queues, workers, endpoints and sweeper of crawls. */
export class Crawling extends Construct {
  readonly endpoints: Readonly<Record<CrawlEndpoint, LambdaFunction>>;
  private readonly props: CrawlingProps;
  readonly crawlTable: CrawlTable;
  readonly pageQueue: WorkQueue;
  readonly webhookQueue: WorkQueue;
  readonly sweeper: LambdaFunction;
  /** The functions that queues invoke. */
  readonly workers: readonly LambdaFunction[];

  constructor(scope: Construct, props: CrawlingProps) {
    super(scope, 'crawling');
    this.props = props;
    this.crawlTable = new CrawlTable(this);
    this.pageQueue = new WorkQueue(this, 'page-queue', {
      // Longer than a worker's timeout, so that a message is retried only when its worker is dead.
      visibilityTimeout: functionSizes['crawl-page'].timeout.plus(Duration.seconds(15)),
      maxReceiveCount: maxReceives.pages,
      retention: Duration.days(2),
    });
    this.webhookQueue = new WorkQueue(this, 'webhook-queue', {
      visibilityTimeout: functionSizes.webhook.timeout.plus(Duration.seconds(15)),
      maxReceiveCount: maxReceives.webhooks,
      retention: Duration.days(4),
    });
    this.endpoints = this.addEndpoints();
    this.workers = this.addWorkers();
    this.sweeper = this.addSweeper();
  }

  private get moving() {
    const { metering, pageReading } = this.props;
    return {
      SERVICE_TABLE: metering.SERVICE_TABLE,
      PAGES_BUCKET: pageReading.PAGES_BUCKET,
      CRAWL_TABLE: this.crawlTable.table.tableName,
      PAGE_QUEUE_URL: this.pageQueue.queue.queueUrl,
      WEBHOOK_QUEUE_URL: this.webhookQueue.queue.queueUrl,
    };
  }

  private add(
    name: FunctionName,
    environment: Readonly<Record<string, string>>,
    how: { readonly continuesItself?: boolean } = {},
  ): LambdaFunction {
    return new ServiceFunction(this, { name, code: this.props.codeOf(name), environment, ...how }).function;
  }

  /** A function that moves crawls may send their pages and webhooks and settle their usage. */
  private grantMoving(mover: LambdaFunction): void {
    this.crawlTable.grantMoving(mover);
    this.grantSending(mover);
    this.props.serviceTable.grantSettling(mover);
  }

  private grantSending(mover: LambdaFunction): void {
    this.pageQueue.grantSending(mover);
    this.webhookQueue.grantSending(mover);
  }

  private addEndpoints(): Readonly<Record<CrawlEndpoint, LambdaFunction>> {
    const { metering, pagesBucket, serviceTable, settings } = this.props;
    const starting = {
      ...metering,
      ...this.moving,
      MAX_CRAWL_CONCURRENCY: String(settings.MAX_CRAWL_CONCURRENCY),
      RETENTION_DAYS: String(settings.RETENTION_DAYS),
      EGRESS_ALLOW: this.props.pageReading.EGRESS_ALLOW,
    } satisfies z.input<typeof batchEnvironment>;
    const estimate = this.addEstimate();
    const crawl = this.add('crawl', {
      ...starting,
      ESTIMATE_CRAWL_FUNCTION: estimate.functionName,
    } satisfies z.input<typeof crawlEnvironment>);
    grantInvocation(crawl, estimate);
    const batch = this.add('batch', starting);
    for (const starter of [crawl, batch]) {
      serviceTable.grantMetering(starter);
      serviceTable.grantUsageReading(starter);
      this.crawlTable.grantMoving(starter);
      this.grantSending(starter);
      pagesBucket.grantPrefix(starter, 'idempotency');
      pagesBucket.grantPrefix(starter, 'crawls', 'read');
    }
    this.crawlTable.grantRecording(batch);

    const status = this.add('crawl-status', {
      ...metering,
      ...this.moving,
    } satisfies z.input<typeof crawlStatusEnvironment>);
    // Streams of pages last for minutes and count as requests in flight.
    serviceTable.grantMetering(status);
    this.grantMoving(status);
    pagesBucket.grantPrefix(status, 'crawls', 'read');

    const cancel = this.add('crawl-cancel', {
      ...metering,
      ...this.moving,
    } satisfies z.input<typeof crawlStatusEnvironment>);
    serviceTable.grantReading(cancel);
    this.grantMoving(cancel);

    const records: z.input<typeof crawlRecordsEnvironment> = {
      ...metering,
      CRAWL_TABLE: this.crawlTable.table.tableName,
    };
    const errors = this.add('crawl-errors', records);
    const crawls = this.add('crawls', records);
    for (const reader of [errors, crawls]) {
      serviceTable.grantReading(reader);
      this.crawlTable.grantReading(reader);
    }
    const map = this.addMap();
    return {
      crawl,
      'crawl-status': status,
      'crawl-cancel': cancel,
      'crawl-errors': errors,
      crawls,
      batch,
      map,
    };
  }

  /** It reads pages for dry runs; what it finds goes to the crawl endpoint. */
  private addEstimate(): LambdaFunction {
    const { pageReading, renderPage, settings } = this.props;
    const estimate = this.add('estimate-crawl', {
      ...pageReading,
      CRAWL_TABLE: this.crawlTable.table.tableName,
      POLITENESS_DELAY_MS: String(settings.POLITENESS_DELAY_MS),
    } satisfies z.input<typeof estimateCrawlEnvironment>);
    this.crawlTable.grantPacing(estimate);
    grantInvocation(estimate, renderPage);
    grantSecrets(estimate, settings, 'PROXY_URLS_SECRET_ARN');
    return estimate;
  }

  /** It reads pages of a site at the pace of crawls, and looks up what the account crawled. */
  private addMap(): LambdaFunction {
    const { metering, pageReading, pagesBucket, renderPage, serviceTable, settings } = this.props;
    const map = this.add('map', {
      ...metering,
      ...pageReading,
      CRAWL_TABLE: this.crawlTable.table.tableName,
      POLITENESS_DELAY_MS: String(settings.POLITENESS_DELAY_MS),
    } satisfies z.input<typeof mapEnvironment>);
    serviceTable.grantMetering(map);
    this.crawlTable.grantReading(map);
    this.crawlTable.grantPacing(map);
    pagesBucket.grantPrefix(map, 'idempotency');
    grantInvocation(map, renderPage);
    grantSecrets(map, settings, 'PROXY_URLS_SECRET_ARN');
    return map;
  }

  private addWorkers(): readonly LambdaFunction[] {
    const { pageReading, pagesBucket, renderPage, settings } = this.props;
    const { crawlWorkers, rendersOfWorker, webhookWorkers } = workerLimits(settings);
    const page = this.add(
      'crawl-page',
      {
        ...this.moving,
        ...pageReading,
        ...modelVariables(settings),
        POLITENESS_DELAY_MS: String(settings.POLITENESS_DELAY_MS),
        RENDERS_AT_ONCE: String(rendersOfWorker),
      } satisfies z.input<typeof crawlPageEnvironment>,
      // Each page may lead to another; the crawl's limit and deadline bound the chain.
      { continuesItself: true },
    );
    this.crawlTable.grantMoving(page);
    this.crawlTable.grantRecording(page);
    this.grantSending(page);
    this.props.serviceTable.grantSettling(page);
    pagesBucket.grantPrefix(page, 'crawls', 'write');
    pagesBucket.grantPrefix(page, 'cache');
    pagesBucket.grantPrefix(page, 'versions');
    grantInvocation(page, renderPage);
    grantSecrets(page, settings, 'LLM_SECRET_ARN', 'PROXY_URLS_SECRET_ARN');
    feed(page, this.pageQueue.queue, {
      batchSize: messagesPerWorker,
      maxConcurrency: crawlWorkers,
    });

    const deadLetter = this.add(
      'crawl-dead-letter',
      this.moving satisfies z.input<typeof crawlDeadLetterEnvironment>,
    );
    this.crawlTable.grantMoving(deadLetter);
    this.grantSending(deadLetter);
    this.props.serviceTable.grantSettling(deadLetter);
    feed(deadLetter, this.pageQueue.deadLetters, { batchSize: 10, maxConcurrency: 2 });

    const webhook = this.add('webhook', {
      CRAWL_TABLE: this.crawlTable.table.tableName,
      WEBHOOK_QUEUE_URL: this.webhookQueue.queue.queueUrl,
      PAGES_BUCKET: pageReading.PAGES_BUCKET,
      EGRESS_ALLOW: pageReading.EGRESS_ALLOW,
      USER_AGENT_TOKEN: pageReading.USER_AGENT_TOKEN,
    } satisfies z.input<typeof webhookEnvironment>);
    this.crawlTable.grantDelivering(webhook);
    pagesBucket.grantPrefix(webhook, 'crawls', 'read');
    feed(webhook, this.webhookQueue.queue, { batchSize: 10, maxConcurrency: webhookWorkers });
    return [page, deadLetter, webhook];
  }

  private addSweeper(): LambdaFunction {
    const sweeper = this.add('sweeper', this.moving satisfies z.input<typeof sweeperEnvironment>);
    // Lambda would repeat a run that failed or had no place, beside the next minute's, for up to six hours.
    sweeper.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    Validations.of(sweeper).acknowledge({
      id: 'Serverless-LambdaAsyncFailureDestination',
      reason: "The next minute's run does the work of one that failed.",
    });
    this.props.serviceTable.grantSweeping(sweeper);
    this.crawlTable.grantSweeping(sweeper);
    this.grantSending(sweeper);
    new SweeperSchedule(this, sweeper);
    return sweeper;
  }
}
