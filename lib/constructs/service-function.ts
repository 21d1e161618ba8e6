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

/** What Lambda takes, as JSON. */
const maxEnvironmentBytes = 4_096;
/** Kept free for what other constructs add: the name of a function. */
const laterBytes = 192;
/** The name of a table, bucket or function, or the URL of a queue, which are known when the stack is deployed. */
const unknownValue = 'x'.repeat(128);

/** Throws when Lambda would refuse the variables, which otherwise only a deployment shows. */
function requireFittingEnvironment(name: string, environment: Readonly<Record<string, string>>): void {
  const sizes = Object.entries(environment).map(([variable, value]) => {
    const text = value.replaceAll(/\$\{Token\[[^\]]+\]\}/g, unknownValue);
    return { variable, bytes: Buffer.byteLength(JSON.stringify({ [variable]: text })) };
  });
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, laterBytes);
  if (bytes <= maxEnvironmentBytes) return;
  const [largest] = sizes.toSorted((one, other) => other.bytes - one.bytes);
  throw new Error(
    `The settings of ${name} take ${bytes} bytes of environment variables, and Lambda allows ${maxEnvironmentBytes}: shorten ${largest?.variable}, which takes ${largest?.bytes}.`,
  );
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
    requireFittingEnvironment(name, environment);
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
