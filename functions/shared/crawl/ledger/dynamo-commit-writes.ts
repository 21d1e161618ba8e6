import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';

import { allOf, anyOf, equals, isAbsent } from '#shared/kernel/dynamo-expression.ts';
import { type DynamoTable, putOf, updateOf } from '#shared/kernel/dynamo-table.ts';
import type { Crawl, FinishedRow, ResultBatch } from './crawl.ts';
import { counters } from './crawl-counters.ts';
import { hasRoomFor } from './dynamo-crawl-admit.ts';
import { isHeldBy } from './dynamo-crawl-lease.ts';
import {
  batchSortKey,
  crawlKey,
  expirySeconds,
  metaKey,
  packedEdges,
  repeatsName,
  sameKey,
  touched,
  urlKey,
} from './dynamo-crawl-rows.ts';

/** The item whose condition did not hold. */
export type Failure =
  | { readonly of: 'crawl' }
  | { readonly of: 'row'; readonly hash: string }
  | { readonly of: 'successor'; readonly hash: string }
  | { readonly of: 'identity'; readonly identity: string; readonly hash: string };

/** An item of the commit's transaction. */
export interface Write {
  readonly item: TransactWriteItem;
  /** Reported when the item's condition does not hold; absent for a write without a condition. */
  readonly failure?: Failure;
}

/** Finishes a row on behalf of the holder of its lease. */
export const rowWrite = (table: DynamoTable, id: string, row: FinishedRow): Write => ({
  failure: { of: 'row', hash: row.hash },
  item: {
    Update: updateOf(table, urlKey(id, row.hash), {
      set: {
        state: row.state,
        reason: row.reason,
        code: row.code,
        leadsTo: row.leadsTo === undefined ? undefined : packedEdges(row.leadsTo),
      },
      remove: ['leaseToken', 'leaseUntilMs'],
      when: isHeldBy(row.leaseToken),
    }),
  },
});

/** Claims a delivered page's fingerprints; the first page to claim one keeps it. */
export const identityWrites = (table: DynamoTable, crawl: Crawl, row: FinishedRow): Write[] =>
  (row.identities ?? []).map((identity) => ({
    failure: { of: 'identity', identity, hash: row.hash },
    item: {
      Put: putOf(
        table,
        {
          ...sameKey(crawl.id, identity),
          ...marshall({ hash: row.hash, expiresAt: expirySeconds(crawl.expiresAtMs) }),
        },
        anyOf(isAbsent('pk'), equals('hash', row.hash)),
      ),
    },
  }));

export const batchWrite = (table: DynamoTable, crawl: Crawl, batch: ResultBatch): Write => ({
  item: {
    Put: putOf(table, {
      ...crawlKey(crawl.id, batchSortKey(batch.sequence)),
      ...marshall({ ...batch, expiresAt: expirySeconds(crawl.expiresAtMs) }),
    }),
  },
});

/** The changes of the counters by attribute. */
function differencesOf(before: Crawl, after: Crawl): Readonly<Record<string, number>> {
  const keys = Object.keys(after.repeats);
  const differences = [
    ...counters.map((name) => [name, after[name] - before[name]] as const),
    ...keys.map((key) => [repeatsName(key), (after.repeats[key] ?? 0) - (before.repeats[key] ?? 0)] as const),
  ];
  return Object.fromEntries(differences.filter(([, by]) => by !== 0));
}

/**
 * Counters are written as differences, so that two commits collide only over a batch number, or, when rows are
 * admitted, over the last free places.
 */
export function crawlWrite(table: DynamoTable, before: Crawl, after: Crawl, admits: boolean): Write {
  const taken = {
    admitted: after.admitted - before.admitted,
    open: after.open - before.open,
    reads: after.reads - before.reads,
  };
  return {
    failure: { of: 'crawl' },
    item: {
      Update: updateOf(table, metaKey(after.id), {
        set: {
          ...touched(after.touchedAtMs),
          usesCloud: after.usesCloud && !before.usesCloud ? true : undefined,
          scopeUrl: after.scopeUrl === before.scopeUrl ? undefined : after.scopeUrl,
        },
        add: differencesOf(before, after),
        remove: Object.keys(before.repeats)
          .filter((key) => !(key in after.repeats))
          .map(repeatsName),
        when: allOf(
          equals('status', 'running'),
          equals('batches', before.batches),
          ...(admits ? [hasRoomFor(after, taken)] : []),
        ),
      }),
    },
  };
}
