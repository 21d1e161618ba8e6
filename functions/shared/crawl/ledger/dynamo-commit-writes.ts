import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';

import type { RowUpdate } from '#shared/kernel/dynamo-expression.ts';
import { type DynamoTable, putOf } from '#shared/kernel/dynamo-table.ts';
import type { Crawl, ResultGroup } from './crawl.ts';
import { counters } from './crawl-counters.ts';
import {
  counterAttribute,
  crawlKey,
  groupSortKey,
  expirySeconds,
  repeatsName,
  touched,
} from './dynamo-crawl-rows.ts';

export const groupWrite = (table: DynamoTable, crawl: Crawl, group: ResultGroup): TransactWriteItem => ({
  Put: putOf(table, {
    ...crawlKey(crawl.id, groupSortKey(group.sequence)),
    ...marshall({ ...group, expiresAt: expirySeconds(crawl.expiresAtMs) }),
  }),
});

/** The changes of the counters by attribute. */
function differencesOf(before: Crawl, after: Crawl): Readonly<Record<string, number>> {
  const keys = Object.keys(after.repeats);
  const differences = [
    ...counters.map((name) => [counterAttribute(name), after[name] - before[name]] as const),
    ...keys.map((key) => [repeatsName(key), (after.repeats[key] ?? 0) - (before.repeats[key] ?? 0)] as const),
  ];
  return Object.fromEntries(differences.filter(([, by]) => by !== 0));
}

/** What a commit changes of the crawl. */
export const crawlChange = (before: Crawl, after: Crawl): RowUpdate => ({
  set: {
    ...touched(after.touchedAtMs),
    usesCloud: after.usesCloud && !before.usesCloud ? true : undefined,
    scopeUrl: after.scopeUrl === before.scopeUrl ? undefined : after.scopeUrl,
  },
  add: differencesOf(before, after),
  remove: Object.keys(before.repeats)
    .filter((key) => !(key in after.repeats))
    .map(repeatsName),
});
