import type { JsonObject } from '#shared/kernel/json.ts';
import type { Source } from '#shared/contract/fields.ts';
import type { ContentOptions } from '#shared/content/page-content.ts';
import type { Caller } from '#shared/accounts/keys/caller.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Deadline, deadlineIn, within } from '#shared/kernel/deadline.ts';
import { AppError, isAppError } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { countTokens } from '#shared/llm/count-tokens.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import type { LoadedPage, LoadPage } from '#shared/scrape/load-page.ts';
import { type PageOutcome, readPages } from '#shared/scrape/read-pages.ts';
import { isErrorPage } from '#shared/scrape/scrape-page.ts';
import { createExtractPage, type ExtractPage } from './extract-page.ts';
import { holdsValue } from '#shared/extract/evidence/accept-items.ts';
import { extractionJson } from './extraction-json.ts';
import { extractionPage, extractionSelection } from '#shared/extract/embedded/extraction-page.ts';
import { failedPage, failedTogether, type PageFailure, type PageResult } from './page-result.ts';
import type { PreparedExtraction } from './prepare-extraction.ts';
import type { ExtractionTask } from './task/extraction-task.ts';

export interface ExtractionContext {
  readonly caller: Caller;
  readonly deadline: Deadline;
}

export interface Extraction {
  readonly json: JsonObject;
  readonly source: Source;
  /** Number of pages that gave a result; the others cost nothing. */
  readonly pages: number;
  readonly warnings: readonly string[];
}

export type ExtractPages = (
  extraction: PreparedExtraction,
  context: ExtractionContext,
) => Promise<Extraction>;

export interface ExtractPagesDeps {
  readonly loadPage: LoadPage;
  readonly model: LanguageModel | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** More pages at once would wait for one processor, whatever the plan allows. */
const maxPagesAtOnce = 10;
/** Share of the deadline spent on reading pages when a model gets the rest. */
const readingShare = 0.5;
/** Kept of the caller's time to answer with the pages that were read. */
const replyMs = 400;

const noModelWarning = ({ prompt }: Pick<ExtractionTask, 'prompt'>): string =>
  `No model is configured: values come from what the pages declare and show${prompt === undefined ? '' : ', and the prompt only helps to choose among them'}.`;

const invalidUrl = (url: string): PageFailure => ({
  url,
  code: 'INVALID_REQUEST',
  error: 'is not the URL of a web page',
});

/** A page with the content that extraction reads. */
type PageForExtraction = LoadedPage<readonly [ContentOptions]>;

const httpError = ({ page, contents: [content] }: PageForExtraction): AppError =>
  new AppError(
    'HTTP_ERROR',
    content.isErrorPage === true
      ? 'The page says that it is an error page, although it has no error status.'
      : `The server responded with status ${page.status}.`,
  );

type ExtractedPage = Extract<PageResult, { kind: 'done' }>;

const warningsOf = (pages: readonly ExtractedPage[]): readonly string[] => [
  ...pages
    .filter(({ extraction }) => extraction.items.length === 0)
    .map(({ url }) => `${url} has none of the requested data.`),
  ...pages.flatMap(({ url, warnings }) => warnings.map((warning) => `${url}: ${warning}`)),
  ...pages.flatMap(({ extraction }) => extraction.warnings),
];

/** Reads the pages side by side and extracts from each. Failed pages are named; it rejects when all have failed. */
export function createExtractPages(deps: ExtractPagesDeps): ExtractPages {
  const { loadPage, model, clock, logger } = deps;

  async function extractFrom(
    outcome: PageOutcome<PageForExtraction> | undefined,
    { url, extractPage }: { readonly url: string; readonly extractPage: ExtractPage },
    { task, includeErrorPages }: PreparedExtraction,
    deadline: Deadline,
  ): Promise<PageResult> {
    try {
      if (outcome === undefined) throw new Error('A page has no outcome.');
      if (outcome.kind === 'failure') throw new AppError(outcome.code, outcome.error);
      const [content] = outcome.contents;
      // The content of an error page is about the error.
      if (isErrorPage(outcome, content) && !includeErrorPages) throw httpError(outcome);
      const page = extractionPage(outcome.page, content);
      const read = await within(extractPage(page, task, deadline), deadline.signal);
      const extraction = { ...read, items: read.items.filter(holdsValue) };
      if (extraction.items.length === 0 && isErrorPage(outcome, content)) throw httpError(outcome);
      const warnings = [...outcome.page.warnings, ...(content.warnings ?? [])];
      return { kind: 'done', url, source: outcome.page.source, extraction, warnings };
    } catch (error) {
      const isUnfit =
        outcome?.kind === 'page' &&
        isErrorPage(outcome, outcome.contents[0]) &&
        isAppError(error, 'EXTRACTION_SCHEMA_ERROR');
      const failed = failedPage(url, isUnfit ? httpError(outcome) : error);
      logger.warn('failed to extract from page', {
        code: failed.failure.code,
        cause: String((error as Error).cause),
      });
      return failed;
    }
  }

  /** A result for each URL, in their order. */
  async function extractAll(
    extraction: PreparedExtraction,
    extractPage: ExtractPage,
    { caller, deadline }: ExtractionContext,
  ): Promise<readonly PageResult[]> {
    const { urls, scrapeOptions } = extraction;
    const { accountId } = caller.key;
    const workMs = Math.max(0, deadline.remainingMs() - replyMs);
    const working = deadlineIn(workMs, clock, deadline.signal);
    const reading = deadlineIn(workMs * (model === undefined ? 1 : readingShare), clock, deadline.signal);
    const { signal } = reading;
    const selection = extractionSelection(scrapeOptions);
    const extract = (url: string, outcome: PageOutcome<PageForExtraction> | undefined) =>
      extractFrom(outcome, { url, extractPage }, extraction, working);
    const begun = new Map<string, Promise<PageResult>>();
    const outcomes = await readPages(
      urls,
      async (url) => {
        const page = await loadPage({ ...scrapeOptions, url }, [selection], { signal, accountId });
        // At once: a page that is slow until the deadline takes no time from the others.
        const result = extract(url, { kind: 'page', ...page });
        begun.set(url, result);
        // Awaited below; it may fail while others are read.
        result.catch(() => {});
        return page;
      },
      { atOnce: Math.min(caller.plan.pagesAtOnce, maxPagesAtOnce), signal, logger },
    );
    return Promise.all(urls.map((url, index) => begun.get(url) ?? extract(url, outcomes[index])));
  }

  return async (extraction, context) => {
    const counted = model === undefined ? undefined : countTokens(model);
    const results = await extractAll(extraction, createExtractPage(counted?.model), context);
    const failures = results.filter((result) => result.kind === 'failure');
    const pages = results.filter((result) => result.kind === 'done');
    if (pages.length === 0) throw failedTogether(failures);
    const items = pages.flatMap((page) => page.extraction.items);
    return {
      json: extractionJson(items, extraction.task, {
        extractedAt: new Date(clock.now()).toISOString(),
        processingModel: [...new Set(pages.flatMap((page) => page.extraction.processedBy))].join('+'),
        tokens: counted?.tokens(),
        failures: [...failures.map(({ failure }) => failure), ...extraction.invalidUrls.map(invalidUrl)],
        showSources: extraction.showSources,
      }),
      source: pages.some(({ source }) => source === 'cloud') ? 'cloud' : 'local',
      pages: pages.filter(({ extraction: { items: own } }) => own.length > 0).length,
      warnings: [
        ...(model === undefined ? [noModelWarning(extraction.task.task)] : []),
        ...extraction.task.warnings,
        ...warningsOf(pages),
      ],
    };
  };
}
