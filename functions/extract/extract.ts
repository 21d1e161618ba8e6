import { type ExtractRequest, extractRequest, readableUrls } from '#shared/contract/extract.ts';
import { problemText } from '#shared/contract/parse-request.ts';
import { scrapeOptions as scrapeOptionsSchema } from '#shared/contract/scrape.ts';
import type { ExtractPages } from '#shared/extract/extract-pages.ts';
import { prepareTask } from '#shared/extract/task/prepare-task.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';
import { reportedUrl } from '#shared/http/reply.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { requireValidSelectors } from '#shared/scrape/require-selectors.ts';

export interface ExtractDeps extends EndpointDeps {
  readonly extractPages: ExtractPages;
}

/** More pages at once would wait for one processor, whatever the plan allows. */
const mostAtOnce = 10;

/** What the formats of the pages are is not for the caller to say here. */
function checkOptions({ scrapeOptions }: ExtractRequest): void {
  for (const name of ['formats', 'jsonOptions'] as const)
    if (scrapeOptions[name] !== undefined)
      throw new AppError('INVALID_REQUEST', `scrapeOptions.${name}: has no meaning in extract`);
  const result = scrapeOptionsSchema.safeParse(scrapeOptions);
  if (!result.success) throw new AppError('INVALID_REQUEST', problemText(result.error, ['scrapeOptions']));
  requireValidSelectors(result.data, 'scrapeOptions.');
}

export const createExtractEndpoint = (deps: ExtractDeps) =>
  endpoint(
    {
      operation: 'extract',
      request: extractRequest,
      prepare: async (body) => {
        checkOptions(body);
        await prepareTask(body);
        return body;
      },
      timeoutMs: ({ timeout }) => timeout,
      units: (body) => readableUrls(body).valid.length,
    },
    deps,
    async ({ prepared: body, caller, deadline }) => {
      const { valid, invalid } = readableUrls(body);
      const { json, source, pages, warnings } = await deps.extractPages({
        urls: valid,
        invalidUrls: invalid.map(reportedUrl),
        prepared: await prepareTask(body),
        scrapeOptions: body.scrapeOptions,
        showSources: body.showSources,
        includeErrorPages: body.includeErrorPages,
        accountId: caller.key.accountId,
        atOnce: Math.min(caller.plan.pagesAtOnce, mostAtOnce),
        deadline,
      });
      return {
        url: reportedUrl(valid[0] ?? ''),
        source,
        data: { json },
        warnings,
        consumed: { requests: pages, pages, ai: 0 },
      };
    },
  );
