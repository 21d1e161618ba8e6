import type { Identity, Session } from './session.ts';

/** Who is signed in, and which account belongs to which person. */
export interface SessionStore {
  /** The session with this hash; `undefined` when there is none or it has expired. Consistent read. */
  readonly find: (tokenHash: string, nowMs: number) => Promise<Session | undefined>;
  readonly put: (session: Session) => Promise<void>;
  /** Ends one session. Its API key is refused from the next request on. */
  readonly end: (tokenHash: string, nowMs: number) => Promise<void>;
  /** Ends every session of an account, with their API keys. */
  readonly endAll: (accountId: string, nowMs: number) => Promise<void>;
  /** The account of a person; `undefined` at the first sign-in and after a deletion. */
  readonly accountOf: (identity: Pick<Identity, 'issuer' | 'subject'>) => Promise<string | undefined>;
}
