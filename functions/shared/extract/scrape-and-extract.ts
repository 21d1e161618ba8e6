import type { Caller } from '#shared/accounts/keys/caller.ts';
import { requirePermission } from '#shared/accounts/plans/permission.ts';
import type { ScrapeRequest } from '#shared/contract/scrape.ts';
import { type PreparedTask, prepareTask } from '#shared/extract/task/prepare-task.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { deadlineIn } from '#shared/kernel/deadline.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import type { LoadContext, LoadPage } from '#shared/scrape/load-page.ts';
import { selectionOf } from '#shared/scrape/page-data.ts';
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

/** Scrapes a page; with a task, `json` is extracted. Rejects as ScrapePage and ExtractJson do. */
export type ScrapeAndExtract = (
  request: ScrapeRequest,
  context: LoadContext,
  task: PreparedTask | undefined,
) => Promise<ScrapedPage>;

export function createScrapeAndExtract(
  loadPage: LoadPage,
  model: LanguageModel | undefined,
  clock: Clock,
): ScrapeAndExtract {
  const scrapePage = createScrapePage(loadPage);
  const extractJson = createExtractJson(model);
  return async (request, context, task) => {
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
}
