import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import type { CrawlStore } from './crawl-store.ts';
import { admitRows } from './dynamo-crawl-admit.ts';
import { claimantOf, commitGroup } from './dynamo-crawl-commit.ts';
import { excludeRows } from './dynamo-crawl-exclude.ts';
import { createReadJournal } from './dynamo-crawl-journal.ts';
import { leaseRows, releaseRow, renewLease } from './dynamo-crawl-lease.ts';
import { crawlLinks, putLinks } from './dynamo-crawl-links.ts';
import {
  bestWaiting,
  crawlRows,
  crawlsOfAccount,
  markAnnounced,
  quietCrawls,
  resultGroups,
} from './dynamo-crawl-queries.ts';
import { recordUrls, reconsiderRows } from './dynamo-crawl-record.ts';
import { findCrawl } from './dynamo-crawl-rows.ts';
import { createCrawl, endCrawl, finalizeCrawl, keepCoverage, touchCrawl } from './dynamo-crawl-state.ts';

/** The crawl ledger in one table; dynamo-crawl-rows.ts has its keys. */
export function dynamoCrawlStore(client: DynamoDBClient, tableName: string): CrawlStore {
  const table = { client, tableName };
  const journal = createReadJournal(table);
  return {
    create: (...created) => createCrawl(table, ...created),
    find: (id) => findCrawl(table, id),
    record: (crawl, found, room) => recordUrls(table, crawl, found, room),
    reconsider: (id, rows) => reconsiderRows(table, id, rows),
    claimant: (...claim) => claimantOf(table, journal, ...claim),
    bestWaiting: (...asked) => bestWaiting(table, journal, ...asked),
    admit: (...admission) => admitRows(table, journal, ...admission),
    exclude: (...exclusion) => excludeRows(table, journal, ...exclusion),
    lease: (...lease) => leaseRows(table, journal, ...lease),
    renew: (...lease) => renewLease(table, ...lease),
    release: (...lease) => releaseRow(table, ...lease),
    commit: (...group) => commitGroup(table, journal, ...group),
    end: (id, end) => endCrawl(table, id, end),
    keepCoverage: (id, coverage) => keepCoverage(table, id, coverage),
    finalize: (id) => finalizeCrawl(table, id),
    touch: (id, seenMs, nowMs) => touchCrawl(table, id, seenMs, nowMs),
    rows: (...page) => crawlRows(table, journal, ...page),
    keepLinks: (...links) => putLinks(table, ...links),
    links: (id) => crawlLinks(table, id),
    groups: (id, fromSequence, count) => resultGroups(table, id, fromSequence, count),
    markAnnounced: (id, sequence) => markAnnounced(table, id, sequence),
    unfinalized: (untouchedSinceMs, count) => quietCrawls(table, untouchedSinceMs, count),
    ofAccount: (...page) => crawlsOfAccount(table, ...page),
  };
}
