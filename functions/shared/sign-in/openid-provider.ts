import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  None,
} from 'openid-client';

import type { Identity } from '#shared/accounts/sessions/session.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Attempt, IdentityProvider } from './identity-provider.ts';

export interface OpenIdClient {
  readonly issuer: string;
  readonly clientId: string;
  /** Where the provider sends the browser back. */
  readonly callbackUrl: string;
  /** Where it sends the browser after a sign-out. */
  readonly signedOutUrl: string;
  /** For each answer of the provider, which come within milliseconds. */
  readonly timeoutMs: number;
}

/** Never `none`, and never HS256: its secret would be the public key. */
const algorithms = ['RS256', 'ES256'];
/** Characters of an e-mail address (RFC 5321, section 4.5.3.1.3: 256 with the angle brackets). */
const maxEmailLength = 254;

const unavailable = (cause: unknown) =>
  new AppError('SERVICE_UNAVAILABLE', 'Sign-in is not available at the moment. Try again in a minute.', {
    cause,
  });

const refused = (cause: unknown) =>
  new AppError('INVALID_REQUEST', 'This sign-in could not be verified. Sign in again.', {
    // The message of a library may repeat what was sent; its code does not.
    cause:
      cause instanceof Error ? `${cause.name} ${(cause as { code?: string }).code ?? ''}`.trim() : 'refused',
  });

/** Failures of the connection, of the answer's form, or of the provider itself; all others are verdicts. */
const outages = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'ERR_JWKS_TIMEOUT',
  'ERR_JOSE_GENERIC',
]);

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (cause instanceof Response && cause.status >= 500) return true;
  const isFetchFailure = error instanceof TypeError && error.message === 'fetch failed';
  return isFetchFailure || outages.has(code ?? '') || isOutage(cause);
}

/** The provider's endpoints and keys, read once; after a failure they are asked for again. */
function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw unavailable(error);
    });
    return made;
  };
}

const isLoopback = (url: URL): boolean => url.protocol === 'http:' && url.hostname === '127.0.0.1';

function identityOf(issuer: string, { sub, email }: JWTPayload): Identity {
  const isAddress =
    typeof email === 'string' && email.length <= maxEmailLength && /^[^\s@]+@[^\s@]+$/.test(email);
  if (sub === undefined || sub === '' || !isAddress) throw refused(new Error('no subject or no address'));
  return { issuer, subject: sub, email };
}

/** A provider that is found by its issuer (OpenID Connect Discovery 1.0): the authorization code flow with PKCE. */
export function openIdProvider({
  issuer,
  clientId,
  callbackUrl,
  signedOutUrl,
  timeoutMs,
}: OpenIdClient): IdentityProvider {
  const server = new URL(issuer);
  const configuration = lazily(() =>
    discovery(server, clientId, undefined, None(), {
      timeout: timeoutMs / 1000,
      // Only a provider on this machine may be asked without TLS.
      ...(isLoopback(server) ? { execute: [allowInsecureRequests] } : {}),
    }),
  );
  const keys = lazily(async () => {
    const { jwks_uri: keysUrl = '' } = (await configuration()).serverMetadata();
    return createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: timeoutMs });
  });

  /** The claims of an ID token, whose signature openid-client does not check (it came over TLS). */
  const verified = async (idToken: string, nonce: string): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(idToken, await keys(), {
      issuer,
      audience: clientId,
      algorithms,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    });
    if (payload['nonce'] !== nonce) throw new Error('another nonce');
    return payload;
  };

  const exchange = async (config: Configuration, attempt: Attempt, returned: URL): Promise<Identity> => {
    const { id_token: idToken } = await authorizationCodeGrant(config, returned, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    });
    return identityOf(issuer, await verified(idToken ?? '', attempt.nonce));
  };

  return {
    begin: async ({ state, nonce, verifier }) =>
      buildAuthorizationUrl(await configuration(), {
        redirect_uri: callbackUrl,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    finish: async (attempt, returned) => {
      const config = await configuration();
      try {
        return await exchange(config, attempt, returned);
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw isOutage(error) ? unavailable(error) : refused(error);
      }
    },
    signOut: async () => {
      const { end_session_endpoint: endpoint } = (await configuration()).serverMetadata();
      if (endpoint === undefined) return undefined;
      const url = new URL(endpoint);
      // Cognito's name for the last one, and the standard's (OpenID Connect RP-Initiated Logout 1.0).
      for (const [name, value] of [
        ['client_id', clientId],
        ['logout_uri', signedOutUrl],
        ['post_logout_redirect_uri', signedOutUrl],
      ] as const)
        url.searchParams.set(name, value);
      return url;
    },
  };
}
