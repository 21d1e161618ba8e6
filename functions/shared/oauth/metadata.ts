import { toolsUrl } from '#shared/accounts/authorization/own-resource.ts';
import { toolsScope } from '#shared/contract/challenge.ts';

/** Where a program gets a key for the tools (RFC 9728). */
export const resourceMetadata = (issuer: string) => ({
  resource: toolsUrl(issuer),
  authorization_servers: [issuer],
  bearer_methods_supported: ['header'],
  scopes_supported: [toolsScope],
  resource_name: 'Winnow',
  resource_documentation: `${issuer}/docs`,
});

/** The endpoints (RFC 8414). There are no ID tokens, no secrets of programs and no refresh tokens. */
export const serverMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/account/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  scopes_supported: [toolsScope],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  token_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${issuer}/docs`,
});

/**
 * The same under the name of OpenID Connect. Where the URL of the deployment has a path, such as the stage of API
 * Gateway, it is the only name that lies below that URL. OpenID Connect requires the other three fields.
 */
export const openIdMetadata = (issuer: string) => ({
  ...serverMetadata(issuer),
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [],
});

/** No token is signed. */
export const keySet = { keys: [] };
