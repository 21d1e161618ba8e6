/** A secret of the operator, such as the key of a model. Its text goes into the request that needs it and nowhere else. */
export interface Secret {
  readonly read: () => Promise<string>;
  /** Forgets a text that was refused. False when `read` would return the same one. */
  readonly forget: () => boolean;
}

/** A text that is no secret, where one is expected. */
export const fixedSecret = (text: string): Secret => ({ read: async () => text, forget: () => false });

/** A secret that is read on first use, once for all who wait for it, and kept until it is refused. */
export function keptSecret(read: () => Promise<string>): Secret {
  let kept: Promise<string> | undefined;
  const readOnce = (): Promise<string> => {
    const reading = read();
    reading.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return reading;
  };
  return {
    read: () => (kept ??= readOnce()),
    forget: () => {
      const wasKept = kept !== undefined;
      kept = undefined;
      return wasKept;
    },
  };
}

/** The secret with this ARN. Its client is loaded with the first read: most functions and requests need none. */
export const secretAt = (arn: string): Secret =>
  keptSecret(async () => (await import('./secrets-manager.ts')).secretText(arn));
