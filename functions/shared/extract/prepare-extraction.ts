import { type ExtractRequest, readableUrls } from '#shared/contract/extract.ts';
import { problemText } from '#shared/contract/parse-request.ts';
import { reportedUrl } from '#shared/contract/reported-url.ts';
import { type ScrapeOptions, scrapeOptions as scrapeOptionsSchema } from '#shared/contract/scrape.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { requireValidSelectors } from '#shared/scrape/require-valid-selectors.ts';
import { type PreparedTask, prepareTask } from '#shared/extract/task/prepare-task.ts';

/** An extract request that can be carried out. */
export interface PreparedExtraction {
  readonly urls: readonly string[];
  /** Left out by `ignoreInvalidURLs`, without credentials. */
  readonly invalidUrls: readonly string[];
  readonly task: PreparedTask;
  /** Options of the pages, with the formats of extraction. */
  readonly scrapeOptions: ScrapeOptions;
  readonly showSources: boolean;
  /** Pages with an error status are extracted from like others. */
  readonly includeErrorPages: boolean;
  readonly timeout: number;
}

/** An extraction has the formats that it reads, and returns no page. */
const optionsOfFormats = [
  'formats',
  'jsonOptions',
  'screenshotOptions',
  'attributesOptions',
  'changeTrackingOptions',
  'explain',
] as const;

async function pageOptions({ scrapeOptions }: ExtractRequest): Promise<ScrapeOptions> {
  for (const name of optionsOfFormats)
    if (scrapeOptions[name] !== undefined)
      throw new AppError('INVALID_REQUEST', `scrapeOptions.${name}: has no meaning in extract`);
  const result = scrapeOptionsSchema.safeParse({ onlyMainContent: false, ...scrapeOptions });
  if (!result.success) throw new AppError('INVALID_REQUEST', problemText(result.error, ['scrapeOptions']));
  await requireValidSelectors(result.data, 'scrapeOptions.');
  return result.data;
}

/** Rejects with INVALID_REQUEST when the options, a selector or the schema cannot be used. */
export async function prepareExtraction(body: ExtractRequest): Promise<PreparedExtraction> {
  const { prompt, schema, systemPrompt, requireEvidence, showSources, includeErrorPages, timeout } = body;
  const scrapeOptions = await pageOptions(body);
  const task = await prepareTask({ prompt, schema, systemPrompt, requireEvidence });
  const { valid, invalid } = readableUrls(body);
  return {
    urls: valid,
    invalidUrls: invalid.map(reportedUrl),
    task,
    scrapeOptions,
    showSources,
    includeErrorPages,
    timeout,
  };
}
