/** Where a value of an item was seen. */
export interface ItemEvidence {
  /** RFC 6901 JSON pointer into the item. */
  readonly path: string;
  /** Verbatim as the page has it. */
  readonly quote: string;
}

/** One thing that a page told of, valid against the caller's schema. */
export interface ExtractedItem {
  readonly url: string;
  readonly value: unknown;
  readonly evidence: readonly ItemEvidence[];
  /** 0 to 1: how much of it the page is seen to hold. */
  readonly confidence: number;
}
