import type { Account } from '#shared/accounts/keys/account.ts';
import type { ApiKey } from '#shared/accounts/keys/api-key.ts';
import type { Identity, Person, Session } from './session.ts';

/** Sessions, and the account of each person. */
export interface SessionStore {
  /** Finds a session by the hash of its token; `undefined` when it does not exist or has expired. Consistent read. */
  readonly find: (tokenHash: string, nowMs: number) => Promise<Session | undefined>;
  /**
   * Adds a session, and notes the person's present address. False, and nothing is written, when the account does not
   * belong to the person any more.
   */
  readonly put: (session: Session) => Promise<boolean>;
  /** Lets a session and its API key end later. A session that has ended stays ended. */
  readonly prolong: (session: Session, expiresAtMs: number) => Promise<void>;
  /**
   * Gives a session its own API key, which ends with it and is not among the keys of the account. False, and nothing is
   * written, when the account has changed since it was read, the session has ended, or it has a key.
   */
  readonly addKey: (session: Session, account: Account, key: ApiKey) => Promise<boolean>;
  /** Ends one session. Its API key is refused from the next request on. */
  readonly end: (tokenHash: string) => Promise<void>;
  /** Ends every session of an account, with their API keys. */
  readonly endAll: (accountId: string) => Promise<void>;
  /** The account of a person; `undefined` at the first sign-in and after a deletion. */
  readonly accountOf: (person: Person) => Promise<string | undefined>;
  /**
   * Makes an account for a person, in one step. Returns the person's account: this one, or that of an earlier sign-in,
   * and then nothing is written.
   */
  readonly register: (account: Account, identity: Identity) => Promise<string>;
  /** The people to whom an account belongs. */
  readonly peopleOf: (accountId: string) => Promise<readonly Identity[]>;
  /** Parts an account from its people: the next sign-in of each makes a new account. */
  readonly removePeople: (accountId: string) => Promise<void>;
}
