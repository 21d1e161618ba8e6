/** Removes every blob whose name begins with the prefix. Returns how many there were. */
export type RemoveBlobs = (prefix: string) => Promise<number>;
