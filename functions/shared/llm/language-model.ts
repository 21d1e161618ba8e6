import type { Deadline } from '#shared/kernel/deadline.ts';

/** What strangers wrote. It reaches the model fenced and named as data, and is never an instruction. */
export interface Material {
  /** What it is, in the service's own words, such as `page text`. */
  readonly label: string;
  readonly text: string;
}

export interface ModelInput {
  /** What is to be done with the material: the service's words and the caller's. */
  readonly task: string;
  readonly material: readonly Material[];
}

export interface ModelRequest {
  /** Instructions that nothing in `input` may change. */
  readonly system: string;
  readonly input: ModelInput;
  readonly deadline: Deadline;
  readonly budget: { readonly outputTokens: number };
}

export interface JsonRequest extends ModelRequest {
  /** JSON Schema of the value. Endpoints that cannot enforce it are shown it; whoever asks must still check. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface Answered {
  /** The model that answered, as the endpoint names it. */
  readonly model: string;
  readonly usage: TokenUsage;
}

export interface TextCompletion extends Answered {
  /** Never blank. */
  readonly text: string;
}

export type JsonCompletion = Answered &
  (
    | { readonly kind: 'json'; readonly value: unknown }
    /** The answer holds no JSON. */
    | { readonly kind: 'unreadable'; readonly text: string }
    /** Question or answer is longer than the model or the budget allows: ask about less at once. */
    | { readonly kind: 'too-long' }
  );

/**
 * A language model. Both methods reject with MODEL_UNAVAILABLE, MODEL_REFUSED, or with the reason of the
 * deadline's signal; an empty answer is MODEL_UNAVAILABLE, never a success.
 */
export interface LanguageModel {
  readonly name: string;
  /** Tokens of a request and its answer together. */
  readonly contextTokens: number;
  readonly completeText: (request: ModelRequest) => Promise<TextCompletion>;
  readonly completeJson: (request: JsonRequest) => Promise<JsonCompletion>;
}

export const noUsage: TokenUsage = { inputTokens: 0, outputTokens: 0 };

export const addUsage = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
});
