import type { JsonObject } from '#shared/kernel/json.ts';

/** The caller's task: a prompt, a schema, or both. */
export interface ExtractionTask {
  readonly prompt?: string | undefined;
  readonly schema?: JsonObject | undefined;
  /** The caller's own instructions; they follow ours and never replace them. */
  readonly systemPrompt?: string | undefined;
  /** Values not found on the page become null, or are removed. */
  readonly requireEvidence: boolean;
}

export interface SchemaValidator {
  /** Problems of a value as sentences, for a model and for people; empty when it is valid. */
  readonly problems: (value: unknown) => readonly string[];
}
