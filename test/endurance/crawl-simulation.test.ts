import { isDeepStrictEqual } from 'node:util';

import { describe, expect, test } from 'vitest';

import { allRows } from '#shared/crawl/lifecycle/end-crawl.ts';
import { countCoverage, runningCoverage } from '#shared/crawl/lifecycle/crawl-coverage.ts';
import { monthKey } from '#shared/kernel/clock.ts';
import { maxReads } from '#shared/crawl/ledger/crawl-room.ts';
import { simulateCrawl } from '../crawl/simulated-crawl.ts';
import { isTrapped } from '../crawl/simulated-site.ts';

const crawls = 600;
/** A pattern is left after 25 repeats; as many again may be queued by then. */
const mostTrapped = 50;
/** Seeds that a failure named: run these alone to see it again. */
const only = process.env['CRAWL_SEEDS']?.split(',').map(Number);
const seeds = only ?? Array.from({ length: crawls }, (_, index) => index + 1);

/** The invariants of an ended crawl. */
async function violationsOf(seed: number): Promise<string[]> {
  const outcome = await simulateCrawl(seed);
  const { crawl, store, results, usage, site, webhooks } = outcome;
  const rows = await allRows(store, crawl.id);
  const groups = await store.groups(crawl.id, 1);
  const pages = (await Promise.all(groups.map((group) => results.read(group))))
    .flat()
    .filter((page) => page !== undefined);
  const texts = pages.map(({ markdown }) => markdown ?? '');
  const failed = rows.filter(({ state }) => state === 'failed');
  const coverage = countCoverage(crawl, rows);
  const { discovered, ...states } = coverage;
  const counted = runningCoverage(crawl);
  const runningRows = countCoverage({ status: 'running' }, rows);
  const addressesRead = new Set(site.reads.map(({ url }) => url));
  const trapped = [...addressesRead].filter(isTrapped);
  const month = await usage.read(crawl.accountId, monthKey(crawl.createdAtMs), outcome.endedAtMs);
  const { records } = await usage.recent(crawl.accountId, { nowMs: outcome.endedAtMs, limit: 10 });
  const sequences = new Set(webhooks.map(({ sequence }) => sequence));
  const wantsWebhooks = crawl.request.webhook !== undefined;
  const isWhole = crawl.status === 'completed' && crawl.limit === 100;
  const givenUp = failed.filter(({ code, reason }) => code === 'INTERNAL_ERROR' || reason?.includes('again'));
  const gaveUp = givenUp.length > 0;
  const reachable = site.textsWithin(crawl.request.maxDiscoveryDepth);
  const missing = [...reachable].filter((text) => !texts.includes(text));

  const rules: Readonly<Record<string, boolean>> = {
    'it ends and its ends are tied': crawl.finalized && crawl.status !== 'running',
    'it completes unless it was cancelled':
      crawl.status === 'completed' || (outcome.isCancelled && crawl.code === 'CRAWL_CANCELLED'),
    'it is one request of its account, which cost what it delivered':
      records.length === 1 && records[0]?.status === 200 && records[0].requests === crawl.delivered,
    'it ends long before its deadline': outcome.endedAtMs < crawl.deadlineMs,
    'nothing is delivered twice': new Set(texts).size === texts.length,
    'nothing reachable is missing': !isWhole || (gaveUp && outcome.isFaulty) || missing.length === 0,
    'a page that kills whoever reads it takes no other with it':
      outcome.isFaulty || givenUp.every(({ url }) => site.isDeadly(url)),
    'nothing is delivered that is not reachable': texts.every((text) => reachable.has(text)),
    'the limit holds': crawl.delivered <= crawl.limit && outcome.mostAdmitted <= crawl.limit,
    'no more is read than a limit allows':
      crawl.reads <= maxReads(crawl.limit) && addressesRead.size <= maxReads(crawl.limit),
    'what only repeats is left alone': trapped.length <= mostTrapped,
    'without faults each address is read once, or as often as it fails':
      outcome.isFaulty ||
      outcome.isCancelled ||
      rows.some(({ url }) => site.isDeadly(url)) ||
      site.reads.length ===
        rows.filter(
          ({ state, readAs }) =>
            readAs === undefined &&
            !['robots', 'waiting', 'excluded', 'outOfScope', 'tooDeep'].includes(state),
        ).length +
          rows.reduce((sum, { tries = 0 }) => sum + tries, 0),
    'what is finished is counted as the rows have it':
      crawl.delivered === coverage.delivered &&
      crawl.failed === failed.length &&
      crawl.robots === coverage.robots &&
      (crawl.status !== 'completed' || crawl.open === 0),
    'without faults the counters equal the rows, before they are counted':
      outcome.isFaulty || outcome.isCancelled || isDeepStrictEqual(counted, runningRows),
    'results equal the rows': pages.length === crawl.delivered,
    'groups are numbered without gaps': groups.every(
      ({ sequence, deliveredBefore }, index) =>
        sequence === index + 1 &&
        deliveredBefore === groups.slice(0, index).reduce((sum, { hashes }) => sum + hashes.length, 0),
    ),
    'coverage sums to what was discovered':
      Object.values(states).reduce((sum, count) => sum + count, 0) === discovered && states.pending === 0,
    'the allowance is settled once, to what was delivered':
      month.reserved === 0 && month.used === crawl.delivered,
    'every event is announced':
      !wantsWebhooks ||
      Array.from({ length: crawl.delivered + 2 }, (_, index) => index + 1).every((sequence) =>
        sequences.has(sequence),
      ),
    'one end is announced':
      new Set(
        webhooks
          .filter(({ event }) => event === 'completed' || event === 'failed')
          .map(({ sequence }) => sequence),
      ).size === (wantsWebhooks ? 1 : 0),
    'no page is read 5 s after it ended': site.reads.every(
      ({ atMs }) => atMs <= (crawl.endedAtMs ?? 0) + 5_000,
    ),
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`seed ${seed}: ${rule}`]));
}

describe('a crawl in a world of faults', () => {
  test(`ends exactly, ${seeds.length} times`, { timeout: 240_000 }, async () => {
    const violations: string[] = [];
    for (const seed of seeds) violations.push(...(await violationsOf(seed)));

    expect(violations).toEqual([]);
  });
});
