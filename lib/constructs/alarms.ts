import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

import { every, type Watched } from './watched.ts';

interface AlarmTerms {
  readonly metric: IMetric;
  readonly atLeast: number;
  /** Periods in a row. */
  readonly periods?: number;
  readonly meaning: string;
}

/** Adds up metrics of one kind. CloudWatch charges an alarm by its metrics, at most ten. */
const sumOf = (metrics: readonly IMetric[]): IMetric =>
  new MathExpression({
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    period: every,
  });

/** A partition takes three times as many reads as writes, and the service makes fewer: writes are throttled first. */
const throttledWrites = (dimensionsMap: Record<string, string>): IMetric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: 'WriteThrottleEvents',
    dimensionsMap,
    statistic: 'Sum',
    period: every,
  });

/** What docs/operations.md explains, by name. */
function termsOf({ stage, background, queues, tables }: Watched): Readonly<Record<string, AlarmTerms>> {
  const { pages, webhooks } = queues;
  const lambda = { namespace: 'AWS/Lambda', period: every, statistic: 'Sum' };
  return {
    ServerErrors: {
      metric: stage.metricServerError({ period: every, statistic: 'Sum' }),
      atLeast: 5,
      meaning: 'Callers got errors of the service.',
    },
    FunctionErrors: {
      // Errors of the others are answers to callers, which ServerErrors counts.
      metric: sumOf(background.map((each) => each.metricErrors({ period: every }))),
      atLeast: 3,
      meaning: 'Functions that nobody waits for have failed.',
    },
    FunctionThrottles: {
      // Counts the whole region: all functions in it share their concurrency.
      metric: new Metric({ ...lambda, metricName: 'Throttles' }),
      atLeast: 1,
      periods: 3,
      meaning: 'The account has too few concurrent executions for its functions.',
    },
    PageDeadLetters: {
      // A message that a failing function has received is not visible for a while.
      metric: sumOf([
        pages.deadLetters.metricApproximateNumberOfMessagesVisible({ period: every }),
        pages.deadLetters.metricApproximateNumberOfMessagesNotVisible({ period: every }),
      ]),
      atLeast: 1,
      periods: 3,
      meaning: 'Pages whose workers died are not closed.',
    },
    WebhookDeadLetters: {
      metric: webhooks.deadLetters.metricApproximateNumberOfMessagesVisible({ period: every }),
      atLeast: 1,
      meaning: 'The service could not send events of webhooks for most of a day, and has given them up.',
    },
    PageQueueAge: {
      metric: pages.queue.metricApproximateAgeOfOldestMessage({ period: every }),
      atLeast: Duration.hours(1).toSeconds(),
      periods: 3,
      meaning: 'Pages of crawls wait and are not read.',
    },
    WebhookQueueAge: {
      metric: webhooks.queue.metricApproximateAgeOfOldestMessage({ period: every }),
      // The five attempts take 81 minutes.
      atLeast: Duration.hours(2).toSeconds(),
      meaning: 'Events of webhooks wait and are not sent.',
    },
    TableThrottles: {
      metric: sumOf(
        tables.flatMap(({ table, indexes }) => [
          throttledWrites({ TableName: table.tableName }),
          // A write that an index refuses counts for the index only.
          ...indexes.map((index) =>
            throttledWrites({ TableName: table.tableName, GlobalSecondaryIndexName: index }),
          ),
        ]),
      ),
      atLeast: 10,
      meaning: 'DynamoDB refuses writes.',
    },
  };
}

export interface AlarmsProps {
  readonly watched: Watched;
  readonly email: string;
  /** US dollars a month. */
  readonly budget: number | undefined;
}

/** E-mails about faults that need a person. docs/operations.md says what to do about each. */
export class Alarms extends Construct {
  private readonly topic: Topic;

  constructor(scope: Construct, { watched, email, budget }: AlarmsProps) {
    super(scope, 'alarms');
    this.topic = this.addTopic(email);
    for (const [name, terms] of Object.entries(termsOf(watched))) this.addAlarm(name, terms);
    this.addAlarmOfSilence(watched);
    if (budget !== undefined) this.addBudget(email, budget);
  }

  private addTopic(email: string): Topic {
    // The key that AWS manages for SNS does not let CloudWatch in.
    const key = new Key(this, 'Key', {
      description: 'Winnow: alarms',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true });
    topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    const subscription = topic.addSubscription(new EmailSubscription(email));
    Validations.of(subscription).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason:
        'An alarm whose e-mail is lost is still seen in the console; a queue would be one more to watch.',
    });
    return topic;
  }

  private addAlarm(name: string, { metric, atLeast, periods = 1, meaning }: AlarmTerms): void {
    new Alarm(this, name, {
      alarmName: `${Stack.of(this).stackName}-${name}`,
      alarmDescription: `${meaning} See docs/operations.md.`,
      metric,
      threshold: atLeast,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(new SnsAction(this.topic));
  }

  /** Repairs and deletions wait for the sweeper, which no request notices. */
  private addAlarmOfSilence({ sweeper }: Watched): void {
    new Alarm(this, 'SweeperSilent', {
      alarmName: `${Stack.of(this).stackName}-SweeperSilent`,
      alarmDescription: 'The sweeper has not run for five minutes. See docs/operations.md.',
      metric: sweeper.metricInvocations({ period: every }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.BREACHING,
    }).addAlarmAction(new SnsAction(this.topic));
  }

  /** Covers the whole account: AWS knows the cost of a stack only by tags that somebody has activated. */
  private addBudget(email: string, dollars: number): void {
    const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: email }],
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollars, unit: 'USD' },
      },
      notificationsWithSubscribers: [notice('ACTUAL', 80), notice('FORECASTED', 100)],
    });
  }
}
