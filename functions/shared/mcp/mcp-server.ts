import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';

import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import type { OperationAnswer, OperationCall } from '#shared/operations/call-operation.ts';
import { type Tool, tools } from './tools.ts';

const instructions =
  'Reads the web: scrape one page, search when the URL is not known, map a site to find a page, crawl many pages, extract values. Each page costs a request of the key.';

const asError = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

/** What went wrong, for a model that decides what to do next. */
function problemOf({ status, body }: OperationAnswer): string | undefined {
  // A crawl that has failed has pages, too.
  if (isObject(body['data']) && status === 200 && Array.isArray(body['data']['pages'])) return undefined;
  if (status === 200 && body['success'] !== false) return undefined;
  const { error, message, code } = body as { error?: string; message?: string; code?: string };
  return `${message ?? error ?? 'The request failed.'}${code === undefined ? '' : ` (${code})`}`;
}

async function resultOf(
  tool: Tool,
  input: JsonObject,
  callOperation: (call: OperationCall) => Promise<OperationAnswer>,
): Promise<CallToolResult> {
  const answer = await callOperation(tool.call(input));
  const problem = problemOf(answer);
  if (problem !== undefined) return asError(problem);
  const data = isObject(answer.body['data']) ? answer.body['data'] : {};
  return { content: [{ type: 'text', text: tool.text({ body: answer.body, data }, input) }] };
}

/** A server for one request: the tools, by the operations that `callOperation` calls. */
export function createMcpServer(
  version: string,
  callOperation: (call: OperationCall) => Promise<OperationAnswer>,
): McpServer {
  const server = new McpServer({ name: 'winnow', version }, { instructions });
  for (const [name, tool] of Object.entries(tools))
    server.registerTool(
      name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input,
        annotations: { readOnlyHint: tool.readOnly, openWorldHint: true },
      },
      (input) => resultOf(tool, input as JsonObject, callOperation),
    );
  return server;
}
