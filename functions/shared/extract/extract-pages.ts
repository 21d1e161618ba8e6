import type { JsonObject } from '#shared/kernel/json.ts';
import type { Source } from '#shared/contract/fields.ts';
import type { NestedScrapeOptions, ScrapeRequest } from '#shared/contract/scrape.ts';
import type { ContentOptions } from '#shared/content/page-content.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Deadline, deadlineIn, within } from '#shared/kernel/deadline.ts';
import { AppError, isAppError } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import type { LoadContext, LoadedPage, LoadPage } from '#shared/scrape/load-page.ts';
import type { PageReading, ReadPages } from '#shared/scrape/read-pages.ts';
import { createExtractPage } from './extract-page.ts';
import { extractionJson } from './extraction-json.ts';
import { extractionSelection, readPage } from '#shared/extract/task/extraction-page.ts';
import { failedPage, failedTogether, type PageFailure, type PageResult } from './page-result.ts';
import type { PreparedTask } from '#shared/extract/task/prepare-task.ts';

export interface ExtractionRequest {
  readonly urls: readonly string[];
  /** Addresses that were left out before anything was read. */
  readonly invalidUrls: readonly string[];
  readonly prepared: PreparedTask;
  readonly scrapeOptions: NestedScrapeOptions;
  readonly showSources: boolean;
  /** Pages with an error status are extracted from like others. */
  readonly includeErrorPages: boolean;
  readonly accountId: string;
  readonly atOnce: number;
  readonly deadline: Deadline;
}

export interface Extraction {
  readonly json: JsonObject;
  readonly source: Source;
  /** Pages that were read, whatever they held; those that failed are not among them. */
  readonly pages: number;
  readonly warnings: readonly string[];
}

export type ExtractPages = (request: ExtractionRequest) => Promise<Extraction>;

export interface ExtractPagesDeps {
  readonly readPages: ReadPages<PageForExtraction>;
  readonly model: LanguageModel | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Of the time, when a model is asked about what was read. */
const readingShare = 0.5;
/** What is kept of the caller's time to answer with what came. */
const replyMs = 400;

const noModelWarning =
  'No model is configured: values come from what the pages declare and show, and the prompt only helps to choose among them.';

const invalidAddress = (url: string): PageFailure => ({
  url,
  code: 'INVALID_REQUEST',
  error: 'is not the address of a web page',
});

const isErrorPage = ({ page }: LoadedPage): boolean => page.status >= 400;
const httpError = ({ page }: LoadedPage): AppError =>
  new AppError('HTTP_ERROR', `The server answered with status ${page.status}.`);

/** A page with the content that extraction reads. */
export type PageForExtraction = LoadedPage<readonly [ContentOptions]>;

/** Loads the pages of an extract request. */
export const loadForExtraction =
  (loadPage: LoadPage) =>
  (request: ScrapeRequest, context: LoadContext): Promise<PageForExtraction> =>
    loadPage(request, [extractionSelection(request)], context);

/** Reads the pages side by side and extracts from each; pages that fail are named, and all failed is a failure. */
export function createExtractPages(deps: ExtractPagesDeps): ExtractPages {
  const { readPages, model, clock, logger } = deps;
  const extractPage = createExtractPage(model);

  async function extractFrom(
    reading: PageReading<PageForExtraction> | undefined,
    address: string,
    { prepared, includeErrorPages }: ExtractionRequest,
    deadline: Deadline,
  ): Promise<PageResult> {
    try {
      deadline.signal.throwIfAborted();
      if (reading === undefined) throw new Error('A page was neither read nor given up.');
      if (reading.kind === 'failure') throw new AppError(reading.code, reading.error);
      // What an error page says is about the error.
      if (isErrorPage(reading) && !includeErrorPages) throw httpError(reading);
      const page = readPage(reading.page, reading.contents[0]);
      const extraction = await within(extractPage(page, prepared, deadline), deadline.signal);
      if (extraction.items.length === 0 && isErrorPage(reading)) throw httpError(reading);
      return { kind: 'done', url: address, source: reading.page.source, extraction };
    } catch (error) {
      const isUnfit =
        reading?.kind === 'page' && isErrorPage(reading) && isAppError(error, 'EXTRACTION_SCHEMA_ERROR');
      const failed = failedPage(address, isUnfit ? httpError(reading) : error);
      logger.warn('a page gave nothing', {
        code: failed.failure.code,
        cause: String((error as Error).cause),
      });
      return failed;
    }
  }

  /** A result for each address, in their order. */
  async function extractAll(request: ExtractionRequest): Promise<readonly PageResult[]> {
    const { urls, scrapeOptions, accountId, atOnce, deadline } = request;
    const workMs = Math.max(0, deadline.remainingMs() - replyMs);
    const working = deadlineIn(workMs, clock, deadline.signal);
    const reading = deadlineIn(workMs * (model === undefined ? 1 : readingShare), clock, deadline.signal);
    const readings = await readPages(urls, {
      scrapeOptions: { onlyMainContent: false, ...scrapeOptions },
      accountId,
      atOnce,
      signal: reading.signal,
    });
    return Promise.all(urls.map((url, index) => extractFrom(readings[index], url, request, working)));
  }

  return async (request) => {
    const results = await extractAll(request);
    const failed = results.filter((result) => result.kind === 'failure');
    const done = results.filter((result) => result.kind === 'done');
    if (done.length === 0) throw failedTogether(failed);
    const extractions = done.map(({ extraction }) => extraction);
    const items = extractions.flatMap((extraction) => extraction.items);
    return {
      json: extractionJson(items, request.prepared, {
        extractedAt: new Date(clock.now()).toISOString(),
        processingModel: [...new Set(extractions.flatMap(({ processedBy }) => processedBy))].join('+'),
        failures: [...failed.map(({ failure }) => failure), ...request.invalidUrls.map(invalidAddress)],
        showSources: request.showSources,
      }),
      source: done.some(({ source }) => source === 'cloud') ? 'cloud' : 'local',
      pages: done.length,
      warnings: [
        ...(model === undefined ? [noModelWarning] : []),
        ...done
          .filter(({ extraction }) => extraction.items.length === 0)
          .map(({ url }) => `${url} holds nothing of what was asked for.`),
        ...extractions.flatMap(({ warnings }) => warnings),
      ],
    };
  };
}
