import { describe, expect, test } from 'vitest';

import { deployedResources, type KeptResource, keptResourcesOf, updateProblems } from './kept-resources.ts';
import { synthesisedStack } from './template.ts';

const deployed = deployedResources();
const tableId = Object.keys(deployed).find((id) => id.startsWith('crawlingcrawltable')) ?? '';
const table = deployed[tableId] as KeptResource;

describe('an update of a deployment', () => {
  test('replaces no table, bucket, queue, user pool or API, and changes at most one index of a table', () => {
    expect(updateProblems(deployed, keptResourcesOf(synthesisedStack().resources))).toEqual([]);
  });

  test.for([
    ['STAGE', 'test'],
    ['WAF', 'true'],
    ['ALARM_EMAIL', 'you@example.org'],
    ['RETENTION_DAYS', '30'],
    ['ACCOUNT_CONCURRENCY', '10'],
  ] as const)('keeps them, too, with %s=%s', ([name, value]) => {
    expect(updateProblems(deployed, keptResourcesOf(synthesisedStack({ [name]: value }).resources))).toEqual(
      [],
    );
  });

  test('is refused when a table moves to another construct, with how to keep it', () => {
    const { [tableId]: moved, ...others } = deployed;

    expect(updateProblems(deployed, { ...others, elsewhere: moved as KeptResource })).toEqual([
      expect.stringContaining(`overrideLogicalId('${tableId}')`),
    ]);
  });

  test('is refused when a key changes', () => {
    const changed = { ...table, fixed: { ...table.fixed, KeySchema: [] } };

    expect(updateProblems(deployed, { ...deployed, [tableId]: changed })).toEqual([
      expect.stringContaining(`KeySchema of ${tableId} (AWS::DynamoDB::Table) has changed`),
    ]);
  });

  test.for([
    ['one index is added', { ...table.indexes, added: {} }, /^$/],
    ['one index is removed', { frontier: table.indexes['frontier'] }, /^$/],
    ['one index takes the place of another', { frontier: table.indexes['frontier'], added: {} }, /2 indexes/],
    ['an index changes', { ...table.indexes, frontier: {} }, /add one with another name/],
  ] as const)('when %s', ([, indexes, problem]) => {
    const problems = updateProblems(deployed, { ...deployed, [tableId]: { ...table, indexes } });

    expect(problems.join('\n')).toMatch(problem);
  });
});
