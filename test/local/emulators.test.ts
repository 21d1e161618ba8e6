import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, expect, test } from 'vitest';

import { withCheckpointSyncs } from '../../lib/local/checkpoint-syncs.ts';
import { createChildProcesses } from '../../lib/local/child-processes.ts';
import { startEmulators } from '../../lib/local/emulators.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-emulators-'));

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** An HTTP server in the place of an emulator. */
async function answering() {
  const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

const openDatabase = (name: string): DatabaseSync => {
  const database = new DatabaseSync(join(directory, name));
  database.exec('PRAGMA journal_mode = WAL');
  return database;
};

const syncsOf = (database: DatabaseSync): unknown => database.prepare('PRAGMA synchronous').get();

test('relaxes the databases that it opens, and no others', () => {
  const relaxed = withCheckpointSyncs(() => openDatabase('relaxed.db'));
  const strict = openDatabase('strict.db');

  expect(syncsOf(relaxed)).toEqual({ synchronous: 1 });
  expect(syncsOf(strict)).toEqual({ synchronous: 2 });
});

test('the queues do not wait for the disk at each message; the bucket does at each object', async () => {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the database that it was called on
  const { exec } = DatabaseSync.prototype;
  const relaxed: string[] = [];
  DatabaseSync.prototype.exec = function recorded(sql) {
    exec.call(this, sql);
    if (/synchronous = NORMAL/.test(sql)) relaxed.push(this.location() ?? '');
  };

  const children = createChildProcesses();
  const { url, close } = await answering();
  const emulators = await startEmulators({
    dataDirectory: directory,
    environment: { AWS_ENDPOINT_URL_DYNAMODB: url },
    children,
    onFailure: (error) => expect.unreachable(error.message),
  });
  DatabaseSync.prototype.exec = exec;
  await emulators.stop();
  await children.stop();
  close();

  expect(relaxed).toEqual([join(directory, 'queues', 'fauxqs.db')]);
});
