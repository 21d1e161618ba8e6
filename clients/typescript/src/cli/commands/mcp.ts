import type { Command } from '../command.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { type Io, writeLine } from '../io.ts';
import { linesOf } from '../lines.ts';
import { apiKeyOf, baseUrlOf } from '../settings.ts';
import { reasonOf } from '../../transport.ts';

/** A message of JSON-RPC, as far as it is understood here. */
interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly requestId?: string | number;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

/** The service drops a request after this time. */
const answerMs = 320_000;

const isText = (value: unknown): value is string => typeof value === 'string';

/** What a message says in headers, too (MCP 2026-07-28, Streamable HTTP). */
function headersOf({ method, params = {} }: Message): Record<string, string> {
  const { name, _meta: meta = {} } = params;
  const version = meta['io.modelcontextprotocol/protocolVersion'];
  return {
    ...(isText(version) ? { 'mcp-protocol-version': version } : {}),
    ...(method === undefined ? {} : { 'mcp-method': method }),
    ...(isText(name) ? { 'mcp-name': name } : {}),
  };
}

/** The messages of an answer: JSON, or server-sent events with a message each. */
function messagesOf(body: string, contentType: string): readonly string[] {
  if (!contentType.includes('text/event-stream')) return body.trim() === '' ? [] : [body.trim()];
  return body
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim());
}

const failure = ({ id }: Message, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_603, message } });

const unreadable = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_700, message: 'The line is not a JSON-RPC message.' },
});

/** The message of a line; `undefined` when it is not JSON of an object or an array. */
function messageOf(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The reason in an answer that is not JSON-RPC, such as that of a refused key or of a service that is down. */
function refusalIn(body: string, status: number): string {
  try {
    const { message, error } = JSON.parse(body) as { readonly message?: string; readonly error?: string };
    return `${message ?? error ?? 'The service gives no reason.'} (${status})`;
  } catch {
    return `The service answered with ${status}.`;
  }
}

/** The message for a request that got no answer. */
const absenceOf = (error: unknown, url: string): string =>
  error instanceof Error && error.name === 'TimeoutError'
    ? `The service has not answered within ${answerMs / 1_000} seconds.`
    : `${new URL(url).origin} cannot be reached: ${reasonOf(error)}.`;

/** Sends the lines of stdin to the service, each by itself, and prints its answers. */
async function relay(io: Io, url: string, key: string): Promise<void> {
  const running = new Map<string | number, AbortController>();
  const answer = async (line: string, message: Message, signal: AbortSignal): Promise<readonly string[]> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headersOf(message),
      },
      body: line,
      signal: AbortSignal.any([signal, io.interrupted, AbortSignal.timeout(answerMs)]),
    });
    const body = await response.text();
    if (response.ok || body.includes('"jsonrpc"'))
      return messagesOf(body, response.headers.get('content-type') ?? '');
    return [failure(message, refusalIn(body, response.status))];
  };
  const take = async (line: string): Promise<void> => {
    const message = messageOf(line);
    if (message === undefined) return writeLine(io.stdout, unreadable);
    const { id, method, params } = message;
    if (method === 'notifications/cancelled' && params?.requestId !== undefined)
      running.get(params.requestId)?.abort();
    const ending = new AbortController();
    if (id !== undefined) running.set(id, ending);
    const answers = await answer(line, message, ending.signal).catch((error: unknown) =>
      id === undefined || ending.signal.aborted || io.interrupted.aborted
        ? []
        : [failure(message, absenceOf(error, url))],
    );
    if (id !== undefined) running.delete(id);
    for (const each of answers) await writeLine(io.stdout, each);
  };
  const taken = new Set<Promise<void>>();
  for await (const line of linesOf(io.stdin)) {
    if (line.trim() === '') continue;
    const one = take(line);
    taken.add(one);
    one.finally(() => taken.delete(one)).catch(() => {});
  }
  await Promise.all(taken);
}

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'tools for a model, over stdin and stdout (Model Context Protocol)',
  run: async (io, args) => {
    const baseUrl = await baseUrlOf(io, args.text('base-url'));
    const key = await apiKeyOf(io, baseUrl);
    if (key === undefined)
      throw new CommandError(
        `There is no key for ${baseUrl}: run \`winnow login\`, or set WINNOW_API_KEY.`,
        exitCodes.access,
      );
    await relay(io, `${baseUrl}/mcp`, key);
    return undefined;
  },
};
