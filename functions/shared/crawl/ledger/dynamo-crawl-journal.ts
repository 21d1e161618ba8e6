import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';

import {
  allOf,
  equals,
  type Expression,
  isAbsent,
  isBetween,
  type RowUpdate,
} from '#shared/kernel/dynamo-expression.ts';
import { type DynamoTable, type Item, putOf, queryAllRows, updateOf } from '#shared/kernel/dynamo-table.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import type { Crawl, CrawlRow, FinalState, FinishedRow } from './crawl.ts';
import { crawlKey, expirySeconds, metaKey, partition } from './dynamo-crawl-rows.ts';

// Rows `STEP#number` are the crawl's journal: each says which rows were queued and which are done. The crawl counts its
// steps, and each step is written on the condition that it is the next: whoever writes one has read all before it.
// The URLs' own rows are not rewritten for this (docs/decisions/0046).

/** What the journal says of a row. */
interface Decision {
  readonly state: 'queued' | FinalState;
  readonly reason?: string | undefined;
  readonly code?: string | undefined;
}

/** A row that is done. */
type Ended = Pick<FinishedRow, 'hash' | 'state' | 'reason' | 'code' | 'identities'>;

/** A lease that ran out and that another worker has taken. */
type LostLease = Required<Pick<CrawlRow, 'hash' | 'leaseToken'>>;

/** Changes of rows that are decided together. */
interface Step {
  readonly queued?: readonly string[];
  readonly ended?: readonly Ended[];
  readonly lost?: readonly LostLease[];
}

/** A crawl's journal as far as it was read. */
export interface Journal {
  readonly steps: number;
  /** By the hash of the row. */
  readonly decisions: ReadonlyMap<string, Decision>;
  /** The hash of the delivered page that was first to claim a fingerprint. */
  readonly claimant: (identity: string) => string | undefined;
  readonly hasLost: (lease: LostLease) => boolean;
  /** Rows that were queued and are not done. */
  readonly open: number;
}

/** Reads what was added to a crawl's journal since this process read it last. Consistent, unless it `mayBeOld`. */
export type ReadJournal = (id: string, how?: { readonly mayBeOld: boolean }) => Promise<Journal>;

const stepSortKey = (step: number): string => `STEP#${String(step).padStart(7, '0')}`;

/** 80 bits: no two of a crawl's fingerprints are equal by chance. */
const claimOf = (identity: string): string => sha256(identity).slice(0, 20);

const leaseName = ({ hash, leaseToken }: LostLease): string => `${hash} ${leaseToken}`;

interface PackedStep {
  readonly queued?: readonly string[];
  readonly ended?: readonly (readonly [hash: string, decision: Decision, ...claims: string[]])[];
  readonly lost?: readonly string[];
}

/** Compressed, because rows are billed by the kilobyte. */
function packed({ queued, ended, lost }: Step): Uint8Array {
  const step = {
    queued,
    ended: ended?.map(({ hash, state, reason, code, identities = [] }) => {
      const claims = state === 'delivered' ? identities.map(claimOf) : [];
      return [hash, { state, reason, code }, ...claims];
    }),
    lost: lost?.map(leaseName),
  };
  return deflateRawSync(JSON.stringify(step));
}

const unpacked = (bytes: Uint8Array): PackedStep =>
  JSON.parse(inflateRawSync(bytes).toString('utf8')) as PackedStep;

/** A journal that grows. */
function emptyJournal() {
  const decisions = new Map<string, Decision>();
  const claims = new Map<string, string>();
  const lostLeases = new Set<string>();
  let [steps, open] = [0, 0];
  const decide = (hash: string, decision: Decision): void => {
    open += Number(decision.state === 'queued') - Number(decisions.get(hash)?.state === 'queued');
    decisions.set(hash, decision);
  };
  return {
    get steps() {
      return steps;
    },
    get open() {
      return open;
    },
    decisions,
    claimant: (identity: string) => claims.get(claimOf(identity)),
    hasLost: (lease: LostLease) => lostLeases.has(leaseName(lease)),
    /** Adds the next step. Others that read at the same time may have added it. */
    add: (item: Item): void => {
      if (item['sk']?.S !== stepSortKey(steps + 1)) return;
      const { queued = [], ended = [], lost = [] } = unpacked(item['rows']?.B ?? new Uint8Array());
      for (const hash of queued) decide(hash, { state: 'queued' });
      for (const [hash, decision, ...claimed] of ended) {
        decide(hash, decision);
        for (const claim of claimed) claims.set(claim, hash);
      }
      for (const lease of lost) lostLeases.add(lease);
      steps += 1;
    },
  };
}

/** Journals that a process remembers. The largest crawl's takes 40 MB. */
const maxCrawls = 16;

export function createReadJournal(table: DynamoTable): ReadJournal {
  const journals = new Map<string, ReturnType<typeof emptyJournal>>();
  return async (id, { mayBeOld } = { mayBeOld: false }) => {
    const journal = journals.get(id) ?? emptyJournal();
    // Deleted and set again, so that the crawl used last is forgotten last.
    journals.delete(id);
    journals.set(id, journal);
    const [oldest] = journals.keys();
    if (journals.size > maxCrawls && oldest !== undefined) journals.delete(oldest);
    if (mayBeOld) return journal;
    const added = await queryAllRows(table, {
      where: allOf(equals('pk', partition(id)), isBetween('sk', stepSortKey(journal.steps + 1), 'STEP#~')),
      isConsistent: true,
    });
    for (const item of added) journal.add(item);
    return journal;
  };
}

/** How many steps the crawl's row counts. */
export const stepsOf = (crawlItem: Item | undefined): number => Number(crawlItem?.['steps']?.N ?? 0);

const isNext = (steps: number): Expression => (steps === 0 ? isAbsent('steps') : equals('steps', steps));

/** Adds a step behind the `steps` that were read, and changes the crawl with it. */
export const stepWrites = (
  table: DynamoTable,
  { id, expiresAtMs }: Pick<Crawl, 'id' | 'expiresAtMs'>,
  { steps, step, change = {} }: { readonly steps: number; readonly step: Step; readonly change?: RowUpdate },
): readonly TransactWriteItem[] => [
  {
    Update: updateOf(table, metaKey(id), {
      ...change,
      add: { ...change.add, steps: 1 },
      when: allOf(
        equals('status', 'running'),
        isNext(steps),
        ...(change.when === undefined ? [] : [change.when]),
      ),
    }),
  },
  {
    Put: putOf(table, {
      ...crawlKey(id, stepSortKey(steps + 1)),
      rows: { B: packed(step) },
      expiresAt: { N: String(expirySeconds(expiresAtMs)) },
    }),
  },
];

/** The row as the journal has it; `row` as it was read before the journal. */
export function asDecided(row: CrawlRow, { decisions }: Journal): CrawlRow {
  const decision = decisions.get(row.hash);
  if (decision === undefined) return row;
  if (decision.state === 'queued') return row.state === 'waiting' ? { ...row, state: 'queued' } : row;
  const { leaseToken: _token, leaseUntilMs: _until, ...rest } = row;
  const { state, reason, code } = decision;
  return {
    ...rest,
    state,
    ...(reason === undefined ? {} : { reason }),
    ...(code === undefined ? {} : { code }),
  };
}
