import { existsSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import {
  grantedPermissions,
  privilegeProblems,
  recordedPermissions,
  secretArns,
  unrecordedPermissions,
} from './privileges.ts';
import { permissionsFor } from '../e2e/aws-permissions.ts';
import { synthesisedStack } from './template.ts';

const { resources } = synthesisedStack(secretArns);
const granted = grantedPermissions(resources);
const recorded = recordedPermissions();
const exceptions = unrecordedPermissions();

describe('the permissions of the template', () => {
  test('are those that calls of the end-to-end tests need, and each other one has a reason', () => {
    expect(privilegeProblems(granted, recorded, exceptions)).toEqual([]);
  });

  test('of no recorded call name the tests that make it, or what it is', () => {
    const reasons = Object.values(exceptions).flatMap((each) => Object.values(each));
    const files = reasons.flatMap((reason) => reason.match(/test\/[\w/-]+\.test\.ts/g) ?? []);

    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(reasons.filter((reason) => !/test\/|scrape/.test(reason))).toEqual([]);
  });

  test('are recorded for every function that calls AWS, but for the one that closes dead pages', () => {
    const silent = Object.keys(granted).filter((name) => recorded[name] === undefined);

    expect(silent.toSorted()).toEqual(['account-page', 'crawl-dead-letter', 'render-page', 'site']);
  });

  test('are missed when one of them is removed, each of them', () => {
    const calls = Object.entries(recorded).flatMap(([name, permissions]) =>
      permissions.map((permission) => [name, permission] as const),
    );
    const missed = calls.filter(([name, permission]) => {
      const without = granted[name]?.filter((each) => each !== permission) ?? [];
      return privilegeProblems({ ...granted, [name]: without }, recorded, exceptions).includes(
        `${name} needs ${permission}, and the template does not grant it.`,
      );
    });

    expect(calls.length).toBeGreaterThan(100);
    expect(missed).toEqual(calls);
  });

  test('are checked in the template: a removed action and an added one are named', () => {
    const changed = Object.fromEntries(
      Object.entries(resources).map(([id, resource]) => [
        id,
        id.startsWith('usageRoleDefaultPolicy')
          ? (JSON.parse(
              JSON.stringify(resource).replace('dynamodb:Query', 'dynamodb:Scan'),
            ) as typeof resource)
          : resource,
      ]),
    );

    expect(privilegeProblems(grantedPermissions(changed), recorded, exceptions)).toEqual([
      'usage needs dynamodb:Query on servicetableTable, and the template does not grant it.',
      'usage is granted dynamodb:Scan on servicetableTable, and no recorded call needs it.',
    ]);
  });

  test.for([
    ['usage', 'dynamodb:DeleteItem on servicetableTable'],
    ['render-page', 's3:GetObject on pagesbucketBucket/cache/*'],
    ['crawl', 's3:PutObject on pagesbucketBucket/crawls/*'],
    ['webhook', 'lambda:InvokeFunction on renderpageFunction'],
  ] as const)('are too many when %s is also granted %s', ([name, permission]) => {
    const more = { ...granted, [name]: [...(granted[name] ?? []), permission] };

    expect(privilegeProblems(more, recorded, exceptions)).toEqual([
      `${name} is granted ${permission}, and no recorded call needs it.`,
    ]);
  });

  test('have no exception that is used, or granted no more', () => {
    const [name = '', permissions = {}] = Object.entries(exceptions)[0] ?? [];
    const [permission = ''] = Object.keys(permissions);
    const used = { ...recorded, [name]: [...(recorded[name] ?? []), permission] };

    expect(privilegeProblems(granted, used, exceptions)).toEqual([
      `The exception ${permission} of ${name} has no object any more.`,
    ]);
  });
});

describe('a recorded request', () => {
  const json = (target: string, body: object) =>
    permissionsFor({ method: 'POST', path: '/', target, body: JSON.stringify(body) });
  const toS3 = (method: string, path: string, body = '') =>
    permissionsFor({ method, path, target: undefined, body });
  const dynamo = (operation: string, body: object) => json(`DynamoDB_20120810.${operation}`, body);

  test.for([
    [dynamo('GetItem', { TableName: 'rows' }), ['dynamodb:GetItem on rows']],
    [dynamo('Query', { TableName: 'rows', IndexName: 'due' }), ['dynamodb:Query on rows/index/due']],
    [
      dynamo('TransactWriteItems', {
        TransactItems: [{ Put: { TableName: 'rows' } }, { ConditionCheck: { TableName: 'other' } }],
      }),
      ['dynamodb:PutItem on rows', 'dynamodb:ConditionCheckItem on other'],
    ],
    [dynamo('BatchGetItem', { RequestItems: { rows: {} } }), ['dynamodb:BatchGetItem on rows']],
    [
      dynamo('BatchExecuteStatement', { Statements: [{ Statement: `INSERT INTO "rows" VALUE {'pk': ?}` }] }),
      ['dynamodb:PartiQLInsert on rows'],
    ],
    [json('AmazonSQS.SendMessageBatch', { QueueUrl: 'http://sqs/0/pages' }), ['sqs:SendMessage on pages']],
    [toS3('PUT', '/pages/cache/a/b?x-id=PutObject'), ['s3:PutObject on pages/cache/*']],
    [toS3('GET', '/pages?list-type=2&prefix=cache%2F'), ['s3:ListBucket on pages']],
    [
      toS3('POST', '/pages?delete=', '<Delete><Object><Key>cache/a</Key></Object></Delete>'),
      ['s3:DeleteObject on pages/cache/*'],
    ],
    [toS3('POST', '/2015-03-31/functions/render/invocations'), ['lambda:InvokeFunction on render']],
  ] as const)('needs what IAM calls it: %j', ([found, expected]) => {
    expect(found).toEqual(expected);
  });
});
