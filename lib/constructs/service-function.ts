import {
  Architecture,
  type Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { Effect, Grant, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { RemovalPolicy, Size, Validations } from 'aws-cdk-lib';
import { Construct } from 'constructs';

import { type FunctionSize, functionSizes } from '../sizing.ts';

export type FunctionName = keyof typeof functionSizes;

export interface ServiceFunctionProps<Environment extends Record<string, string>> {
  readonly name: FunctionName;
  readonly code: Code;
  readonly environment: Environment;
  /**
   * Its messages invoke it again and again. Lambda considers that an accident and drops the
   * messages of a chain after 16 (docs: Lambda recursive loop detection); here the work itself bounds the chain.
   */
  readonly continuesItself?: boolean;
}

/**
 * One Lambda function with its own log group and its own role, which at first may only
 * write that log. Other constructs grant what it needs.
 */
export class ServiceFunction<Environment extends Record<string, string>> extends Construct {
  readonly function: LambdaFunction;

  constructor(
    scope: Construct,
    { name, code, environment, continuesItself = false }: ServiceFunctionProps<Environment>,
  ) {
    super(scope, name);
    const { memoryMb, timeout, temporaryMb, architecture }: FunctionSize = functionSizes[name];
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    role.addToPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    this.function = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: architecture === 'x86_64' ? Architecture.X86_64 : Architecture.ARM_64,
      handler: 'index.handler',
      code,
      memorySize: memoryMb,
      ...(temporaryMb === undefined ? {} : { ephemeralStorageSize: Size.mebibytes(temporaryMb) }),
      timeout,
      environment: { ...environment, POWERTOOLS_SERVICE_NAME: name },
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      ...(continuesItself ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      role,
      description: `Winnow: ${name}`,
    });
    Validations.of(this.function).acknowledge(
      {
        id: 'Serverless-LambdaDLQ',
        reason:
          'Invoked synchronously, from a queue that has its own dead-letter queue, or by what repeats it: a schedule, the sweeper.',
      },
      {
        id: 'Serverless-LambdaTracing',
        reason:
          'Traces record addresses, and an address may carry an API key; logs and metrics are redacted instead.',
      },
    );
  }
}

/** CDK's own grant adds the function's versions and aliases, which do not exist. */
export function grantInvocation(caller: LambdaFunction, callee: LambdaFunction): void {
  Grant.addToPrincipal({
    grantee: caller,
    actions: ['lambda:InvokeFunction'],
    resourceArns: [callee.functionArn],
  });
}
