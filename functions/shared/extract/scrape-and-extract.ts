import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import type { ScrapeRequest } from '#shared/contract/scrape.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { deadlineIn } from '#shared/kernel/deadline.ts';
import { countTokens } from '#shared/llm/count-tokens.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import type { Caller } from '#shared/accounts/keys/caller.ts';
import { requirePermission } from '#shared/accounts/plans/permission.ts';
import { requireValidSelectors } from '#shared/scrape/require-valid-selectors.ts';
import type { LoadContext, LoadPage } from '#shared/scrape/load-page.ts';
import { selectionOf } from '#shared/scrape/page-data.ts';
import { createScrapePage, scrapedPage, type ScrapedPage } from '#shared/scrape/scrape-page.ts';
import type { PageExtraction } from './extract-page.ts';
import { overallConfidence } from './extraction-json.ts';
import { extractionPage, extractionSelection } from '#shared/extract/embedded/extraction-page.ts';
import { type PreparedTask, prepareTask } from '#shared/extract/task/prepare-task.ts';
import { holdsValue, schemaError } from '#shared/extract/evidence/accept-items.ts';

/**
 * An object schema gives the object itself, as Firecrawl v1 does, also one of nothing but null that the schema allows; a
 * list is wrapped in an object.
 */
function jsonOf({ items }: PageExtraction, { form, problems }: PreparedTask): JsonObject {
  const found = items.filter(holdsValue);
  const values = (found.length === 0 && form.kind === 'item' ? items.slice(0, 1) : found).map(
    ({ value }) => value,
  );
  if (form.kind === 'list') {
    const wrong = problems(values);
    if (wrong.length > 0) throw schemaError(wrong);
    return { results: values };
  }
  const [first] = values;
  if (!isObject(first)) throw schemaError(['the page has none of the requested data']);
  return values.length === 1 ? first : { results: values };
}

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

/** Scrapes a page; with a task, `json` is extracted. Rejects as ScrapePage and ExtractPage do. */
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
  return async (request, context, prepared) => {
    if (prepared === undefined) return scrapePage(request, context);
    const deadline = deadlineIn(request.timeout, clock, context.signal);
    // Values may be outside of the main content.
    const whole = extractionSelection({ ...request, onlyMainContent: false });
    const loaded = await loadPage(request, [selectionOf(request), whole], context);
    const [content, wholeContent] = loaded.contents;
    const scraped = scrapedPage(loaded, content);
    const isToldAlready = content.lacksMainContent === true;
    // Loaded lazily: most scrapes extract nothing.
    const { createExtractPage } = await import('./extract-page.ts');
    const counted = model === undefined ? undefined : countTokens(model);
    const extraction = await createExtractPage(counted?.model)(
      extractionPage(loaded.page, wholeContent),
      prepared,
      deadline,
    );
    const tokens = counted?.tokens();
    return {
      ...scraped,
      data: {
        ...scraped.data,
        json: jsonOf(extraction, prepared),
        metadata: {
          ...scraped.data.metadata,
          processingModel: extraction.processedBy.join('+'),
          confidence: overallConfidence(extraction.items),
          ...(tokens === undefined ? {} : { tokens }),
        },
      },
      warnings: [
        ...new Set([...scraped.warnings, ...(isToldAlready ? [] : (wholeContent.warnings ?? []))]),
        ...(model !== undefined
          ? []
          : ['No model is configured: json comes from what the page declares and shows.']),
        ...prepared.warnings,
        ...extraction.warnings,
      ],
    };
  };
}
