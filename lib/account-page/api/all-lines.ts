const newline = 10;

interface Read {
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  /** Lines that are not empty: an empty one keeps the connection. */
  readonly lines: number;
  /** Why the body ended before its end. */
  readonly error?: unknown;
}

/** Reads the whole lines of a response, also of one that breaks off. */
async function wholeLines({ body }: Response): Promise<Read> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  let begun: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  try {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      let rest = next.value;
      for (let at = rest.indexOf(newline); at >= 0; at = rest.indexOf(newline)) {
        const isEmpty = at === 0 && begun.length === 0;
        if (!isEmpty) {
          chunks.push(...begun, rest.subarray(0, at + 1));
          lines += 1;
        }
        begun = [];
        rest = rest.subarray(at + 1);
      }
      if (rest.length > 0) begun.push(rest);
    }
    return { chunks, lines };
  } catch (error) {
    return { chunks, lines, error };
  }
}

/**
 * All lines of what the service answers in several parts: `open` asks for those after the first `skip`. An answer that breaks off, or
 * that ends after the longest time of an answer, goes on in the next one. Rejects when one breaks off before its first line.
 */
export async function allLines(
  open: (skip: number) => Promise<Response>,
  longestAnswerMs = 285_000,
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let skip = 0; ;) {
    const beganMs = performance.now();
    const { chunks: read, lines, error } = await wholeLines(await open(skip));
    if (error !== undefined && lines === 0) throw error;
    chunks.push(...read);
    skip += lines;
    const isWhole = error === undefined && performance.now() - beganMs < longestAnswerMs;
    if (isWhole || lines === 0) return new Blob(chunks, { type: 'application/x-ndjson' });
  }
}
