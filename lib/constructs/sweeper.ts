import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** Runs the sweeper every minute. */
export class SweeperSchedule extends Construct {
  constructor(scope: Construct, sweeper: LambdaFunction) {
    super(scope, 'sweeper-schedule');
    const rule = new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      // The next minute's run does the work of one that failed.
      targets: [new LambdaTarget(sweeper, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    });
    Validations.of(rule).acknowledge({
      id: 'Serverless-EventBusDLQ',
      reason: 'A lost tick holds nothing; the next one does its work.',
    });
  }
}
