import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

import type { CloudAssembly } from './cloud-assembly.ts';
import { accountId, type References, region, resolve, type TemplateObject, textOf } from './intrinsics.ts';
import { isCreated, Properties } from './resource-types.ts';

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

export interface LocalMethod {
  readonly httpMethod: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly integration:
    | {
        readonly kind: 'lambda';
        readonly functionName: string;
        readonly streams: boolean;
        readonly timeoutMs: number;
      }
    | { readonly kind: 'fixed'; readonly status: number; readonly headers: Readonly<Record<string, string>> };
}

export interface LocalGatewayResponse {
  readonly type: string;
  readonly status: number;
  readonly body: string;
  /** `context.requestId` or a quoted literal, as API Gateway spells them. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface LocalApi {
  readonly stage: string;
  readonly accessLogFormat: string | undefined;
  readonly methods: readonly LocalMethod[];
  readonly gatewayResponses: readonly LocalGatewayResponse[];
}

export interface LocalSchedule {
  readonly everyMinutes: number;
  readonly functionName: string;
}

/** The template as things to run. */
export interface LocalStack {
  readonly tables: readonly LocalTable[];
  readonly buckets: readonly LocalBucket[];
  readonly queues: readonly LocalQueue[];
  readonly functions: readonly LocalFunction[];
  readonly eventSources: readonly LocalEventSource[];
  readonly schedules: readonly LocalSchedule[];
  readonly api: LocalApi;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface LocalEndpoints {
  /** Base of queue URLs, such as http://127.0.0.1:4566. */
  readonly sqs: string;
  /** Base address of the API. */
  readonly api: string;
}

interface Resource {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Properties;
}

const arnOf = (service: string, rest: string): string => `arn:aws:${service}:${region}:${accountId}:${rest}`;
const functionArn = (name: string): string => arnOf('lambda', `function:${name}`);
export const functionNameOf = (nameOrArn: string): string =>
  /:function:([^:/]+)/.exec(nameOrArn)?.[1] ?? nameOrArn;

/** Names that stay the same from start to start, so that yesterday's data is found again. */
function referencesOf(assembly: CloudAssembly, endpoints: LocalEndpoints): References {
  const typeOf = (logicalId: string): string | undefined => assembly.resources[logicalId]?.Type;
  const queueUrl = (logicalId: string) => `${endpoints.sqs}/${accountId}/${logicalId}`;
  return {
    ref: (logicalId) => {
      const type = typeOf(logicalId);
      if (type === 'AWS::SQS::Queue') return queueUrl(logicalId);
      if (type === 'AWS::S3::Bucket') return logicalId.toLowerCase();
      return type === undefined ? undefined : logicalId;
    },
    attribute: (logicalId, attribute) => {
      switch (`${typeOf(logicalId)}.${attribute}`) {
        case 'AWS::DynamoDB::Table.Arn':
          return arnOf('dynamodb', `table/${logicalId}`);
        case 'AWS::S3::Bucket.Arn':
          return `arn:aws:s3:::${logicalId.toLowerCase()}`;
        case 'AWS::SQS::Queue.Arn':
          return arnOf('sqs', logicalId);
        case 'AWS::SQS::Queue.QueueName':
          return logicalId;
        case 'AWS::Lambda::Function.Arn':
          return functionArn(logicalId);
        case 'AWS::IAM::Role.Arn':
          return `arn:aws:iam::${accountId}:role/${logicalId}`;
        case 'AWS::Logs::LogGroup.Arn':
          return arnOf('logs', `log-group:${logicalId}:*`);
        case 'AWS::ApiGateway::RestApi.RootResourceId':
          return `${logicalId}/`;
        case 'AWS::Events::Rule.Arn':
          return arnOf('events', `rule/${logicalId}`);
        default:
          return undefined;
      }
    },
  };
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

const unquoted = (value: string): string => value.replace(/^'(.*)'$/s, '$1');

function integrationOf(resource: string, integration: Properties): LocalMethod['integration'] {
  const type = integration.text('Type');
  if (type === 'AWS_PROXY') {
    const uri = integration.text('Uri');
    return {
      kind: 'lambda',
      functionName: functionNameOf(uri),
      streams: uri.endsWith('/response-streaming-invocations'),
      timeoutMs: integration.number('TimeoutInMillis', 29_000),
    };
  }
  const [response] = integration.list('IntegrationResponses');
  if (type !== 'MOCK' || response === undefined)
    throw new Error(`${resource} has an integration of type ${type}, which this runner does not support.`);
  const headers = Object.entries(response.object('ResponseParameters').textMap()).map(
    ([name, value]) => [name.replace('method.response.header.', '').toLowerCase(), unquoted(value)] as const,
  );
  return { kind: 'fixed', status: Number(response.text('StatusCode')), headers: Object.fromEntries(headers) };
}

function apiOf(resources: readonly Resource[], restApi: string): LocalApi {
  const ofType = (type: string) =>
    resources.filter((resource) => resource.type === `AWS::ApiGateway::${type}`);
  const parts = new Map(ofType('Resource').map(({ logicalId, properties }) => [logicalId, properties]));
  const pathOf = (resourceId: string): string => {
    const part = parts.get(resourceId);
    if (part === undefined) return '';
    return `${pathOf(part.text('ParentId'))}/${part.text('PathPart')}`;
  };
  const [stage, ...stages] = ofType('Stage');
  if (stage === undefined || stages.length > 0) throw new Error(`${restApi} must have one stage.`);
  return {
    stage: stage.properties.text('StageName'),
    accessLogFormat: stage.properties.object('AccessLogSetting').optionalText('Format'),
    methods: ofType('Method').map(({ properties }) => {
      const resourceId = properties.text('ResourceId');
      const resource = pathOf(resourceId) || '/';
      return {
        httpMethod: properties.text('HttpMethod'),
        resource,
        resourceId,
        integration: integrationOf(resource, properties.object('Integration')),
      };
    }),
    gatewayResponses: ofType('GatewayResponse').map(({ properties }) => ({
      type: properties.text('ResponseType'),
      status: Number(properties.text('StatusCode')),
      body: properties.object('ResponseTemplates').optionalText('application/json') ?? '',
      headers: Object.fromEntries(
        Object.entries(properties.object('ResponseParameters').textMap()).map(([name, value]) => [
          name.replace('gatewayresponse.header.', '').toLowerCase(),
          value,
        ]),
      ),
    })),
  };
}

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
  const outputs = Object.entries(assembly.outputs).map(([name, { Value }]) => {
    // The output is the address on AWS; here the gateway has its own.
    if (JSON.stringify(Value).includes('.execute-api.')) return [name, endpoints.api] as const;
    return [name, textOf(resolve(Value, references))] as const;
  });
  return {
    tables: ofType('AWS::DynamoDB::Table').map(tableOf),
    buckets: ofType('AWS::S3::Bucket').map(bucketOf),
    queues: ofType('AWS::SQS::Queue').map((resource) => queueOf(resource, references)),
    functions: ofType('AWS::Lambda::Function').map((resource) =>
      functionOf(resource, assembly, invokeConfigs.get(resource.logicalId)),
    ),
    eventSources: ofType('AWS::Lambda::EventSourceMapping').map(eventSourceOf),
    schedules: ofType('AWS::Events::Rule').flatMap(schedulesOf),
    api: apiOf(resources, restApi.logicalId),
    outputs: Object.fromEntries(outputs),
  };
}
