import { onTestFinished } from 'vitest';

import { fixedSecret } from '#shared/kernel/secret.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import type { ModelEndpoint, OpenaiModelDeps } from '#shared/llm/ask-endpoint.ts';
import { openaiModel } from '#shared/llm/openai-model.ts';
import type { FaultName } from '../fakes/openai-server/faults.ts';
import { type OpenaiServer, type Rule, startOpenaiServer } from '../fakes/openai-server/openai-server.ts';
import { silentMetrics } from '../fakes/silent-telemetry.ts';

/** The adapter in front of a server, without pauses between its attempts. */
export const modelAt = (
  { baseUrl }: Pick<OpenaiServer, 'baseUrl'>,
  changes: Partial<ModelEndpoint & OpenaiModelDeps> = {},
): LanguageModel => {
  const {
    clock = { now: () => Date.now() },
    pause = async () => {},
    metrics = silentMetrics,
    ...endpoint
  } = changes;
  return openaiModel(
    {
      baseUrl,
      name: 'local-1',
      key: fixedSecret('model-key'),
      contextTokens: 32_000,
      prices: { input: 0, output: 0 },
      ...endpoint,
    },
    { clock, pause, metrics },
  );
};

/** A server for one test, and the adapter in front of it. */
export async function startModel(
  rule: Rule,
  fault?: FaultName,
  changes?: Partial<ModelEndpoint & OpenaiModelDeps>,
) {
  const server = await startOpenaiServer(rule, fault);
  onTestFinished(server.close);
  return { server, model: modelAt(server, changes) };
}
