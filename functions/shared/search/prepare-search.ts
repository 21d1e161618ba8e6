import type { Caller } from '#shared/accounts/keys/caller.ts';
import { requirePermission } from '#shared/accounts/plans/permission.ts';
import { problemText } from '#shared/contract/parse-request.ts';
import { type ScrapeOptions, scrapeOptions as scrapeOptionsSchema } from '#shared/contract/scrape.ts';
import type { SearchRequest } from '#shared/contract/search.ts';
import { type PreparedTask, prepareTask } from '#shared/extract/task/prepare-task.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { requireValidSelectors } from '#shared/scrape/require-valid-selectors.ts';

/** A search request that can be carried out. */
export interface PreparedSearch {
  readonly request: SearchRequest;
  /** Options of the pages; `formats` includes `markdown` when they are analysed. */
  readonly scrapeOptions: ScrapeOptions;
  /** The task of `scrapeOptions.jsonOptions`. */
  readonly task: PreparedTask | undefined;
  /** Results whose pages are analysed at most; 0 without `parseResults`. */
  readonly maxAnalysed: number;
  /** Results whose pages are scraped for the caller at most; 0 without `scrapeOptions`. */
  readonly maxScraped: number;
  readonly warnings: readonly string[];
}

function requireFeatures({ parseResults, scrapeOptions }: SearchRequest, { plan, key }: Caller): void {
  if (scrapeOptions?.jsonOptions !== undefined) requirePermission(plan, key.operations, 'extract');
  if (parseResults && plan.aiPages === 0)
    throw new AppError('PLAN_FORBIDS', `The ${plan.id} plan does not include parseResults.`);
}

/** The caller's options, checked, with defaults and the format that the analysis reads. */
async function pageOptions({ scrapeOptions = {}, parseResults }: SearchRequest): Promise<ScrapeOptions> {
  const result = scrapeOptionsSchema.safeParse(scrapeOptions);
  if (!result.success) throw new AppError('INVALID_REQUEST', problemText(result.error, ['scrapeOptions']));
  const options = result.data;
  await requireValidSelectors(options, 'scrapeOptions.');
  return parseResults
    ? { ...options, formats: [...new Set([...options.formats, 'markdown' as const])] }
    : options;
}

const idleOptions = ['aiPrompt', 'aiParseLimit'] as const;
const idleWarning = (name: string): string => `${name} has no effect without parseResults.`;

/** Decisions: `aiParseLimit`. Pages beyond the plan's limit are not analysed, with a warning. */
function analysisLimit(
  request: SearchRequest,
  { plan }: Caller,
): Pick<PreparedSearch, 'maxAnalysed' | 'warnings'> {
  const { aiParseLimit, parseResults } = request;
  if (!parseResults)
    return {
      maxAnalysed: 0,
      warnings: idleOptions.filter((name) => request[name] !== undefined).map(idleWarning),
    };
  if (aiParseLimit === undefined || aiParseLimit <= plan.aiPages)
    return { maxAnalysed: aiParseLimit ?? plan.aiPages, warnings: [] };
  return {
    maxAnalysed: plan.aiPages,
    warnings: [
      `aiParseLimit was lowered to ${plan.aiPages}, the most pages that the ${plan.id} plan analyses.`,
    ],
  };
}

/** Interface, Limits: a model reads no more pages than the plan has for it, whether to analyse or to extract. */
function maxScrapedOf({ scrapeOptions }: SearchRequest, { plan }: Caller): number {
  if (scrapeOptions === undefined) return 0;
  return scrapeOptions.jsonOptions === undefined ? Infinity : plan.aiPages;
}

/**
 * Rejects with PLAN_FORBIDS when the caller may not use a feature, with INVALID_REQUEST when the options, a selector
 * or the schema cannot be used.
 */
export async function prepareSearch(request: SearchRequest, caller: Caller): Promise<PreparedSearch> {
  requireFeatures(request, caller);
  const scrapeOptions = await pageOptions(request);
  const { jsonOptions } = scrapeOptions;
  return {
    request,
    scrapeOptions,
    task:
      jsonOptions === undefined
        ? undefined
        : await prepareTask(jsonOptions, 'scrapeOptions.jsonOptions.schema'),
    maxScraped: maxScrapedOf(request, caller),
    ...analysisLimit(request, caller),
  };
}
