import { type ErrorKind, isWinnowError } from '../errors.ts';

/** Exit codes by the class of what happened. README.md lists them. */
export const exitCodes = {
  done: 0,
  unexpected: 1,
  request: 2,
  access: 3,
  limit: 4,
  page: 5,
  service: 6,
  network: 7,
  interrupted: 130,
} as const satisfies Record<ErrorKind | 'done' | 'unexpected' | 'interrupted', number>;

/** What was typed is not a command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A step of the command line that cannot be carried out, such as a missing key. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.request;
  if (error instanceof CommandError) return error.exitCode;
  return isWinnowError(error) ? exitCodes[error.kind] : exitCodes.unexpected;
}
