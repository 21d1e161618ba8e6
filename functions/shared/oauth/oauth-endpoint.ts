import type { CodeDeps } from '#shared/accounts/authorization/codes.ts';
import type { oauthRoutes } from '#shared/contract/oauth-routes.ts';
import { type Arrival, chain, type Endpoint, type Step } from '#shared/http/chain.ts';
import { frame, type Telemetry } from '#shared/http/frame.ts';
import type { GatewayRequest } from '#shared/http/gateway-request.ts';
import { type HttpReply, jsonReply } from '#shared/http/reply.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { keySet, openIdMetadata, resourceMetadata, serverMetadata } from './metadata.ts';
import { oauthFailures } from './oauth-error.ts';
import { register } from './registration.ts';
import { giveKey } from './token.ts';

export interface OAuthDeps extends CodeDeps {
  /** The URL of the deployment, which is the issuer. */
  readonly baseUrl: string;
  readonly telemetry: Telemetry;
}

type OAuthPath = (typeof oauthRoutes)[number]['path'];

/** It is the same for everybody until a deployment changes it. */
const document = (body: object): HttpReply =>
  jsonReply(200, { ...body }, { 'cache-control': 'public, max-age=300' });

const methodsOf = ({ resource }: GatewayRequest): readonly string[] =>
  resource.startsWith('/oauth/') ? ['POST'] : ['GET', 'HEAD'];

/** Programs in a browser ask before they send JSON, or a header of MCP. */
const preflight = (methods: readonly string[]): HttpReply => ({
  statusCode: 204,
  headers: {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'content-type, mcp-protocol-version',
    'access-control-max-age': '86400',
  },
  body: '',
});

const routedMethod: Step<Arrival> = {
  before: ({ request }) => {
    const methods = methodsOf(request);
    if (request.method === 'OPTIONS' || methods.includes(request.method)) return;
    throw new AppError('METHOD_NOT_ALLOWED', `This URL accepts ${methods.join(' and ')} only.`, {
      headers: { allow: [...methods, 'OPTIONS'].join(', ') },
    });
  },
};

async function replyTo(deps: OAuthDeps, request: GatewayRequest): Promise<HttpReply> {
  const { baseUrl, clock } = deps;
  switch (request.resource as OAuthPath) {
    case '/.well-known/oauth-protected-resource':
    case '/.well-known/oauth-protected-resource/mcp':
      return document(resourceMetadata(baseUrl));
    case '/.well-known/oauth-authorization-server':
      return document(serverMetadata(baseUrl));
    case '/.well-known/openid-configuration':
      return document(openIdMetadata(baseUrl));
    case '/.well-known/jwks.json':
      return document(keySet);
    case '/oauth/register':
      return register(request.body, clock.now());
    case '/oauth/token':
      return giveKey(deps, request, baseUrl);
    default:
      throw new AppError('NOT_FOUND', 'Nothing exists at this URL.');
  }
}

/** What programs of models ask before and after a person has allowed them a key: no key, no cookie, any origin. */
export const createOAuthEndpoint = (deps: OAuthDeps): Endpoint =>
  chain(deps.clock)
    .use(frame(deps.telemetry, deps.clock))
    .use({ after: ({ request }, reply) => (request.method === 'HEAD' ? { ...reply, body: '' } : reply) })
    .use(oauthFailures(deps.telemetry))
    .use(routedMethod)
    .handler(async ({ request }) =>
      request.method === 'OPTIONS' ? preflight(methodsOf(request)) : replyTo(deps, request),
    );
