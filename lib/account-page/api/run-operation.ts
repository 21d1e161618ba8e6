import { ApiFailure } from './failure.ts';

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

/** An answer of something in between, such as a proxy, is no JSON. */
function answerIn(text: string, status: number): OperationAnswer {
  try {
    return JSON.parse(text) as OperationAnswer;
  } catch {
    throw new ApiFailure('UNREADABLE', `HTTP ${status}`);
  }
}

/** Sends a request with the key of the session. Throws ApiFailure when no answer comes, and the signal's reason when it aborts. */
export async function runOperation(
  url: string,
  body: Readonly<Record<string, unknown>>,
  { key, signal }: { readonly key: string; readonly signal: AbortSignal },
): Promise<OperationRun> {
  const startedAt = performance.now();
  const sent = fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    credentials: 'omit',
    cache: 'no-store',
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(maxRunMs)]),
  });
  const { response, text } = await sent
    .then(async (came) => ({ response: came, text: await came.text() }))
    .catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new ApiFailure('NO_ANSWER', String(cause));
    });
  return {
    status: response.status,
    totalMs: performance.now() - startedAt,
    bytes: new TextEncoder().encode(text).length,
    requestId: response.headers.get('x-request-id') ?? undefined,
    answer: answerIn(text, response.status),
  };
}
