import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

import type { CloudAssembly } from './cloud-assembly.ts';
import { type References, resolve, type TemplateObject, textOf } from './intrinsics.ts';
import { apiOf, type LocalApi } from './local-api.ts';
import { type LocalUserPool, userPoolOf } from './local-user-pool.ts';
import { isCreated, Properties, type Resource } from './resource-types.ts';
import {
  arnOf,
  functionArn,
  functionNameOf,
  type LocalEndpoints,
  referencesOf,
} from './template-references.ts';

export interface LocalTable {
  readonly name: string;
  readonly definition: Omit<CreateTableCommandInput, 'TableName'>;
  readonly timeToLiveAttribute: string | undefined;
}

export interface LocalBucket {
  readonly name: string;
  readonly expirations: readonly { readonly prefix: string; readonly days: number }[];
}

export interface LocalQueue {
  readonly name: string;
  readonly url: string;
  readonly arn: string;
  readonly visibilityTimeoutSeconds: number;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface LocalFunction {
  readonly name: string;
  readonly arn: string;
  readonly directory: string;
  readonly handler: string;
  readonly memoryMb: number;
  /** The size of /tmp. */
  readonly temporaryMb: number;
  readonly timeoutSeconds: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly reservedConcurrency: number | undefined;
  readonly deadLetterArn: string | undefined;
  readonly maxRetries: number;
}

export interface LocalEventSource {
  readonly functionName: string;
  readonly queueArn: string;
  readonly batchSize: number;
  readonly windowSeconds: number;
  readonly maxConcurrency: number | undefined;
  readonly reportsItemFailures: boolean;
}

export interface LocalSchedule {
  readonly everyMinutes: number;
  readonly functionName: string;
}

/** The resources of a template that run on one machine. */
export interface LocalStack {
  readonly tables: readonly LocalTable[];
  readonly buckets: readonly LocalBucket[];
  readonly queues: readonly LocalQueue[];
  readonly functions: readonly LocalFunction[];
  readonly eventSources: readonly LocalEventSource[];
  readonly schedules: readonly LocalSchedule[];
  readonly api: LocalApi;
  readonly userPool: LocalUserPool | undefined;
  readonly outputs: Readonly<Record<string, string>>;
}

const tableOf = ({ logicalId, properties }: Resource): LocalTable => {
  const { AttributeDefinitions, KeySchema, BillingMode, GlobalSecondaryIndexes } =
    properties.raw() as unknown as LocalTable['definition'];
  return {
    name: logicalId,
    definition: {
      AttributeDefinitions,
      KeySchema,
      BillingMode: BillingMode ?? 'PAY_PER_REQUEST',
      ...(GlobalSecondaryIndexes === undefined ? {} : { GlobalSecondaryIndexes }),
    },
    timeToLiveAttribute: properties.object('TimeToLiveSpecification').optionalText('AttributeName'),
  };
};

const bucketOf = ({ logicalId, properties }: Resource): LocalBucket => ({
  name: logicalId.toLowerCase(),
  expirations: properties
    .object('LifecycleConfiguration')
    .list('Rules')
    .filter((rule) => rule.has('ExpirationInDays'))
    .map((rule) => ({ prefix: rule.optionalText('Prefix') ?? '', days: rule.number('ExpirationInDays') })),
});

const queueOf = ({ logicalId, properties }: Resource, references: References): LocalQueue => {
  const visibilityTimeoutSeconds = properties.number('VisibilityTimeout', 30);
  const redrive = properties.object('RedrivePolicy');
  return {
    name: logicalId,
    url: references.ref(logicalId) ?? '',
    arn: arnOf('sqs', logicalId),
    visibilityTimeoutSeconds,
    attributes: {
      VisibilityTimeout: String(visibilityTimeoutSeconds),
      MessageRetentionPeriod: String(properties.number('MessageRetentionPeriod', 345_600)),
      ...(redrive.has('deadLetterTargetArn') ? { RedrivePolicy: JSON.stringify(redrive.raw()) } : {}),
    },
  };
};

const functionOf = (
  { logicalId, properties }: Resource,
  assembly: CloudAssembly,
  invokeConfig: Properties | undefined,
): LocalFunction => {
  const runtime = properties.text('Runtime');
  if (runtime !== 'nodejs24.x')
    throw new Error(`${logicalId} has the runtime ${runtime}; this runner has nodejs24.x.`);
  const onFailure = invokeConfig?.object('DestinationConfig').object('OnFailure').optionalText('Destination');
  return {
    name: logicalId,
    arn: functionArn(logicalId),
    directory: assembly.assetDirectory(properties.object('Code').text('S3Key')),
    handler: properties.text('Handler'),
    memoryMb: properties.number('MemorySize', 128),
    temporaryMb: properties.object('EphemeralStorage').number('Size', 512),
    timeoutSeconds: properties.number('Timeout', 3),
    environment: properties.object('Environment').object('Variables').textMap(),
    reservedConcurrency: properties.has('ReservedConcurrentExecutions')
      ? properties.number('ReservedConcurrentExecutions')
      : undefined,
    deadLetterArn: onFailure ?? properties.object('DeadLetterConfig').optionalText('TargetArn'),
    maxRetries: invokeConfig?.number('MaximumRetryAttempts', 2) ?? 2,
  };
};

const eventSourceOf = ({ properties }: Resource): LocalEventSource => ({
  functionName: functionNameOf(properties.text('FunctionName')),
  queueArn: properties.text('EventSourceArn'),
  batchSize: properties.number('BatchSize', 10),
  windowSeconds: properties.number('MaximumBatchingWindowInSeconds', 0),
  maxConcurrency: properties.has('ScalingConfig')
    ? properties.object('ScalingConfig').number('MaximumConcurrency')
    : undefined,
  reportsItemFailures: properties.texts('FunctionResponseTypes').includes('ReportBatchItemFailures'),
});

const schedulesOf = ({ logicalId, properties }: Resource): LocalSchedule[] => {
  const expression = properties.text('ScheduleExpression');
  const minutes = /^rate\((\d+) minutes?\)$/.exec(expression)?.[1];
  if (minutes === undefined)
    throw new Error(`${logicalId} is scheduled ${expression}; this runner knows rate(N minutes).`);
  return properties
    .list('Targets')
    .map((target) => ({ everyMinutes: Number(minutes), functionName: functionNameOf(target.text('Arn')) }));
};

/** Reads the template. Throws on anything that this runner would have to leave out. */
export function localStack(assembly: CloudAssembly, endpoints: LocalEndpoints): LocalStack {
  const references = referencesOf(assembly, endpoints);
  const resources = Object.entries(assembly.resources).flatMap(
    ([logicalId, { Type: type, Properties: raw = {} }]): Resource[] => {
      if (!isCreated(logicalId, type, raw)) return [];
      return [
        {
          logicalId,
          type,
          properties: new Properties(logicalId, resolve(raw, references) as TemplateObject),
        },
      ];
    },
  );
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  const invokeConfigs = new Map(
    ofType('AWS::Lambda::EventInvokeConfig').map(({ properties }) => [
      functionNameOf(properties.text('FunctionName')),
      properties,
    ]),
  );
  const [restApi, ...apis] = ofType('AWS::ApiGateway::RestApi');
  if (restApi === undefined || apis.length > 0) throw new Error('The stack must have one REST API.');
  const outputs = Object.entries(assembly.outputs).map(
    ([name, { Value }]) => [name, textOf(resolve(Value, references)).replace(/\/$/, '')] as const,
  );
  return {
    tables: ofType('AWS::DynamoDB::Table').map(tableOf),
    buckets: ofType('AWS::S3::Bucket').map(bucketOf),
    queues: ofType('AWS::SQS::Queue').map((resource) => queueOf(resource, references)),
    functions: ofType('AWS::Lambda::Function').map((resource) =>
      functionOf(resource, assembly, invokeConfigs.get(resource.logicalId)),
    ),
    eventSources: ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => properties.raw()['Enabled'] !== false)
      .map(eventSourceOf),
    schedules: ofType('AWS::Events::Rule')
      .filter(({ properties }) => properties.optionalText('State') !== 'DISABLED')
      .flatMap(schedulesOf),
    api: apiOf(resources, restApi.logicalId),
    userPool: userPoolOf(resources),
    outputs: Object.fromEntries(outputs),
  };
}
