import type { JsonObject } from '#shared/kernel/json.ts';

/** What a caller wants to have extracted: a prompt, a schema, or both. */
export interface ExtractionTask {
  readonly prompt?: string | undefined;
  readonly schema?: JsonObject | undefined;
  /** The caller's own instructions; they come after ours and never replace them. */
  readonly systemPrompt?: string | undefined;
  /** Values that the page does not hold become null, or go. */
  readonly requireEvidence: boolean;
}

export interface SchemaValidator {
  /** What is wrong with a value, as sentences for a model and for people; empty when it is valid. */
  readonly problems: (value: unknown) => readonly string[];
}
