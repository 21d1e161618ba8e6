import { useRef, useState } from 'preact/hooks';

import { distinctBy } from './distinct-by.ts';
import { type Action, type Resource, useAction, useResource } from './use-resource.ts';

export interface RowPage<Row> {
  readonly rows: readonly Row[];
  /** Where the next page begins; absent on the last one. */
  readonly cursor: string | undefined;
}

export interface RowsOptions<Row> {
  readonly load: (
    query: { readonly limit?: number; readonly cursor?: string | undefined },
    signal?: AbortSignal,
  ) => Promise<RowPage<Row>>;
  /** Rows at first. */
  readonly first: number;
  /** Rows that are added on demand. */
  readonly step: number;
  /** Rows of the longest page of the API. */
  readonly longest: number;
  readonly everyMs: number;
  readonly idOf: (row: Row) => string;
}

export interface Rows<Row> {
  /** Without rows before the first answer. */
  readonly newest: Resource<RowPage<Row>>;
  readonly rows: readonly Row[];
  readonly more: Action<readonly []>;
  readonly hasMore: boolean;
}

/** A long page is asked for less often. */
const slowdown = 5;

/**
 * The newest rows of a list, and older ones on demand. All that are shown are asked for again and again, up to the longest page of
 * the API, so that new rows push none out and states do not grow old. Rows after these are read once.
 */
export function useRows<Row>(key: string, options: RowsOptions<Row>): Rows<Row> {
  const { load, first, step, longest, everyMs, idOf } = options;
  const [limit, setLimit] = useState(first);
  const newest = useResource(`${key}-${limit}`, (signal) => load({ limit }, signal), {
    everyMs: limit > first ? everyMs * slowdown : everyMs,
  });
  // Shown until the longer page has come.
  const kept = useRef<RowPage<Row>>(undefined);
  if (newest.data !== undefined) kept.current = newest.data;
  const [older, setOlder] = useState<RowPage<Row>>();
  const cursor = older === undefined ? kept.current?.cursor : older.cursor;
  const more = useAction(async () => {
    if (limit < longest) {
      setLimit(Math.min(longest, limit + step));
      return;
    }
    const next = await load({ cursor });
    // Rows that have moved from the newest to the older ones meanwhile are there, too.
    setOlder((before) => ({
      rows: [...(before?.rows ?? kept.current?.rows ?? []), ...next.rows],
      cursor: next.cursor,
    }));
  });
  const rows = distinctBy([...(kept.current?.rows ?? []), ...(older?.rows ?? [])], idOf);
  return { newest, rows, more, hasMore: cursor !== undefined };
}
