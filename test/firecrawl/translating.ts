import { createFirecrawlEndpoint } from '#shared/firecrawl/firecrawl-endpoint.ts';
import type { OperationAnswer, OperationCall } from '#shared/operations/call-operation.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import { memoryBlobStore } from '../fakes/memory-blob-store.ts';
import { call, testDeps } from '../http/fixtures.ts';

/** The endpoint before operations that give these answers, one after the other, and the last for ever. */
export function translatingWith(blobs: BlobStore, ...answers: readonly OperationAnswer[]) {
  const { deps, keys } = testDeps();
  const calls: OperationCall[] = [];
  const endpoint = createFirecrawlEndpoint({
    ...deps,
    answers: blobs,
    callOperation: async (operation) => {
      calls.push(operation);
      return answers[Math.min(calls.length, answers.length) - 1]!;
    },
  });
  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(endpoint, {
      method,
      resource: `/firecrawl${path}`,
      pathParameters: { proxy: path.slice(1) },
      headers: { authorization: `Bearer ${keys[0]!.text}`, host: 'winnow.example', ...headers },
      body,
    });
  return { ask, calls };
}

export const translating = (...answers: readonly OperationAnswer[]) =>
  translatingWith(memoryBlobStore(), ...answers);
