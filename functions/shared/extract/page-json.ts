import type { ContentOptions, PageContent } from '#shared/content/page-content.ts';
import type { ScrapeData, ScrapeRequest } from '#shared/contract/scrape.ts';
import { extractionPage, extractionSelection } from '#shared/extract/embedded/extraction-page.ts';
import { holdsValue, schemaError } from '#shared/extract/evidence/accept-items.ts';
import type { PreparedTask } from '#shared/extract/task/prepare-task.ts';
import type { Deadline } from '#shared/kernel/deadline.ts';
import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { countTokens } from '#shared/llm/count-tokens.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import type { AcquiredPage } from '#shared/scrape/acquired-page.ts';
import type { PageExtraction } from './extract-page.ts';
import { overallConfidence } from './extraction-json.ts';

/** The `json` of a page by a task, and what an answer says about it. */
export interface PageJson {
  readonly json: JsonObject;
  readonly metadata: Pick<ScrapeData['metadata'], 'processingModel' | 'confidence' | 'tokens'>;
  readonly warnings: readonly string[];
}

/**
 * Extracts from a page with the content of the caller's formats, and that of `wholeSelection`. Rejects with
 * EXTRACTION_SCHEMA_ERROR when the page has nothing that is asked for, or as the model does.
 */
export type ExtractJson = (
  page: Pick<AcquiredPage, 'finalUrl' | 'requestedUrl'>,
  contents: readonly [content: PageContent, whole: PageContent],
  task: PreparedTask,
  deadline: Deadline,
) => Promise<PageJson>;

/** What extraction reads of a page beside the formats of its caller: values may be outside of the main content. */
export const wholeSelection = (request: ScrapeRequest): ContentOptions =>
  extractionSelection({ ...request, onlyMainContent: false });

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

const noModelWarning = 'No model is configured: json comes from what the page declares and shows.';

export const createExtractJson =
  (model: LanguageModel | undefined): ExtractJson =>
  async (page, [content, whole], task, deadline) => {
    // Loaded lazily: most pages are read without a task.
    const { createExtractPage } = await import('./extract-page.ts');
    const counted = model === undefined ? undefined : countTokens(model);
    const extractPage = createExtractPage(counted?.model);
    const extraction = await extractPage(extractionPage(page, whole), task, deadline);
    const tokens = counted?.tokens();
    return {
      json: jsonOf(extraction, task),
      metadata: {
        processingModel: extraction.processedBy.join('+'),
        confidence: overallConfidence(extraction.items),
        ...(tokens === undefined ? {} : { tokens }),
      },
      warnings: [
        // What the main content lacks is said already.
        ...(content.lacksMainContent === true ? [] : (whole.warnings ?? [])),
        ...(model === undefined ? [noModelWarning] : []),
        ...task.warnings,
        ...extraction.warnings,
      ],
    };
  };
