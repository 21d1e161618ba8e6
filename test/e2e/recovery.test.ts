import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { describe, inject, test } from 'vitest';

import { accountData, accountDeletionData, sessionKeyData } from '#shared/contract/account.ts';
import { findService } from '../../lib/commands/running-service.ts';
import { deliverable } from '../fixtures/sites/generated-site.ts';
import { at, functionProcess, newKey, scrape, usageOf } from './client.ts';
import { allPages, crawl, ended, pathsOf, prepareSite, site, statusOf } from './crawls.ts';
import { newPerson, password } from './person.ts';

/** Processes that run functions whose name matches. */
async function processesOf(name: RegExp): Promise<readonly number[]> {
  const parent = String(inject('service').pid);
  const { stdout } = await promisify(execFile)('pgrep', ['-P', parent, '-f', functionProcess]);
  return stdout
    .trim()
    .split('\n')
    .map(Number)
    .filter((pid) => {
      try {
        const variables = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
        return variables.some((variable) => name.test(variable.replace(/^AWS_LAMBDA_FUNCTION_NAME=/, '')));
      } catch {
        return false;
      }
    });
}

/** How many processes it killed: 1, or 0 when there is none. */
async function killWorker(round: number): Promise<number> {
  const workers = await processesOf(/^crawlingcrawlpage/i);
  const chosen = workers[round % Math.max(1, workers.length)];
  if (chosen === undefined) return 0;
  try {
    process.kill(chosen, 'SIGKILL');
    return 1;
  } catch {
    return 0;
  }
}

const statusWith = async (secret: string) =>
  (await scrape({ url: at('/plain') }, { 'x-api-key': secret })).status;

/** Each waits for the queue or for the sweeper, which runs once a minute: they wait side by side. */
describe.concurrent('what is interrupted', () => {
  test(
    'a crawl is completed exactly although twenty of its workers are killed',
    { timeout: 300_000 },
    async ({ expect }) => {
      await prepareSite(2_000);
      const { body } = await crawl({
        url: site('/'),
        limit: 300,
        sitemap: 'skip',
        async: true,
        includes: ['/s3/*', '/s4/*', '/s5/*', '/s6/*'],
      });
      const status = async () => (await statusOf(body.id, '?limit=1')).body.data;
      await expect
        .poll(async () => (await status()).coverage['discovered'], { timeout: 60_000 })
        .toBeGreaterThan(100);
      let kills = 0;
      for (let round = 0; kills < 20 && (await status()).status === 'running'; round += 1) {
        await setTimeout(150 + ((round * 7_919) % 600));
        kills += await killWorker(round);
      }
      await prepareSite();
      const { data } = await ended(body.id);
      const paths = pathsOf(await allPages(body.id));

      expect(kills).toBe(20);
      expect(data.status).toBe('completed');
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths).toHaveLength(220);
      expect(paths.toSorted()).toEqual(deliverable.filter((path) => /^\/s[3-6]\//.test(path)).toSorted());
    },
  );

  test('a request is given back when its function is killed', { timeout: 240_000 }, async ({ expect }) => {
    const { key } = await newKey('starter');
    const headers = { 'x-api-key': key };
    await scrape({ url: at('/plain') }, headers);

    const doomed = scrape({ url: at('/slow?ms=14000'), timeout: 15_000 }, headers);
    await expect.poll(() => usageOf(key), { timeout: 20_000 }).toMatchObject({ used: 2, reserved: 1 });
    for (const pid of await processesOf(/^scrape/i)) process.kill(pid, 'SIGKILL');
    const failed = await doomed;
    const next = await scrape({ url: at('/plain') }, headers);

    expect(failed).toMatchObject({ status: 502, body: { success: false, code: 'SERVICE_UNAVAILABLE' } });
    expect(next.status).toBe(200);
    await expect
      .poll(() => usageOf(key), { timeout: 150_000, interval: 2_000 })
      .toMatchObject({ used: 2, reserved: 0 });
  });

  test(
    'an account is deleted: keys stop at once, and within minutes no row of it is left',
    { timeout: 180_000 },
    async ({ expect }) => {
      const { ask, send, newKey: newKeyOf, visitor, email } = await newPerson();
      const { secret } = await newKeyOf();
      await statusWith(secret);
      await ask(sessionKeyData, 'POST', 'session-key');
      const { accountId } = await ask(accountData, 'GET', 'me');
      const { dynamodb: endpoint, region, table: TableName } = findService(inject('service').directory);
      const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
      const dynamo = new DynamoDBClient({ endpoint, region, credentials });
      const traces = async (): Promise<number> => {
        const { Items = [] } = await dynamo.send(new ScanCommand({ TableName, ConsistentRead: true }));
        return Items.filter((row) => [accountId, email].some((trace) => JSON.stringify(row).includes(trace)))
          .length;
      };
      const before = await traces();

      const wrong = await send('DELETE', 'me', { email: 'bob@example.com' });
      const { deletedBy } = await ask(accountDeletionData, 'DELETE', 'me', { email });

      expect(wrong.status).toBe(400);
      expect(before).toBeGreaterThan(5);
      expect(Date.parse(deletedBy)).toBeGreaterThan(Date.now());
      expect([await statusWith(secret), (await send('GET', 'me')).status]).toEqual([403, 401]);
      await expect.poll(traces, { timeout: 150_000, interval: 2_000 }).toBe(0);
      expect(await statusWith(secret)).toBe(401);
      // The person is gone from the pool, and may register anew.
      visitor.cookies.clear();
      const page = await visitor.open(`${inject('service').baseUrl}/account/sign-in`);
      expect((await visitor.submit(page, { email, password })).status).toBe(400);
    },
  );
});
