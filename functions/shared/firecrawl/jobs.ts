import * as z from 'zod';

import { moreThanHalf } from '#shared/contract/crawl.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import type { JsonObject } from '#shared/kernel/json.ts';
import {
  callerNotes,
  errorOf,
  FirecrawlError,
  type FirecrawlReply,
  given,
  parsed,
  picked,
  required,
  succeeded,
  unsupported,
  warningOf,
} from './dialect.ts';
import { documentOf } from './document.ts';
import { operate } from './operate.ts';
import {
  type DocumentOptions,
  documentOptions,
  batchOptions,
  crawlOptions,
  refuseRetention,
  scrapeOptionFields,
  type ScrapeOptions,
  scrapeOptions,
} from './scrape-options.ts';
import type { Session } from './session.ts';

const webhook = z.union([z.string(), z.record(z.string(), z.unknown())]).optional();

export const crawlBody = z.strictObject({
  url: z.string(),
  includePaths: z.array(z.string()).optional(),
  excludePaths: z.array(z.string()).optional(),
  maxDepth: z.number().optional(),
  maxDiscoveryDepth: z.number().optional(),
  limit: z.number().optional(),
  allowBackwardLinks: z.boolean().optional(),
  crawlEntireDomain: z.boolean().optional(),
  allowExternalLinks: z.boolean().optional(),
  allowSubdomains: z.boolean().optional(),
  ignoreSitemap: z.boolean().optional(),
  sitemap: z.enum(['include', 'skip', 'only']).optional(),
  deduplicateSimilarURLs: z.boolean().optional(),
  ignoreQueryParameters: z.boolean().optional(),
  regexOnFullURL: z.boolean().optional(),
  delay: z.number().optional(),
  maxConcurrency: z.number().optional(),
  scrapeOptions: scrapeOptions.optional(),
  webhook,
  zeroDataRetention: z.boolean().optional(),
  ignoreRobotsTxt: z.boolean().optional(),
  robotsUserAgent: z.unknown().optional(),
  prompt: z.unknown().optional(),
  threatProtection: z.unknown().optional(),
  ...callerNotes,
});

const defaultLimit = 10_000;

/** The warning of a job, in the names of Firecrawl: a crawl that is started here with a `limit` has no `leaveHalf`. */
function warningOfJob(answer: JsonObject): JsonObject {
  const { warning } = warningOf(answer);
  return typeof warning === 'string'
    ? { warning: warning.replace(moreThanHalf, 'start a crawl with a `limit` to use more') }
    : {};
}

const passedOptions = [
  'url',
  'includePaths',
  'excludePaths',
  'regexOnFullURL',
  'maxDepth',
  'maxDiscoveryDepth',
  'allowExternalLinks',
  'allowSubdomains',
  'deduplicateSimilarURLs',
  'ignoreQueryParameters',
  'delay',
  'maxConcurrency',
  'webhook',
] as const satisfies readonly (keyof z.output<typeof crawlBody>)[];

function refuseCrawl(body: z.output<typeof crawlBody>): void {
  if (body.ignoreRobotsTxt === true) throw unsupported('ignoreRobotsTxt', 'Crawls obey robots.txt.');
  for (const name of ['prompt', 'robotsUserAgent', 'threatProtection'] as const)
    if (body[name] !== undefined && body[name] !== '') throw unsupported(name);
  refuseRetention(body, body.scrapeOptions);
}

/** Below the account's answers, so that it is deleted with the account. */
const optionsName = (accountId: string, id: string): string =>
  `idempotency/${accountId}/${sha256(`job\n${id}`)}`;

const notKept = 'The json of the documents is as the native API has it: its form could not be stored.';

/** The answer with a started job. Keeps what its documents depend on, as long as an answer to a repeated request. */
async function keepingOptions(
  { answers, accountId }: Session,
  answer: JsonObject,
  options: ScrapeOptions | undefined,
): Promise<JsonObject> {
  const kept = documentOptions(options ?? {});
  if (kept === undefined) return answer;
  try {
    const name = optionsName(accountId, String(answer['id']));
    await answers.put(name, Buffer.from(JSON.stringify(kept)));
    return answer;
  } catch {
    // The job runs and costs: its id must be answered.
    const { warning } = answer;
    return { ...answer, warning: typeof warning === 'string' ? `${warning} ${notKept}` : notKept };
  }
}

/** What the documents of these pages depend on. Pages without json depend on nothing. */
async function keptOptions(
  { answers, accountId, id }: Session,
  pages: readonly JsonObject[],
): Promise<DocumentOptions> {
  if (pages.every(({ json }) => json === undefined)) return {};
  const bytes = await answers.get(optionsName(accountId, id));
  return bytes === undefined ? {} : (JSON.parse(Buffer.from(bytes).toString()) as DocumentOptions);
}

const started = ({ request }: Session, answer: JsonObject, more: JsonObject = {}): FirecrawlReply =>
  succeeded({
    id: answer['id'],
    url: `${request.url}/${String(answer['id'])}`,
    ...more,
    ...warningOfJob(answer),
  });

/** POST /crawl. */
export async function startCrawl(session: Session): Promise<FirecrawlReply> {
  const body = parsed(crawlBody, session.body);
  refuseCrawl(body);
  const { limit, allowBackwardLinks, crawlEntireDomain, ignoreSitemap, sitemap, scrapeOptions: pages } = body;
  const asked = given({
    ...picked(body, passedOptions),
    limit: limit ?? defaultLimit,
    // The default must not take the whole plan from other requests.
    leaveHalf: limit === undefined ? true : undefined,
    crawlEntireDomain: crawlEntireDomain ?? allowBackwardLinks ?? false,
    sitemap: sitemap ?? (ignoreSitemap === true ? 'skip' : undefined),
    scrapeOptions: pages === undefined ? undefined : crawlOptions(pages),
    async: true,
  });
  return started(session, await keepingOptions(session, await operate(session, 'crawl', asked), pages));
}

export const batchBody = z.strictObject({
  urls: z.array(z.string()).min(1),
  webhook,
  appendToId: z.string().optional(),
  ignoreInvalidURLs: z.boolean().optional(),
  maxConcurrency: z.number().optional(),
  ...scrapeOptionFields,
});

/** POST /batch/scrape. */
export async function startBatch(session: Session): Promise<FirecrawlReply> {
  const {
    urls,
    webhook: target,
    appendToId,
    ignoreInvalidURLs,
    maxConcurrency,
    ...options
  } = parsed(batchBody, session.body);
  if (appendToId !== undefined) throw unsupported('appendToId', 'Start another batch.');
  refuseRetention(options);
  const asked = given({
    urls,
    webhook: target,
    ignoreInvalidURLs: ignoreInvalidURLs ?? session.version === 'v2',
    maxConcurrency,
    ...batchOptions(options),
    async: true,
  });
  const answer = await keepingOptions(session, await operate(session, 'batch', asked), options);
  const { invalidURLs } = (answer['data'] ?? {}) as { readonly invalidURLs?: readonly string[] };
  return started(session, answer, invalidURLs === undefined ? {} : { invalidURLs });
}

/** Clients of v1 poll batches at /crawl, too: the id tells what it is. */
const isBatch = (id: string): boolean => id.startsWith('batch_');
const resourceOf = (id: string) => (isBatch(id) ? '/api/v1/batch/scrape/{id}' : '/api/v1/crawl/{id}');

const missing = (): FirecrawlError => new FirecrawlError(404, 'Job not found');

interface JobData {
  readonly pages: readonly JsonObject[];
  readonly status: 'running' | 'completed' | 'failed';
  readonly total: number;
  readonly completed: number;
  readonly coverage: { readonly delivered: number };
  readonly expiresAt: string;
  readonly next?: string;
}

/** The answer about a job; a job that has failed is answered like any other. */
async function jobAnswer({ id, request, call }: Session): Promise<JsonObject & { readonly data: JobData }> {
  const { skip, limit } = request.query;
  const answer = await call({
    function: 'crawl-status',
    method: 'GET',
    resource: resourceOf(id),
    id,
    query: { ...(skip === undefined ? {} : { skip }), ...(limit === undefined ? {} : { limit }) },
  });
  if (answer.status === 404) throw missing();
  const data = answer.body['data'] as JobData | undefined;
  if (answer.status !== 200 || data === undefined) throw errorOf(answer);
  return { ...answer.body, data };
}

const statusOf = ({ status }: JobData, code: unknown): string => {
  if (code === 'CRAWL_CANCELLED') return 'cancelled';
  return status === 'running' ? 'scraping' : status;
};

/**
 * The URL of the next part, while delivered pages wait there. Firecrawl's clients follow `next` at once: one that leads to
 * pages yet to come would be asked without a pause.
 */
function nextOf({ next, coverage }: JobData): JsonObject {
  const skip = next === undefined ? null : new URL(next).searchParams.get('skip');
  return skip !== null && Number(skip) < coverage.delivered ? { next } : {};
}

/** GET /crawl/{id} and GET /batch/scrape/{id}. */
export async function jobStatus(session: Session): Promise<FirecrawlReply> {
  const answer = await jobAnswer(session);
  const { data, code, error } = answer;
  const { delivered } = data.coverage;
  const options = await keptOptions(session, data.pages);
  // Pages that have failed are not counted, in neither figure.
  const waiting = data.status === 'running' ? Math.max(0, data.total - data.completed) : 0;
  return succeeded({
    status: statusOf(data, code),
    completed: delivered,
    total: delivered + waiting,
    creditsUsed: delivered,
    expiresAt: data.expiresAt,
    ...nextOf(data),
    data: data.pages.map((page) => documentOf(page, options)),
    ...(error === undefined ? {} : { error }),
    ...warningOfJob(answer),
  });
}

/** DELETE /crawl/{id} and DELETE /batch/scrape/{id}. */
export async function cancelJob({ id, call }: Session): Promise<FirecrawlReply> {
  const answer = await call({ function: 'crawl-cancel', method: 'DELETE', resource: resourceOf(id), id });
  if (answer.status === 404) throw missing();
  const data = answer.body['data'] as JobData | undefined;
  if (answer.status !== 200 || data === undefined) throw errorOf(answer);
  const status = statusOf(data, answer.body['code']);
  if (status === 'completed') throw new FirecrawlError(409, 'The job is already completed.');
  if (status === 'failed') throw new FirecrawlError(409, 'The job has already failed.');
  return succeeded({ status: 'cancelled' });
}

/** Parts of a crawl's errors that are read at most, for each state. */
const maxParts = 20;

interface Undelivered {
  readonly url: string;
  readonly code?: string;
  readonly reason: string;
}

/** Where the next part begins, by its URL. */
const cursorOf = (next: string | undefined): string | undefined =>
  next === undefined ? undefined : (new URL(next).searchParams.get('cursor') ?? undefined);

async function undelivered(
  { id, call }: Session,
  state: 'failed' | 'robots' | 'overLimit',
): Promise<readonly Undelivered[]> {
  const all: Undelivered[] = [];
  let cursor: string | undefined;
  for (let part = 0; part < maxParts; part += 1) {
    const answer = await call({
      function: 'crawl-errors',
      method: 'GET',
      resource: `${resourceOf(id)}/errors`,
      id,
      query: { state, ...(cursor === undefined ? {} : { cursor }) },
    });
    if (answer.status === 404) throw missing();
    const { errors, next } = required(answer).body['data'] as {
      readonly errors: readonly Undelivered[];
      readonly next?: string;
    };
    all.push(...errors);
    cursor = cursorOf(next);
    if (cursor === undefined) break;
  }
  return all;
}

/** GET /crawl/{id}/errors and GET /batch/scrape/{id}/errors. */
export async function jobErrors(session: Session): Promise<FirecrawlReply> {
  const failed = await undelivered(session, 'failed');
  // Each URL of a batch was asked for; those that a crawl leaves at its limit are no errors.
  const overLimit = isBatch(session.id) ? await undelivered(session, 'overLimit') : [];
  const robots = await undelivered(session, 'robots');
  return succeeded({
    errors: [...failed, ...overLimit].map(({ url, code, reason }) => ({
      id: url,
      url,
      error: reason,
      ...(code === undefined ? {} : { code }),
    })),
    robotsBlocked: robots.map(({ url }) => url),
  });
}

interface ListedCrawl {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly kind?: string;
}

/** Parts of the list of crawls that are read at most, 100 crawls each; a crawl lasts a day at most. */
const maxLists = 10;

/** The running jobs among the newest thousand crawls and batches of the account. */
export async function runningJobs({ call }: Session): Promise<readonly ListedCrawl[]> {
  const running: ListedCrawl[] = [];
  let cursor: string | undefined;
  for (let list = 0; list < maxLists; list += 1) {
    const query = { limit: '100', ...(cursor === undefined ? {} : { cursor }) };
    const answer = required(
      await call({ function: 'crawls', method: 'GET', resource: '/api/v1/crawls', query }),
    );
    const { crawls, next } = answer.body['data'] as {
      readonly crawls: readonly ListedCrawl[];
      readonly next?: string;
    };
    running.push(...crawls.filter(({ status }) => status === 'running'));
    cursor = cursorOf(next);
    if (cursor === undefined) break;
  }
  return running;
}

/** GET /crawl/active. */
export async function activeCrawls(session: Session): Promise<FirecrawlReply> {
  const running = await runningJobs(session);
  const crawls = running.filter(({ kind }) => kind !== 'batch');
  return succeeded({
    crawls: crawls.map(({ id, url }) => ({ id, teamId: session.accountId, url, options: null })),
  });
}
