import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

import type { InvocationResult } from './invocations.ts';
import type { LocalApi } from './local-api.ts';

interface Prelude {
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string | number | boolean>>;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** Reads the metadata of a streamed result, which eight NUL bytes end. */
async function readPrelude(
  stream: Readable,
): Promise<{ prelude: Prelude; rest: Buffer; chunks: AsyncIterator<Buffer> }> {
  const separator = Buffer.alloc(8);
  const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let seen = Buffer.alloc(0);
  for (;;) {
    const { value, done } = await chunks.next();
    if (done === true) throw new Error('The result ended before its metadata.');
    seen = Buffer.concat([seen, value]);
    const end = seen.indexOf(separator);
    if (end >= 0)
      return {
        prelude: JSON.parse(seen.toString('utf8', 0, end)) as Prelude,
        rest: seen.subarray(end + separator.length),
        chunks,
      };
  }
}

function writeHead(response: ServerResponse, prelude: Prelude): void {
  const headers = Object.entries(prelude.headers ?? {}).map(
    ([name, value]) => [name, String(value)] as const,
  );
  const multiple = Object.entries(prelude.multiValueHeaders ?? {}).map(
    ([name, values]) => [name, [...values]] as const,
  );
  response.writeHead(prelude.statusCode ?? 200, Object.fromEntries([...headers, ...multiple]));
}

/** A request's response, and the id that it carries. */
export interface Reply {
  readonly api: LocalApi;
  readonly response: ServerResponse;
  readonly requestId: string;
}

/** Replies with one of the API's gateway responses, or the default for its class of errors. */
export function gatewayResponse({ api, response, requestId }: Reply, type: string): void {
  const wanted = [type, /^(BAD_|UN|REQUEST_|THROTTLED|MISSING)/.test(type) ? 'DEFAULT_4XX' : 'DEFAULT_5XX'];
  const found = wanted.flatMap(
    (name) => api.gatewayResponses.find((candidate) => candidate.type === name) ?? [],
  )[0];
  if (found === undefined) throw new Error(`The API has no gateway response for ${type}.`);
  const headers = Object.entries(found.headers).map(([name, value]) => [
    name,
    value === 'context.requestId' ? requestId : value.replace(/^'(.*)'$/s, '$1'),
  ]);
  response.writeHead(found.status, { 'content-type': 'application/json', ...Object.fromEntries(headers) });
  response.end(found.body);
}

function replyBuffered(reply: Reply, result: Extract<InvocationResult, { kind: 'buffered' }>): void {
  const { response } = reply;
  if (result.functionError !== undefined) {
    gatewayResponse(reply, 'INTEGRATION_FAILURE');
    return;
  }
  const prelude = JSON.parse(result.body.toString('utf8')) as Prelude;
  writeHead(response, prelude);
  response.end(Buffer.from(prelude.body ?? '', prelude.isBase64Encoded === true ? 'base64' : 'utf8'));
}

/** Passes the stream on as fast as the caller reads it. */
async function replyStreaming(reply: Reply, body: Readable): Promise<void> {
  const { response } = reply;
  let opened: Awaited<ReturnType<typeof readPrelude>>;
  try {
    opened = await readPrelude(body);
  } catch {
    gatewayResponse(reply, 'INTEGRATION_FAILURE');
    return;
  }
  writeHead(response, opened.prelude);
  response.write(opened.rest);
  const closed = new Promise((resolve) => response.once('close', resolve));
  for (let next = await opened.chunks.next(); next.done !== true; next = await opened.chunks.next())
    if (!response.write(next.value) && !response.destroyed)
      await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed]);
  response.end();
}

/** Replies with what the function returned. */
export async function replyWith(reply: Reply, result: InvocationResult): Promise<void> {
  if (result.kind === 'buffered') replyBuffered(reply, result);
  else await replyStreaming(reply, result.body);
}
