import type { PageContent } from '#shared/content/page-content.ts';
import type { ScrapeRequest } from '#shared/contract/scrape.ts';
import type { JsonExtraction } from '#shared/extract/json-extraction.ts';
import type { PageJson } from '#shared/extract/page-json.ts';
import type { PreparedTask } from '#shared/extract/task/prepare-task.ts';
import type { Deadline } from '#shared/kernel/deadline.ts';
import { AppError, isAppError } from '#shared/kernel/errors.ts';
import type { AcquiredPage } from '#shared/scrape/acquired-page.ts';

/** Loads what extraction needs when the first page asks for it: most crawls extract nothing. */
export type LoadExtraction = () => Promise<JsonExtraction>;

/** The task of a page, and the extraction that carries it out. */
export interface PageTask {
  readonly task: PreparedTask;
  readonly extraction: JsonExtraction;
}

/** The task of a page; `undefined` when its `json` is what it declares. Rejects with SERVICE_UNAVAILABLE, which passes. */
export async function taskOf(
  { jsonOptions }: ScrapeRequest,
  loadExtraction: LoadExtraction,
): Promise<PageTask | undefined> {
  if (jsonOptions === undefined) return undefined;
  const extraction = await loadExtraction();
  try {
    return { extraction, task: await extraction.prepare(jsonOptions) };
  } catch (error) {
    // The request was accepted with it: this process had too little time.
    throw new AppError('SERVICE_UNAVAILABLE', 'The schema could not be compiled in time.', { cause: error });
  }
}

/** What extraction adds to a page. */
export type Extracted = Pick<PageJson, 'metadata' | 'warnings'> & Partial<Pick<PageJson, 'json'>>;

/**
 * The `json` of a page. A page that has nothing of what is asked for has none, and a warning: most pages of a site are of
 * another kind. Rejects as the model does.
 */
export async function extractedFrom(
  page: AcquiredPage,
  contents: readonly [PageContent, PageContent],
  { task, extraction }: PageTask,
  deadline: Deadline,
): Promise<Extracted> {
  try {
    return await extraction.extract(page, contents, task, deadline);
  } catch (error) {
    if (!isAppError(error, 'EXTRACTION_SCHEMA_ERROR')) throw error;
    return { metadata: {}, warnings: [`There is no json. ${error.message}`] };
  }
}
