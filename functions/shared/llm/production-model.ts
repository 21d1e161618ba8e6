import { systemClock } from '#shared/kernel/clock.ts';
import type { Metrics } from '#shared/kernel/metrics.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import { fixedSecret, secretAt } from '#shared/kernel/secret.ts';
import type { LanguageModel } from './language-model.ts';

export interface ModelEnvironment {
  readonly OPENAI_BASE_URL?: string | undefined;
  readonly LLM_SECRET_ARN?: string | undefined;
  readonly LLM_MODEL?: string | undefined;
  readonly LLM_CONTEXT_TOKENS: number;
  readonly LLM_INPUT_PRICE: number;
  readonly LLM_OUTPUT_PRICE: number;
}

/** The operator's model; `undefined` when none is configured. The client is loaded lazily. */
export async function productionModel(
  environment: ModelEnvironment,
  metrics: Metrics,
): Promise<LanguageModel | undefined> {
  const { LLM_MODEL: name, LLM_SECRET_ARN: arn } = environment;
  if (name === undefined) return undefined;
  const { openaiModel } = await import('./openai-model.ts');
  return openaiModel(
    {
      baseUrl: environment.OPENAI_BASE_URL,
      name,
      // Endpoints on the operator's own machines need no key, but the client does.
      key: arn === undefined ? fixedSecret('none') : secretAt(arn),
      contextTokens: environment.LLM_CONTEXT_TOKENS,
      prices: { input: environment.LLM_INPUT_PRICE, output: environment.LLM_OUTPUT_PRICE },
    },
    { clock: systemClock, pause: systemPause, metrics },
  );
}
