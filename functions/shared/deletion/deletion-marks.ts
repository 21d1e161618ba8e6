import type { Person } from '#shared/accounts/sessions/session.ts';

/** A deletion that somebody has asked for and that is not done. */
export interface DeletionMark {
  readonly accountId: string;
  /** The next attempt. */
  readonly dueAtMs: number;
  /** To whom the account belonged: they are parted from it at once. */
  readonly people: readonly Person[];
}

/** The accounts that are to be deleted. `AccountRows.removeAccount` removes an account's mark last. */
export interface DeletionMarks {
  readonly put: (mark: DeletionMark) => Promise<void>;
  readonly find: (accountId: string) => Promise<DeletionMark | undefined>;
  /** Moves the next attempt. An account without a mark gets none. */
  readonly postpone: (accountId: string, dueAtMs: number) => Promise<void>;
  /** Accounts whose next attempt is due, oldest first. Changes of the last second may be missing. */
  readonly due: (nowMs: number, count: number) => Promise<readonly string[]>;
}
