/** Source of the endpoint's key, which is sent in the request's header and nowhere else. */
export interface ModelKey {
  readonly read: () => Promise<string>;
  /** Forgets a key that the endpoint refused. False when `read` would return the same one. */
  readonly forget: () => boolean;
}

/** Endpoints on the operator's own machines need no key, but the client does. */
export const fixedKey = (text = 'none'): ModelKey => ({ read: async () => text, forget: () => false });

/** A key that is read on first use, kept while the endpoint accepts it, and read again after a rotation. */
export function keptKey(read: () => Promise<string>): ModelKey {
  let kept: string | undefined;
  return {
    read: async () => (kept ??= await read()),
    forget: () => {
      const wasKept = kept !== undefined;
      kept = undefined;
      return wasKept;
    },
  };
}
