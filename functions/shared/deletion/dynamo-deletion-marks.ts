import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import { accountPartition } from '#shared/accounts/keys/dynamo-key-rows.ts';
import { allOf, atMost, equals, isAbsent, isPresent } from '#shared/kernel/dynamo-expression.ts';
import {
  type DynamoTable,
  findRow,
  isConditionFailure,
  type Item,
  putRow,
  queryRows,
  rowKey,
  updateRow,
} from '#shared/kernel/dynamo-table.ts';
import { type DeletionMark, type DeletionMarks, withPeople } from './deletion-marks.ts';

/** Rows `ACCOUNT#id` / `DELETION`, which the sparse `collection` index lists by their next attempt. */
export const deletionKey = (accountId: string): Item => rowKey(accountPartition(accountId), 'DELETION');
const collection = 'deletions';

const positionOf = (dueAtMs: number): string => new Date(dueAtMs).toISOString();

async function findMark(table: DynamoTable, accountId: string): Promise<DeletionMark | undefined> {
  const row = await findRow(table, deletionKey(accountId));
  if (row === undefined) return undefined;
  const { dueAtMs, people } = unmarshall(row) as DeletionMark;
  return { accountId, dueAtMs, people };
}

export function dynamoDeletionMarks(client: DynamoDBClient, tableName: string): DeletionMarks {
  const table = { client, tableName };
  return {
    add: async (mark) => {
      const { accountId, dueAtMs } = mark;
      const item = marshall({ ...mark, collection, position: positionOf(dueAtMs) });
      try {
        await putRow(table, { ...deletionKey(accountId), ...item }, isAbsent('pk'));
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        const known = (await findMark(table, accountId))?.people ?? [];
        const people = withPeople(known, mark.people);
        if (people.length > known.length)
          await updateRow(table, deletionKey(accountId), { set: { people }, when: isPresent('pk') });
      }
    },
    find: (accountId) => findMark(table, accountId),
    postpone: async (accountId, dueAtMs) => {
      await updateRow(table, deletionKey(accountId), {
        set: { dueAtMs, position: positionOf(dueAtMs) },
        when: isPresent('pk'),
      });
    },
    due: async (nowMs, count) => {
      const { rows } = await queryRows(table, {
        index: 'collection',
        where: allOf(equals('collection', collection), atMost('position', positionOf(nowMs))),
        limit: count,
      });
      return rows.flatMap(({ accountId }) => accountId?.S ?? []);
    },
  };
}
