import { setTimeout } from 'node:timers/promises';

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { newReservationId, type UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import { boundedRequests } from '#shared/kernel/aws.ts';
import { newId } from '#shared/kernel/ids.ts';
import { startEmulatedStack } from '../emulated-aws.ts';
import { chances, startFaultProxy } from '../hostile-aws/fault-proxy.ts';
import { progress } from './progress.ts';

// Requests of one account, as many a second as are wanted: what counting them takes, and how many fail. Transactions lock
// their rows for 10 ms, as DynamoDB's do; the baseline is the same without locks.
// npm run bench -- metering [requests a second, 200] [seconds, 60]

const perSecond = Number(process.argv[3] ?? 200);
const seconds = Number(process.argv[4] ?? 60);
const workMs = { min: 50, max: 450 };

const chance = chances(7);

/** One request: milliseconds of reserving and settling together. */
async function meteredMs(ledger: UsageLedger, accountId: string): Promise<number> {
  const nowMs = Date.now();
  const id = newReservationId(nowMs);
  const startMs = performance.now();
  const outcome = await ledger.reserve({
    id,
    accountId,
    keyId: 'key_bench',
    operation: 'scrape',
    units: 1,
    allowance: 10_000_000,
    budget: null,
    requestsAtOnce: 100_000,
    nowMs,
    dueAtMs: nowMs + 75_000,
    asked: { requestId: id, host: 'site.example', startedAtMs: nowMs },
  });
  const reservedMs = performance.now() - startMs;
  if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
  await setTimeout(workMs.min + chance() * (workMs.max - workMs.min));
  const settlingMs = performance.now();
  const consumed = { requests: 1, pages: 1, ai: 0 };
  if (!(await ledger.settle(outcome.reservation, consumed, { endedAtMs: Date.now(), status: 200 })))
    throw new Error('not counted');
  return reservedMs + performance.now() - settlingMs;
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

async function measure(name: string, endpoint: string, table: string) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ ...boundedRequests(), region: 'us-east-1', credentials, endpoint });
  const ledger = dynamoUsageLedger(client, table);
  const accountId = newId('acct');
  const taken: number[] = [];
  const failures: string[] = [];
  const running: Promise<void>[] = [];
  const startMs = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    await setTimeout(Math.max(0, startMs + (sent * 1000) / perSecond - performance.now()));
    progress(name, sent, perSecond * seconds);
    running.push(
      meteredMs(ledger, accountId).then(
        (ms) => void taken.push(ms),
        (error: unknown) => void failures.push(String(error)),
      ),
    );
  }
  await Promise.all(running);
  const { used, reserved } = await ledger.read(accountId, new Date().toISOString().slice(0, 7), Date.now());
  const sorted = taken.toSorted((a, b) => a - b);
  console.log(
    [
      name.padEnd(12),
      `${taken.length} counted`,
      `${failures.length} failed ${failures[0] ?? ''}`.trim(),
      `used ${used}, reserved ${reserved}`,
      `p50 ${percentile(sorted, 0.5).toFixed(1)} ms`,
      `p95 ${percentile(sorted, 0.95).toFixed(1)} ms`,
      `p99 ${percentile(sorted, 0.99).toFixed(1)} ms`,
    ].join(' · '),
  );
  return percentile(sorted, 0.95);
}

const { endpoints, stack, stop } = await startEmulatedStack();
const table = stack.tables.find(({ name }) => name.toLowerCase().includes('servicetable'))?.name ?? '';
const all = { isMet: () => true };
const unlocked = await startFaultProxy(endpoints.dynamodb, {}, all);
const locking = await startFaultProxy(endpoints.dynamodb, { lockMs: 10 }, all);

const baselineMs = await measure('no locks', unlocked.url, table);
const lockedMs = await measure('10 ms locks', locking.url, table);
console.log(
  `p95 with locks is ${(lockedMs / baselineMs).toFixed(2)} of that without; ${locking.counts.lockMs} writes met a lock`,
);

await Promise.all([unlocked.stop(), locking.stop()]);
await stop();
