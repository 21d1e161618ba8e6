export interface ItemEvidence {
  /** RFC 6901 JSON pointer into the item. */
  readonly path: string;
  /** Verbatim as the page has it. */
  readonly quote: string;
}

/** One thing of a page, valid against the caller's schema. */
export interface ExtractedItem {
  readonly url: string;
  readonly value: unknown;
  readonly evidence: readonly ItemEvidence[];
  /** 0 to 1: the share of its values that are on the page. */
  readonly confidence: number;
}
