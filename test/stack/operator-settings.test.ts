import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';

import { settingNames } from '#shared/contract/settings.ts';
import { stackName } from '../../lib/app.ts';
import { localStack } from '../../lib/local/local-stack.ts';
import { readSettings } from '../../lib/settings.ts';
import { ownAssembly } from './own-assembly.ts';
import { synthesisedStack } from './template.ts';

const plansFile = join(mkdtempSync(join(tmpdir(), 'winnow-plans-')), 'plans.json');
writeFileSync(plansFile, '{"hobby": {"monthlyRequests": 1000}}');

/** Most settings are compared with the same deployment, and each synthesis takes a quarter of a second. */
function memoised<Given, Result>(resultOf: (given: Given) => Result): (given: Given) => Result {
  const known = new Map<string, Result>();
  return (given) => {
    const key = JSON.stringify(given);
    const result = known.get(key) ?? resultOf(given);
    known.set(key, result);
    return result;
  };
}

const certificate = 'arn:aws:acm:eu-west-1:000000000000:certificate/0a1b2c';
const secret = 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:one-AbCdEf';
const secretsKey = 'arn:aws:kms:eu-west-1:000000000000:key/0a1b2c3d-0000-4000-8000-000000000000';
const ownDomain = { DOMAIN_NAME: 'api.example.org', CERTIFICATE_ARN: certificate };

/** A deployment before and after one setting is set, with what the setting needs in both. */
const flips: Readonly<Record<string, readonly [value: string, others?: Readonly<Record<string, string>>]>> = {
  EGRESS_ALLOW: ['intranet:80'],
  OPENAI_BASE_URL: ['http://127.0.0.1:11434/v1'],
  LLM_SECRET_ARN: [secret],
  LLM_MODEL: ['gpt-5-mini'],
  LLM_CONTEXT_TOKENS: ['64000'],
  LLM_INPUT_PRICE: ['1.5'],
  LLM_OUTPUT_PRICE: ['2.5'],
  SEARCH_PROVIDERS: ['duckduckgo,searxng', { SEARXNG_URL: 'http://searxng.example' }],
  SEARXNG_URL: ['http://searxng.example'],
  BRAVE_SECRET_ARN: [secret],
  DUCKDUCKGO_URL: ['http://duckduckgo.example'],
  PROXY_URLS_SECRET_ARN: [secret],
  SECRETS_KMS_KEY_ARN: [secretsKey, { LLM_SECRET_ARN: secret }],
  USER_AGENT_TOKEN: ['AcmeBot'],
  POLITENESS_DELAY_MS: ['500'],
  MAX_CRAWL_CONCURRENCY: ['200'],
  ACCOUNT_CONCURRENCY: ['10'],
  WEBHOOK_WORKERS: ['20'],
  REQUESTS_PER_SECOND: ['5000'],
  RETENTION_DAYS: ['30'],
  ACCOUNT_PAGE: ['false'],
  PLANS_FILE: [plansFile],
  STAGE: ['test'],
  // Neither works without the other.
  DOMAIN_NAME: ['other.example.org', ownDomain],
  CERTIFICATE_ARN: [`${certificate}-other`, ownDomain],
  WAF: ['true'],
  API_GATEWAY_LOG_ROLE: ['create'],
  TERMINATION_PROTECTION: ['true'],
  ALARM_EMAIL: ['you@example.org'],
  BUDGET_USD: ['50', { ALARM_EMAIL: 'you@example.org' }],
  DASHBOARD: ['true'],
  TAGS: ['team=web'],
};

/** What CloudFormation gets: the template, and the stack's own name, tags and protection. */
const deploymentOf = memoised((environment: Readonly<Record<string, string>>): string => {
  const { stack, template } = synthesisedStack(environment);
  return JSON.stringify([template.toJSON(), stack.terminationProtection, stack.tags.tagValues()]);
});

const typesOf = (environment: Readonly<Record<string, string>>): readonly string[] =>
  Object.values(synthesisedStack(environment).resources).map(({ Type }) => Type);

describe('a setting', () => {
  test('is in this test', () => {
    expect(Object.keys(flips).toSorted()).toEqual(settingNames.toSorted());
  });

  test.for(Object.keys(flips))('%s changes what is deployed', (name) => {
    const [value, others = {}] = flips[name]!;

    expect(deploymentOf({ ...others, [name]: value })).not.toBe(deploymentOf(others));
  });

  test.for([
    ['STAGE', 'Live'],
    ['DOMAIN_NAME', 'https://api.example.org'],
    ['CERTIFICATE_ARN', 'arn:aws:iam::000000000000:server-certificate/one'],
    ['WAF', 'maybe'],
    ['API_GATEWAY_LOG_ROLE', 'true'],
    ['ALARM_EMAIL', 'nobody'],
    ['BUDGET_USD', '-5'],
    ['POLITENESS_DELAY_MS', ' '],
    ['LLM_INPUT_PRICE', ' '],
    ['DOMAIN_NAME', 'api.example.xn--'],
    ['TAGS', 'team'],
    ['WEBHOOK_WORKERS', '1'],
    ['REQUESTS_PER_SECOND', '0'],
    ['MAX_CRAWL_CONCURRENCY', '20001'],
    ['TAGS', 'aws:team=web'],
    ['LLM_SECRET_ARN', 'sk-1'],
    ['BRAVE_SECRET_ARN', 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:*'],
    ['PROXY_URLS_SECRET_ARN', 'http://user:password@proxy.example:3128'],
    ['SECRETS_KMS_KEY_ARN', 'arn:aws:kms:eu-west-1:000000000000:alias/secrets'],
  ] as const)('%s=%s stops the synthesis with its name', ([name, value]) => {
    expect(() => synthesisedStack({ [name]: value })).toThrow(name);
  });

  test.for([
    ['DOMAIN_NAME', 'CERTIFICATE_ARN'],
    ['CERTIFICATE_ARN', 'DOMAIN_NAME'],
  ] as const)('%s without %s stops the synthesis', ([given, missing]) => {
    expect(() => synthesisedStack({ [given]: ownDomain[given] })).toThrow(
      `${missing}: is needed by ${given}`,
    );
  });

  test('a search provider that is set up is used, unless SEARCH_PROVIDERS leaves it out', () => {
    const given = { SEARXNG_URL: 'http://searxng.example', BRAVE_SECRET_ARN: secret };
    const providersOf = (settings: Readonly<Record<string, string>>): readonly string[] =>
      readSettings(settings, '').SEARCH_PROVIDERS;

    expect(providersOf({})).toEqual(['duckduckgo']);
    expect(providersOf({ SEARXNG_URL: given.SEARXNG_URL })).toEqual(['searxng', 'duckduckgo']);
    expect(providersOf(given)).toEqual(['searxng', 'brave', 'duckduckgo']);
    expect(providersOf({ ...given, SEARCH_PROVIDERS: 'duckduckgo' })).toEqual(['duckduckgo']);
  });

  test('DOMAIN_NAME may be below an internationalised top-level domain', () => {
    const given = { ...ownDomain, DOMAIN_NAME: 'api.xn--80aswg.xn--p1ai' };

    expect(readSettings(given, '').DOMAIN_NAME).toBe('api.xn--80aswg.xn--p1ai');
  });

  test('SECRETS_KMS_KEY_ARN without a secret stops the synthesis', () => {
    expect(() => synthesisedStack({ SECRETS_KMS_KEY_ARN: secretsKey })).toThrow(
      'SECRETS_KMS_KEY_ARN: is the key of secrets, and no setting names a secret',
    );
  });

  test('BUDGET_USD without ALARM_EMAIL stops the synthesis', () => {
    expect(() => synthesisedStack({ BUDGET_USD: '50' })).toThrow('ALARM_EMAIL: is needed by BUDGET_USD');
  });

  test('that is longer than the environment of a function may be stops the synthesis with a sentence', () => {
    const hosts = Array.from({ length: 300 }, (_, index) => `host-${index}.intranet:8080`).join(',');

    expect(() => synthesisedStack({ EGRESS_ALLOW: hosts })).toThrow(
      /^The settings of render-page take \d+ bytes of environment variables, and Lambda allows 4096: shorten EGRESS_ALLOW, which takes \d+\.$/,
    );
  });
});

describe('a stage', () => {
  test('is a stack of its own', () => {
    expect(stackName(readSettings({}, ''))).toBe('Winnow');
    expect(stackName(readSettings({ STAGE: 'test' }, ''))).toBe('Winnow-test');
  });

  test('differs from another in names only: no resource of one account has a name that both would take', () => {
    const one = synthesisedStack({}).resources;
    const other = synthesisedStack({ STAGE: 'test' }).resources;

    // A deployment of the API is named by what it holds, with the name of the API.
    const idsOf = (resources: typeof one) =>
      Object.keys(resources).filter((id) => !id.startsWith('apiRestApiDeployment'));
    expect(idsOf(other)).toEqual(idsOf(one));
    // Names within something of the stack's own: its API, its roles.
    const isInner = (property: string) => ['StageName', 'PolicyName'].includes(property);
    const named = Object.entries(one).flatMap(([id, { Properties }]) =>
      Object.entries(Properties)
        .filter(
          ([property, value]) => property.endsWith('Name') && typeof value === 'string' && !isInner(property),
        )
        .map(([, value]) => [id, value]),
    );
    expect(named).toEqual([[expect.stringMatching(/^apiRestApi/), 'winnow']]);
    const api = Object.values(other).find(({ Type }) => Type === 'AWS::ApiGateway::RestApi');
    expect(api?.Properties['Name']).toBe('winnow-test');
  });
});

describe('a domain of one’s own', () => {
  const { template, resources } = synthesisedStack(ownDomain);

  test('leads to the API without a stage in its paths', () => {
    template.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: 'api.example.org',
      RegionalCertificateArn: certificate,
      SecurityPolicy: 'TLS_1_2',
    });
    const [mapping] = Object.values(template.findResources('AWS::ApiGateway::BasePathMapping'));
    expect(mapping?.['Properties']).not.toHaveProperty('BasePath');
  });

  test('is the base URL, and where people sign in', () => {
    const [client] = Object.values(template.findResources('AWS::Cognito::UserPoolClient'));
    const { CallbackURLs } = client!['Properties'] as { CallbackURLs: unknown };
    const domain = Object.keys(resources).find((id) => /^apiRestApiDomain[0-9A-F]{8}$/.test(id));

    expect(CallbackURLs).toEqual([{ 'Fn::Join': ['', ['https://', { Ref: domain }, '/account/callback']] }]);
    template.hasOutput('BaseUrl', { Value: { 'Fn::Join': ['', ['https://', { Ref: domain }]] } });
    template.hasOutput('DomainTarget', { Value: { 'Fn::GetAtt': [domain, 'RegionalDomainName'] } });
  });
});

describe('the access log', () => {
  const ofLog = (environment: Readonly<Record<string, string>>) => ({
    hasLog: JSON.stringify(synthesisedStack(environment).resources).includes('AccessLogSetting'),
    hasRole: typesOf(environment).includes('AWS::ApiGateway::Account'),
  });

  test.for([
    ['none', false, false],
    ['existing', true, false],
    ['create', true, true],
  ] as const)(
    'needs a role of the whole account, which only the operator gives: %s',
    ([role, hasLog, hasRole]) => {
      expect(ofLog({ API_GATEWAY_LOG_ROLE: role })).toEqual({ hasLog, hasRole });
    },
  );

  test('and its role are left out unless the operator asks', () => {
    expect(ofLog({})).toEqual({ hasLog: false, hasRole: false });
  });
});

describe('a deployment that grows', () => {
  /** The workers of each queue that run at once, most first. */
  const workersWith = (environment: Readonly<Record<string, string>>) =>
    Object.values(synthesisedStack(environment).resources)
      .filter(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping')
      .map(
        ({ Properties }) =>
          (Properties['ScalingConfig'] as { MaximumConcurrency: number }).MaximumConcurrency,
      )
      .toSorted((one, other) => other - one);

  test.for([
    ['as it is', {}, [5, 5, 2]],
    ['with more pages at once', { MAX_CRAWL_CONCURRENCY: '400' }, [20, 5, 2]],
    ['with more webhooks at once', { WEBHOOK_WORKERS: '20' }, [20, 5, 2]],
    [
      'up to what an event source takes',
      { MAX_CRAWL_CONCURRENCY: '20000', WEBHOOK_WORKERS: '1000', ACCOUNT_CONCURRENCY: '100000' },
      [1_000, 1_000, 2],
    ],
    [
      'but not beyond its account',
      { MAX_CRAWL_CONCURRENCY: '20000', WEBHOOK_WORKERS: '1000', ACCOUNT_CONCURRENCY: '1000' },
      [125, 100, 2],
    ],
  ] as const)('has as many workers as its settings say: %s', ([, environment, workers]) => {
    expect(workersWith(environment)).toEqual(workers);
  });

  test.for([
    [{}, 1_000, 2_000],
    [{ REQUESTS_PER_SECOND: '5000' }, 5_000, 10_000],
  ] as const)('takes as many requests as its settings say: %o', ([environment, rate, burst]) => {
    synthesisedStack(environment).template.hasResourceProperties('AWS::ApiGateway::Stage', {
      MethodSettings: [{ ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }],
    });
  });
});

describe('the firewall', () => {
  test('refuses a flood as the API refuses, also for browsers, and says when to come back', () => {
    const { template } = synthesisedStack({ WAF: 'true' });

    template.hasResourceProperties('AWS::WAFv2::WebACL', {
      CustomResponseBodies: {
        'too-many-requests': {
          ContentType: 'APPLICATION_JSON',
          Content: Match.serializedJson(Match.objectLike({ success: false, code: 'RATE_LIMITED' })),
        },
      },
      Rules: Match.arrayWith([
        Match.objectLike({
          Action: {
            Block: {
              CustomResponse: {
                ResponseCode: 429,
                CustomResponseBodyKey: 'too-many-requests',
                ResponseHeaders: [
                  { Name: 'retry-after', Value: '300' },
                  { Name: 'access-control-allow-origin', Value: '*' },
                ],
              },
            },
          },
        }),
      ]),
    });
  });

  test('stands before the API’s stage, with rules of AWS and a limit by IP address', () => {
    const { template } = synthesisedStack({ WAF: 'true' });
    const [acl] = Object.values(template.findResources('AWS::WAFv2::WebACL'));
    const { Rules } = acl!['Properties'] as { Rules: readonly { Name: string; Statement: object }[] };

    expect(Rules.map(({ Name }) => Name)).toEqual([
      'RequestsPerAddress',
      'AWSManagedRulesCommonRuleSet',
      'AWSManagedRulesKnownBadInputsRuleSet',
    ]);
    const [association] = Object.values(template.findResources('AWS::WAFv2::WebACLAssociation'));
    expect(JSON.stringify(association)).toContain('/stages/');
    expect(JSON.stringify(association)).toContain('apiRestApiDeploymentStagelive');
  });
});

describe('all settings together', () => {
  const all = {
    ...ownDomain,
    STAGE: 'test',
    WAF: 'true',
    API_GATEWAY_LOG_ROLE: 'create',
    TERMINATION_PROTECTION: 'true',
    TAGS: 'team=web,cost-center=12',
    ALARM_EMAIL: 'you@example.org',
    BUDGET_USD: '50',
    DASHBOARD: 'true',
  };

  test.for([
    ['AwsSolutions', AwsSolutionsChecks],
    ['Serverless', ServerlessChecks],
  ] as const)('pass the %s checks, each exception with its reason', ([, Checks]) => {
    const { app, stack } = synthesisedStack(all);

    const { violations } = new Checks(app).validateScope(stack);

    const found = violations.map(
      ({ ruleName, violatingResources }) =>
        `${ruleName}: ${violatingResources.map(({ constructPath }) => constructPath).join(', ')}`,
    );
    expect(found).toEqual([]);
  });

  test('run on one machine, at the URLs of that machine', () => {
    const assembly = ownAssembly(mkdtempSync(join(tmpdir(), 'winnow-assembly-')), all);
    const api = 'http://127.0.0.1:3000';

    const { outputs, functions } = localStack(assembly, {
      sqs: 'http://127.0.0.1:4566',
      api,
      issuer: 'http://127.0.0.1:3001',
    });

    expect(outputs).toMatchObject({ BaseUrl: api, AccountUrl: `${api}/account` });
    const signIn = functions.find(({ environment }) => environment['ACCOUNT_URL'] !== undefined);
    expect(signIn?.environment['ACCOUNT_URL']).toBe(`${api}/account`);
  });

  test('tag and protect the stack', () => {
    const { stack } = synthesisedStack(all);

    expect(stack.tags.tagValues()).toEqual({ team: 'web', 'cost-center': '12' });
    expect(stack.terminationProtection).toBe(true);
  });
});

describe('what is deployed', () => {
  test('keeps its data: tables and people always, the bucket unless its first deployment fails', () => {
    const kept = Object.values(synthesisedStack().resources)
      .filter(({ Type }) => /DynamoDB::Table$|S3::Bucket$|Cognito::UserPool$/.test(Type))
      .map((resource) => resource as unknown as Record<string, string>)
      .map(({ Type, DeletionPolicy, UpdateReplacePolicy }) =>
        [Type, DeletionPolicy, UpdateReplacePolicy].join(' '),
      );

    expect(kept.toSorted()).toEqual([
      'AWS::Cognito::UserPool Retain Retain',
      'AWS::DynamoDB::Table Retain Retain',
      'AWS::DynamoDB::Table Retain Retain',
      'AWS::S3::Bucket RetainExceptOnCreate Retain',
    ]);
  });

  test('keeps dead letters for two weeks', () => {
    const queues = Object.entries(synthesisedStack().resources).filter(([id]) =>
      /DeadLetters[0-9A-F]{8}$/.test(id),
    );

    expect(queues.map(([, { Properties }]) => Properties['MessageRetentionPeriod'])).toEqual([
      1_209_600, 1_209_600,
    ]);
  });
});
