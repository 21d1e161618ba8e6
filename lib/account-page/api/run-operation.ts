/** The answer of an operation, and what its request took. */
export interface OperationRun {
  readonly status: number;
  /** Milliseconds until the whole answer had arrived. */
  readonly totalMs: number;
  readonly bytes: number;
  readonly requestId: string | undefined;
  readonly answer: OperationAnswer;
}

export interface OperationAnswer {
  readonly success?: boolean;
  readonly url?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly error?: string;
  readonly message?: string;
  readonly code?: string;
  readonly source?: 'local' | 'cloud';
  readonly processingTime?: number;
  readonly warning?: string;
  readonly id?: string;
}

/** Longer than the longest `timeout` of a request. */
const maxRunMs = 330_000;

/** Sends a request with the key of the session. Throws when no answer comes, and when `signal` aborts. */
export async function runOperation(
  url: string,
  body: Readonly<Record<string, unknown>>,
  { key, signal }: { readonly key: string; readonly signal: AbortSignal },
): Promise<OperationRun> {
  const startedAt = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    credentials: 'omit',
    cache: 'no-store',
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(maxRunMs)]),
  });
  const text = await response.text();
  return {
    status: response.status,
    totalMs: performance.now() - startedAt,
    bytes: new TextEncoder().encode(text).length,
    requestId: response.headers.get('x-request-id') ?? undefined,
    answer: JSON.parse(text) as OperationAnswer,
  };
}
