/** A request to an AWS service, as its client sends it. */
export interface AwsRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The operation of services that speak JSON (`x-amz-target`). */
  readonly target: string | undefined;
  readonly body: string;
}

type Fields = Readonly<Record<string, unknown>>;

const bodyOf = ({ body }: AwsRequest): Fields => JSON.parse(body) as Fields;
const textOf = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

function onRows(action: string, fields: Fields): string {
  const index = textOf(fields, 'IndexName');
  return `dynamodb:${action} on ${textOf(fields, 'TableName')}${index === '' ? '' : `/index/${index}`}`;
}

/** IAM knows the parts of a transaction by the names of the single operations. */
const transactionActions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};
const partiQlActions: Readonly<Record<string, string>> = {
  INSERT: 'PartiQLInsert',
  UPDATE: 'PartiQLUpdate',
  DELETE: 'PartiQLDelete',
  SELECT: 'PartiQLSelect',
};

function partiQlPermission({ Statement: statement }: Fields): string {
  const [verb = ''] = String(statement).trim().split(/\s/, 1);
  const [, table = ''] = /(?:INTO|FROM|UPDATE)\s+"([^"]+)"/i.exec(String(statement)) ?? [];
  return `dynamodb:${partiQlActions[verb.toUpperCase()] ?? verb} on ${table}`;
}

function dynamoPermissions(operation: string, body: Fields): string[] {
  const list = (name: string) => (body[name] ?? []) as readonly Fields[];
  switch (operation) {
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return list('TransactItems').flatMap((item) =>
        Object.entries(item).map(([kind, part]) => onRows(transactionActions[kind] ?? kind, part as Fields)),
      );
    case 'ExecuteStatement':
      return [partiQlPermission(body)];
    case 'BatchExecuteStatement':
      return list('Statements').map(partiQlPermission);
    case 'ExecuteTransaction':
      return list('TransactStatements').map(partiQlPermission);
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.keys(body['RequestItems'] as Fields).map((table) =>
        onRows(operation, { TableName: table }),
      );
    default:
      return [onRows(operation, body)];
  }
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function jsonPermissions(target: string, body: Fields): string[] {
  const [service = '', operation = ''] = target.split('.');
  if (service.startsWith('DynamoDB_')) return dynamoPermissions(operation, body);
  // A batch needs the permission of the single message.
  if (service === 'AmazonSQS')
    return [`sqs:${operation.replace(/Batch$/, '')} on ${lastPart(textOf(body, 'QueueUrl'))}`];
  if (service === 'secretsmanager') return [`secretsmanager:${operation} on ${textOf(body, 'SecretId')}`];
  if (service === 'AWSCognitoIdentityProviderService')
    return [`cognito-idp:${operation} on ${textOf(body, 'UserPoolId')}`];
  throw new Error(`The recorder does not know the service of ${target}.`);
}

const objectActions: Readonly<Record<string, string>> = {
  GET: 'GetObject',
  HEAD: 'GetObject',
  PUT: 'PutObject',
  DELETE: 'DeleteObject',
};

/** Buckets are addressed by paths (kernel/aws.ts). Objects are granted by the first part of their keys. */
function bucketPermissions({ method, path, body }: AwsRequest): string[] {
  const url = new URL(path, 'http://s3');
  const [bucket = '', ...key] = decodeURIComponent(url.pathname).slice(1).split('/');
  if (url.searchParams.has('delete'))
    return [...body.matchAll(/<Key>([^/<]+)/g)].map(
      ([, prefix]) => `s3:DeleteObject on ${bucket}/${prefix}/*`,
    );
  if (key.join('/') === '') return [`s3:ListBucket on ${bucket}`];
  return [`s3:${objectActions[method] ?? method} on ${bucket}/${key[0]}/*`];
}

/** What a function must be allowed, as `action on resource`, for a request to succeed. */
export function permissionsFor(request: AwsRequest): string[] {
  if (request.target !== undefined) return jsonPermissions(request.target, bodyOf(request));
  const invoked = /^\/20\d\d-\d\d-\d\d\/functions\/([^/]+)\//.exec(request.path)?.[1];
  if (invoked !== undefined) return [`lambda:InvokeFunction on ${lastPart(decodeURIComponent(invoked))}`];
  return bucketPermissions(request);
}
