import type { Caller } from '#shared/accounts/keys/caller.ts';
import { requirePermission } from '#shared/accounts/plans/permission.ts';
import type { ScrapeRequest } from '#shared/contract/scrape.ts';
import { type PreparedTask, prepareTask } from '#shared/extract/task/prepare-task.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { deadlineIn } from '#shared/kernel/deadline.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import { type ChangeTracker, isTracked } from '#shared/scrape/change-tracker.ts';
import type { LoadContext, LoadPage } from '#shared/scrape/load-page.ts';
import { selectionOf } from '#shared/scrape/page-data.ts';
import type { PageVersion } from '#shared/scrape/page-versions.ts';
import { requireValidSelectors } from '#shared/scrape/require-valid-selectors.ts';
import { createScrapePage, scrapedPage, type ScrapedPage } from '#shared/scrape/scrape-page.ts';
import { createExtractJson, wholeSelection } from './page-json.ts';

/** A scrape request that can be carried out, with the task of its `jsonOptions`. */
export interface PreparedScrape {
  readonly request: ScrapeRequest;
  readonly task: PreparedTask | undefined;
}

/** Rejects with PLAN_FORBIDS when the caller may not extract, with INVALID_REQUEST when a selector or the schema cannot be used. */
export async function prepareScrape(request: ScrapeRequest, { plan, key }: Caller): Promise<PreparedScrape> {
  await requireValidSelectors(request);
  const { jsonOptions } = request;
  if (jsonOptions === undefined) return { request, task: undefined };
  requirePermission(plan, key.operations, 'extract');
  return { request, task: await prepareTask(jsonOptions, 'jsonOptions.schema') };
}

export interface ScrapedAndExtracted extends ScrapedPage {
  /** To be kept when the page is delivered. */
  readonly version?: PageVersion;
}

/**
 * Scrapes a page; with a task, `json` is extracted, and a page that is tracked is compared with its last version. Rejects as
 * ScrapePage and ExtractJson do.
 */
export type ScrapeAndExtract = (
  request: ScrapeRequest,
  context: LoadContext,
  task: PreparedTask | undefined,
) => Promise<ScrapedAndExtracted>;

async function withComparison(
  scraped: ScrapedPage,
  request: ScrapeRequest,
  { accountId }: LoadContext,
  { compare }: Pick<ChangeTracker, 'compare'>,
): Promise<ScrapedAndExtracted> {
  const { page, data } = scraped;
  const { metadata, ...formats } = data;
  const { markdown = '' } = formats;
  const isErrorPage = scraped.isErrorPage === true;
  const comparison = await compare({ request, accountId, page, markdown, isErrorPage });
  const { changeTracking, warnings, version } = comparison;
  return {
    ...scraped,
    data: { ...formats, ...(changeTracking === undefined ? {} : { changeTracking }), metadata },
    warnings: [...scraped.warnings, ...warnings],
    ...(version === undefined ? {} : { version }),
  };
}

export function createScrapeAndExtract(
  loadPage: LoadPage,
  model: LanguageModel | undefined,
  clock: Clock,
  changes: Pick<ChangeTracker, 'compare'>,
): ScrapeAndExtract {
  const scrapePage = createScrapePage(loadPage);
  const extractJson = createExtractJson(model);
  const scrape = async (
    request: ScrapeRequest,
    context: LoadContext,
    task: PreparedTask | undefined,
  ): Promise<ScrapedPage> => {
    if (task === undefined) return scrapePage(request, context);
    const deadline = deadlineIn(request.timeout, clock, context.signal);
    const loaded = await loadPage(request, [selectionOf(request), wholeSelection(request)], context);
    const { page, contents } = loaded;
    const { data, ...scraped } = scrapedPage(loaded, contents[0]);
    const { json, metadata, warnings } = await extractJson(page, contents, task, deadline);
    return {
      ...scraped,
      data: { ...data, json, metadata: { ...data.metadata, ...metadata } },
      warnings: [...new Set([...scraped.warnings, ...warnings])],
    };
  };
  return async (request, context, task) => {
    const scraped = await scrape(request, context, task);
    return isTracked(request) ? withComparison(scraped, request, context, changes) : scraped;
  };
}
