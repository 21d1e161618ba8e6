/** Bytes under a name, in a bucket whose lifecycle rules expire them by prefix. */
export interface BlobStore {
  /** `undefined` when nothing is stored under the name. */
  readonly get: (name: string) => Promise<Uint8Array | undefined>;
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Removing a missing blob is not an error. */
  readonly remove: (name: string) => Promise<void>;
}
