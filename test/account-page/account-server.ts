import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import type * as z from 'zod';

import { accountPageRoutes, accountRoutes } from '#shared/contract/account-routes.ts';
import { envelope } from '#shared/contract/envelope.ts';
import { routes } from '#shared/contract/routes.ts';
import { createAccountPageEndpoint } from '#shared/site/account-page-endpoint.ts';
import { siteFiles } from '#shared/site/site-files.ts';
import { silentLogger, silentMetrics } from '../fakes/silent-telemetry.ts';
import { visitAt } from '../site/visit.ts';
import { type Answer, type Asked, handlers, refusal } from './account-api.ts';
import type { AccountState } from './account-state.ts';

interface ServedRoute {
  readonly method: string;
  readonly path: string;
  readonly function: string;
  readonly request?: z.ZodType;
  readonly data?: z.ZodType;
}

const served: readonly ServedRoute[] = [...accountRoutes, ...accountPageRoutes, ...routes];

interface Match {
  readonly route: ServedRoute;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The route of a request; literal paths first. */
function matchOf(method: string, path: string): Match | undefined {
  const matches = served.flatMap((route): Match[] => {
    const pattern = new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const found = pattern.exec(path);
    return found === null || route.method !== method ? [] : [{ route, parameters: { ...found.groups } }];
  });
  return matches.toSorted((a, b) => Object.keys(a.parameters).length - Object.keys(b.parameters).length)[0];
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'request-1' });
  response.end(JSON.stringify(body));
}

export interface AccountServer {
  readonly url: string;
  /** Every request to the API, as `GET /account/api/me`. */
  readonly calls: readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * The page and an API in memory, over HTTP: to develop the page, and to test it. The schemas of the contract check
 * each request and each answer, so that the page cannot rely on what the real API does not say.
 */
export async function startAccountServer(
  directory: string,
  state: AccountState,
  port = 0,
): Promise<AccountServer> {
  const page = createAccountPageEndpoint({
    files: siteFiles(directory),
    telemetry: { logger: silentLogger, metrics: silentMetrics },
    clock: { now: () => Date.now() },
  });
  const calls: string[] = [];

  const servePage = async (
    request: IncomingMessage,
    response: ServerResponse,
    match: Match,
    path: string,
  ) => {
    const reply = await visitAt(
      page,
      path,
      { resource: match.route.path, pathParameters: match.parameters },
      {
        headers: {
          Host: request.headers.host ?? '',
          'X-Forwarded-Proto': 'http',
          'Accept-Encoding': request.headers['accept-encoding'] ?? '',
          'If-None-Match': request.headers['if-none-match'] ?? '',
        },
      },
    );
    response.writeHead(reply.status, { ...reply.headers, 'content-length': reply.body.length });
    response.end(reply.body);
  };

  const serveApi = async (
    request: IncomingMessage,
    response: ServerResponse,
    { route, parameters }: Match,
    query: URLSearchParams,
  ) => {
    const name = `${route.method} ${route.path}`;
    calls.push(name);
    if (route.path.startsWith('/account/') && !state.isSignedIn)
      return send(
        response,
        401,
        refusal('SIGNED_OUT', 'Nobody is signed in, or the session has ended. Sign in at /account.'),
      );
    if (state.failure !== undefined)
      return send(response, 503, refusal('SERVICE_UNAVAILABLE', state.failure));
    const given = request.headers['content-type'] === undefined ? undefined : await json(request);
    const body = route.request?.parse(given);
    const asked: Asked = { parameters, query, body, accept: request.headers.accept ?? '' };
    const answer: Answer = handlers[name]?.(state, asked) ?? {
      refused: 404,
      code: 'NOT_FOUND',
      error: `There is no ${name}.`,
    };
    if ('refused' in answer) return send(response, answer.refused, refusal(answer.code, answer.error));
    if ('lines' in answer) return response.end(answer.lines);
    const reply = { success: true, url: '', data: answer.data, source: 'local', processingTime: 1 };
    return send(response, 200, route.data === undefined ? reply : envelope(route.data).parse(reply));
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const match = matchOf(request.method ?? 'GET', url.pathname);
    const serving =
      match === undefined
        ? Promise.resolve(send(response, 404, refusal('NOT_FOUND', 'Nothing exists at this URL.')))
        : match.route.function === 'account-page'
          ? servePage(request, response, match, url.pathname)
          : Promise.resolve(serveApi(request, response, match, url.searchParams));
    serving.catch((error: unknown) => send(response, 500, refusal('INTERNAL_ERROR', String(error))));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
