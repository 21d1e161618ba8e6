import type {
  CommitGroup,
  Crawl,
  CrawlRow,
  DiscoveredUrl,
  Edge,
  FinishedRow,
  ResultGroup,
} from '#shared/crawl/ledger/crawl.ts';
import { isShallower, becomesReadable, sameAs, withinRoom } from '#shared/crawl/ledger/crawl.ts';
import { afterCommit, withQueued } from '#shared/crawl/ledger/crawl-counters.ts';
import { fitting } from '#shared/crawl/ledger/crawl-room.ts';
import type { CommitOutcome, CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';

interface Entry {
  crawl: Crawl;
  readonly rows: Map<string, CrawlRow>;
  readonly identities: Map<string, string>;
  readonly links: Map<string, readonly Edge[]>;
  readonly groups: ResultGroup[];
}

const byPriority = (a: CrawlRow, b: CrawlRow): number =>
  a.priority < b.priority ? -1 : Number(a.priority > b.priority);

/** The row after `found`, which may be a shorter path to it. */
function nearer(known: CrawlRow, found: DiscoveredUrl): CrawlRow {
  if (!isShallower(known, found)) return known;
  const { depth, priority, state, discoveredFrom } = found;
  if (known.state !== 'waiting' && known.state !== 'tooDeep') return { ...known, depth };
  if (becomesReadable(known, found)) {
    const { reason: _tooDeep, ...row } = known;
    return { ...row, state, depth, priority, ...(discoveredFrom === undefined ? {} : { discoveredFrom }) };
  }
  return { ...known, depth, priority };
}

export function memoryCrawlStore(): CrawlStore {
  const entries = new Map<string, Entry>();

  const mine = (
    entry: Entry,
    { hash, leaseToken }: Pick<FinishedRow, 'hash' | 'leaseToken'>,
  ): CrawlRow | undefined => {
    const row = entry.rows.get(hash);
    return row?.state === 'leased' && row.leaseToken === leaseToken ? row : undefined;
  };

  /** A page whose content was delivered under another URL is a duplicate. */
  const judged = (entry: Entry, finished: FinishedRow): FinishedRow => {
    const { identities = [], hash, state } = finished;
    if (state !== 'delivered') return finished;
    const first = identities
      .map((identity) => entry.identities.get(identity))
      .find((known) => known !== undefined);
    if (first !== undefined && first !== hash)
      return { ...finished, state: 'duplicate', reason: sameAs(entry.rows.get(first)?.url ?? '') };
    for (const identity of identities) entry.identities.set(identity, hash);
    return finished;
  };

  const admit = (entry: Entry, rows: readonly CrawlRow[], nowMs: number): CrawlRow[] =>
    rows.flatMap(({ hash }) => {
      const row = entry.rows.get(hash);
      if (row?.state !== 'waiting' || fitting([row], entry.crawl).length === 0) return [];
      const queued: CrawlRow = { ...row, state: 'queued' };
      entry.rows.set(hash, queued);
      entry.crawl = { ...withQueued(entry.crawl, [queued]), touchedAtMs: nowMs };
      return [queued];
    });

  function commit(
    entry: Entry,
    { finished, objectName, successors = [], ...group }: CommitGroup,
  ): CommitOutcome {
    if (entry.crawl.status !== 'running')
      return { crawl: undefined, committed: [], results: undefined, admitted: [] };
    const committed: FinishedRow[] = [];
    for (const candidate of finished) {
      const row = mine(entry, candidate);
      if (row === undefined) continue;
      const { state, reason, code, ...rest } = judged(entry, candidate);
      const { leaseToken: _token, leaseUntilMs: _until, ...kept } = row;
      entry.rows.set(row.hash, {
        ...kept,
        state,
        ...(reason === undefined ? {} : { reason }),
        ...(code === undefined ? {} : { code }),
      });
      committed.push({ ...candidate, ...rest, state, ...(reason === undefined ? {} : { reason }) });
    }
    if (committed.length === 0) return { crawl: entry.crawl, committed, results: undefined, admitted: [] };
    const { crawl } = entry;
    const delivered = committed.filter(({ state }) => state === 'delivered');
    const results: ResultGroup | undefined =
      delivered.length === 0
        ? undefined
        : {
            sequence: crawl.groups + 1,
            objectName,
            hashes: delivered.map(({ hash }) => hash),
            deliveredBefore: crawl.delivered,
          };
    if (results !== undefined) entry.groups.push(results);
    entry.crawl = afterCommit(crawl, committed, group);
    const admitted = admit(entry, successors, group.nowMs);
    return { crawl: entry.crawl, committed, results, admitted };
  }

  return {
    create: async (crawl, seed, others = []) => {
      if (entries.has(crawl.id)) throw new Error(`There is a crawl ${crawl.id} already.`);
      entries.set(crawl.id, {
        crawl,
        rows: new Map([...others.map((url) => ({ ...url, attempt: 0 })), seed].map((row) => [row.hash, row])),
        identities: new Map(),
        links: new Map(),
        groups: [],
      });
    },

    find: async (id) => entries.get(id)?.crawl,

    record: async ({ id }, found, room) => {
      const rows = entries.get(id)?.rows;
      if (rows === undefined) return { fresh: [], knownDepths: new Map() };
      const knownDepths = new Map(
        found.flatMap(({ hash }) => {
          const depth = rows.get(hash)?.depth;
          return depth === undefined ? [] : [[hash, depth] as const];
        }),
      );
      const kept = new Set(
        withinRoom(
          found.filter(({ hash }) => !rows.has(hash)),
          room,
        ),
      );
      const fresh = found.filter((url) => {
        const known = rows.get(url.hash);
        if (known !== undefined) {
          rows.set(url.hash, nearer(known, url));
          return known.readAs !== undefined && known.readAs === url.readAs;
        }
        if (!kept.has(url)) return false;
        rows.set(url.hash, { ...url, attempt: 0 });
        return true;
      });
      return { fresh, knownDepths };
    },

    reconsider: async (id, nearRows) => {
      const rows = entries.get(id)?.rows;
      for (const { hash, depth } of nearRows) {
        const known = rows?.get(hash);
        if (known !== undefined) rows?.set(hash, nearer(known, { ...known, state: 'waiting', depth }));
      }
    },

    claimant: async (id, identity) => {
      const entry = entries.get(id);
      return entry?.rows.get(entry.identities.get(identity) ?? '')?.url;
    },

    bestWaiting: async (id, count) =>
      [...(entries.get(id)?.rows.values() ?? [])]
        .filter(({ state }) => state === 'waiting')
        .toSorted(byPriority)
        .slice(0, count),

    admit: async ({ id }, rows, nowMs) => {
      const entry = entries.get(id);
      return entry === undefined || entry.crawl.status !== 'running' ? [] : admit(entry, rows, nowMs);
    },

    exclude: async (id, excluded, nowMs) => {
      const entry = entries.get(id);
      if (entry?.crawl.status !== 'running') return;
      for (const { hash, reason } of excluded) {
        const row = entry.rows.get(hash);
        if (row?.state !== 'waiting') continue;
        entry.rows.set(hash, { ...row, state: 'excluded', reason });
        const count = entry.crawl.excluded + Number(row.kind === 'page');
        entry.crawl = { ...entry.crawl, excluded: count, touchedAtMs: nowMs };
      }
    },

    lease: async (id, hashes, { token, nowMs, untilMs, choose }) => {
      const entry = entries.get(id);
      const read = (): CrawlRow[] =>
        hashes
          .flatMap((hash) => entry?.rows.get(hash) ?? [])
          .filter(({ state }) => state === 'queued' || state === 'leased');
      const queued = read().filter(({ state }) => state === 'queued');
      const isChosen = entry?.crawl.status === 'running' && queued.length > 0 && choose !== undefined;
      const chosen = isChosen ? await choose(entry.crawl, queued) : queued;
      const left = new Set(queued.filter((row) => !chosen.includes(row)).map(({ hash }) => hash));
      const rows = read();
      const isBusy = (row: CrawlRow): boolean =>
        row.state === 'leased' && row.leaseToken !== token && (row.leaseUntilMs ?? 0) > nowMs;
      const isLeft = (row: CrawlRow): boolean => row.state === 'queued' && left.has(row.hash);
      const leased = rows
        .filter((row) => entry?.crawl.status === 'running' && !isBusy(row) && !isLeft(row))
        .map((row): CrawlRow => ({
          ...row,
          state: 'leased',
          leaseToken: token,
          leaseUntilMs: untilMs,
          attempt: row.attempt + Number(row.leaseToken !== token),
        }));
      for (const row of leased) entry?.rows.set(row.hash, row);
      return { crawl: entry?.crawl, leased, busy: rows.filter(isBusy) };
    },

    renew: async (id, hash, leaseToken, untilMs) => {
      const entry = entries.get(id);
      const row = entry === undefined ? undefined : mine(entry, { hash, leaseToken });
      if (entry === undefined || row === undefined) return false;
      entry.rows.set(hash, { ...row, leaseUntilMs: untilMs });
      return true;
    },

    release: async (id, hash, leaseToken, how) => {
      const entry = entries.get(id);
      const row = entry === undefined ? undefined : mine(entry, { hash, leaseToken });
      if (entry === undefined || row === undefined) return false;
      const { leaseToken: _token, leaseUntilMs: _until, ...rest } = row;
      entry.rows.set(hash, { ...rest, ...how, state: 'queued' });
      return true;
    },

    commit: async (id, group) => {
      const entry = entries.get(id);
      return entry === undefined
        ? { crawl: undefined, committed: [], results: undefined, admitted: [] }
        : commit(entry, group);
    },

    end: async (id, { nowMs, warning, ...end }) => {
      const entry = entries.get(id);
      if (entry === undefined || entry.crawl.status !== 'running') return false;
      if (end.status === 'completed' && entry.crawl.open > 0) return false;
      const warnings = [...entry.crawl.warnings, ...(warning === undefined ? [] : [warning])];
      entry.crawl = { ...entry.crawl, ...end, warnings, endedAtMs: nowMs, touchedAtMs: nowMs };
      return true;
    },

    keepCoverage: async (id, coverage) => {
      const entry = entries.get(id);
      if (entry !== undefined && entry.crawl.status !== 'running') entry.crawl = { ...entry.crawl, coverage };
    },

    finalize: async (id) => {
      const entry = entries.get(id);
      if (entry !== undefined && entry.crawl.status !== 'running')
        entry.crawl = { ...entry.crawl, finalized: true };
    },

    touch: async (id, seenMs, nowMs) => {
      const entry = entries.get(id);
      if (entry === undefined || entry.crawl.finalized || entry.crawl.touchedAtMs !== seenMs) return false;
      entry.crawl = { ...entry.crawl, touchedAtMs: nowMs };
      return true;
    },

    rows: async (id) => ({ rows: [...(entries.get(id)?.rows.values() ?? [])] }),

    keepLinks: async ({ id }, links) => {
      for (const [hash, edges] of links) entries.get(id)?.links.set(hash, edges);
    },

    links: async (id) => entries.get(id)?.links ?? new Map<string, readonly Edge[]>(),

    groups: async (id, fromSequence, count) =>
      (entries.get(id)?.groups ?? []).filter(({ sequence }) => sequence >= fromSequence).slice(0, count),

    markAnnounced: async (id, sequence) => {
      const groups = entries.get(id)?.groups ?? [];
      const at = groups.findIndex((group) => group.sequence === sequence);
      const group = groups[at];
      if (group !== undefined) groups[at] = { ...group, announced: true };
    },

    unfinalized: async (untouchedSinceMs, count) =>
      [...entries.values()]
        .map(({ crawl }) => crawl)
        .filter(({ finalized, touchedAtMs }) => !finalized && touchedAtMs <= untouchedSinceMs)
        .toSorted((a, b) => a.touchedAtMs - b.touchedAtMs)
        .slice(0, count),

    ofAccount: async (accountId, count, cursor) => {
      const all = [...entries.values()]
        .map(({ crawl }) => crawl)
        .filter((crawl) => crawl.accountId === accountId)
        .toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1));
      const start = cursor === undefined ? 0 : all.findIndex(({ id }) => `CRAWL#${id}` === cursor) + 1;
      const crawls = all.slice(start, start + count);
      const last = crawls.at(-1);
      return {
        crawls,
        ...(last !== undefined && start + count < all.length ? { cursor: `CRAWL#${last.id}` } : {}),
      };
    },
  };
}
