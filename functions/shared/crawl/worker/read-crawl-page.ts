import { optionsOfEntry } from '#shared/contract/batch.ts';
import type { CrawlPage, CrawlRequest } from '#shared/contract/crawl.ts';
import type { Source } from '#shared/contract/fields.ts';
import {
  type ScrapeData,
  scrapeRequest,
  type ScrapeRequest,
  wantsMoreThanText,
} from '#shared/contract/scrape.ts';
import { pageFormats } from '#shared/contract/scrape-formats.ts';
import { maxPageMs } from '#shared/contract/time-limits.ts';
import type { ContentOptions, CrawlLinks, PageElsewhere } from '#shared/content/page-content.ts';
import type { CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Deadline, deadlineIn } from '#shared/kernel/deadline.ts';
import type { AcquirePage } from '#shared/scrape/acquire-page.ts';
import type { AcquiredPage } from '#shared/scrape/acquired-page.ts';
import { type AcquiredConversion, convertAcquired } from '#shared/scrape/convert-acquired.ts';
import { type ChangeTracker, type Comparison, isTracked } from '#shared/scrape/change-tracker.ts';
import type { Conversion, ConvertPage } from '#shared/scrape/conversion/convert-page.ts';
import { followedLinks } from '#shared/scrape/followed-links.ts';
import { mayBeStored, needsFreshPage, type PageCache } from '#shared/scrape/page-cache.ts';
import { cacheFacts, scrapeDataOf, selectionOf } from '#shared/scrape/page-data.ts';
import type { PageVersion } from '#shared/scrape/page-versions.ts';
import type { FoundLink, Frontier } from '#shared/crawl/frontier/frontier.ts';
import { retryAfterSeconds } from '#shared/kernel/retry-after.ts';
import { canonicalIdentity, firstClaimant, identitiesOf } from './page-identities.ts';
import { type Extracted, extractedFrom, type LoadExtraction, type PageTask, taskOf } from './page-task.ts';

/** The result of reading one page, and its links: a redirect and an error page have links too, or none. */
export interface PageReading {
  readonly links: readonly FoundLink[];
  readonly finalUrl: string;
  readonly result:
    | {
        readonly kind: 'content';
        readonly page: CrawlPage;
        readonly source: Source;
        readonly identities: readonly string[];
        /** To be kept when the page is delivered. */
        readonly version?: PageVersion;
      }
    | { readonly kind: 'redirect' }
    /** A page with its canonical URL and title is delivered, so that its content was not written. */
    | { readonly kind: 'known'; readonly as: string }
    | {
        readonly kind: 'failure';
        readonly status: number;
        readonly retryAfterSeconds: number | undefined;
      }
    /** The page was read, but its json could not be extracted, for a reason that is not the page's. */
    | { readonly kind: 'unextracted'; readonly error: unknown };
}

/** What the reading of a page asks of its crawl. */
export interface ReadingCrawl {
  readonly accountId: string;
  readonly request: CrawlRequest;
  /** `seedUrl` is the final URL of the seed; it decides the scope until the crawl has stored its own. */
  readonly frontierFor: (seedUrl: string) => Frontier;
  /** The URL under which a page with this fingerprint is delivered. Absent where every page is delivered. */
  readonly claimant?: (identity: string) => Promise<string | undefined>;
}

export type ReadCrawlPage = (row: CrawlRow, crawl: ReadingCrawl, signal: AbortSignal) => Promise<PageReading>;

export interface CrawlPageReader {
  /** Reads a page from its site, and stores it if its options ask for that. */
  readonly readPage: ReadCrawlPage;
  /** Reads the stored page that the options accept; `undefined` where there is none. The site is not asked. */
  readonly readStored: (...read: Parameters<ReadCrawlPage>) => Promise<PageReading | undefined>;
}

type PageOptions = CrawlRequest['scrapeOptions'];

/** The part of a page's time that it may wait after load, as the contract has it. */
const maxWaitShare = 1 / 2;

/** The options of one page; those of its row override those of its crawl. */
const optionsOf = ({ scrapeOptions: own }: CrawlRow, { scrapeOptions }: CrawlRequest): PageOptions =>
  optionsOfEntry(scrapeOptions, own === undefined ? {} : (JSON.parse(own) as PageOptions));

/** The scrape request for one page; the crawl's own fields override the options of the page. */
function scrapeRequestOf(url: string, options: PageOptions, request: CrawlRequest): ScrapeRequest {
  const { formats, onlyMainContent, comments } = request;
  return scrapeRequest.parse({
    ...options,
    ...(formats === undefined ? {} : { formats }),
    ...(onlyMainContent === undefined ? {} : { onlyMainContent }),
    ...(comments === undefined ? {} : { comments }),
    ...(options.timeout === undefined ? {} : { timeout: Math.min(options.timeout, maxPageMs) }),
    ...(options.waitFor === undefined
      ? {}
      : { waitFor: Math.min(options.waitFor, maxPageMs * maxWaitShare) }),
    url,
  });
}

/** Declared feeds whose URL says so: others may be pages that a template declares by mistake. */
const feedName = /feed|rss|atom|rdf|\.xml|\.json/i;

const linksOf = (
  links: CrawlLinks,
  row: CrawlRow,
  { finalUrl, headers }: Pick<AcquiredPage, 'finalUrl' | 'headers'>,
  userAgentToken: string,
): readonly FoundLink[] => {
  const { canonicalUrl, pages, feeds } = followedLinks(links, headers, userAgentToken);
  const common = { baseUrl: finalUrl, depth: row.depth + 1, discoveredFrom: row.url };
  const canonical: FoundLink[] =
    canonicalUrl === undefined ? [] : [{ ...common, href: canonicalUrl, depth: row.depth, kind: 'page' }];
  const asFeeds = feeds.map((href, at): FoundLink => ({
    ...common,
    href,
    kind: 'sitemap',
    position: pages.length + 1 + at,
  }));
  return [
    ...canonical,
    // The first of two links counts: a feed that the page also shows as a link is read as a feed.
    ...asFeeds.filter(({ href }) => feedName.test(href)),
    ...pages.map((href): FoundLink => ({ ...common, href, kind: 'page' })),
    ...asFeeds.filter(({ href }) => !feedName.test(href)),
  ];
};

const redirectReading = (
  row: CrawlRow,
  { redirectTo, finalUrl }: { readonly redirectTo: string; readonly finalUrl: string },
): PageReading => ({
  finalUrl,
  links: [{ href: redirectTo, baseUrl: finalUrl, depth: row.depth, kind: 'page', discoveredFrom: row.url }],
  result: { kind: 'redirect' },
});

/** The URL under which the page is delivered already, when its canonical URL is not its own. */
async function deliveredAs(
  { canonicalUrl, title }: PageElsewhere,
  { hash }: CrawlRow,
  finalUrl: string,
  { frontierFor, claimant }: ReadingCrawl,
): Promise<string | undefined> {
  const { hashOf } = frontierFor(finalUrl);
  const canonicalHash = hashOf(canonicalUrl);
  if (canonicalHash === undefined || [hash, hashOf(finalUrl)].includes(canonicalHash)) return undefined;
  return claimant?.(canonicalIdentity(canonicalHash, title));
}

/** A page as it is delivered. */
function crawlPageOf(
  { depth, givenUrl, discoveredFrom }: CrawlRow,
  request: ScrapeRequest,
  data: ScrapeData,
  found: {
    readonly page: AcquiredPage;
    readonly storedAtMs?: number;
    readonly warnings: readonly string[];
    readonly extracted: Extracted | undefined;
    readonly comparison: Comparison;
  },
): CrawlPage {
  const { finalUrl, status } = found.page;
  const { extracted, comparison } = found;
  const { changeTracking } = comparison;
  const formats = pageFormats.filter((format) => request.formats.includes(format));
  const { screenshot, actions } = data;
  const values = extracted === undefined ? data : { ...data, json: extracted.json };
  const warnings = [...new Set([...found.warnings, ...(extracted?.warnings ?? []), ...comparison.warnings])];
  return {
    url: finalUrl,
    ...Object.fromEntries(formats.map((format) => [format, values[format]])),
    ...(screenshot === undefined ? {} : { screenshot }),
    ...(actions === undefined ? {} : { actions }),
    ...(changeTracking === undefined ? {} : { changeTracking }),
    metadata: {
      ...data.metadata,
      statusCode: status,
      ...(request.maxAge === 0 ? {} : cacheFacts(found)),
      ...extracted?.metadata,
      ...(givenUrl === undefined ? {} : { requestedURL: givenUrl }),
      depth,
      ...(discoveredFrom === undefined ? {} : { discoveredFrom }),
    },
    ...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }),
  };
}

export interface CrawlPageReaderDeps {
  readonly acquirePage: AcquirePage;
  readonly convertPage: ConvertPage;
  readonly cache: PageCache;
  readonly loadExtraction: LoadExtraction;
  readonly changes: Pick<ChangeTracker, 'compare'>;
  /** The name of our robot. */
  readonly userAgentToken: string;
  readonly clock: Clock;
}

/** What is asked of one page. */
interface Asked {
  readonly row: CrawlRow;
  readonly crawl: ReadingCrawl;
  readonly request: ScrapeRequest;
  readonly task: PageTask | undefined;
  readonly selections: readonly ContentOptions[];
  readonly deadline: Deadline;
  readonly extractionDeadline: Deadline;
  readonly workerSignal: AbortSignal;
}

/** A page whose content was written, unless it is delivered already as `knownAs`. */
interface Converted {
  readonly page: AcquiredPage;
  /** Of a page from the cache. */
  readonly storedAtMs?: number;
  readonly conversion: Conversion;
  readonly knownAs: string | undefined;
}

export function createCrawlPageReader(deps: CrawlPageReaderDeps): CrawlPageReader {
  const { acquirePage, convertPage, cache, loadExtraction, changes, userAgentToken, clock } = deps;

  const askedOf = async (row: CrawlRow, crawl: ReadingCrawl, workerSignal: AbortSignal): Promise<Asked> => {
    const options = optionsOf(row, crawl.request);
    const request = scrapeRequestOf(row.url, options, crawl.request);
    const task = await taskOf(request, loadExtraction);
    // Models are slow: where the caller sets no timeout, extraction has more time than reading.
    const extractionMs = options.timeout === undefined ? maxPageMs : request.timeout;
    return {
      row,
      crawl,
      request,
      task,
      selections: [
        selectionOf(request),
        ...(task === undefined ? [] : [task.extraction.wholeSelection(request)]),
      ],
      deadline: deadlineIn(request.timeout, clock, workerSignal),
      extractionDeadline: deadlineIn(extractionMs, clock, workerSignal),
      workerSignal,
    };
  };

  const converted = async (
    page: AcquiredPage,
    { row, crawl, request, selections, deadline, workerSignal }: Asked,
    options: Pick<AcquiredConversion, 'isJudged' | 'onAccepted'>,
  ): Promise<Converted> => {
    /** What the ledger answered; a conversion that starts again asks again. */
    let knownAs: string | undefined;
    const conversion = await convertAcquired(convertPage, page, {
      ...options,
      // A page that has come is not to fail because those before it take long.
      signal: workerSignal,
      maxMs: deadline.remainingMs(),
      // An error page leads nowhere: it is only judged.
      selections: page.status >= 400 ? [] : selections,
      wantsLinks: true,
      allowsEmpty: wantsMoreThanText(request),
      isKnown: async (elsewhere) => {
        knownAs ??= await deliveredAs(elsewhere, row, page.finalUrl, crawl);
        return knownAs !== undefined;
      },
    });
    return { page, conversion, knownAs: conversion.isKnown === true ? knownAs : undefined };
  };

  const readingOf = async (asked: Asked, found: Converted): Promise<PageReading> => {
    const { row, crawl, request, task, extractionDeadline, workerSignal } = asked;
    const { page: acquired, conversion, knownAs } = found;
    const { finalUrl, status } = acquired;
    const [content, whole] = conversion.contents;
    const links =
      conversion.links === undefined ? [] : linksOf(conversion.links, row, acquired, userAgentToken);
    if (knownAs !== undefined) return { finalUrl, links, result: { kind: 'known', as: knownAs } };
    if (content === undefined || conversion.links === undefined)
      return {
        finalUrl,
        links: [],
        result: {
          kind: 'failure',
          status,
          retryAfterSeconds: retryAfterSeconds(acquired.headers['retry-after'], clock.now()),
        },
      };
    const data = scrapeDataOf(content, acquired);
    const identities = identitiesOf(
      { ...data, markdown: data.markdown ?? whole?.markdown, title: data.metadata.title },
      conversion.links.canonicalUrl,
      crawl.frontierFor(finalUrl),
    );
    let extracted: Extracted | undefined;
    if (task !== undefined && whole !== undefined) {
      // A model need not read what is delivered already.
      const as = await firstClaimant(identities, crawl.claimant);
      if (as !== undefined) return { finalUrl, links, result: { kind: 'known', as } };
      try {
        extracted = await extractedFrom(acquired, [content, whole], task, extractionDeadline);
      } catch (error) {
        workerSignal.throwIfAborted();
        return { finalUrl, links, result: { kind: 'unextracted', error } };
      }
    }
    const comparison: Comparison = isTracked(request)
      ? await changes.compare({
          request,
          accountId: crawl.accountId,
          page: acquired,
          markdown: data.markdown ?? '',
          isErrorPage: content.isErrorPage === true,
        })
      : { warnings: [] };
    const { version } = comparison;
    const warnings = [...acquired.warnings, ...(content.warnings ?? [])];
    return {
      finalUrl,
      links,
      result: {
        kind: 'content',
        page: crawlPageOf(row, request, data, { ...found, warnings, extracted, comparison }),
        source: acquired.source,
        identities,
        ...(version === undefined ? {} : { version }),
      },
    };
  };

  /** The crawl knows addresses by hash: a redirect within one hash is the same page, any other leads on. */
  const leadsOn = ({ row, crawl }: Asked, target: string): boolean =>
    // The seed's redirects decide what site is crawled, and are all followed.
    row.isSeed !== true && crawl.frontierFor(row.url).hashOf(target) !== row.hash;

  return {
    readPage: async (row, crawl, workerSignal) => {
      const asked = await askedOf(row, crawl, workerSignal);
      const { request } = asked;
      let stored: Promise<void> | undefined;
      try {
        const acquisition = await acquirePage(request, {
          signal: asked.deadline.signal,
          read: (page) =>
            converted(page, asked, {
              // Mostly stored while the content is written.
              ...(mayBeStored(request)
                ? { onAccepted: () => void (stored = cache.store(request, crawl.accountId, page)) }
                : {}),
            }),
          stopsBefore: (target) => leadsOn(asked, target.href),
        });
        return acquisition.kind === 'redirect'
          ? redirectReading(row, acquisition)
          : await readingOf(asked, acquisition.reading);
      } finally {
        await stored;
      }
    },
    readStored: async (row, crawl, workerSignal) => {
      const options = optionsOf(row, crawl.request);
      // Most jobs take no stored pages: the rest of their options is not looked at twice.
      if ((options.maxAge ?? 0) === 0) return undefined;
      const stored = await cache.find(scrapeRequestOf(row.url, options, crawl.request), crawl.accountId);
      if (stored === undefined) return undefined;
      const asked = await askedOf(row, crawl, workerSignal);
      const { page, storedAtMs } = stored;
      if (leadsOn(asked, page.finalUrl))
        return redirectReading(row, { redirectTo: page.finalUrl, finalUrl: row.url });
      const found = await converted(page, asked, { isJudged: true });
      return needsFreshPage(page, found.conversion.contents)
        ? undefined
        : readingOf(asked, { ...found, storedAtMs });
    },
  };
}
