import { Stack } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';

import { every, type Watched } from './watched.ts';

const period = every;
const graph = (title: string, ...left: IMetric[]) => new GraphWidget({ title, left, width: 8 });

/** One page of graphs: what callers see, what works in the background, what is stored. */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, { stage, background, sweeper, queues, tables }: Watched) {
    super(scope, 'dashboard');
    const ofRegion = (metricName: string, statistic: string) =>
      new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period, label: metricName });
    const ofTables = (metricName: string) =>
      tables.map(
        ({ table: { tableName, node } }) =>
          new Metric({
            namespace: 'AWS/DynamoDB',
            metricName,
            dimensionsMap: { TableName: tableName },
            statistic: 'Sum',
            period,
            label: `${metricName} of ${node.scope?.node.id ?? tableName}`,
          }),
      );
    const { pages, webhooks } = queues;
    new Dashboard(this, 'Dashboard', {
      dashboardName: Stack.of(this).stackName,
      widgets: [
        [
          graph(
            'Requests, 4xx, 5xx',
            stage.metricCount({ period, statistic: 'Sum' }),
            stage.metricClientError({ period, statistic: 'Sum' }),
            stage.metricServerError({ period, statistic: 'Sum' }),
          ),
          graph(
            'Latency',
            ...['p50', 'p95', 'p99'].map((statistic) =>
              stage.metricLatency({ period, statistic, label: statistic }),
            ),
          ),
          graph(
            'Functions of the region',
            ofRegion('ConcurrentExecutions', 'Maximum'),
            ofRegion('Throttles', 'Sum'),
          ),
        ],
        [
          graph(
            'Errors in the background',
            ...background.map((each) => each.metricErrors({ period, label: each.node.scope?.node.id ?? '' })),
          ),
          graph(
            'Messages waiting',
            pages.queue.metricApproximateNumberOfMessagesVisible({ period, label: 'pages' }),
            webhooks.queue.metricApproximateNumberOfMessagesVisible({ period, label: 'webhooks' }),
            pages.deadLetters.metricApproximateNumberOfMessagesVisible({ period, label: 'dead pages' }),
            webhooks.deadLetters.metricApproximateNumberOfMessagesVisible({ period, label: 'dead webhooks' }),
          ),
          graph(
            'Age of the oldest message, in seconds',
            pages.queue.metricApproximateAgeOfOldestMessage({ period, label: 'pages' }),
            webhooks.queue.metricApproximateAgeOfOldestMessage({ period, label: 'webhooks' }),
          ),
        ],
        [
          graph(
            'Units of the tables',
            ...ofTables('ConsumedReadCapacityUnits'),
            ...ofTables('ConsumedWriteCapacityUnits'),
          ),
          graph(
            'Throttled reads and writes',
            ...ofTables('ReadThrottleEvents'),
            ...ofTables('WriteThrottleEvents'),
          ),
          graph('Runs of the sweeper', sweeper.metricInvocations({ period })),
        ],
      ],
    });
  }
}
