import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type AttributeValue,
  CreateTableCommand,
  DescribeTableCommand,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#shared/kernel/ids.ts';
import { copyRows } from '../../lib/commands/table-rows.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

const client = emulatedDynamo();
const rows = 300;
/** More than a megabyte, which one scan reads at most. */
const rowOf = (index: number): Record<string, AttributeValue> => ({
  pk: { S: `ROW#${index}` },
  sk: { S: 'ROW' },
  count: { N: String(index) },
  text: { S: 'filling '.repeat(500) },
  bytes: { B: Uint8Array.from([0, 128, 255]) },
  parts: {
    M: { B: { S: 'not binary' }, names: { SS: ['a', 'b'] }, list: { L: [{ BOOL: true }, { NULL: true }] } },
  },
});

/** An empty table with the keys and indexes of the stack's. */
async function newTable(): Promise<string> {
  const { Table: like } = await client.send(new DescribeTableCommand({ TableName: tableNamed('service') }));
  const TableName = newId('restored');
  await client.send(
    new CreateTableCommand({
      TableName,
      KeySchema: like?.KeySchema,
      AttributeDefinitions: like?.AttributeDefinitions?.filter(({ AttributeName }) =>
        ['pk', 'sk'].includes(AttributeName ?? ''),
      ),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  return TableName;
}

const read = async (table: string, index: number) => {
  const { pk, sk } = rowOf(index) as { pk: AttributeValue; sk: AttributeValue };
  return (await client.send(new GetItemCommand({ TableName: table, Key: { pk, sk } }))).Item;
};

describe('npm run rows', () => {
  let full: string;
  beforeAll(async () => {
    full = await newTable();
    for (let index = 0; index < rows; index += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, more) =>
          client.send(new PutItemCommand({ TableName: full, Item: rowOf(index + more) })),
        ),
      );
  });

  test('copies a table to a file and the file to another table, without loss', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'winnow-rows-')), 'rows.jsonl');
    const restored = await newTable();

    const saved = await copyRows(client, { from: full, to: file, overwrite: false });
    const loaded = await copyRows(client, { from: file, to: restored, overwrite: false });

    expect([saved, loaded]).toEqual([
      { written: rows, left: 0 },
      { written: rows, left: 0 },
    ]);
    for (const index of [0, 1, rows - 1]) expect(await read(restored, index)).toEqual(rowOf(index));
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(rows);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('leaves no file behind when the table cannot be read, so that the copy can be repeated', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'winnow-rows-')), 'rows.jsonl');

    await expect(copyRows(client, { from: 'nowhere', to: file, overwrite: false })).rejects.toThrow(
      'There is no table "nowhere". The name of a file must end with .jsonl.',
    );
    expect(existsSync(file)).toBe(false);
  });

  test('leaves a file that was there before as it is', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'winnow-rows-')), 'rows.jsonl');
    writeFileSync(file, 'kept');

    await expect(copyRows(client, { from: full, to: file, overwrite: false })).rejects.toThrow('EEXIST');
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });

  test('names the line of a file that cannot be read', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'winnow-rows-')), 'rows.jsonl');
    writeFileSync(file, '{"pk":{"S":"a"},"sk":{"S":"b"}}\n\n{"pk":{"S":');

    await expect(copyRows(client, { from: file, to: await newTable(), overwrite: false })).rejects.toThrow(
      `The row in line 3 of ${file} cannot be read as JSON.`,
    );
  });

  test('leaves rows that the table has, unless they are to be overwritten', async () => {
    const target = await newTable();
    const newer = { ...rowOf(1), count: { N: '-1' } };
    await client.send(new PutItemCommand({ TableName: target, Item: newer }));

    const careful = await copyRows(client, { from: full, to: target, overwrite: false });
    expect([careful, await read(target, 1)]).toEqual([{ written: rows - 1, left: 1 }, newer]);

    const forced = await copyRows(client, { from: full, to: target, overwrite: true });
    expect([forced, await read(target, 1)]).toEqual([{ written: rows, left: 0 }, rowOf(1)]);
  });

  test('replaces no file', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'winnow-rows-')), 'rows.jsonl');
    await copyRows(client, { from: full, to: file, overwrite: false });

    await expect(copyRows(client, { from: full, to: file, overwrite: true })).rejects.toThrow('EEXIST');
  });

  test('ends with the error of a table or a file that does not exist', async () => {
    await expect(copyRows(client, { from: 'nowhere.jsonl', to: full, overwrite: false })).rejects.toThrow(
      'ENOENT',
    );
    await expect(copyRows(client, { from: full, to: 'nowhere', overwrite: false })).rejects.toThrow(
      'There is no table "nowhere". The name of a file must end with .jsonl.',
    );
  });
});
