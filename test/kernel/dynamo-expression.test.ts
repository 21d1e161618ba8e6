import { describe, expect, test } from 'vitest';

import {
  allOf,
  anyOf,
  appended,
  atMost,
  conditionExpression,
  equals,
  increased,
  isAbsent,
  isBetween,
  projection,
  queryExpression,
  unlessPresent,
  updateExpression,
} from '#shared/kernel/dynamo-expression.ts';

describe('an update', () => {
  test('sets, adds and removes attributes under a condition, with placeholders for all names and values', () => {
    const update = updateExpression({
      set: { state: 'leased', leaseUntilMs: 5 },
      add: { attempt: 1 },
      remove: ['reason'],
      when: equals('state', 'queued'),
    });

    expect(update).toEqual({
      UpdateExpression: 'SET #n0 = :v0, #n1 = :v1 ADD #n2 :v2 REMOVE #n3',
      ConditionExpression: '#n0 = :v3',
      ExpressionAttributeNames: { '#n0': 'state', '#n1': 'leaseUntilMs', '#n2': 'attempt', '#n3': 'reason' },
      ExpressionAttributeValues: {
        ':v0': { S: 'leased' },
        ':v1': { N: '5' },
        ':v2': { N: '1' },
        ':v3': { S: 'queued' },
      },
    });
  });

  test('leaves attributes alone whose value is undefined', () => {
    const { UpdateExpression, ExpressionAttributeNames } = updateExpression({
      set: { code: undefined, status: 'failed' },
    });

    expect(UpdateExpression).toBe('SET #n0 = :v0');
    expect(ExpressionAttributeNames).toEqual({ '#n0': 'status' });
  });

  test('computes values from what the row holds', () => {
    const { UpdateExpression, ExpressionAttributeValues } = updateExpression({
      set: {
        expiresAt: unlessPresent('expiresAt', 9),
        warnings: appended('warnings', ['late']),
        nextAtMs: increased('nextAtMs', 250),
      },
    });

    expect(UpdateExpression).toBe(
      'SET #n0 = if_not_exists(#n0, :v0), #n1 = list_append(#n1, :v1), #n2 = #n2 + :v2',
    );
    expect(ExpressionAttributeValues).toEqual({
      ':v0': { N: '9' },
      ':v1': { L: [{ S: 'late' }] },
      ':v2': { N: '250' },
    });
  });

  test('names no attributes and values when it has none', () => {
    expect(Object.keys(updateExpression({ remove: ['position'] }))).toEqual([
      'UpdateExpression',
      'ExpressionAttributeNames',
    ]);
  });
});

describe('a condition', () => {
  test('puts alternatives in parentheses, so that they may be part of a conjunction', () => {
    const { ConditionExpression } = conditionExpression(
      allOf(equals('state', 'pending'), anyOf(isAbsent('notBeforeMs'), atMost('notBeforeMs', 7))),
    );

    expect(ConditionExpression).toBe('#n0 = :v0 AND (attribute_not_exists(#n1) OR #n1 <= :v1)');
  });
});

describe('a query', () => {
  test('has one set of placeholders for its key condition and its filter', () => {
    expect(
      queryExpression(allOf(equals('pk', 'A'), isBetween('sk', 'a', 'b')), atMost('places', 0)),
    ).toMatchObject({
      KeyConditionExpression: '#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2',
      FilterExpression: '#n2 <= :v3',
      ExpressionAttributeNames: { '#n0': 'pk', '#n1': 'sk', '#n2': 'places' },
    });
  });

  test('reads only the attributes that it names', () => {
    expect(projection(['hash', 'state'])).toEqual({
      ProjectionExpression: '#n0, #n1',
      ExpressionAttributeNames: { '#n0': 'hash', '#n1': 'state' },
    });
  });
});
