/** The body of a response, or the document that a browser rendered from it, with the facts needed to read it. */
export interface PageResource {
  readonly bytes: Uint8Array;
  /** The Content-Type header as sent; often missing or wrong. */
  readonly contentType: string | undefined;
  readonly contentLanguage?: string;
  /** After redirects. */
  readonly url: string;
}
