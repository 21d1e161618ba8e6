export interface TextRequest {
  /** Instructions that nothing in `input` may change. */
  readonly system: string;
  readonly input: string;
  readonly signal: AbortSignal;
}

/** A language model that answers with text. Rejects with MODEL_UNAVAILABLE, or with the signal's reason. */
export interface TextModel {
  readonly name: string;
  readonly writeText: (request: TextRequest) => Promise<string>;
}
