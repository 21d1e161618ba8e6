import { isObject, type TemplateObject } from './intrinsics.ts';

/**
 * Resource types that are created, with the properties that are either applied or known to have no effect on
 * one machine. Any other property stops the start: ignoring it would be a wiring mistake that only
 * AWS shows.
 */
const created: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': [
    'AttributeDefinitions',
    'BillingMode',
    'DeletionProtectionEnabled',
    'GlobalSecondaryIndexes',
    'KeySchema',
    'PointInTimeRecoverySpecification',
    'SSESpecification',
    'TimeToLiveSpecification',
  ],
  'AWS::S3::Bucket': [
    'BucketEncryption',
    'LifecycleConfiguration',
    'OwnershipControls',
    'PublicAccessBlockConfiguration',
  ],
  'AWS::SQS::Queue': [
    'MessageRetentionPeriod',
    'ReceiveMessageWaitTimeSeconds',
    'RedriveAllowPolicy',
    'RedrivePolicy',
    'SqsManagedSseEnabled',
    'VisibilityTimeout',
  ],
  'AWS::Lambda::Function': [
    'Architectures',
    'Code',
    'DeadLetterConfig',
    'Description',
    'Environment',
    'EphemeralStorage',
    'Handler',
    'LoggingConfig',
    'MemorySize',
    'RecursiveLoop',
    'ReservedConcurrentExecutions',
    'Role',
    'Runtime',
    'Timeout',
    'TracingConfig',
  ],
  'AWS::Lambda::EventSourceMapping': [
    'BatchSize',
    'Enabled',
    'EventSourceArn',
    'FunctionName',
    'FunctionResponseTypes',
    'MaximumBatchingWindowInSeconds',
    'ScalingConfig',
  ],
  'AWS::Lambda::EventInvokeConfig': [
    'DestinationConfig',
    'FunctionName',
    'MaximumEventAgeInSeconds',
    'MaximumRetryAttempts',
    'Qualifier',
  ],
  'AWS::ApiGateway::RestApi': ['Description', 'EndpointConfiguration', 'Name'],
  'AWS::ApiGateway::Resource': ['ParentId', 'PathPart', 'RestApiId'],
  'AWS::ApiGateway::Method': [
    'ApiKeyRequired',
    'AuthorizationType',
    'HttpMethod',
    'Integration',
    'MethodResponses',
    'RequestParameters',
    'RequestValidatorId',
    'ResourceId',
    'RestApiId',
  ],
  'AWS::ApiGateway::RequestValidator': ['RestApiId', 'ValidateRequestParameters'],
  'AWS::ApiGateway::GatewayResponse': [
    'ResponseParameters',
    'ResponseTemplates',
    'ResponseType',
    'RestApiId',
    'StatusCode',
  ],
  'AWS::ApiGateway::Stage': [
    'AccessLogSetting',
    'DeploymentId',
    'MethodSettings',
    'RestApiId',
    'StageName',
    'TracingEnabled',
  ],
  'AWS::Events::Rule': ['Description', 'ScheduleExpression', 'State', 'Targets'],
  // There is no mail on one machine: addresses are not verified, and forgotten passwords are not replaced.
  'AWS::Cognito::UserPool': [
    'AccountRecoverySetting',
    'AdminCreateUserConfig',
    'AutoVerifiedAttributes',
    'DeletionProtection',
    'EmailVerificationMessage',
    'EmailVerificationSubject',
    'Policies',
    'Schema',
    'SmsVerificationMessage',
    'UserAttributeUpdateSettings',
    'UsernameAttributes',
    'UsernameConfiguration',
    'UserPoolTier',
    'VerificationMessageTemplate',
  ],
  'AWS::Cognito::UserPoolClient': [
    'AccessTokenValidity',
    'AllowedOAuthFlows',
    'AllowedOAuthFlowsUserPoolClient',
    'AllowedOAuthScopes',
    'CallbackURLs',
    'GenerateSecret',
    'IdTokenValidity',
    'LogoutURLs',
    'PreventUserExistenceErrors',
    'RefreshTokenValidity',
    'SupportedIdentityProviders',
    'TokenValidityUnits',
    'UserPoolId',
  ],
  'AWS::Cognito::UserPoolDomain': ['Domain', 'ManagedLoginVersion', 'UserPoolId'],
  'AWS::Cognito::ManagedLoginBranding': ['ClientId', 'UseCognitoProvidedValues', 'UserPoolId'],
};

/** Types that have no meaning on one machine, with the reason. */
const withoutLocalMeaning: Readonly<Record<string, string>> = {
  'AWS::IAM::Role': 'permissions are asserted on the template by tests, not enforced here',
  'AWS::IAM::Policy': 'permissions are asserted on the template by tests, not enforced here',
  'AWS::Lambda::Permission': 'permissions are asserted on the template by tests, not enforced here',
  'AWS::S3::BucketPolicy': 'permissions are asserted on the template by tests, not enforced here',
  'AWS::SQS::QueuePolicy': 'permissions are asserted on the template by tests, not enforced here',
  'AWS::Logs::LogGroup': 'logs go to files',
  'AWS::ApiGateway::Account': 'the role that writes access logs',
  'AWS::ApiGateway::DomainName':
    'the gateway has its own URL, which stands wherever the template has the domain',
  'AWS::ApiGateway::BasePathMapping': 'the gateway has no stage in its paths anyway',
  'AWS::WAFv2::WebACL':
    'nobody but this machine reaches the gateway; rules that AWS maintains run at AWS only',
  'AWS::WAFv2::WebACLAssociation': 'there is no firewall to put before the gateway',
  'AWS::CloudWatch::Alarm': 'alarms look at metrics of AWS; on one machine the logs say the same',
  'AWS::CloudWatch::Dashboard': 'graphs of metrics of AWS',
  'AWS::SNS::Topic': 'carries alarms to e-mails',
  'AWS::SNS::TopicPolicy': 'permissions are asserted on the template by tests, not enforced here',
  'AWS::SNS::Subscription': 'there is no mail on one machine',
  'AWS::KMS::Key': 'encrypts the topic of the alarms only; tables, queues and bucket have keys of AWS',
  'AWS::Budgets::Budget': 'one machine costs nothing at AWS',
  'AWS::ApiGateway::Deployment': 'a snapshot of the methods, which are read directly',
};

/** Whether the runner creates a resource. Throws on unknown types and properties. */
export function isCreated(logicalId: string, type: string, properties: TemplateObject): boolean {
  const known = created[type];
  if (known === undefined) {
    if (Object.hasOwn(withoutLocalMeaning, type)) return false;
    throw new Error(`${logicalId} is a ${type}, which this runner cannot run.`);
  }
  const unknown = Object.keys(properties).filter((property) => !known.includes(property));
  if (unknown.length > 0)
    throw new Error(`${logicalId} (${type}) has ${unknown.join(', ')}, which this runner does not support.`);
  return true;
}

/** Typed access to resolved properties. Throws an error that names the resource when a property has the wrong type. */
export class Properties {
  private readonly where: string;
  private readonly values: TemplateObject;

  constructor(where: string, values: TemplateObject) {
    this.where = where;
    this.values = values;
  }

  private fail(name: string, expected: string): never {
    throw new Error(`${this.where}: ${name} must be ${expected}.`);
  }

  text(name: string): string {
    return this.optionalText(name) ?? this.fail(name, 'a text');
  }

  optionalText(name: string): string | undefined {
    const value = this.values[name];
    if (value === undefined) return undefined;
    return typeof value === 'string' ? value : this.fail(name, 'a text');
  }

  number(name: string, otherwise?: number): number {
    const value = this.values[name] ?? otherwise;
    return typeof value === 'number' ? value : this.fail(name, 'a number');
  }

  object(name: string): Properties {
    const value = this.values[name] ?? {};
    return new Properties(`${this.where}.${name}`, isObject(value) ? value : this.fail(name, 'an object'));
  }

  list(name: string): readonly Properties[] {
    const value = this.values[name] ?? [];
    if (!Array.isArray(value)) return this.fail(name, 'a list');
    return value.map(
      (item, index) => new Properties(`${this.where}.${name}[${index}]`, isObject(item) ? item : {}),
    );
  }

  texts(name: string): readonly string[] {
    const value = this.values[name] ?? [];
    return Array.isArray(value) ? value.map(String) : this.fail(name, 'a list');
  }

  textMap(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(this.values).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : this.fail(name, 'a text'),
      ]),
    );
  }

  has(name: string): boolean {
    return this.values[name] !== undefined;
  }

  raw(): TemplateObject {
    return this.values;
  }
}

/** A resource of the template whose references are resolved. */
export interface Resource {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Properties;
}
