import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import {
  above,
  allOf,
  anyOf,
  atMost,
  below,
  equals,
  type Expression,
  increased,
  isAbsent,
} from '#shared/kernel/dynamo-expression.ts';
import {
  type DynamoTable,
  type Item,
  readRows,
  rowKey,
  updateAndReadRow,
} from '#shared/kernel/dynamo-table.ts';
import {
  type HostPacer,
  learntDelayMs,
  type LearntPace,
  maxTurnAheadMs,
  type Pace,
  type PaceRequest,
  type Refusal,
  slowerPace,
  type TurnRequest,
} from './host-pacer.ts';

/** A host that no crawl reads for this long has no reserved slots left. */
const ttlSeconds = 3_600;

/** `nextAtMs`: the first slot that nobody has. `turnAtMs`: the first moment for which nobody has an appointment. */
type Mark = 'nextAtMs' | 'turnAtMs';

interface Move {
  readonly to: number | Expression;
  /** For the row's expiry. */
  readonly untilMs: number;
  readonly when: Expression;
}

const paceKey = (host: string): Item => rowKey(`HOST#${host}`, 'PACE');

/** Moves a mark of a host, and returns where it is afterwards. */
async function move(
  table: DynamoTable,
  host: string,
  mark: Mark,
  { to, untilMs, when }: Move,
): Promise<{ readonly isMoved: boolean; readonly atMs: number; readonly row: Item | undefined }> {
  const { isWritten, row } = await updateAndReadRow(table, paceKey(host), {
    set: { [mark]: to, expiresAt: Math.ceil(untilMs / 1000) + ttlSeconds },
    when,
  });
  return { isMoved: isWritten, atMs: Number(row?.[mark]?.N ?? 0), row };
}

const isPast = (mark: Mark, atMs: number): Expression => anyOf(isAbsent(mark), atMost(mark, atMs));

interface Taken {
  readonly takenAtMs: number | undefined;
  readonly markMs: number;
  /** The host afterwards. */
  readonly row: Item | undefined;
}

/** Takes the next so many milliseconds behind a mark. `undefined` when it is later than `latestMs`. */
async function take(
  table: DynamoTable,
  host: string,
  mark: Mark,
  {
    fromMs,
    latestMs,
    lengthMs,
  }: { readonly fromMs: number; readonly latestMs: number; readonly lengthMs: number },
): Promise<Taken> {
  const untilMs = fromMs + lengthMs;
  const free = await move(table, host, mark, { to: untilMs, untilMs, when: isPast(mark, fromMs) });
  if (free.isMoved) return { takenAtMs: fromMs, markMs: untilMs, row: free.row };
  if (free.atMs > latestMs) return { takenAtMs: undefined, markMs: free.atMs, row: free.row };
  const behind = await move(table, host, mark, {
    to: increased(mark, lengthMs),
    untilMs,
    when: allOf(above(mark, fromMs), atMost(mark, latestMs)),
  });
  // Others may have moved it beyond `latestMs` meanwhile.
  const takenAtMs = behind.isMoved ? behind.atMs - lengthMs : undefined;
  return { takenAtMs, markMs: behind.atMs, row: behind.row };
}

async function reserveSlots(table: DynamoTable, request: PaceRequest): Promise<Pace> {
  const { host, count } = request;
  const nowMs = Math.round(request.nowMs);
  const { takenAtMs, markMs, row } = await take(table, host, 'nextAtMs', {
    fromMs: nowMs,
    latestMs: Math.round(request.latestMs),
    lengthMs: Math.round(count * request.delayMs),
  });
  const learntMs = learntDelayMs(row === undefined ? undefined : learntPace(row), nowMs);
  const delayMs = Math.max(request.delayMs, learntMs);
  if (takenAtMs === undefined) return { granted: false, freeAtMs: Math.max(markMs, nowMs), delayMs };
  if (learntMs <= request.delayMs) return { granted: true, firstAtMs: takenAtMs, count, delayMs };
  // Seldom: the pace is known only now, and a read before each reservation would cost more.
  const missingMs = Math.round(learntMs - count * request.delayMs);
  if (missingMs > 0)
    await move(table, host, 'nextAtMs', {
      to: increased('nextAtMs', missingMs),
      untilMs: markMs + missingMs,
      when: above('nextAtMs', 0),
    });
  return { granted: true, firstAtMs: takenAtMs, count: 1, delayMs };
}

async function turnOf(table: DynamoTable, { host, count, delayMs, freeAtMs }: TurnRequest): Promise<number> {
  const fromMs = Math.round(freeAtMs);
  const latestMs = fromMs + maxTurnAheadMs;
  const lengthMs = Math.round(count * delayMs);
  const { takenAtMs } = await take(table, host, 'turnAtMs', { fromMs, latestMs, lengthMs });
  return takenAtMs ?? latestMs;
}

const learntPace = (row: Item): LearntPace => ({
  delayMs: Number(row['learntDelayMs']?.N ?? 0),
  untilMs: Number(row['learntUntilMs']?.N ?? 0),
  heldUntilMs: Number(row['heldUntilMs']?.N ?? 0),
});

/** Writes the pace after a refusal. Where two workers do at once, the first wins. */
async function learn(table: DynamoTable, refusal: Refusal): Promise<boolean> {
  const key = paceKey(refusal.host);
  const [row] = await readRows(table, [key], { isConsistent: true });
  const known = row?.['heldUntilMs']?.N;
  const { pace, wasLongest } = slowerPace(row === undefined ? undefined : learntPace(row), refusal);
  const { delayMs, untilMs, heldUntilMs } = pace;
  const { isWritten } = await updateAndReadRow(table, key, {
    set: {
      learntDelayMs: delayMs,
      learntUntilMs: Math.round(untilMs),
      heldUntilMs: Math.round(heldUntilMs),
      expiresAt: Math.ceil(untilMs / 1000) + ttlSeconds,
    },
    when: known === undefined ? isAbsent('heldUntilMs') : equals('heldUntilMs', Number(known)),
  });
  return isWritten && wasLongest;
}

/** Rows `HOST#name` / `PACE` hold when the host's next free slot begins, the next free appointment, and the pace that refusals have taught. */
export function dynamoHostPacer(client: DynamoDBClient, tableName: string): HostPacer {
  const table = { client, tableName };
  return {
    look: async (host, nowMs) => {
      const [row] = await readRows(table, [paceKey(host)], { isConsistent: false });
      return {
        freeAtMs: Number(row?.['nextAtMs']?.N ?? 0),
        delayMs: learntDelayMs(row === undefined ? undefined : learntPace(row), nowMs),
      };
    },

    reserve: (request) => reserveSlots(table, request),

    turn: (request) => turnOf(table, request),

    slowDown: async (refusal) => {
      const { host } = refusal;
      const to = Math.round(refusal.untilMs);
      const when = anyOf(isAbsent('nextAtMs'), below('nextAtMs', to));
      await move(table, host, 'nextAtMs', { to, untilMs: to, when });
      return learn(table, refusal);
    },
  };
}
