import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';

import { transactWrite } from '#shared/kernel/aws.ts';
import type { CrawlRow } from './crawl.ts';
import type { CrawlStore, LeaseOutcome } from './crawl-store.ts';
import { type CrawlTableAccess, crawlOf, metaKey, readItems, rowOf, urlKey } from './dynamo-crawl-rows.ts';

type Lease = Parameters<CrawlStore['lease']>[2];

/** Rows that changed between our look and our write are looked at again; each round somebody got on. */
const maxRounds = 10;

const text = (value: string) => ({ S: value });
const number = (value: number) => ({ N: String(value) });

/** Takes the row from the state in which it was read, and from no other: a holder may renew meanwhile. */
const leaseWrite = (
  tableName: string,
  id: string,
  { hash, state, attempt, leaseToken, leaseUntilMs = 0 }: CrawlRow,
  { token, untilMs }: Lease,
): TransactWriteItem => ({
  Update: {
    TableName: tableName,
    Key: urlKey(id, hash),
    UpdateExpression: 'SET #state = :leased, leaseToken = :token, leaseUntilMs = :until ADD attempt :one',
    ConditionExpression: `#state = :seen AND attempt = :attempt AND ${leaseToken === undefined ? 'attribute_not_exists(leaseToken)' : 'leaseToken = :holder AND leaseUntilMs = :end'}`,
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':leased': text('leased'),
      ':token': text(token),
      ':until': number(untilMs),
      ':one': number(1),
      ':seen': text(state),
      ':attempt': number(attempt),
      ...(leaseToken === undefined ? {} : { ':holder': text(leaseToken), ':end': number(leaseUntilMs) }),
    },
  },
});

/** All rows in one read and one write: two requests, however many pages a worker was given. */
export async function leaseRows(
  { client, tableName }: CrawlTableAccess,
  id: string,
  hashes: readonly string[],
  lease: Lease,
): Promise<LeaseOutcome> {
  const { token, nowMs, untilMs } = lease;
  for (let round = 0; round < maxRounds; round += 1) {
    const keys = [metaKey(id), ...hashes.map((hash) => urlKey(id, hash))];
    const items = await readItems({ client, tableName }, keys, { isConsistent: true });
    const crawl = crawlOf(items.find(({ sk }) => sk?.S === 'META'));
    const rows = items.filter(({ sk }) => sk?.S !== 'META').map(rowOf);
    const held = rows.filter(({ state }) => state === 'leased');
    const mine = held.filter(({ leaseToken }) => leaseToken === token);
    const busy = held.filter((row) => !mine.includes(row) && (row.leaseUntilMs ?? 0) > nowMs);
    const free = [...rows.filter(({ state }) => state === 'queued'), ...held].filter(
      (row) => !mine.includes(row) && !busy.includes(row),
    );
    if (crawl?.status !== 'running' || free.length === 0) return { crawl, leased: mine, busy };
    const { written } = await transactWrite(client, {
      TransactItems: free.map((row) => leaseWrite(tableName, id, row, lease)),
    });
    if (!written) continue;
    const taken = free.map((row): CrawlRow => ({
      ...row,
      state: 'leased',
      attempt: row.attempt + 1,
      leaseToken: token,
      leaseUntilMs: untilMs,
    }));
    return { crawl, leased: [...mine, ...taken], busy };
  }
  throw new Error(`Rows of the crawl ${id} are leased by too many at once.`);
}
