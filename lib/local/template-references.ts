import type { CloudAssembly } from './cloud-assembly.ts';
import { accountId, type References, region } from './intrinsics.ts';

export interface LocalEndpoints {
  /** Base of queue URLs, such as http://127.0.0.1:4566. */
  readonly sqs: string;
  /** Base URL of the API. */
  readonly api: string;
  /** The provider of OpenID Connect; absent where the stack has no user pool. */
  readonly issuer?: string | undefined;
}

export const arnOf = (service: string, rest: string): string =>
  `arn:aws:${service}:${region}:${accountId}:${rest}`;
export const functionArn = (name: string): string => arnOf('lambda', `function:${name}`);
export const functionNameOf = (nameOrArn: string): string =>
  /:function:([^:/]+)/.exec(nameOrArn)?.[1] ?? nameOrArn;

/** The values of references. Names stay the same from start to start, so that stored data is found again. */
export function referencesOf(assembly: CloudAssembly, endpoints: LocalEndpoints): References {
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
        case 'AWS::Cognito::UserPool.Arn':
          return arnOf('cognito-idp', `userpool/${logicalId}`);
        case 'AWS::Cognito::UserPool.ProviderURL':
          return endpoints.issuer;
        case 'AWS::ApiGateway::DomainName.RegionalDomainName':
          return 'localhost';
        case 'AWS::Events::Rule.Arn':
          return arnOf('events', `rule/${logicalId}`);
        default:
          return undefined;
      }
    },
    // https://<id>.execute-api.<region>.<suffix>/<stage> or https://<domain>; the gateway has no stage in its paths.
    reachable: (text) =>
      text
        .replace(/\bhttps:\/\/(\w+)\.execute-api\.[^/]+\/[^/'"]+/g, (url, logicalId: string) =>
          typeOf(logicalId) === 'AWS::ApiGateway::RestApi' ? endpoints.api : url,
        )
        .replace(/\bhttps:\/\/(\w+)(?=[/'"]|$)/g, (url, logicalId: string) =>
          typeOf(logicalId) === 'AWS::ApiGateway::DomainName' ? endpoints.api : url,
        ),
  };
}
