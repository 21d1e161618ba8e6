import { Duration } from 'aws-cdk-lib';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

import type { RowTable } from './row-table.ts';
import type { WorkQueue } from './work-queue.ts';

/** The period of all metrics: what AWS's free metrics are kept in, and soon enough for an e-mail. */
export const every = Duration.minutes(5);

/** What alarms and the dashboard look at. */
export interface Watched {
  readonly stage: Stage;
  /** Functions whose errors no caller sees. */
  readonly background: readonly LambdaFunction[];
  readonly sweeper: LambdaFunction;
  readonly queues: { readonly pages: WorkQueue; readonly webhooks: WorkQueue };
  readonly tables: readonly Pick<RowTable, 'table' | 'indexes'>[];
}
