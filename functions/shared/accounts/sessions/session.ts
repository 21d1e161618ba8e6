/** A person at a provider of OpenID Connect. */
export interface Identity {
  readonly issuer: string;
  /** `sub`: the provider's name for the person, which never changes. */
  readonly subject: string;
  readonly email: string;
}

/** What tells one person from another: addresses change, and may be given to somebody else. */
export type Person = Pick<Identity, 'issuer' | 'subject'>;

/** Somebody who is signed in, in one browser. */
export interface Session {
  /** SHA-256 of the token in the cookie; the token itself is never stored. */
  readonly tokenHash: string;
  readonly accountId: string;
  readonly identity: Identity;
  readonly createdAtMs: number;
  /** Later with use, up to the maximum age of a session. */
  readonly expiresAtMs: number;
  /** The hash of the session's own API key, once it has asked for one. */
  readonly keyHash?: string;
}

const hourMs = 3_600_000;
/** A browser that is left alone is signed out the next day. */
const maxIdleMs = 24 * hourMs;
/** After this the person proves again who they are, however often the session is used. */
export const maxSessionAgeMs = 30 * 24 * hourMs;
/** Use is noted once an hour, so that requests cost no write for it. */
const refreshEveryMs = hourMs;

/** When a session ends that was made then and is used now. */
export const sessionEndMs = (createdAtMs: number, nowMs: number): number =>
  Math.min(nowMs + maxIdleMs, createdAtMs + maxSessionAgeMs);

/** The later end of a session that is used now; `undefined` while its end is late enough. */
export function laterEndMs({ createdAtMs, expiresAtMs }: Session, nowMs: number): number | undefined {
  const endMs = sessionEndMs(createdAtMs, nowMs);
  return endMs - expiresAtMs >= refreshEveryMs ? endMs : undefined;
}
