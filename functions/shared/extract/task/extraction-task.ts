import type { JsonObject } from '#shared/extract/embedded/extraction-page.ts';

/** What a caller wants to have extracted: a prompt, a schema, or both. */
export interface ExtractionTask {
  readonly prompt?: string | undefined;
  readonly schema?: JsonObject | undefined;
  /** The caller's own instructions; they come after ours and never replace them. */
  readonly systemPrompt?: string | undefined;
  /** Values that the page does not hold become null, or go. */
  readonly requireEvidence: boolean;
}
