/** Bytes under a name, in a bucket whose lifecycle forgets them by prefix. */
export interface BlobStore {
  /** `undefined` when nothing is stored there. */
  readonly get: (name: string) => Promise<Uint8Array | undefined>;
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Removing what is not there is not an error. */
  readonly remove: (name: string) => Promise<void>;
}
