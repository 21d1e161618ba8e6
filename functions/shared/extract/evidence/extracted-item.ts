export interface ItemEvidence {
  /** RFC 6901 JSON pointer into the item. */
  readonly path: string;
  /** Verbatim as the page has it. */
  readonly quote: string;
  /** 0 to 1: the chance that the value is right. */
  readonly chance: number;
}

/** One thing of a page, valid against the caller's schema. */
export interface ExtractedItem {
  readonly url: string;
  readonly value: unknown;
  readonly evidence: readonly ItemEvidence[];
  /** 0 to 1: the mean chance of its values; those that are not on the page have none. */
  readonly confidence: number;
}
