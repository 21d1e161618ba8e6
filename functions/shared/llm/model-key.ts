/** Where the endpoint's key comes from. It goes into the request's header and nowhere else. */
export interface ModelKey {
  readonly read: () => Promise<string>;
  /** Forgets the key that the endpoint refused. False when asking again would give the same one. */
  readonly forget: () => boolean;
}

/** Endpoints on the operator's own machines want no key; the client wants one. */
export const fixedKey = (text = 'none'): ModelKey => ({ read: async () => text, forget: () => false });

/** A key that is read when it is first needed, kept while the endpoint takes it, and read anew after a rotation. */
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
