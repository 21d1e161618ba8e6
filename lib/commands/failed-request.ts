/** Why a request had no answer: the system's code for a connection that failed, otherwise what Node says. */
export function reasonOf(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  const { code } = cause as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : cause.message;
}
