import { equals } from '#shared/kernel/dynamo-expression.ts';
import {
  backOff,
  type DynamoTable,
  readRows,
  transactWrite,
  updateRow,
} from '#shared/kernel/dynamo-table.ts';
import type { CrawlStore } from './crawl-store.ts';
import { type ReadJournal, stepWrites } from './dynamo-crawl-journal.ts';
import { findCrawl, rowOf, touched, urlKey } from './dynamo-crawl-rows.ts';

const maxStepRows = 200;
/** A step may have 400 KB, and the reason of a row names its pattern, which may be as long as a URL: 8 KB. */
const maxStepBytes = 300_000;

type Excluded = Parameters<CrawlStore['exclude']>[1];

/** The first of the rows, as many as one step may exclude. */
function forOneStep(rows: Excluded): Excluded {
  let bytes = 0;
  const tooMany = rows.findIndex(({ hash, reason }, index) => {
    bytes += Buffer.byteLength(hash) + Buffer.byteLength(reason);
    return index === maxStepRows || bytes > maxStepBytes;
  });
  return tooMany === -1 ? rows : rows.slice(0, Math.max(1, tooMany));
}

/** Those of the rows that wait, and the number of the step that says so. */
async function stillWaiting(
  table: DynamoTable,
  readJournal: ReadJournal,
  ...[id, rows]: readonly [string, Excluded]
): Promise<{ readonly steps: number; readonly waiting: Excluded }> {
  const keys = rows.map(({ hash }) => urlKey(id, hash));
  const items = await readRows(table, keys, { isConsistent: true, attributes: ['hash', 'state'] });
  const undecided = items.map(rowOf).filter(({ state }) => state === 'waiting');
  const { steps, decisions } = await readJournal(id);
  const waiting = new Set(undecided.map(({ hash }) => hash).filter((hash) => !decisions.has(hash)));
  return { steps, waiting: rows.filter(({ hash }) => waiting.has(hash)) };
}

/** Takes the rows out of the frontier. They are excluded already: where this fails, readers of the index skip them. */
const leaveFrontier = (table: DynamoTable, id: string, rows: Excluded): Promise<unknown> =>
  Promise.allSettled(
    rows.map(({ hash, reason }) =>
      updateRow(table, urlKey(id, hash), {
        set: { state: 'excluded', reason },
        remove: ['frontier'],
        when: equals('state', 'waiting'),
      }),
    ),
  );

/** See `CrawlStore.exclude`. */
export async function excludeRows(
  table: DynamoTable,
  readJournal: ReadJournal,
  ...[id, rows, nowMs]: Parameters<CrawlStore['exclude']>
): Promise<void> {
  let lost = 0;
  for (let left = rows; left.length > 0;) {
    const chosen = forOneStep(left);
    const crawl = await findCrawl(table, id);
    if (crawl?.status !== 'running') return;
    const { steps, waiting } = await stillWaiting(table, readJournal, id, chosen);
    const isWritten =
      waiting.length === 0 ||
      (
        await transactWrite(
          table.client,
          stepWrites(table, crawl, {
            steps,
            step: { ended: waiting.map(({ hash, reason }) => ({ hash, state: 'excluded', reason })) },
            change: {
              set: touched(nowMs),
              add: { excluded: waiting.filter(({ kind }) => kind === 'page').length },
            },
          }),
        )
      ).isWritten;
    // Another writer was faster: the rows are looked at again.
    if (!isWritten) {
      await backOff((lost += 1));
      continue;
    }
    lost = 0;
    await leaveFrontier(table, id, waiting);
    left = left.slice(chosen.length);
  }
}
