import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import type { ScrapeRequest } from '#shared/contract/scrape.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { deadlineIn } from '#shared/kernel/deadline.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import type { LoadPage } from '#shared/scrape/load-page.ts';
import { selectionOf } from '#shared/scrape/page-data.ts';
import { createScrapePage, scrapedPage, type ScrapePage } from '#shared/scrape/scrape-page.ts';
import type { PageExtraction } from './extract-page.ts';
import { overallConfidence } from './extraction-json.ts';
import { extractionSelection, readPage } from '#shared/extract/task/extraction-page.ts';
import { type PreparedTask, prepareTask } from '#shared/extract/task/prepare-task.ts';
import { schemaError } from '#shared/extract/evidence/settle-items.ts';

/** Of an object schema the object, as Firecrawl v1 answers; otherwise the object that holds the list. */
function jsonOf({ items }: PageExtraction, { form, problems }: PreparedTask): JsonObject {
  const values = items.map(({ value }) => value);
  if (form.kind === 'list') {
    const wrong = problems(values);
    if (wrong.length > 0) throw schemaError(wrong);
    return { results: values };
  }
  const [first] = values;
  if (!isObject(first)) throw schemaError(['the page holds nothing of what was asked for']);
  return values.length === 1 ? first : { results: values };
}

/** Rejects with INVALID_REQUEST when the schema of `jsonOptions` cannot be used; `prefix` says where the options stand. */
export async function requireUsableSchema(
  { jsonOptions }: Pick<ScrapeRequest, 'jsonOptions'>,
  prefix = '',
): Promise<void> {
  if (jsonOptions !== undefined) await prepareTask(jsonOptions, `${prefix}jsonOptions.schema`);
}

/** Scrapes pages, and fills `json` by extraction when the request has `jsonOptions`. */
export function extractingScrapePage(
  loadPage: LoadPage,
  model: LanguageModel | undefined,
  clock: Clock,
): ScrapePage {
  const scrapePage = createScrapePage(loadPage);
  return async (request, context) => {
    const { jsonOptions, timeout } = request;
    if (jsonOptions === undefined) return scrapePage(request, context);
    const prepared = await prepareTask(jsonOptions, 'jsonOptions.schema');
    const deadline = deadlineIn(timeout, clock, context.signal);
    // Values may be outside of the main content.
    const whole = extractionSelection({ ...request, onlyMainContent: false });
    const loaded = await loadPage(request, [selectionOf(request), whole], context);
    const [content, wholeContent] = loaded.contents;
    const scraped = scrapedPage(loaded, content);
    // A file of its own: most scrapes need none of it.
    const { createExtractPage } = await import('./extract-page.ts');
    const extraction = await createExtractPage(model)(
      readPage(loaded.page, wholeContent),
      prepared,
      deadline,
    );
    return {
      ...scraped,
      data: {
        ...scraped.data,
        json: jsonOf(extraction, prepared),
        metadata: {
          ...scraped.data.metadata,
          processingModel: extraction.processedBy.join('+'),
          confidence: overallConfidence(extraction.items),
        },
      },
      warnings: [
        ...scraped.warnings,
        ...(model !== undefined
          ? []
          : ['No model is configured: json comes from what the page declares and shows.']),
        ...extraction.warnings,
      ],
    };
  };
}
