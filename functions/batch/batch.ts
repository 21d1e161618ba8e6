import { batchRequest } from '#shared/contract/batch.ts';
import { reportedUrl } from '#shared/contract/reported-url.ts';
import { prepareBatch } from '#shared/crawl/lifecycle/prepare-batch.ts';
import { crawlTimeoutMs, type RunBatch } from '#shared/crawl/lifecycle/run-crawl.ts';
import type { SeedRefusal } from '#shared/crawl/lifecycle/seed-refusal.ts';
import { requireValidSelectors } from '#shared/scrape/require-valid-selectors.ts';
import { requireUsableTasks } from '#shared/extract/require-usable-tasks.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';

export interface BatchDeps extends EndpointDeps {
  readonly runBatch: RunBatch;
  readonly refusalOf: SeedRefusal;
}

export const createBatchEndpoint = (deps: BatchDeps) =>
  endpoint(
    {
      operation: 'batch',
      request: batchRequest,
      prepare: async (body, caller) => {
        const batch = prepareBatch(body, deps.refusalOf);
        for (const { options, prefix } of batch.optionSets) await requireValidSelectors(options, prefix);
        await requireUsableTasks(batch.optionSets, caller);
        return batch;
      },
      timeoutMs: ({ request }) => crawlTimeoutMs(request),
    },
    deps,
    async ({ prepared, ...context }) => {
      const { data, ...answer } = await deps.runBatch(prepared, context);
      const { invalidURLs } = prepared;
      return {
        url: reportedUrl(prepared.request.url),
        ...answer,
        data: { ...data, ...(invalidURLs.length === 0 ? {} : { invalidURLs }) },
      };
    },
  );
