import { webUrlCandidates } from '#shared/contract/fields.ts';
import { createFrontier, type Frontier } from '#shared/crawl/frontier/frontier.ts';
import { maxAttempts, workersDied } from '#shared/crawl/ledger/attempts.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { repeatingReason } from '#shared/crawl/ledger/repeats.ts';
import type { LeasedRow } from '#shared/crawl/lifecycle/requeue-rows.ts';
import type { HostSlots } from '#shared/crawl/pace/host-slots.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { within } from '#shared/kernel/deadline.ts';
import { connectionErrors } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { RobotsGate } from '#shared/web/robots/robots-gate.ts';
import type { RobotsPolicy } from '#shared/web/robots/robots-txt.ts';
import { finishPage, type RowContext, type RowOutcome } from './finish-page.ts';
import type { CrawlPageReader, PageReading } from './read-crawl-page.ts';
import type { ReadCrawlSitemap } from './read-crawl-sitemap.ts';

export interface ReadRowDeps extends CrawlPageReader {
  readonly robots: RobotsGate;
  readonly store: Pick<CrawlStore, 'claimant'>;
  readonly readSitemap: ReadCrawlSitemap;
  readonly clock: Clock;
  /** At least 0, less than 1. */
  readonly random: () => number;
  readonly logger: Logger;
}

/** Takes a leased row as far as it comes: read, refused, or to be read later. Does not reject. */
export type ReadRow = (
  crawl: Crawl,
  lease: LeasedRow,
  slots: HostSlots,
  signal: AbortSignal,
) => Promise<RowOutcome>;

/** How long to wait when the host pacer fails. */
const pacerRetryMs = 5_000;
/** Each remembers up to 4,000 addresses, 3 MB. */
const maxFrontiers = 50;
/** The conversion thread waits, and other pages behind it. */
const maxClaimantMs = 1_000;

const ruleOf = ({ rule }: { readonly rule: string }): string => `robots.txt: ${rule}`;

/** Frontiers are costly to make: patterns are compiled, and what looks endless is learnt. */
function createFrontiers(): (crawl: Crawl) => (seedUrl: string) => Frontier {
  const frontiers = new Map<string, Frontier>();
  return (crawl) => (seedUrl) => {
    const scopeUrl = crawl.scopeUrl ?? seedUrl;
    const name = `${crawl.id} ${scopeUrl}`;
    const frontier = frontiers.get(name) ?? createFrontier(crawl, scopeUrl);
    if (frontiers.size > maxFrontiers) frontiers.clear();
    frontiers.set(name, frontier);
    return frontier;
  };
}

/** Why a row need not be read any more: it was found before the crawl knew that its pattern only repeats. */
export const repeatingNow = ({ repeats }: Crawl, { kind, isSeed, url }: CrawlRow): string | undefined =>
  kind !== 'page' || isSeed === true ? undefined : repeatingReason(repeats, url);

/** Outcomes that need no look at the site. */
function outcomeUnread(context: RowContext): RowOutcome | undefined {
  const { row, crawl } = context;
  if (row.attempt > maxAttempts) return finishPage.failed(context, 'INTERNAL_ERROR', workersDied);
  const repeats = repeatingNow(crawl, row);
  return repeats === undefined ? undefined : finishPage.repeating(context, repeats);
}

/** Waits for the host's slot; resolves to when the page may be tried again if it cannot be read now. */
async function waitForSlot(
  { clock, logger }: ReadRowDeps,
  url: URL,
  crawl: Crawl,
  slots: HostSlots,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    return await slots.waitFor(url, signal);
  } catch (error) {
    // Our own trouble is not the page's failure.
    logger.error('host pacer unavailable', error, { crawlId: crawl.id });
    return clock.now() + pacerRetryMs;
  }
}

/** The seed's redirects were followed wherever they lead, where another site's rules may hold. */
async function seedOutcome(
  { robots }: ReadRowDeps,
  context: RowContext,
  reading: PageReading,
  signal: AbortSignal,
): Promise<RowOutcome> {
  const finalUrl = new URL(reading.finalUrl);
  const policy = await robots(finalUrl, { signal });
  const decision = policy.decide(finalUrl);
  return !decision.allowed && policy.failure === undefined
    ? finishPage.forbidden(context, ruleOf(decision))
    : finishPage.read(context, reading, policy.sitemaps);
}

const outcomeOf = async (
  deps: ReadRowDeps,
  context: RowContext,
  reading: PageReading,
  signal: AbortSignal,
): Promise<RowOutcome> =>
  context.row.isSeed === true
    ? seedOutcome(deps, context, reading, signal)
    : finishPage.read(context, reading, []);

/** Looks for the delivered page with a fingerprint. A page is converted when the ledger does not tell in time. */
const claimantIn =
  ({ store, logger }: ReadRowDeps, crawl: Crawl) =>
  async (identity: string): Promise<string | undefined> => {
    try {
      return await within(store.claimant(crawl.id, identity), AbortSignal.timeout(maxClaimantMs));
    } catch (error) {
      logger.error('failed to look for a delivered page', error, { crawlId: crawl.id });
      return undefined;
    }
  };

/** A URL that its caller gave without a scheme is https or, where that has no server, http. */
function withOtherScheme({ row, crawl }: RowContext): URL | undefined {
  const given = crawl.kind === 'batch' ? row.givenUrl : crawl.request.url;
  const isOpen = row.isSeed === true && given !== undefined && (webUrlCandidates(given)?.length ?? 0) > 1;
  return isOpen ? new URL(row.url.replace(/^https:/, 'http:')) : undefined;
}

const hasServer = ({ failure }: RobotsPolicy): boolean =>
  failure === undefined || !connectionErrors.some((code) => code === failure.code);

/** Where a row is read, and the rules there. */
async function addressOf(
  { robots }: ReadRowDeps,
  context: RowContext,
  signal: AbortSignal,
): Promise<{ readonly url: URL; readonly policy: RobotsPolicy }> {
  const url = new URL(context.row.url);
  const policy = await robots(url, { signal });
  const other = hasServer(policy) ? undefined : withOtherScheme(context);
  const otherPolicy = other === undefined ? undefined : await robots(other, { signal });
  return other !== undefined && otherPolicy !== undefined && hasServer(otherPolicy)
    ? { url: other, policy: otherPolicy }
    : { url, policy };
}

/** Asks robots.txt, and reads the page: a stored one at once, another in a slot of its host. */
async function readFromSite(
  deps: ReadRowDeps,
  context: RowContext,
  slots: HostSlots,
  signal: AbortSignal,
): Promise<RowOutcome> {
  const { row, crawl, frontierFor } = context;
  const { url, policy } = await addressOf(deps, context, signal);
  if (policy.failure !== undefined) return finishPage.robotsUnavailable(context, policy.failure);
  const decision = policy.decide(url);
  if (!decision.allowed) return finishPage.forbidden(context, ruleOf(decision));
  const { request, accountId } = crawl;
  // A batch delivers what it was asked for, also twice.
  const known = crawl.kind === 'batch' ? {} : { claimant: claimantIn(deps, crawl) };
  const asked = [{ ...row, url: url.href }, { accountId, request, frontierFor, ...known }, signal] as const;
  const stored = row.kind === 'page' ? await deps.readStored(...asked) : undefined;
  if (stored !== undefined) return outcomeOf(deps, context, stored, signal);
  const retryAtMs = await waitForSlot(deps, url, crawl, slots, signal);
  if (retryAtMs !== undefined) return { kind: 'later', atMs: retryAtMs, isFailure: false };
  signal.throwIfAborted();
  return row.kind === 'sitemap'
    ? finishPage.sitemap(context, await deps.readSitemap(row, crawl, signal))
    : outcomeOf(deps, context, await deps.readPage(...asked), signal);
}

export function createReadRow(deps: ReadRowDeps): ReadRow {
  const frontierFor = createFrontiers();
  return async (crawl, { row, token }, slots, signal) => {
    const { clock, random } = deps;
    const context = { row, token, crawl, clock, random, frontierFor: frontierFor(crawl) };
    const unread = outcomeUnread(context);
    if (unread !== undefined) return unread;
    try {
      return await readFromSite(deps, context, slots, signal);
    } catch (error) {
      return signal.aborted ? { kind: 'abandoned' } : finishPage.failedWith(context, error);
    }
  };
}
