import { readFileSync } from 'node:fs';

import { batchRequest } from '#shared/contract/batch.ts';
import { crawlRequest } from '#shared/contract/crawl.ts';
import { extractRequest } from '#shared/contract/extract.ts';
import { idempotencyHours, maxIdempotencyKeyLength } from '#shared/contract/idempotency.ts';
import { linksPerRequest, mapRequest, maxMapLinks } from '#shared/contract/map.ts';
import { maxBodyBytes } from '#shared/contract/routes.ts';
import { maxPageAgeMs, scrapeRequest } from '#shared/contract/scrape.ts';
import { attributesOptions } from '#shared/contract/scrape-formats.ts';
import { settings as operatorSettings } from '#shared/contract/settings.ts';
import { maxPageMs } from '#shared/contract/time-limits.ts';
import { recordDays } from '#shared/accounts/usage/usage-ledger.ts';
import { maxDiscovered } from '#shared/crawl/frontier/crawl-limits.ts';
import { maxReads } from '#shared/crawl/ledger/crawl-room.ts';
import { maxAnswerCharacters } from '#shared/mcp/text-window.ts';
import { boundsOf, constantIn, inDigits, inWords } from './numbers-of-code.ts';

// Every number in the documents that callers read, beside where it is decided. A sentence that is written here by a
// number of the code must be in its document: when either changes, the test fails.

const batch = boundsOf(batchRequest);
const crawl = boundsOf(crawlRequest);
const extract = boundsOf(extractRequest);
const map = boundsOf(mapRequest);
const scrape = boundsOf(scrapeRequest);
const valueSelectors = boundsOf(attributesOptions)('selectors').max;
const unifiedDiff = 'scrape/unified-diff.ts';
const selectedValues = 'content/formats/selected-values.ts';
const settings = boundsOf(operatorSettings);

const seconds = (ms: number): string => inDigits(ms / 1_000);
const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`;

const wrongKeys = constantIn('accounts/keys/failed-authentications.ts', 'maxFailuresPerWindow');
const explored = constantIn('map/estimate-crawl.ts', 'maxExplored');
const sampled = constantIn('map/estimate-crawl.ts', 'maxSampled');
const webhookMinutes =
  /retrySeconds = \[([\d_, ]+)\]/
    .exec(readFileSync('functions/shared/crawl/webhooks/send-event.ts', 'utf8'))?.[1]
    ?.split(',')
    .map((text) => Number(text.replaceAll('_', '')) / 60) ?? [];
const minutesInWords = `${webhookMinutes.slice(0, -1).join(', ')} and ${webhookMinutes.at(-1)}`;
const retries = inWords(webhookMinutes.length);
const clientRetry = '../../clients/typescript/src/retry.ts';
const clientRetries = constantIn(clientRetry, 'maxRetries');
const clientFirstWaitSeconds = constantIn(clientRetry, 'firstWaitMs') / 1_000;

export interface Document {
  /** Sentences of the document, with numbers of the code. */
  readonly says: readonly string[];
  /** Sentences with numbers that no constant of the code decides. */
  readonly plain?: readonly string[];
}

/** A guide that is missing here must not have a number. */
export const documents: Readonly<Record<string, Document>> = {
  'README.md': {
    says: [`reads ${inDigits(batch('urls').max)}.`],
    plain: [
      // bin/need-node-24.mjs starts the Node of node_modules.
      'any Node from 20 on',
      'On Linux x64',
      // test/stack/cost.test.ts compares it.
      '| requests a month | none | 24,000 | 1 million | 10 million |',
      '| US dollars | 0.82 | 1.21 | 17 | 165 |',
    ],
  },
  'docs/api.md': {
    says: [
      `JSON of at most ${maxBodyBytes / 1024 ** 2} MB, nested at most ${constantIn('http/request-body.ts', 'maxBodyDepth')} levels deep`,
      `answers from ${constantIn('http/content-coding.ts', 'minBytes') / 1_000} KB to ${megabytes(constantIn('http/content-coding.ts', 'maxBytes'))} are compressed`,
      `(up to ${maxIdempotencyKeyLength} characters)`,
      `The same key and body within ${idempotencyHours} hours`,
      `After ${wrongKeys} wrong API keys in a minute`,
      `up to ${inDigits(batch('urls').max)} pages`,
      `at most ${constantIn('extract/require-usable-tasks.ts', 'maxTasks')} different`,
      `1 request for each ${inDigits(linksPerRequest)} URLs begun`,
      `up to ${inWords(extract('urls').max)} pages`,
      `up to ${inWords(constantIn('content/formats/summary.ts', 'maxSentences'))} sentences of the page`,
      `at most ${inDigits(constantIn('content/formats/explanation.ts', 'maxEntries'))} decisions`,
      `A diff of more than ${inDigits(constantIn(unifiedDiff, 'maxChangedLines'))} changed lines or ${inDigits(constantIn(unifiedDiff, 'maxDiffCharacters'))} characters is left out`,
      `(a name of your own, up to ${constantIn('contract/change-tracking.ts', 'maxTagCharacters')} characters)`,
      `kept for ${constantIn('../../lib/sizing.ts', 'versionDays')} days after the last scrape`,
      `Up to ${valueSelectors} selectors, ${inDigits(constantIn(selectedValues, 'maxValues'))} values of each, ${inDigits(constantIn(selectedValues, 'maxValueCharacters'))} characters of a value and ${inDigits(constantIn(selectedValues, 'maxCharacters'))} of all`,
      `\`timeout\` is the whole request's, ${seconds(scrape('timeout').default)} seconds by default`,
      `into view down to ${inDigits(constantIn('web/render/walk.ts', 'maxWalk'))} pixels`,
      `Up to ${scrape('actions').max} \`actions\``,
      `up to ${seconds(constantIn('web/render/action-steps.ts', 'elementMs'))} seconds until an element is shown`,
      `with \`all\` up to ${constantIn('web/render/action-steps.ts', 'maxClicks')};`,
      `up to ${seconds(constantIn('web/render/run-actions.ts', 'changeMs'))} seconds, or ${seconds(constantIn('web/render/run-actions.ts', 'answerMs'))} for another page`,
      `Waits take at most ${seconds(constantIn('contract/actions.ts', 'maxWaitMs'))} seconds together`,
      `ends after ${seconds(constantIn('web/render/run-actions.ts', 'actionMs'))} seconds, a script that keeps the page busy after ${seconds(constantIn('web/render/run-script.ts', 'scriptMs'))}.`,
      `All results together have at most ${megabytes(constantIn('web/render/action-record.ts', 'maxBytes'))}`,
      `at most ${megabytes(constantIn('web/render/run-script.ts', 'maxValueCharacters'))} is null`,
      `\`maxDiscoveryDepth\` (${crawl('maxDiscoveryDepth').default})`,
      `up to ${1 + explored + sampled} pages at the pace of the host`,
      `at most ${maxReads(1) - maxReads(0)} × \`limit\` + ${maxReads(0)} URLs`,
      `considers at most ${inDigits(maxDiscovered(0))} + ${maxDiscovered(1) - maxDiscovered(0)} × \`limit\``,
      `retried ${retries} times, after ${minutesInWords} minutes`,
      `A crawl is kept for ${inWords(settings('RETENTION_DAYS').default)} days`,
      `A batch reads up to ${inDigits(batch('urls').max)} pages`,
      `(up to ${constantIn('crawl/lifecycle/prepare-batch.ts', 'maxOptionsBytes') / 1024} KB)`,
      `\`timeout\` is that of a page, up to ${seconds(maxPageMs)} seconds`,
      `up to \`replyTimeout\` (${seconds(batch('replyTimeout').default)} seconds)`,
      `\`limit\` (${inDigits(map('limit').default)}, at most ${inDigits(maxMapLinks)})`,
      `up to ${constantIn('map/map-site.ts', 'maxPagesRead')} pages and ${constantIn('map/read-sitemaps.ts', 'maxSitemaps')} sitemaps`,
      `for at most ${seconds(constantIn('map/map-site.ts', 'maxExploreMs'))} seconds`,
      `then up to ${inWords(constantIn('map/map-site.ts', 'maxPagesRendered'))} are`,
      `It costs 1 request for each ${inDigits(linksPerRequest)} links begun`,
      `is the context window (${inDigits(settings('LLM_CONTEXT_TOKENS').default)})`,
      `are listed for ${recordDays} days`,
    ],
    plain: [
      'OpenAPI 3.1',
      // One thing costs one request.
      '1 request',
      'costs 1 request',
      '1 request, 1 more with `parseResults`',
      'ISO 3166-1',
      // contract/render.ts; the parameter tables of the site have it.
      '`quality` (1–100)',
      // Measured: docs/scale.md.
      'Ten thousand URLs take some seconds',
      'two URLs that lead to one page are two pages',
      '`scale` is 0.1 to 2, `format` A0 to A6',
      'PDF of up to 100 pages',
      'with 0 requests',
    ],
  },
  'docs/guides/crawl.md': { says: [], plain: ['`pending` is 0'] },
  'docs/guides/extract.md': {
    says: [
      `Up to ${inWords(extract('urls').max)} \`urls\``,
      `model that stands on the page has ${constantIn('extract/evidence/ground-item.ts', 'modelChance')}, which is not measured`,
    ],
    // `npm run bench -- extraction` ends with an error above the first.
    plain: ['by less than 0.05', 'page count as 0'],
  },
  'docs/guides/firecrawl.md': {
    says: [
      `default to ${seconds(constantIn('firecrawl/scrape-options.ts', 'v2: { timeout'))} s and ${inWords(constantIn('firecrawl/scrape-options.ts', 'maxAge') / 86_400_000)} days`,
      `above ${inWords(maxPageAgeMs / 86_400_000)} days means ${inWords(maxPageAgeMs / 86_400_000)} days`,
      `above ${seconds(scrape('timeout').max)} s is refused`,
      `${inDigits(constantIn('firecrawl/jobs.ts', 'defaultLimit'))} by default`,
      `\`limit\` is ${constantIn('firecrawl/search.ts', 'v1: { limit')} in version 1 and ${constantIn('firecrawl/search.ts', 'v2: { limit')} in version 2`,
    ],
    plain: ['Base64'],
  },
  'docs/guides/limits.md': {
    says: [`within ${idempotencyHours} hours get the same answer`],
    // test/site/pages.test.ts compares the table of plans.
    plain: [
      '| 500 | 10 | 2 | 2 | 3 |',
      '| 2,000 | 60 | 5 | 10 | 5 |',
      '| 3,500 | 100 | 10 | 20 | 5 |',
      '| 20,000 | 500 | 50 | 100 | 10 |',
      '| 5,000 | 200 | 1,000 | 30 |',
    ],
  },
  'docs/guides/mcp.md': {
    says: [
      `at most ${inDigits(maxAnswerCharacters)} characters an answer, about ${inWords(maxAnswerCharacters / 4_000)} thousand tokens`,
    ],
    plain: ['versions before 2026-07-28'],
  },
  'docs/guides/self-host.md': {
    says: [],
    // What others require or allow, and what was tried.
    plain: [
      'On Linux x64',
      'on Linux x64',
      'for Linux x64',
      'for x64',
      'any Node from 20 on',
      '**Node 24**',
      'install three things yourself',
      'Chromium 150',
      'a crawl of 41 pages',
      'on Debian 12',
      'only 10 Lambda invocations at once',
      'Ask AWS for 1,000',
      'It sends 50',
      'at port 3000 for the service',
    ],
  },
  'docs/guides/webhooks.md': {
    says: [
      `within ${inWords(constantIn('crawl/webhooks/deliver-webhook.ts', 'answerMs') / 1_000)} seconds`,
      `repeated ${retries} times, after ${minutesInWords} minutes`,
    ],
    plain: ['a status from 200 to 299'],
  },
  'clients/typescript/README.md': {
    says: [
      `up to ${inDigits(batch('urls').max)} pages that you name`,
      `Node from ${/"node": ">=([\d.]+)"/.exec(readFileSync('clients/typescript/package.json', 'utf8'))?.[1]}`,
      `repeated ${inWords(clientRetries)} times, after ${clientFirstWaitSeconds / 2} to ${clientFirstWaitSeconds} seconds`,
      `one of more than ${constantIn(clientRetry, 'maxWaitMs') / 1_000} seconds ends the call`,
      `beyond those ${inWords(clientRetries)} times`,
      `within the last ${inWords(constantIn('../../clients/typescript/src/webhooks.ts', 'toleranceSeconds') / 60)} minutes`,
    ],
    plain: ['Zod (from 4.2)'],
  },
  'clients/python/README.md': {
    says: [
      `Python from ${/requires-python = ">=([\d.]+)"/.exec(readFileSync('clients/python/pyproject.toml', 'utf8'))?.[1]}`,
    ],
  },
};
