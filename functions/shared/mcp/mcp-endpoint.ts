import { createMcpHandler } from '@modelcontextprotocol/server';

import { type Access, authentication } from '#shared/http/access.ts';
import { challengeAt } from '#shared/contract/challenge.ts';
import { type Arrival, chain, type Endpoint, type Step } from '#shared/http/chain.ts';
import { compression } from '#shared/http/content-coding.ts';
import { failures, frame, type Telemetry } from '#shared/http/frame.ts';
import { apiKeyText, type GatewayRequest } from '#shared/http/gateway-request.ts';
import type { HttpReply } from '#shared/http/reply.ts';
import { within } from '#shared/kernel/deadline.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { CallOperation } from '#shared/operations/call-operation.ts';
import { createMcpServer } from './mcp-server.ts';

export interface McpDeps {
  readonly access: Access;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly callOperation: CallOperation;
  readonly version: string;
  /** Below it programs find out how to get a key; `undefined` where keys are given by the operator only. */
  readonly baseUrl: string | undefined;
}

/** Left for the reply after the operation has been given up. */
const replyMs = 2_000;

/** Leads programs without a valid key to where people allow them one; see `keyMissing` of the gateway. */
const leadToKeys = (baseUrl: string | undefined): Step<Arrival> => ({
  after: ({ request }, reply) => {
    if (baseUrl === undefined || reply.statusCode !== 401) return reply;
    const challenge = challengeAt(baseUrl, apiKeyText(request) !== undefined);
    return { ...reply, headers: { ...reply.headers, 'www-authenticate': challenge } };
  },
});

const webRequest = ({ method, url, headers, body }: GatewayRequest, signal: AbortSignal): Request =>
  new Request(url, {
    method,
    headers: { ...headers },
    ...(body === undefined || method === 'GET' ? {} : { body }),
    signal,
  });

const replyOf = async (response: Response): Promise<HttpReply> => ({
  statusCode: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text(),
});

/**
 * `POST /mcp`: the Model Context Protocol over Streamable HTTP, without sessions. Each request gets a server of its own,
 * and one answer; there are no streams for the server to speak first.
 */
export const createMcpEndpoint = ({
  access,
  telemetry,
  clock,
  callOperation,
  version,
  baseUrl,
}: McpDeps): Endpoint =>
  chain(clock)
    .use(compression)
    .use(frame(telemetry, clock))
    .use(leadToKeys(baseUrl))
    .use(failures({ failedSource: 'local', namesUrl: false }, telemetry, clock))
    .use(authentication(access, clock))
    .handler(async ({ request, invocationLeftMs }) => {
      const signal = AbortSignal.timeout(Math.max(1, invocationLeftMs() - replyMs));
      const handler = createMcpHandler(
        () => createMcpServer(version, (call) => callOperation(call, request, signal)),
        { responseMode: 'json', maxSubscriptions: 0, keepAliveMs: 0 },
      );
      try {
        return await within(handler.fetch(webRequest(request, signal)).then(replyOf), signal);
      } finally {
        await handler.close();
      }
    });
