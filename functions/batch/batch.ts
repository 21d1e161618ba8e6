import { type BatchRequest, batchRequest } from '#shared/contract/batch.ts';
import { reportedUrl } from '#shared/contract/reported-url.ts';
import { prepareBatch } from '#shared/crawl/lifecycle/prepare-batch.ts';
import { crawlTimeoutMs, type RunBatch } from '#shared/crawl/lifecycle/run-crawl.ts';
import type { SeedRefusal } from '#shared/crawl/lifecycle/seed-refusal.ts';
import { requireValidSelectors } from '#shared/scrape/require-valid-selectors.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';

export interface BatchDeps extends EndpointDeps {
  readonly runBatch: RunBatch;
  readonly refusalOf: SeedRefusal;
}

/** Checks the selectors of a batch, once for each set of options. Rejects with INVALID_REQUEST. */
async function requireUsableSelectors({ urls, ...common }: BatchRequest): Promise<void> {
  await requireValidSelectors(common);
  const checked = new Set<string>();
  for (const [at, entry] of urls.entries()) {
    if (typeof entry === 'string') continue;
    const { url: _url, ...options } = entry;
    const text = JSON.stringify(options);
    if (!checked.has(text)) await requireValidSelectors(options, `urls[${at}].`);
    checked.add(text);
  }
}

export const createBatchEndpoint = (deps: BatchDeps) =>
  endpoint(
    {
      operation: 'batch',
      request: batchRequest,
      prepare: async (body) => {
        const prepared = prepareBatch(body, deps.refusalOf);
        await requireUsableSelectors(body);
        return prepared;
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
