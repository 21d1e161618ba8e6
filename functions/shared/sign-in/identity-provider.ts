import type { Identity } from '#shared/accounts/sessions/session.ts';

/** What a browser keeps while its person is at the provider, to prove that the answer belongs to its own request. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** PKCE code verifier (RFC 7636): only the browser that began the sign-in can redeem the code. */
  readonly verifier: string;
}

/** A provider of OpenID Connect: where people register and prove who they are. */
export interface IdentityProvider {
  /** The URL at which the person signs in. */
  readonly begin: (attempt: Attempt) => Promise<URL>;
  /**
   * Verifies the provider's redirect, and returns the person's identity. Throws INVALID_REQUEST when a check fails, and
   * SERVICE_UNAVAILABLE when the provider does not answer.
   */
  readonly finish: (attempt: Attempt, returned: URL) => Promise<Identity>;
  /** The URL that signs the person out at the provider, too; `undefined` when it has none. */
  readonly signOut: () => Promise<URL | undefined>;
}
