import type { Deadline } from '#shared/kernel/deadline.ts';

/** Text by strangers. It reaches the model fenced and labelled as data, never as an instruction. */
export interface Material {
  /** Its kind, in the service's own words, such as `page text`. */
  readonly label: string;
  readonly text: string;
}

export interface ModelInput {
  /** What to do with the material, in the words of the service and the caller. */
  readonly task: string;
  readonly material: readonly Material[];
}

export interface ModelRequest {
  /** Instructions that nothing in `input` may change. */
  readonly system: string;
  readonly input: ModelInput;
  readonly deadline: Deadline;
  readonly budget: { readonly outputTokens: number };
  /** Told of each answer that the model gave for this request, also of one that could not be used. */
  readonly onUsage?: ((usage: TokenUsage) => void) | undefined;
}

export interface JsonRequest extends ModelRequest {
  /** JSON Schema of the value. Every model sees it, not every endpoint enforces it: the value must still be validated. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Tokens of one answer. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface Answered {
  /** The model that answered, as the endpoint names it. */
  readonly model: string;
}

export interface TextCompletion extends Answered {
  /** Never blank. */
  readonly text: string;
  /** Whether the end of the text is missing, also after the model was asked to go on. */
  readonly isCut: boolean;
}

export type JsonCompletion = Answered &
  (
    | { readonly kind: 'json'; readonly value: unknown }
    /** The answer has no JSON. */
    | { readonly kind: 'unreadable'; readonly text: string }
    /** The question exceeds the model's context, or the answer its budget: ask about less at once. */
    | { readonly kind: 'too-long'; readonly exceeding: 'question' | 'answer' }
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
