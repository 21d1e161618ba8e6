import type { Metrics } from '#shared/kernel/metrics.ts';
import type { TokenUsage } from './language-model.ts';

/** US dollars for a million tokens. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
}

/** Counts what answers cost. A dollar per million tokens is a microdollar per token. */
export function countUsage(
  metrics: Metrics,
  prices: TokenPrices,
  { inputTokens, outputTokens }: TokenUsage,
): void {
  metrics.count('ModelInputTokens', inputTokens);
  metrics.count('ModelOutputTokens', outputTokens);
  metrics.count('ModelCostMicrodollars', inputTokens * prices.input + outputTokens * prices.output);
}
