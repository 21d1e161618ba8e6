import type { Source } from '#shared/contract/fields.ts';
import type { NestedScrapeOptions } from '#shared/contract/scrape.ts';
import type { JsonObject } from '#shared/embedded-extracting/extraction-page.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Deadline, deadlineIn, within } from '#shared/kernel/deadline.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import type { PageReading, ReadPages } from '#shared/scraping/read-pages.ts';
import { createExtractPage, type PageExtraction } from './extract-page.ts';
import { extractionJson, type PageFailure } from './extraction-json.ts';
import { extractionFormats, readPage } from './extraction-page.ts';
import type { PreparedTask } from './prepare-task.ts';

export interface ExtractionRequest {
  readonly urls: readonly string[];
  /** Addresses that were left out before anything was read. */
  readonly invalidUrls: readonly string[];
  readonly prepared: PreparedTask;
  readonly scrapeOptions: NestedScrapeOptions;
  readonly showSources: boolean;
  readonly accountId: string;
  readonly atOnce: number;
  readonly deadline: Deadline;
}

export interface Extraction {
  readonly json: JsonObject;
  readonly source: Source;
  /** Of the first page that was read. */
  readonly url: string;
  readonly pages: number;
  readonly warnings: readonly string[];
}

export type ExtractPages = (request: ExtractionRequest) => Promise<Extraction>;

export interface ExtractPagesDeps {
  readonly readPages: ReadPages;
  readonly model: LanguageModel | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Of the time, when a model is asked about what was read. */
const readingShare = 0.5;
/** What is kept of the caller's time to answer with what came. */
const replyMs = 400;

type PageResult =
  | {
      readonly kind: 'done';
      readonly source: Source;
      readonly url: string;
      readonly extraction: PageExtraction;
    }
  | {
      readonly kind: 'failure';
      readonly failure: PageFailure & { readonly code: ErrorCode };
      readonly cause: unknown;
    };

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /^(?:Timeout|Abort)Error$/.test(error.name);

function failureOf(url: string, error: unknown): PageResult {
  const failed = (code: ErrorCode, message: string): PageResult => ({
    kind: 'failure',
    failure: { url, code, error: message },
    cause: error,
  });
  if (error instanceof AppError) return failed(error.code, error.message);
  if (isTimeout(error)) return failed('EXTRACT_TIMEOUT', 'The time given to this request ran out.');
  throw error;
}

const noModelWarning =
  'No model is configured: values come from what the pages declare and show, and the prompt only helps to choose among them.';

/** Reads the pages side by side and extracts from each; pages that fail are named, and all failed is a failure. */
export function createExtractPages(deps: ExtractPagesDeps): ExtractPages {
  const { readPages, model, clock, logger } = deps;
  const extractPage = createExtractPage(model);
  const hasModel = model !== undefined;

  async function extractFrom(
    reading: PageReading | undefined,
    address: string,
    prepared: PreparedTask,
    deadline: Deadline,
  ): Promise<PageResult> {
    if (reading === undefined) return failureOf(address, new DOMException('No time left', 'TimeoutError'));
    if (reading.kind === 'failure') return failureOf(address, new AppError(reading.code, reading.error));
    try {
      const extracting = extractPage(readPage(reading.finalUrl, reading.data), prepared, deadline);
      const extraction = await within(extracting, deadline.signal);
      return { kind: 'done', source: reading.source, url: reading.finalUrl, extraction };
    } catch (error) {
      const result = failureOf(address, error);
      logger.warn('nothing was extracted from a page', {
        failure: String(error),
        cause: String((error as Error).cause),
      });
      return result;
    }
  }

  /** The failure of the whole when no page gave anything. */
  function failedTogether(results: readonly PageResult[], deadline: Deadline): never {
    deadline.signal.throwIfAborted();
    const [first] = results;
    if (first?.kind !== 'failure')
      throw new AppError('INVALID_REQUEST', 'urls: has no address that can be read');
    const { code, error } = first.failure;
    const message =
      results.length === 1 ? error : `None of the ${results.length} pages gave a result. The first: ${error}`;
    const retryAfterSeconds = first.cause instanceof AppError ? first.cause.retryAfterSeconds : undefined;
    throw new AppError(code === 'SCRAPE_TIMEOUT' ? 'EXTRACT_TIMEOUT' : code, message, {
      cause: first.cause,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }

  return async ({ urls, invalidUrls, prepared, scrapeOptions, showSources, accountId, atOnce, deadline }) => {
    const workMs = Math.max(0, deadline.remainingMs() - replyMs);
    const working = deadlineIn(workMs, clock, deadline.signal);
    const reading = deadlineIn(workMs * (hasModel ? readingShare : 1), clock, deadline.signal);
    const readings = await readPages(urls, {
      scrapeOptions: { ...scrapeOptions, formats: [...extractionFormats] },
      accountId,
      atOnce,
      signal: reading.signal,
    });
    const results = await Promise.all(
      urls.map((url, index) => extractFrom(readings[index], url, prepared, working)),
    );
    const done = results.filter((result) => result.kind === 'done');
    const [first] = done;
    if (first === undefined) return failedTogether(results, deadline);
    const failures = results.flatMap((result) => (result.kind === 'failure' ? [result.failure] : []));
    const invalid = invalidUrls.map((url) => ({
      url,
      code: 'INVALID_REQUEST',
      error: 'is not the address of a web page',
    }));
    const json = extractionJson(
      done.flatMap(({ extraction }) => extraction.items),
      prepared,
      {
        extractedAt: new Date(clock.now()).toISOString(),
        processingModel: [...new Set(done.flatMap(({ extraction }) => extraction.processedBy))].join('+'),
        failures: [...failures, ...invalid],
        showSources,
      },
    );
    const isEmpty = done.every(({ extraction }) => extraction.items.length === 0);
    return {
      json,
      source: done.some(({ source }) => source === 'cloud') ? 'cloud' : 'local',
      url: first.url,
      pages: done.length,
      warnings: [
        ...(hasModel ? [] : [noModelWarning]),
        ...(isEmpty ? ['The pages hold nothing of what was asked for.'] : []),
        ...done.flatMap(({ extraction }) => extraction.warnings),
      ],
    };
  };
}
