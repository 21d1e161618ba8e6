import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';

import { gatewayResponses, keyMissing } from '#shared/contract/gateway-responses.ts';
import { accountPageRoutes, accountRoutes } from '#shared/contract/account-routes.ts';
import { routes } from '#shared/contract/routes.ts';
import { siteRoutes } from '#shared/contract/site-routes.ts';
import { functionsOf, permissionsOf, synthesisedStack } from './template.ts';

const { app, stack, template, resources } = synthesisedStack();

const withoutAccount = synthesisedStack({ ACCOUNT_PAGE: 'false' });

describe('the deployment', () => {
  test.for([
    ['AwsSolutions', '', () => new AwsSolutionsChecks(app).validateScope(stack)],
    ['Serverless', '', () => new ServerlessChecks(app).validateScope(stack)],
    [
      'AwsSolutions',
      'without accounts ',
      () => new AwsSolutionsChecks(withoutAccount.app).validateScope(withoutAccount.stack),
    ],
    [
      'Serverless',
      'without accounts ',
      () => new ServerlessChecks(withoutAccount.app).validateScope(withoutAccount.stack),
    ],
  ] as const)('passes the %s checks %s, each exception with its reason', ([, , check]) => {
    const { violations } = check();

    const found = violations.map(
      ({ ruleName, violatingResources }) =>
        `${ruleName}: ${violatingResources.map(({ constructPath }) => constructPath).join(', ')}`,
    );
    expect(found).toEqual([]);
  });

  test('answers every route of the contract, of the site and of the account’s functions, and nothing else, through a response stream', () => {
    const methods = template.findResources('AWS::ApiGateway::Method', {
      Properties: { Integration: { Type: 'AWS_PROXY' } },
    });

    const served = Object.values(methods).map(
      ({ Properties }) => Properties as { HttpMethod: string; Integration: { ResponseTransferMode: string } },
    );
    const present = new Set(functionsOf(resources).map(({ name }) => name));
    const ofAccount = [...accountRoutes, ...accountPageRoutes].filter((route) => present.has(route.function));
    expect(served.filter(({ HttpMethod }) => HttpMethod !== 'ANY')).toHaveLength(
      routes.length + siteRoutes.length + ofAccount.length,
    );
    expect(new Set(served.map(({ Integration }) => Integration.ResponseTransferMode))).toEqual(
      new Set(['STREAM']),
    );
  });

  test('waits longer for a function than the function’s own timeout', () => {
    const methods = template.findResources('AWS::ApiGateway::Method', {
      Properties: { Integration: { Type: 'AWS_PROXY' } },
    });
    const longest = Math.max(...functionsOf(resources).map(({ Timeout }) => Timeout));

    for (const { Properties } of Object.values(methods))
      expect(
        (Properties as { Integration: { TimeoutInMillis: number } }).Integration.TimeoutInMillis,
      ).toBeGreaterThan(longest * 1000);
  });

  test('leaves scrape time to settle after the longest timeout that a caller may ask for', () => {
    const scrape = functionsOf(resources).find(({ name }) => name === 'scrape');

    expect(scrape?.Timeout).toBeGreaterThanOrEqual(305);
  });

  test('lets only crawl-page invoke itself without end', () => {
    const circling = Object.values(
      template.findResources('AWS::Lambda::Function', { Properties: { RecursiveLoop: 'Allow' } }),
    ).map(({ Properties }) => (Properties as { Description: string }).Description);

    expect(circling).toEqual(['Winnow: crawl-page']);
  });

  test('gives the browser the processor it is built for, memory and room to unpack', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Description: 'Winnow: render-page',
      Architectures: ['x86_64'],
      MemorySize: 2048,
      EphemeralStorage: { Size: 1024 },
    });
  });

  test('leaves the browser time for the longest request, and ends it before its caller', () => {
    const timeoutOf = (wanted: string) =>
      functionsOf(resources).find(({ name }) => name === wanted)?.Timeout ?? 0;

    expect(timeoutOf('render-page')).toBeGreaterThanOrEqual(302);
    expect(timeoutOf('render-page')).toBeLessThan(timeoutOf('scrape'));
  });

  test('gives the browser’s function its egress settings, and nothing about the rest of the deployment', () => {
    const renderPage = functionsOf(resources).find(({ name }) => name === 'render-page');

    expect(Object.keys(renderPage!.Environment.Variables).toSorted()).toEqual([
      'EGRESS_ALLOW',
      'POWERTOOLS_SERVICE_NAME',
      'USER_AGENT_TOKEN',
    ]);
  });

  test('runs every function on Node 24 and writes its log for a month', () => {
    for (const { Runtime } of functionsOf(resources)) expect(Runtime).toBe('nodejs24.x');
    template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 30 });
  });

  test('protects the tables: point-in-time recovery, expiry of rows, protection from deletion', () => {
    template.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Retain',
      Properties: {
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
        DeletionProtectionEnabled: true,
        BillingMode: 'PAY_PER_REQUEST',
      },
    });
  });

  test('keeps the bucket private, reached by TLS only, and lets everything in it expire', () => {
    template.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          { Prefix: 'cache/', ExpirationInDays: 7, Status: 'Enabled' },
          { Prefix: 'idempotency/', ExpirationInDays: 2, Status: 'Enabled' },
          { Prefix: 'versions/', ExpirationInDays: 90, Status: 'Enabled' },
        ]),
      },
    });
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  });

  test('logs the route and never the path or the query', () => {
    const withLog = synthesisedStack({ API_GATEWAY_LOG_ROLE: 'existing' }).template;
    const [stage] = Object.values(withLog.findResources('AWS::ApiGateway::Stage'));
    const { Format } = (stage!['Properties'] as { AccessLogSetting: { Format: string } }).AccessLogSetting;

    expect(Object.values(JSON.parse(Format) as Record<string, string>).toSorted()).toEqual([
      '$context.httpMethod',
      '$context.identity.sourceIp',
      '$context.requestId',
      '$context.requestTimeEpoch',
      '$context.resourcePath',
      '$context.responseLatency',
      '$context.responseLength',
      '$context.status',
    ]);
  });

  test('uses our error format where API Gateway replies itself', () => {
    for (const { type, statusCode, body } of gatewayResponses)
      template.hasResourceProperties('AWS::ApiGateway::GatewayResponse', {
        ResponseType: type,
        StatusCode: String(statusCode),
        ResponseTemplates: { 'application/json': JSON.stringify(body) },
        ResponseParameters: Match.objectLike({ 'gatewayresponse.header.x-request-id': 'context.requestId' }),
      });
  });

  test('itself refuses requests for the tools without a key, and says where to get one, with accounts only', () => {
    const required = { 'method.request.header.Authorization': true };
    const validated = (all: typeof template) =>
      Object.values(all.findResources('AWS::ApiGateway::Method')).filter(
        ({ Properties }) => 'RequestValidatorId' in (Properties as object),
      );
    const [mcp, ...others] = validated(template);

    expect([mcp?.['Properties'], others]).toMatchObject([
      { HttpMethod: 'ANY', RequestParameters: required },
      [],
    ]);
    template.hasResourceProperties('AWS::ApiGateway::GatewayResponse', {
      ResponseType: 'BAD_REQUEST_PARAMETERS',
      StatusCode: '401',
      ResponseTemplates: { 'application/json': JSON.stringify(keyMissing('').body) },
      ResponseParameters: Match.objectLike({
        'gatewayresponse.header.access-control-expose-headers': "'www-authenticate'",
      }),
    });
    const headers = JSON.stringify(template.findResources('AWS::ApiGateway::GatewayResponse'));
    expect(headers).toContain('/live/.well-known/oauth-protected-resource/mcp');
    expect(validated(withoutAccount.template)).toEqual([]);
  });

  test('keeps an event of a webhook that no function has a place for for most of a day, and gives it up before it expires', () => {
    const queue = Object.entries(resources).find(([id]) => /webhookqueueQueue[0-9A-F]{8}$/.test(id))![1]
      .Properties;
    const { maxReceiveCount } = queue['RedrivePolicy'] as { readonly maxReceiveCount: number };
    const givenUpAfterSeconds = maxReceiveCount * Number(queue['VisibilityTimeout']);
    const lastAttemptSeconds = 81 * 60;

    expect(givenUpAfterSeconds).toBeGreaterThan(20 * 3_600);
    expect(givenUpAfterSeconds + lastAttemptSeconds).toBeLessThan(Number(queue['MessageRetentionPeriod']));
  });

  test('repeats no event of its own: the sweeper’s next run does the work, and starts deletions again', () => {
    const configured = template.findResources('AWS::Lambda::EventInvokeConfig');
    const terms = Object.values(configured).map(({ Properties }) => Properties as Record<string, unknown>);

    expect(terms.map((each) => JSON.stringify(each['FunctionName'])).toSorted()).toEqual([
      expect.stringContaining('accountdeletion'),
      expect.stringContaining('crawlingsweeper'),
    ]);
    for (const each of terms)
      expect(each).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 });
  });

  test('sweeps every minute', () => {
    template.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 minute)' });
  });
});

/** The paths of the API's resources, by logical id. */
function pathsOf(all: typeof resources): ReadonlyMap<string, string> {
  const parts = Object.entries(all).filter(([, { Type }]) => Type === 'AWS::ApiGateway::Resource');
  const pathOf = (id: string): string => {
    const { ParentId, PathPart } = (all[id]?.Properties ?? {}) as {
      ParentId?: { Ref?: string };
      PathPart?: string;
    };
    return PathPart === undefined ? '' : `${pathOf(ParentId?.Ref ?? '')}/${PathPart}`;
  };
  return new Map(parts.map(([id]) => [id, pathOf(id)]));
}

describe('accounts of people', () => {
  const ofCognito = (all: typeof resources) =>
    Object.values(all).flatMap(({ Type }) => (Type.startsWith('AWS::Cognito::') ? [Type.slice(14)] : []));

  test('are left out with ACCOUNT_PAGE=false: the pool, the functions, the routes', () => {
    const names = functionsOf(withoutAccount.resources).map(({ name }) => name);
    const paths = [...pathsOf(withoutAccount.resources).values()];

    expect(ofCognito(withoutAccount.resources)).toEqual([]);
    expect(names.filter((name) => /^(account|oauth)/.test(name))).toEqual([]);
    expect(paths.filter((path) => /^\/(account|oauth|\.well-known)/.test(path))).toEqual([]);
    const mcp = functionsOf(withoutAccount.resources).find(({ name }) => name === 'mcp');
    expect(mcp?.Environment.Variables).not.toHaveProperty('BASE_URL');
    expect(JSON.stringify(withoutAccount.resources)).not.toContain('cognito');
  });

  test('come with a pool, its client, its domain and what shows its pages', () => {
    expect(ofCognito(resources).toSorted()).toEqual([
      'ManagedLoginBranding',
      'UserPool',
      'UserPoolClient',
      'UserPoolDomain',
    ]);
  });

  test('are kept and protected like the tables, and belong to people with a verified address', () => {
    template.hasResource('AWS::Cognito::UserPool', {
      DeletionPolicy: 'Retain',
      Properties: {
        DeletionProtection: 'ACTIVE',
        AutoVerifiedAttributes: ['email'],
        UsernameAttributes: ['email'],
        UsernameConfiguration: { CaseSensitive: false },
        UserPoolTier: 'ESSENTIALS',
      },
    });
  });

  test('are signed in by the code flow only, at the URLs of this deployment only, without a secret', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email'],
      GenerateSecret: false,
      PreventUserExistenceErrors: 'ENABLED',
    });
    const [client] = Object.values(template.findResources('AWS::Cognito::UserPoolClient'));
    const { CallbackURLs, LogoutURLs } = client!['Properties'] as Record<string, readonly unknown[]>;
    expect(JSON.stringify(CallbackURLs)).toMatch(/^\[\{.*"\/live\/account\/callback"\]\]\}\]$/);
    expect(JSON.stringify(LogoutURLs)).toMatch(/^\[\{.*"\/live\/account"\]\]\}\]$/);
  });

  test('are for their own page: browsers of other origins are told so, and only the API and the tools have a preflight', () => {
    const paths = pathsOf(resources);
    const preflights = Object.values(resources).flatMap(({ Type, Properties }) => {
      const { HttpMethod, ResourceId } = Properties as { HttpMethod?: string; ResourceId?: { Ref?: string } };
      const isPreflight = Type === 'AWS::ApiGateway::Method' && HttpMethod === 'OPTIONS';
      return isPreflight ? [paths.get(ResourceId?.Ref ?? '') ?? '/'] : [];
    });

    expect(preflights).toContain('/api/v1/scrape');
    expect(preflights.filter((path) => !path.startsWith('/api'))).toEqual(['/mcp']);
  });
});

describe('permissions are what each function calls and nothing more', () => {
  const log = (name: string) => [`logs:CreateLogStream on ${name}Log`, `logs:PutLogEvents on ${name}Log`];
  const rows = (...actions: string[]) => actions.map((action) => `dynamodb:${action} on servicetableTable`);

  test.for([
    ['scrape', 'scrape'],
    ['search', 'searchingsearch'],
    ['extract', 'extract'],
  ] as const)('%s', ([name, path]) => {
    // An extraction returns no page, so that it tracks none.
    const versions = (action: string) =>
      name === 'extract' ? [] : [`s3:${action}Object on pagesbucketBucket/versions/*`];

    expect(permissionsOf(resources, name)).toEqual([
      ...rows('DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'),
      'lambda:InvokeFunction on renderpageFunction',
      ...log(path),
      's3:GetObject on pagesbucketBucket/cache/*',
      's3:GetObject on pagesbucketBucket/idempotency/*',
      ...versions('Get'),
      's3:ListBucket on pagesbucketBucket',
      's3:PutObject on pagesbucketBucket/cache/*',
      's3:PutObject on pagesbucketBucket/idempotency/*',
      ...versions('Put'),
    ]);
  });

  const secretOf = (name: string) => `arn:aws:secretsmanager:eu-west-1:000000000000:secret:${name}-AbCdEf`;
  const secrets = {
    LLM_SECRET_ARN: secretOf('model'),
    BRAVE_SECRET_ARN: secretOf('brave'),
    PROXY_URLS_SECRET_ARN: secretOf('proxies'),
  };
  const key = 'arn:aws:kms:eu-west-1:000000000000:key/0a1b2c3d-0000-4000-8000-000000000000';
  const readersOf = (permission: string, environment: Readonly<Record<string, string>>) => {
    const { resources: all } = synthesisedStack(environment);
    return functionsOf(all)
      .map(({ name }) => name)
      .filter((name) => permissionsOf(all, name).includes(permission))
      .toSorted();
  };

  test.for([
    ['model', 'LLM_SECRET_ARN', ['crawl-page', 'extract', 'scrape', 'search']],
    ['search provider', 'BRAVE_SECRET_ARN', ['search']],
    [
      'upstream proxies',
      'PROXY_URLS_SECRET_ARN',
      ['crawl-page', 'estimate-crawl', 'extract', 'map', 'scrape', 'search'],
    ],
  ] as const)('the secret of the %s is named to and read by its users only', ([, name, users]) => {
    expect(readersOf(`secretsmanager:GetSecretValue on ${secrets[name]}`, secrets)).toEqual(users);

    const told = functionsOf(synthesisedStack(secrets).resources).filter(
      ({ Environment }) => Environment.Variables[name] !== undefined,
    );
    expect(told.map((each) => each.name).toSorted()).toEqual(users);
  });

  test('the key of the secrets decrypts for those who read secrets, and through Secrets Manager only', () => {
    const environment = { ...secrets, SECRETS_KMS_KEY_ARN: key };

    expect(readersOf(`kms:Decrypt on ${key}`, environment)).toEqual([
      'crawl-page',
      'estimate-crawl',
      'extract',
      'map',
      'scrape',
      'search',
    ]);
    expect(readersOf(`kms:Decrypt on ${key}`, { ...environment, PROXY_URLS_SECRET_ARN: '' })).toEqual([
      'crawl-page',
      'extract',
      'scrape',
      'search',
    ]);
    const policies = Object.values(synthesisedStack(environment).resources).filter(
      ({ Type }) => Type === 'AWS::IAM::Policy',
    );
    const decrypting = policies
      .flatMap(
        ({ Properties }) =>
          (Properties['PolicyDocument'] as { Statement: { Action: unknown; Condition?: object }[] })
            .Statement,
      )
      .filter(({ Action }) => Action === 'kms:Decrypt');
    expect(decrypting).toHaveLength(6);
    for (const { Condition } of decrypting)
      expect(Condition).toEqual({
        StringEquals: {
          'kms:ViaService': [{ 'Fn::Join': ['', ['secretsmanager.eu-west-1.', { Ref: 'AWS::URLSuffix' }]] }],
        },
      });
  });

  test('render-page, which strangers’ pages run in: its log and nothing else', () => {
    expect(permissionsOf(resources, 'render-page')).toEqual(log('renderpage'));
  });

  test.for(['site', 'account-page'])(
    '%s, which needs no key: its log and nothing else, and no name of any resource',
    (name) => {
      const pages = functionsOf(resources).find((each) => each.name === name);

      expect(permissionsOf(resources, name)).toEqual(log(name.replaceAll('-', '')));
      expect(Object.keys(pages!.Environment.Variables)).toEqual(['POWERTOOLS_SERVICE_NAME']);
    },
  );

  test('account-sign-in: rows, and nothing of pages, crawls or models', () => {
    expect(permissionsOf(resources, 'account-sign-in')).toEqual([
      ...rows('DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'),
      ...log('accountaccountsignin'),
    ]);
  });

  const managing = rows('BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem');
  const ofCrawls = (...actions: string[]) =>
    actions.map((action) => `dynamodb:${action} on crawlingcrawltableTable`);

  test('account-api: rows of accounts and deliveries, and no page', () => {
    expect(permissionsOf(resources, 'account-api')).toEqual(
      [
        ...managing,
        ...ofCrawls('BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'),
        'sqs:SendMessage on crawlingwebhookqueueQueue',
        ...log('accountapi'),
      ].toSorted(),
    );
  });

  test('oauth, which needs no key: rows of accounts, and nothing of pages, crawls or models', () => {
    expect(permissionsOf(resources, 'oauth')).toEqual([...managing, ...log('oauth')]);
  });

  test('account-deletion, which nobody outside can call: removing rows, objects and people, and reading no page', () => {
    const objects = (prefix: string) => `s3:DeleteObject on pagesbucketBucket/${prefix}/*`;

    expect(permissionsOf(resources, 'account-deletion')).toEqual(
      [
        ...managing,
        'dynamodb:Query on servicetableTable/index/collection',
        ...ofCrawls('DeleteItem', 'GetItem', 'Query', 'UpdateItem'),
        ...['cache', 'idempotency', 'crawls', 'versions'].map(objects),
        's3:ListBucket on pagesbucketBucket',
        'cognito-idp:AdminDeleteUser on accountPeople',
        ...log('accountdeletion'),
      ].toSorted(),
    );
    const removers = functionsOf(resources)
      .map(({ name }) => name)
      .filter((name) =>
        permissionsOf(resources, name).some((one) => /DeleteObject|AdminDeleteUser/.test(one)),
      );
    expect(removers).toEqual(['account-deletion']);
  });

  test('usage', () => {
    expect(permissionsOf(resources, 'usage')).toEqual([
      ...rows('GetItem', 'Query', 'UpdateItem'),
      ...log('usage'),
    ]);
  });

  const crawlRows = (...actions: string[]) =>
    actions.map((action) => `dynamodb:${action} on crawlingcrawltableTable`);
  const frontier = 'dynamodb:Query on crawlingcrawltableTable/index/frontier';
  const sending = (...queues: string[]) =>
    queues.map((queue) => `sqs:SendMessage on crawling${queue}queueQueue`);
  const consuming = (queue: string) =>
    ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'GetQueueUrl', 'ReceiveMessage'].map(
      (action) => `sqs:${action} on crawling${queue}`,
    );
  const moving = [
    ...crawlRows('BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'),
    frontier,
    ...sending('page', 'webhook'),
  ];
  const pages = (action: string) => `s3:${action}Object on pagesbucketBucket/crawls/*`;
  const listing = 's3:ListBucket on pagesbucketBucket';

  test.for([
    [
      'crawl',
      [
        ...moving,
        'lambda:InvokeFunction on crawlingestimatecrawlFunction',
        ...rows('DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'),
        pages('Get'),
        listing,
        's3:GetObject on pagesbucketBucket/idempotency/*',
        's3:PutObject on pagesbucketBucket/idempotency/*',
      ],
    ],
    [
      'crawl-status',
      [...moving, ...rows('DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'), pages('Get'), listing],
    ],
    ['crawl-cancel', [...moving, ...rows('GetItem', 'DeleteItem', 'UpdateItem')]],
    ['crawl-errors', [...crawlRows('GetItem', 'Query'), ...rows('GetItem', 'UpdateItem')]],
    ['crawls', [...crawlRows('GetItem', 'Query'), ...rows('GetItem', 'UpdateItem')]],
    [
      'crawl-page',
      [
        ...moving,
        ...crawlRows('PartiQLInsert'),
        ...rows('DeleteItem', 'UpdateItem'),
        ...consuming('pagequeueQueue'),
        'lambda:InvokeFunction on renderpageFunction',
        pages('Put'),
        listing,
        ...['cache', 'versions'].flatMap((prefix) =>
          ['Get', 'Put'].map((action) => `s3:${action}Object on pagesbucketBucket/${prefix}/*`),
        ),
      ],
    ],
    [
      'crawl-dead-letter',
      [...moving, ...rows('DeleteItem', 'UpdateItem'), ...consuming('pagequeueDeadLetters')],
    ],
    [
      'webhook',
      [
        ...crawlRows('GetItem', 'PutItem', 'Query', 'UpdateItem'),
        ...consuming('webhookqueueQueue'),
        pages('Get'),
        listing,
      ],
    ],
    [
      'sweeper',
      [
        ...moving,
        'dynamodb:Query on crawlingcrawltableTable/index/collection',
        ...rows('DeleteItem', 'UpdateItem'),
        'dynamodb:Query on servicetableTable/index/collection',
        'lambda:InvokeFunction on accountdeletionFunction',
      ],
    ],
  ] as const)('%s', ([name, permissions]) => {
    const own = name === 'sweeper' || name.startsWith('crawl') || name === 'webhook' ? 'crawling' : '';

    expect(permissionsOf(resources, name)).toEqual(
      [...permissions, ...log(own + name.replaceAll('-', ''))].toSorted(),
    );
  });

  test('no role has a managed policy or an action with a wildcard', () => {
    const roles = Object.entries(resources).filter(
      ([id, { Type }]) => Type === 'AWS::IAM::Role' && !id.includes('CloudWatchRole'),
    );
    for (const [, { Properties }] of roles) expect(Properties['ManagedPolicyArns']).toBeUndefined();
    for (const { name } of functionsOf(resources))
      for (const permission of permissionsOf(resources, name))
        expect(permission.split(' on ')[0]).not.toContain('*');
  });
});

describe('the operator’s settings', () => {
  const scrapeVariables = (environment: Record<string, string>) =>
    functionsOf(synthesisedStack(environment).resources).find(({ name }) => name === 'scrape')?.Environment
      .Variables;

  test('reach the functions through the template', () => {
    expect(
      scrapeVariables({ EGRESS_ALLOW: '127.0.0.1:8080,intranet:80', USER_AGENT_TOKEN: 'AcmeBot' }),
    ).toMatchObject({
      EGRESS_ALLOW: '127.0.0.1:8080,intranet:80',
      USER_AGENT_TOKEN: 'AcmeBot',
    });
  });

  test.for([
    // ACCOUNT_CONCURRENCY, workers of crawls, browsers of each, browsers of a request, workers of webhooks
    [10, 2, 1, 1, 2],
    [20, 2, 4, 2, 2],
    [100, 5, 9, 10, 5],
    [1_000, 5, 20, 20, 5],
  ] as const)(
    'leave half of an account with %i places to the endpoints, and reserve none',
    ([places, crawlWorkers, rendersOfWorker, rendersOfRequest, webhookWorkers]) => {
      const { resources } = synthesisedStack({ ACCOUNT_CONCURRENCY: String(places) });
      const limits = Object.entries(resources).flatMap(([id, { Type, Properties }]) =>
        Type === 'AWS::Lambda::EventSourceMapping' && !id.includes('deadletter')
          ? [[id.includes('crawlpage') ? 'crawl-page' : 'webhook', Properties['ScalingConfig']]]
          : [],
      );
      const functions = functionsOf(resources);

      expect(Object.fromEntries(limits)).toEqual({
        'crawl-page': { MaximumConcurrency: crawlWorkers },
        webhook: { MaximumConcurrency: webhookWorkers },
      });
      const rendersOf = (wanted: string) =>
        functions.find(({ name }) => name === wanted)?.Environment.Variables['RENDERS_AT_ONCE'];
      expect(['crawl-page', 'scrape', 'search', 'extract'].map(rendersOf)).toEqual(
        [rendersOfWorker, ...Array.from({ length: 3 }, () => rendersOfRequest)].map(String),
      );
      expect(crawlWorkers * (1 + rendersOfWorker)).toBeLessThanOrEqual(places / 2);
      expect(JSON.stringify(resources)).not.toContain('ReservedConcurrentExecutions');
    },
  );

  test('allow no private target by default', () => {
    expect(scrapeVariables({})).toMatchObject({ EGRESS_ALLOW: '' });
  });

  test.for([
    ['EGRESS_ALLOW', 'localhost'],
    ['EGRESS_ALLOW', '127.0.0.1:99999'],
    ['SEARCH_PROVIDERS', 'altavista'],
    ['SEARCH_PROVIDERS', 'brave'],
    ['SEARCH_PROVIDERS', 'searxng,duckduckgo'],
    ['OPENAI_BASE_URL', 'not a url'],
    ['USER_AGENT_TOKEN', 'two words'],
    ['POLITENESS_DELAY_MS', 'soon'],
    ['ACCOUNT_CONCURRENCY', '9'],
    ['ACCOUNT_PAGE', 'perhaps'],
    ['PLANS_FILE', '/nowhere/plans.json'],
  ] as const)('%s=%s stops the synthesis with its name', ([name, value]) => {
    expect(() => synthesisedStack({ [name]: value })).toThrow(name === 'PLANS_FILE' ? 'plans.json' : name);
  });
});
