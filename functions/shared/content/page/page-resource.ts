/** A raw HTTP answer, or what a browser made of one. */
export interface PageResource {
  readonly bytes: Uint8Array;
  /** The Content-Type header as sent; often missing or wrong. */
  readonly contentType: string | undefined;
  readonly contentLanguage?: string;
  /** Final URL, after redirects. */
  readonly url: string;
}
