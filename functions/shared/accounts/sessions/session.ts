/** A person at a provider of OpenID Connect. */
export interface Identity {
  readonly issuer: string;
  /** `sub`: the provider's name for the person, which never changes. */
  readonly subject: string;
  readonly email: string;
}

/** Somebody who is signed in, in one browser. */
export interface Session {
  /** SHA-256 of the token in the cookie; the token itself is never stored. */
  readonly tokenHash: string;
  readonly accountId: string;
  readonly identity: Identity;
  readonly createdAtMs: number;
  /** Later with each day of use, up to the maximum age of a session. */
  readonly expiresAtMs: number;
  /** The hash of the session's own API key, once it has asked for one. */
  readonly keyHash?: string;
}
