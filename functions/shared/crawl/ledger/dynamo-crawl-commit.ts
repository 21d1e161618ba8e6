import { GetItemCommand, type DynamoDBClient, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';

import { transactWrite } from '#shared/kernel/aws.ts';
import {
  type CommitGroup,
  type Crawl,
  type FinishedRow,
  mostReads,
  type ResultBatch,
  sameAs,
} from './crawl.ts';
import { afterCommit, counters, withQueued } from './crawl-counters.ts';
import type { CommitOutcome } from './crawl-store.ts';
import { admission, asQueued, fitting } from './dynamo-crawl-admit.ts';
import {
  batchSortKey,
  crawlKey,
  expirySeconds,
  metaKey,
  packedWays,
  repeatsName,
  sameKey,
  touchedPosition,
  urlKey,
} from './dynamo-crawl-rows.ts';

/** TransactWriteItems takes at most this many. */
const maxItems = 100;
/** Each round of contention ends with at least one writer done; this many writers at once are unheard of. */
const maxRounds = 40;

type Blame =
  | { readonly what: 'crawl' }
  | { readonly what: 'row'; readonly hash: string }
  | { readonly what: 'successor'; readonly hash: string }
  | { readonly what: 'identity'; readonly identity: string; readonly hash: string };

interface Write {
  readonly item: TransactWriteItem;
  /** Who is to blame when the item's condition does not hold. */
  readonly blame: Blame;
}

const number = (value: number) => ({ N: String(value) });
const isDelivered = ({ state }: FinishedRow): boolean => state === 'delivered';

const asDuplicate = (row: FinishedRow, reason: string): FinishedRow => ({
  ...row,
  state: 'duplicate',
  reason,
});

/** Within one group, the first to claim a fingerprint keeps it. */
function withoutTwins(finished: readonly FinishedRow[]): FinishedRow[] {
  const claimed = new Map<string, string>();
  return finished.map((row): FinishedRow => {
    if (!isDelivered(row)) return row;
    const first = row.identities?.map((identity) => claimed.get(identity)).find((url) => url !== undefined);
    if (first !== undefined) return asDuplicate(row, sameAs(first));
    for (const identity of row.identities ?? []) claimed.set(identity, row.url);
    return row;
  });
}

export interface CommitDeps {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  readonly find: (id: string) => Promise<Crawl | undefined>;
}

const rowWrite = (tableName: string, id: string, row: FinishedRow): Write => {
  const set = {
    ...marshall(
      { ':state': row.state, ':reason': row.reason, ':code': row.code },
      { removeUndefinedValues: true },
    ),
    ...(row.leadsTo === undefined ? {} : { ':leadsTo': { B: packedWays(row.leadsTo) } }),
  };
  const names = ['state', 'reason', 'code', 'leadsTo'].filter((name) => `:${name}` in set);
  return {
    blame: { what: 'row', hash: row.hash },
    item: {
      Update: {
        TableName: tableName,
        Key: urlKey(id, row.hash),
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')} REMOVE leaseToken, leaseUntilMs`,
        ConditionExpression: '#state = :leased AND leaseToken = :token',
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: { ...set, ':leased': { S: 'leased' }, ':token': { S: row.leaseToken } },
      },
    },
  };
};

const identityWrites = (tableName: string, crawl: Crawl, row: FinishedRow): Write[] =>
  isDelivered(row)
    ? (row.identities ?? []).map((identity) => ({
        blame: { what: 'identity', identity, hash: row.hash },
        item: {
          Put: {
            TableName: tableName,
            Item: {
              ...sameKey(crawl.id, identity),
              ...marshall({ hash: row.hash, expiresAt: expirySeconds(crawl.expiresAtMs) }),
            },
            ConditionExpression: 'attribute_not_exists(pk) OR #hash = :hash',
            ExpressionAttributeNames: { '#hash': 'hash' },
            ExpressionAttributeValues: { ':hash': { S: row.hash } },
          },
        },
      }))
    : [];

function batchOfGroup(
  crawl: Crawl,
  finished: readonly FinishedRow[],
  objectName: string,
): ResultBatch | undefined {
  const hashes = finished.filter(isDelivered).map(({ hash }) => hash);
  if (hashes.length === 0) return undefined;
  return { sequence: crawl.batches + 1, objectName, hashes, deliveredBefore: crawl.delivered };
}

/** The places that the rows in the queue take must be there when they are taken, whatever others took meanwhile. */
const roomCondition = ' AND #admitted <= :mostAdmitted AND #open <= :mostOpen AND #reads <= :mostReads';

/** How each count changes that changes at all, by the name of its attribute. */
function differencesOf(before: Crawl, after: Crawl): ReadonlyMap<string, number> {
  const keys = Object.keys(after.repeats);
  const differences = [
    ...counters.map((name) => [name, after[name] - before[name]] as const),
    ...keys.map((key) => [repeatsName(key), (after.repeats[key] ?? 0) - (before.repeats[key] ?? 0)] as const),
  ];
  return new Map(differences.filter(([, by]) => by !== 0));
}

/**
 * Counters are written as differences, so that only a new batch number makes two commits collide, or a crawl that
 * grew so much that `takesPlaces` finds none left.
 */
function crawlWrite(tableName: string, before: Crawl, after: Crawl, takesPlaces: boolean): Write {
  const { usesCloud, touchedAtMs, scopeUrl } = after;
  const differences = [...differencesOf(before, after)];
  const forgotten = Object.keys(before.repeats).filter((key) => !(key in after.repeats));
  const names = {
    '#status': 'status',
    '#position': 'position',
    '#batches': 'batches',
    ...(takesPlaces ? { '#admitted': 'admitted', '#open': 'open', '#reads': 'reads' } : {}),
    ...Object.fromEntries(differences.map(([name], index) => [`#by${index}`, name])),
    ...Object.fromEntries(forgotten.map((key, index) => [`#old${index}`, repeatsName(key)])),
  };
  return {
    blame: { what: 'crawl' },
    item: {
      Update: {
        TableName: tableName,
        Key: metaKey(after.id),
        UpdateExpression: [
          `SET touchedAtMs = :touched, #position = :position`,
          usesCloud && !before.usesCloud ? ', usesCloud = :true' : '',
          scopeUrl === before.scopeUrl ? '' : ', scopeUrl = :scope',
          differences.length === 0
            ? ''
            : ` ADD ${differences.map((_, index) => `#by${index} :by${index}`).join(', ')}`,
          forgotten.length === 0 ? '' : ` REMOVE ${forgotten.map((_, index) => `#old${index}`).join(', ')}`,
        ].join(''),
        ConditionExpression: `#status = :running AND #batches = :expected${takesPlaces ? roomCondition : ''}`,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: {
          ':touched': number(touchedAtMs),
          ':position': { S: touchedPosition(touchedAtMs) },
          ':running': { S: 'running' },
          ':expected': number(before.batches),
          ...(takesPlaces
            ? {
                ':mostAdmitted': number(after.limit - (after.admitted - before.admitted)),
                ':mostOpen': number(after.concurrency - (after.open - before.open)),
                ':mostReads': number(mostReads(after.limit) - (after.reads - before.reads)),
              }
            : {}),
          ...(usesCloud && !before.usesCloud ? { ':true': { BOOL: true } } : {}),
          ...(scopeUrl === before.scopeUrl ? {} : { ':scope': { S: scopeUrl ?? '' } }),
          ...Object.fromEntries(differences.map(([, by], index) => [`:by${index}`, number(by)])),
        },
      },
    },
  };
}

/** One transaction for the whole group; what stands in its way is taken out and the rest tried again. */
export async function commitGroup(
  { client, tableName, find }: CommitDeps,
  id: string,
  group: CommitGroup,
): Promise<CommitOutcome> {
  let crawl = await find(id);
  /** Rows as they may still be written: without those whose lease was lost, and with those known to be duplicates. */
  let candidates = group.finished;
  // An index out of date may offer what is finished here, and a transaction writes a row once.
  let successors = (group.successors ?? []).filter(({ hash }) =>
    group.finished.every((row) => row.hash !== hash),
  );

  const firstOf = async (identity: string): Promise<string> => {
    const read = async (key: ReturnType<typeof urlKey>) =>
      (await client.send(new GetItemCommand({ TableName: tableName, Key: key, ConsistentRead: true }))).Item;
    const hash = (await read(sameKey(id, identity)))?.['hash']?.S ?? '';
    return (await read(urlKey(id, hash)))?.['url']?.S ?? '';
  };

  for (let round = 0; round < maxRounds; round += 1) {
    if (crawl === undefined || crawl.status !== 'running')
      return { crawl: undefined, committed: [], batch: undefined, admitted: [] };
    // Anew in each round: a row that is left out is nobody's twin.
    const finished = withoutTwins(candidates);
    if (finished.length === 0) return { crawl, committed: [], batch: undefined, admitted: [] };
    const closed = afterCommit(crawl, finished, group);
    const batch = batchOfGroup(crawl, finished, group.objectName);
    const current = crawl;
    const endings = finished.flatMap((row) => [
      rowWrite(tableName, id, row),
      ...identityWrites(tableName, current, row),
    ]);
    // Beside the crawl itself and the group's number.
    const chosen = fitting(successors, closed).slice(0, Math.max(0, maxItems - 2 - endings.length));
    const after = withQueued(closed, chosen);
    const writes: Write[] = [
      crawlWrite(tableName, current, after, chosen.length > 0),
      ...endings,
      ...chosen.map(({ hash }): Write => ({
        item: admission(tableName, id, hash),
        blame: { what: 'successor', hash },
      })),
    ];
    const items = writes.map(({ item }) => item);
    if (batch !== undefined)
      items.push({
        Put: {
          TableName: tableName,
          Item: {
            ...crawlKey(id, batchSortKey(batch.sequence)),
            ...marshall({ ...batch, expiresAt: expirySeconds(current.expiresAtMs) }),
          },
        },
      });
    const { written, failedConditions } = await transactWrite(client, { TransactItems: items });
    // Without successors it is read again: others have admitted and finished meanwhile, and whoever sees nothing
    // open has to end the crawl. With them something is open, and it is theirs to see the end.
    if (written)
      return {
        crawl: chosen.length > 0 ? after : await find(id),
        committed: finished,
        batch,
        admitted: chosen.map(asQueued),
      };

    for (const { blame } of failedConditions.flatMap((index) => writes[index] ?? [])) {
      if (blame.what === 'row') candidates = candidates.filter(({ hash }) => hash !== blame.hash);
      if (blame.what === 'successor') successors = successors.filter(({ hash }) => hash !== blame.hash);
      if (blame.what === 'identity') {
        const reason = sameAs(await firstOf(blame.identity));
        candidates = candidates.map((row) => (row.hash === blame.hash ? asDuplicate(row, reason) : row));
      }
    }
    crawl = await find(id);
  }
  throw new Error(`The crawl ${id} is written by too many at once.`);
}
