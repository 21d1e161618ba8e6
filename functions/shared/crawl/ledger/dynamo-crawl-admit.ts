import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';

import { transactWrite } from '#shared/kernel/aws.ts';
import { type Crawl, type CrawlRow, mayRead, mostReads } from './crawl.ts';
import { type CrawlTableAccess, metaKey, touchedPosition, urlKey } from './dynamo-crawl-rows.ts';

/** Rows moved by one transaction; it may hold a hundred items. */
const admitBatch = 50;
/** Waiting rows found in the index may have been moved meanwhile. */
const maxRounds = 20;

const text = (value: string) => ({ S: value });
const number = (value: number) => ({ N: String(value) });

/** How many of these rows fit, in order; sitemaps take part in the concurrency and the reads, not in the limit. */
export function fitting(rows: readonly CrawlRow[], crawl: Crawl): readonly CrawlRow[] {
  let { admitted, open, reads } = crawl;
  return rows.filter(({ kind }) => {
    const isPage = kind === 'page';
    if (open >= crawl.concurrency || (isPage && admitted >= crawl.limit)) return false;
    if (!mayRead({ reads, limit: crawl.limit }, kind)) return false;
    open += 1;
    reads += 1;
    if (isPage) admitted += 1;
    return true;
  });
}

/** Moves a row that waits into the queue. */
export const admission = (tableName: string, id: string, hash: string): TransactWriteItem => ({
  Update: {
    TableName: tableName,
    Key: urlKey(id, hash),
    UpdateExpression: 'SET #state = :queued REMOVE frontier',
    ConditionExpression: '#state = :waiting',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':queued': text('queued'), ':waiting': text('waiting') },
  },
});

export const asQueued = (row: CrawlRow): CrawlRow => ({ ...row, state: 'queued' });

/** The hashes of rows that no longer wait; `undefined` when all were admitted. */
async function admitOnce(
  { client, tableName }: CrawlTableAccess,
  crawl: Crawl,
  rows: readonly CrawlRow[],
  nowMs: number,
): Promise<readonly string[] | undefined> {
  const pages = rows.filter(({ kind }) => kind === 'page').length;
  const { written, failedConditions } = await transactWrite(client, {
    TransactItems: [
      {
        Update: {
          TableName: tableName,
          Key: metaKey(crawl.id),
          UpdateExpression:
            'SET touchedAtMs = :now, #position = :position ADD #open :count, #reads :count, admitted :pages',
          ConditionExpression:
            '#status = :running AND admitted <= :pageRoom AND #open <= :room AND #reads <= :readsRoom',
          ExpressionAttributeNames: {
            '#status': 'status',
            '#open': 'open',
            '#reads': 'reads',
            '#position': 'position',
          },
          ExpressionAttributeValues: {
            ':now': number(nowMs),
            ':position': text(touchedPosition(nowMs)),
            ':count': number(rows.length),
            ':pages': number(pages),
            ':running': text('running'),
            ':pageRoom': number(pages === 0 ? Number.MAX_SAFE_INTEGER : crawl.limit - pages),
            ':room': number(crawl.concurrency - rows.length),
            ':readsRoom': number(mostReads(crawl.limit) - rows.length),
          },
        },
      },
      ...rows.map(({ hash }) => admission(tableName, crawl.id, hash)),
    ],
  });
  return written ? undefined : failedConditions.flatMap((index) => rows[index - 1]?.hash ?? []);
}

/** What `CrawlStore.admit` promises. */
export async function admitRows(
  table: CrawlTableAccess,
  find: (id: string) => Promise<Crawl | undefined>,
  asRead: Crawl,
  rows: readonly CrawlRow[],
  nowMs: number,
): Promise<readonly CrawlRow[]> {
  const admitted: CrawlRow[] = [];
  let left = [...rows];
  let crawl: Crawl | undefined = asRead;
  for (let round = 0; round < maxRounds && left.length > 0; round += 1) {
    if (crawl?.status !== 'running') break;
    const chosen = fitting(left, crawl).slice(0, admitBatch);
    if (chosen.length === 0) break;
    const gone = await admitOnce(table, crawl, chosen, nowMs);
    if (gone === undefined) {
      admitted.push(...chosen.map(asQueued));
      left = left.filter((row) => !chosen.includes(row));
    } else {
      left = left.filter(({ hash }) => !gone.includes(hash));
    }
    if (left.length > 0) crawl = await find(asRead.id);
  }
  return admitted;
}
