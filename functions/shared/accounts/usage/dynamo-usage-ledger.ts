import {
  type DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  type QueryCommandOutput,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { transactWrite } from '#shared/kernel/aws.ts';
import { dayKey, monthKey } from '#shared/kernel/clock.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import { counterName, counters, fromReservationRow, fromUsageRow, limitsOf } from './dynamo-usage-rows.ts';
import {
  alreadyReserved,
  nothingConsumed,
  type Reservation,
  reservationFor,
  type ReservationRequest,
  type ReserveOutcome,
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
    return Items.map((item) => ({ ...fromReservationRow(item), position: item['position']?.S ?? '' }));
  };

  /** `isFull`: refused, and the account has as many requests in flight as it may have. */
  const reserve = async (
    request: ReservationRequest,
  ): Promise<{ readonly outcome: ReserveOutcome; readonly isFull: boolean }> => {
    const { id, accountId, units, allowance, requestsAtOnce, nowMs, dueAtMs } = request;
    if (allowance !== null && units > allowance)
      return { outcome: { kind: 'over-allowance' }, isFull: false };
    const reservation = reservationFor(request, monthKey(nowMs), dayKey(nowMs));
    const { conditions, values } = limitsOf(request);
    const outcome = await transactWrite(client, {
      TransactItems: [
        {
          Update: {
            TableName: tableName,
            Key: usageKey(accountId, reservation.month),
            UpdateExpression:
              'SET expiresAt = if_not_exists(expiresAt, :expiry) ADD used :units, reserved :units, inFlight :places',
            ...(conditions.length === 0 ? {} : { ConditionExpression: conditions.join(' AND ') }),
            ExpressionAttributeValues: marshall({
              ...values,
              ':units': units,
              ':places': reservation.places,
              ':expiry': Math.floor(nowMs / 1000) + usageTtlSeconds,
            }),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
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
    if (outcome.written) return { outcome: { kind: 'reserved', reservation }, isFull: false };
    // A write that the SDK repeats carries the first one's token and is no second reservation.
    if (outcome.failedConditions.includes(1)) throw alreadyReserved(id);
    const { used, inFlight } = fromUsageRow(outcome.rowsFound[0]);
    const isFull = requestsAtOnce !== null && inFlight >= requestsAtOnce;
    const isOverAllowance = allowance !== null && used + units > allowance;
    return {
      outcome: { kind: isOverAllowance || !isFull ? 'over-allowance' : 'too-many-at-once' },
      isFull,
    };
  };

  const settle: UsageLedger['settle'] = async (reservation, consumed) => {
    const { accountId, month, day, operation, units, places } = reservation;
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
            UpdateExpression: `ADD used :difference, reserved :minus, inFlight :place${booked.map((counter) => `, #${counter} :${counter}`).join('')}`,
            ...(booked.length === 0
              ? {}
              : {
                  ExpressionAttributeNames: Object.fromEntries(
                    booked.map((counter) => [`#${counter}`, counterName(day, operation, counter)]),
                  ),
                }),
            ExpressionAttributeValues: marshall({
              ':difference': consumed.requests - units,
              ':minus': -units,
              ':place': -places,
              ...Object.fromEntries(booked.map((counter) => [`:${counter}`, consumed[counter]])),
            }),
          },
        },
      ],
    });
    return outcome.written;
  };

  /** Requests of the account whose process must be dead. */
  const overdueOf = async (accountId: string, nowMs: number): Promise<readonly Reservation[]> => {
    const overdue: Reservation[] = [];
    let from: QueryCommandOutput['LastEvaluatedKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: tableName,
          ...(from === undefined ? {} : { ExclusiveStartKey: from }),
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :account AND begins_with(sk, :reservations)',
          FilterExpression: 'places > :none AND #position <= :now',
          ExpressionAttributeNames: { '#position': 'position' },
          ExpressionAttributeValues: marshall({
            ':account': `ACCOUNT#${accountId}`,
            ':reservations': 'RES#',
            ':none': 0,
            ':now': new Date(nowMs).toISOString(),
          }),
        }),
      );
      overdue.push(...Items.map(fromReservationRow));
      from = LastEvaluatedKey;
    } while (from !== undefined);
    return overdue;
  };

  return {
    reserve: async (request) => {
      const { outcome, isFull } = await reserve(request);
      if (!isFull) return outcome;
      const overdue = await overdueOf(request.accountId, request.nowMs);
      if (overdue.length === 0) return outcome;
      for (const reservation of overdue) await settle(reservation, nothingConsumed);
      return (await reserve(request)).outcome;
    },

    settle,

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
        .map(({ position: _position, ...reservation }) => reservation);
    },
  };
}
