import { ApiFailure } from './failure.ts';
import { allLines } from './all-lines.ts';
import type { Call, CallOptions, Data } from './routes.ts';

/** A call that has no answer by then has none at all. */
const maxCallMs = 30_000;
/** The longest answer of the service; a download of more goes on in the next one. */
const maxDownloadMs = 300_000;

/** What an answer says beside its data. */
export interface Reply<Name extends Call> {
  readonly data: Data<Name>;
  /** The requested URL. */
  readonly url: string;
  readonly warning: string | undefined;
  /** Why something that was asked for has failed, such as a crawl. */
  readonly error: string | undefined;
  readonly code: string | undefined;
}

export interface Client {
  /** Calls a route; throws ApiFailure. Routes below /api/v1 get the API key of the session. */
  readonly call: <Name extends Call>(name: Name, options?: CallOptions<Name>) => Promise<Data<Name>>;
  /** As `call`, with what the answer says beside its data. */
  readonly reply: <Name extends Call>(name: Name, options?: CallOptions<Name>) => Promise<Reply<Name>>;
  /** The pages of a crawl that has ended, one JSON document a line. */
  readonly pagesOf: (crawlId: string) => Promise<Blob>;
  /** Ends the session. Returns where the browser goes then: to the provider, which has a session of its own. */
  readonly signOut: () => Promise<string>;
  /** The API key of the session, for requests that the page makes in other ways; a new one in place of one that was refused. */
  readonly sessionKey: (refused?: string) => Promise<string>;
}

interface Answer {
  readonly url?: string;
  readonly warning?: string;
  readonly data?: unknown;
  readonly error?: string;
  readonly message?: string;
  readonly code?: string;
}

/** Fills `{id}` of a route's path, and adds the query. */
export function pathOf(
  template: string,
  parameters: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === '' ? path : `${path}?${search}`;
}

async function answerOf(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch {
    return {};
  }
}

/** The failure of a response: the code and sentence of its envelope, or those of a 401 for a key. */
function failureOf(response: Response, { error, message, code }: Answer): ApiFailure {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return new ApiFailure(
    code ?? (response.status === 401 ? 'UNAUTHORIZED' : 'UNREADABLE'),
    (code === undefined ? message : error) ?? error ?? `HTTP ${response.status}`,
    requestId,
  );
}

async function send(url: string, init: RequestInit, maxMs: number): Promise<Response> {
  const deadline = AbortSignal.timeout(maxMs);
  const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
  try {
    return await fetch(url, { ...init, signal, cache: 'no-store' });
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new ApiFailure('UNREACHABLE', cause instanceof Error ? cause.message : String(cause));
  }
}

/** The client of a deployment, at its URL without a closing slash. */
export function createClient(base: string): Client {
  let asked: Promise<string> | undefined;

  const read = async (url: string, init: RequestInit): Promise<Answer> => {
    const response = await send(url, init, maxCallMs);
    const answer = await answerOf(response);
    if (!response.ok || answer.code === 'SIGNED_OUT') throw failureOf(response, answer);
    if (answer.data === undefined) throw failureOf(response, answer);
    return answer;
  };

  const initOf = (method: string, body: unknown, signal: AbortSignal | undefined): RequestInit => ({
    method,
    credentials: 'same-origin',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal === undefined ? {} : { signal }),
  });

  const sessionKey = async (refused?: string): Promise<string> => {
    if (refused !== undefined && (await asked) === refused) asked = undefined;
    asked ??= read(`${base}/account/api/session-key`, initOf('POST', undefined, undefined)).then(
      ({ data }) => (data as Data<'POST /account/api/session-key'>).secret,
    );
    // A failure is asked again, not kept.
    asked.catch(() => (asked = undefined));
    return asked;
  };

  /** Calls with the session's key; a key that is no longer valid is asked for once more. */
  const withKey = async <T>(work: (key: string) => Promise<T>): Promise<T> => {
    const key = await sessionKey();
    try {
      return await work(key);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'UNAUTHORIZED') throw error;
      return work(await sessionKey(key));
    }
  };

  const keyed = (init: RequestInit, key: string): RequestInit => ({
    ...init,
    credentials: 'omit',
    headers: { ...(init.headers as Record<string, string> | undefined), 'x-api-key': key },
  });

  const reply: Client['reply'] = async <Name extends Call>(name: Name, options: CallOptions<Name> = {}) => {
    const [method = '', template = ''] = name.split(' ');
    const path = base + pathOf(template, options.path, options.query);
    const init = initOf(method, options.body, options.signal);
    const answer = template.startsWith('/account/')
      ? await read(path, init)
      : await withKey((key) => read(path, keyed(init, key)));
    const { data, url = '', warning, error, code } = answer;
    return { data: data as Data<Name>, url, warning, error, code };
  };

  return {
    sessionKey,
    reply,
    call: async (name, options) => (await reply(name, options)).data,
    signOut: async () => {
      // A script cannot follow a redirect to another origin: as JSON, the answer names it.
      const init = { method: 'POST', headers: { accept: 'application/json' } };
      const { data } = await read(`${base}/account/sign-out`, init);
      return (data as { readonly url: string }).url;
    },
    pagesOf: (crawlId) =>
      allLines((skip) =>
        withKey(async (key) => {
          const url = base + pathOf('/api/v1/crawl/{id}', { id: crawlId }, { skip });
          const init = keyed({ headers: { accept: 'application/x-ndjson' } }, key);
          const response = await send(url, init, maxDownloadMs);
          if (!response.ok) throw failureOf(response, await answerOf(response));
          return response;
        }),
      ),
  };
}
