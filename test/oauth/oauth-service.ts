import type { APIGatewayProxyEvent } from 'aws-lambda';

import { createAccountApi } from '#shared/account-api/account-api.ts';
import { failedAuthentications } from '#shared/accounts/keys/failed-authentications.ts';
import { oauthRoutes } from '#shared/contract/oauth-routes.ts';
import type { Endpoint } from '#shared/http/chain.ts';
import { createMcpEndpoint } from '#shared/mcp/mcp-endpoint.ts';
import { createOAuthEndpoint } from '#shared/oauth/oauth-endpoint.ts';
import { accountService } from '../account-api/fixtures.ts';
import { contextOf } from '../http/fixtures.ts';

interface ServiceOptions {
  /** The account page, and so everything of OAuth, is left out when false. */
  readonly hasAccount?: boolean;
  /** API Gateway renames the header of a 401 that a function sends. */
  readonly keepsChallenge?: boolean;
}

/**
 * The tools, OAuth and the account's API in memory, at a URL with a path or without, as `fetch`. A URL beside that path is
 * 403, as at a host of API Gateway.
 */
export async function oauthService(
  baseUrl: string,
  { hasAccount = true, keepsChallenge = true }: ServiceOptions = {},
) {
  const { deps, signIn, time } = accountService();
  const ada = await signIn('ada');
  const { store, clock, telemetry, plans } = deps;
  const access = { keys: store, plans, failures: failedAuthentications() };
  const mcp = createMcpEndpoint({
    access,
    telemetry,
    clock,
    callOperation: async () => ({ status: 200, headers: {}, body: { data: { markdown: 'The page.' } } }),
    version: '1',
    baseUrl: hasAccount ? baseUrl : undefined,
  });
  const oauth = createOAuthEndpoint({ ...deps, baseUrl });
  const api = createAccountApi({ ...deps, baseUrl });
  const routes: readonly (readonly [string, Endpoint])[] = [
    ['/mcp', mcp],
    ['/account/api/authorization', api],
    ...(hasAccount ? oauthRoutes.map(({ path }) => [path, oauth] as const) : []),
  ];
  const root = new URL(baseUrl).pathname.replace(/\/$/, '');
  const asked: string[] = [];

  const fetchFn = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    asked.push(`${request.method} ${url.pathname}`);
    const found = routes.find(([path]) => root + path === url.pathname);
    if (found === undefined) return Response.json({ message: 'Forbidden' }, { status: 403 });
    const [resource, endpoint] = found;
    const body = await request.text();
    const event = {
      resource,
      path: resource,
      httpMethod: request.method,
      headers: {
        ...Object.fromEntries(request.headers),
        host: url.host,
        'x-forwarded-proto': url.protocol.slice(0, -1),
      },
      queryStringParameters: Object.fromEntries(url.searchParams),
      pathParameters: null,
      body: body === '' ? null : body,
      isBase64Encoded: false,
      requestContext: {
        path: url.pathname,
        requestId: 'request',
        requestTimeEpoch: time.nowMs,
        identity: { sourceIp: '192.0.2.1' },
      },
    } as unknown as APIGatewayProxyEvent;
    const reply = await endpoint.answer(event, contextOf());
    const headers = new Headers(reply.headers);
    if (!keepsChallenge) headers.delete('www-authenticate');
    const text = typeof reply.body === 'string' ? reply.body : await new Response(reply.body as never).text();
    const isBodiless = reply.statusCode === 204 || reply.statusCode === 202;
    return new Response(isBodiless ? null : text, { status: reply.statusCode, headers });
  };

  /** What the view of the page does when its person presses a button. */
  const decide = async (authorizationUrl: URL, isAllowed: boolean): Promise<URL> => {
    const { searchParams } = authorizationUrl;
    const { scope: _scope, prompt: _prompt, ...given } = Object.fromEntries(searchParams);
    const reply = await fetchFn(`${baseUrl}/account/api/authorization`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: new URL(baseUrl).origin,
        cookie: `${baseUrl.startsWith('https') ? '__Host-' : ''}winnow-session=${ada.token}`,
      },
      body: JSON.stringify({ ...given, isAllowed }),
    });
    const { data, error } = (await reply.json()) as { data?: { redirectTo: string }; error?: string };
    if (data === undefined) throw new Error(error);
    return new URL(data.redirectTo);
  };

  const keys = () => store.keysOf(ada.accountId);
  return { fetchFn, asked, decide, keys, deps, time, accountId: ada.accountId };
}
