/** The function of OAuth's public endpoints, by which programs of models get keys; only where there is an account page. */
export type OAuthFunction = 'oauth';

/** They take every method, and refuse those that they do not have. */
export const oauthRoutes = [
  { method: 'ANY', path: '/.well-known/oauth-protected-resource', function: 'oauth' },
  { method: 'ANY', path: '/.well-known/oauth-protected-resource/mcp', function: 'oauth' },
  { method: 'ANY', path: '/.well-known/oauth-authorization-server', function: 'oauth' },
  { method: 'ANY', path: '/.well-known/openid-configuration', function: 'oauth' },
  { method: 'ANY', path: '/.well-known/jwks.json', function: 'oauth' },
  { method: 'ANY', path: '/oauth/register', function: 'oauth' },
  { method: 'ANY', path: '/oauth/token', function: 'oauth' },
] as const satisfies readonly {
  readonly method: 'ANY';
  readonly path: string;
  readonly function: OAuthFunction;
}[];
