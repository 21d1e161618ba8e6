import type { Identity } from '#shared/accounts/sessions/session.ts';

/** What a browser keeps while its person is at the provider, to prove that the answer belongs to its own request. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: shows to the provider that the code is redeemed by the one who asked for it. */
  readonly verifier: string;
}

/** A provider of OpenID Connect: where people register and prove who they are. */
export interface IdentityProvider {
  /** The URL at which the person signs in. */
  readonly begin: (attempt: Attempt) => Promise<URL>;
  /**
   * Who has signed in, by the URL to which the provider has sent the browser back. Throws INVALID_REQUEST for anything
   * that the provider has not vouched for, SERVICE_UNAVAILABLE when it cannot be asked.
   */
  readonly finish: (attempt: Attempt, returned: URL) => Promise<Identity>;
  /** The URL that signs the person out at the provider, too; `undefined` when it has none. */
  readonly signOut: () => Promise<URL | undefined>;
}
