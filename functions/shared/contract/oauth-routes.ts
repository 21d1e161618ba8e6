/** The function of OAuth's public endpoints, by which programs of models get keys; only where there is an account page. */
export type OAuthFunction = 'oauth';

const paths = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/.well-known/jwks.json',
  '/oauth/register',
  '/oauth/token',
] as const;

/** They take every method, and refuse those that they do not have. */
export const oauthRoutes = paths.map((path) => ({ method: 'ANY', path, function: 'oauth' }) as const);
