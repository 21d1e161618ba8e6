import { Duration, Validations } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

export interface WorkQueueProps {
  /** How long a received message is hidden; at least the worker's timeout. */
  readonly visibilityTimeout: Duration;
  readonly maxReceiveCount: number;
  readonly retention: Duration;
}

/** A standard queue with its dead-letter queue. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(
    scope: Construct,
    id: string,
    { visibilityTimeout, maxReceiveCount, retention }: WorkQueueProps,
  ) {
    super(scope, id);
    const common = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: retention,
      visibilityTimeout,
    };
    // The longest that SQS keeps messages: time for somebody to look at them.
    this.deadLetters = new Queue(this, 'DeadLetters', { ...common, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Queue', {
      ...common,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    });
    Validations.of(this.deadLetters).acknowledge(
      { id: 'AwsSolutions-SQS3', reason: 'It is the dead-letter queue.' },
      { id: 'Serverless-SQSRedrivePolicy', reason: 'It is the dead-letter queue.' },
    );
  }

  grantSending(grantee: IGrantable): void {
    Grant.addToPrincipal({
      grantee,
      actions: ['sqs:SendMessage'],
      resourceArns: [this.queue.queueArn],
    });
  }
}

/** Invokes a function with batches of a queue; messages that it reports as failed are retried. */
export function feed(
  worker: LambdaFunction,
  queue: Queue,
  { batchSize, maxConcurrency }: { readonly batchSize: number; readonly maxConcurrency: number },
): void {
  worker.addEventSource(
    new SqsEventSource(queue, { batchSize, maxConcurrency, reportBatchItemFailures: true }),
  );
  Validations.of(worker).acknowledge({
    id: 'Serverless-LambdaEventSourceMappingDestination',
    reason: 'A queue has no failure destination but its own dead-letter queue.',
  });
}
