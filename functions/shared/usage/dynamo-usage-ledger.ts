import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { operations } from '#shared/contract/usage.ts';
import { transactWrite } from '#shared/kernel/aws.ts';
import { dayKey, monthKey } from '#shared/kernel/clock.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import {
  alreadyReserved,
  type Consumption,
  type DayUsage,
  type Reservation,
  reservationFor,
  type UsageLedger,
} from './usage-ledger.ts';

/** One index partition takes 1,000 writes a second; open reservations are spread over these. */
const shards = 8;
const shardOf = (id: string): string =>
  `reservations#${Number.parseInt(sha256(id).slice(0, 4), 16) % shards}`;

const daySeconds = 86_400;
/** An unsettled row outlives its month's reporting only if the sweeper was down that long. */
const reservationTtlSeconds = 30 * daySeconds;
const usageTtlSeconds = 400 * daySeconds;

const counters = ['requests', 'pages', 'ai'] as const;
const counterName = (day: string, operation: string, counter: string): string =>
  `${day}.${operation}.${counter}`;

/**
 * Rows `ACCOUNT#id` / `USAGE#2026-11` and `ACCOUNT#id` / `RES#id` change in one conditional transaction.
 * A bare ADD would count twice when the SDK repeats a write whose answer was lost.
 */
export function dynamoUsageLedger(client: DynamoDBClient, tableName: string): UsageLedger {
  const accountRow = (accountId: string, sk: string) => ({
    pk: { S: `ACCOUNT#${accountId}` },
    sk: { S: sk },
  });
  const usageKey = (accountId: string, month: string) => accountRow(accountId, `USAGE#${month}`);
  const reservationKey = ({ accountId, id }: Reservation) => accountRow(accountId, `RES#${id}`);

  const overdueInShard = async (shard: number, nowMs: number, limit: number) => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tableName,
        IndexName: 'collection',
        KeyConditionExpression: '#collection = :shard AND #position <= :now',
        ExpressionAttributeNames: { '#collection': 'collection', '#position': 'position' },
        ExpressionAttributeValues: {
          ':shard': { S: `reservations#${shard}` },
          ':now': { S: new Date(nowMs).toISOString() },
        },
        Limit: limit,
      }),
    );
    return Items.map((item) => unmarshall(item) as Reservation & { position: string });
  };

  return {
    reserve: async (request) => {
      const { id, accountId, units, allowance, nowMs, dueAtMs } = request;
      if (allowance !== null && units > allowance) return undefined;
      const reservation = reservationFor(request, monthKey(nowMs), dayKey(nowMs));
      const outcome = await transactWrite(client, {
        TransactItems: [
          {
            Update: {
              TableName: tableName,
              Key: usageKey(accountId, reservation.month),
              UpdateExpression:
                'SET expiresAt = if_not_exists(expiresAt, :expiry) ADD used :units, reserved :units',
              ...(allowance === null
                ? {}
                : { ConditionExpression: 'attribute_not_exists(used) OR used <= :room' }),
              ExpressionAttributeValues: {
                ':units': { N: String(units) },
                ':expiry': { N: String(Math.floor(nowMs / 1000) + usageTtlSeconds) },
                ...(allowance === null ? {} : { ':room': { N: String(allowance - units) } }),
              },
            },
          },
          {
            Put: {
              TableName: tableName,
              Item: {
                ...reservationKey(reservation),
                ...marshall({
                  ...reservation,
                  collection: shardOf(id),
                  position: new Date(dueAtMs).toISOString(),
                  expiresAt: Math.floor(dueAtMs / 1000) + reservationTtlSeconds,
                }),
              },
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
        ],
      });
      // A write that the SDK repeats carries the first one's token and is no second reservation.
      if (outcome.failedConditions.includes(1)) throw alreadyReserved(id);
      return outcome.written ? reservation : undefined;
    },

    settle: async (reservation, consumed) => {
      const { accountId, month, day, operation, units } = reservation;
      const booked = counters.filter((counter) => consumed[counter] !== 0);
      const outcome = await transactWrite(client, {
        TransactItems: [
          {
            Delete: {
              TableName: tableName,
              Key: reservationKey(reservation),
              ConditionExpression: 'attribute_exists(pk)',
            },
          },
          {
            Update: {
              TableName: tableName,
              Key: usageKey(accountId, month),
              UpdateExpression: `ADD used :difference, reserved :minus${booked.map((counter) => `, #${counter} :${counter}`).join('')}`,
              ...(booked.length === 0
                ? {}
                : {
                    ExpressionAttributeNames: Object.fromEntries(
                      booked.map((counter) => [`#${counter}`, counterName(day, operation, counter)]),
                    ),
                  }),
              ExpressionAttributeValues: {
                ':difference': { N: String(consumed.requests - units) },
                ':minus': { N: String(-units) },
                ...Object.fromEntries(
                  booked.map((counter) => [`:${counter}`, { N: String(consumed[counter]) }]),
                ),
              },
            },
          },
        ],
      });
      return outcome.written;
    },

    read: async (accountId, month) => {
      const { Item } = await client.send(
        new GetItemCommand({ TableName: tableName, Key: usageKey(accountId, month), ConsistentRead: true }),
      );
      return fromUsageRow(Item);
    },

    overdue: async (nowMs, limit) => {
      const perShard = await Promise.all(
        Array.from({ length: shards }, (_, shard) => overdueInShard(shard, nowMs, limit)),
      );
      return perShard
        .flat()
        .toSorted((a, b) => a.position.localeCompare(b.position))
        .slice(0, limit)
        .map(({ id, accountId, operation, units, month, day }) => ({
          id,
          accountId,
          operation,
          units,
          month,
          day,
        }));
    },
  };
}

function fromUsageRow(item: Record<string, AttributeValue> | undefined) {
  if (item === undefined) return { used: 0, reserved: 0, days: [] };
  const row = unmarshall(item) as Readonly<Record<string, unknown>>;
  const amount = (name: string): number => (typeof row[name] === 'number' ? row[name] : 0);
  const days = new Set(Object.keys(row).flatMap((name) => /^(\d{4}-\d\d-\d\d)\./.exec(name)?.[1] ?? []));
  const entries: DayUsage[] = [...days].toSorted().flatMap((day) =>
    operations
      .map((operation) => {
        const [requests, pages, ai] = counters.map((counter) => amount(counterName(day, operation, counter)));
        return {
          day,
          operation,
          requests: requests ?? 0,
          pages: pages ?? 0,
          ai: ai ?? 0,
        } satisfies Consumption & DayUsage;
      })
      .filter(({ requests, pages, ai }) => requests + pages + ai > 0),
  );
  return { used: amount('used'), reserved: amount('reserved'), days: entries };
}
