import type { Configuration } from 'oidc-provider';

import type { LocalUserPool } from '../local-user-pool.ts';
import type { KeptProvider } from './kept-provider.ts';
import { memoryAdapter } from './memory-adapter.ts';
import type { People } from './people.ts';
import { problemPage } from './sign-in-pages.ts';

/** Seconds. People who come back within the hour are still signed in at the provider, as at Cognito. */
const ttl = {
  Interaction: 3_600,
  Session: 3_600,
  Grant: 3_600,
  AuthorizationCode: 60,
  IdToken: 300,
  AccessToken: 300,
};

/** The settings of panva's provider: the code flow with PKCE for the pool's clients, and nothing else. */
export const providerConfiguration = (
  issuer: string,
  { clients }: LocalUserPool,
  { signingKey, cookieKey }: KeptProvider,
  people: People,
): Configuration => ({
  adapter: memoryAdapter(),
  clients: clients.map(({ id, callbackUrls }) => ({
    client_id: id,
    redirect_uris: [...callbackUrls],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
  })),
  jwks: { keys: [signingKey] },
  cookies: {
    keys: [cookieKey],
    // Cookies do not know ports: the service on this host has its own.
    names: { session: 'people-session', interaction: 'people-interaction', resume: 'people-resume' },
    short: { httpOnly: true, sameSite: 'lax' },
    long: { httpOnly: true, sameSite: 'lax' },
  },
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  // Like Cognito: the ID token has the address, so that nobody asks for it again.
  conformIdTokenClaims: false,
  responseTypes: ['code'],
  scopes: ['openid', 'email'],
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
  discovery: { end_session_endpoint: `${issuer}/logout` },
  // The path of the cookie that belongs to it: paths below it get the cookie, too.
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, id) => {
    const person = people.find(id);
    if (person === undefined) return undefined;
    const { email } = person;
    return { accountId: id, claims: () => ({ sub: id, email, email_verified: false }) };
  },
  // The page is the operator's own: nobody is asked whether it may know their address.
  loadExistingGrant: async ({ oidc }) => {
    const { client, session, provider } = oidc;
    if (client === undefined || session?.accountId === undefined) return undefined;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid email');
    await grant.save();
    return grant;
  },
  renderError: (context, { error_description: description = 'The request is wrong.' }) => {
    context.type = 'html';
    context.body = problemPage(description);
  },
  ttl,
});
