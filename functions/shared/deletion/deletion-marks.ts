import type { Person } from '#shared/accounts/sessions/session.ts';

/** A deletion that somebody has asked for and that is not done. */
export interface DeletionMark {
  readonly accountId: string;
  /** The next attempt. */
  readonly dueAtMs: number;
  /** To whom the account belonged: they are parted from it at once. */
  readonly people: readonly Person[];
}

/** People of both, each once. */
const samePerson = (a: Person, b: Person): boolean => a.issuer === b.issuer && a.subject === b.subject;
export const withPeople = (known: readonly Person[], more: readonly Person[]): readonly Person[] => [
  ...known,
  ...more.filter((person) => !known.some((other) => samePerson(person, other))),
];

/** The accounts that are to be deleted. `AccountRows.removeAccount` removes an account's mark last. */
export interface DeletionMarks {
  /** Marks an account. One that is marked keeps its next attempt, and gets the people that it lacks. */
  readonly add: (mark: DeletionMark) => Promise<void>;
  readonly find: (accountId: string) => Promise<DeletionMark | undefined>;
  /** Moves the next attempt. An account without a mark gets none. */
  readonly postpone: (accountId: string, dueAtMs: number) => Promise<void>;
  /** Accounts whose next attempt is due, oldest first. Changes of the last second may be missing. */
  readonly due: (nowMs: number, count: number) => Promise<readonly string[]>;
}
