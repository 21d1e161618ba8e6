import type { Envelope } from '#shared/contract/envelope.ts';
import { AppError, changedError } from '#shared/kernel/errors.ts';
import type { JsonObject } from '#shared/kernel/json.ts';
import { wantsJson } from './accept.ts';
import type { Arrival, Step } from './chain.ts';

/** How an operation is asked by GET: its options are in the query, and its answer is a text, or JSON for those who prefer it. */
export interface TextForm {
  /** The body of the same request by POST, still unchecked. Throws INVALID_REQUEST. */
  readonly bodyOf: (query: Readonly<Record<string, string>>, answer: 'text' | 'json') => JsonObject;
  readonly contentType: string;
  readonly textOf: (answer: Envelope) => string;
}

/** A text says by its status alone that the page failed, and JSON has the same status. Not 5xx, which would count as a failure of the service. */
const failedTextStatus = 422;

const isAskedByGet = (form: TextForm | undefined, method: string): form is TextForm =>
  form !== undefined && method === 'GET';

const answerFor = ({ headers }: Arrival['request']): 'text' | 'json' =>
  wantsJson(headers['accept'], 'text/markdown') ? 'json' : 'text';

/** Turns a GET into the POST that it stands for, and its answer, also one that was stored as JSON, into text for those who want it. */
export const asText = (form: TextForm | undefined): Step<Arrival, Pick<Arrival, 'request'>> => ({
  before: ({ request, headers }) => {
    if (!isAskedByGet(form, request.method)) return { request };
    headers['vary'] = 'accept';
    const { api_key: _key, ...query } = request.query;
    return { request: { ...request, body: JSON.stringify(form.bodyOf(query, answerFor(request))) } };
  },
  after: ({ request }, reply) => {
    if (!isAskedByGet(form, request.method) || typeof reply.body !== 'string') return reply;
    if (answerFor(request) === 'json') return reply;
    return {
      ...reply,
      headers: {
        ...reply.headers,
        'content-type': form.contentType,
        // Browsers must not look for HTML in a stranger's text.
        'x-content-type-options': 'nosniff',
      },
      body: form.textOf(JSON.parse(reply.body) as Envelope),
    };
  },
});

/** Gives a failed page a status of failure. Innermost, so that the record of the request has that status, too. */
export const failureOfText = (form: TextForm | undefined): Step<Arrival> => ({
  onError: ({ request }, error) => {
    if (isAskedByGet(form, request.method) && error instanceof AppError && error.status === 200)
      throw changedError(error, { status: failedTextStatus });
  },
});
