import { health } from '#shared/contract/site-routes.ts';
import { findService } from './running-service.ts';

/** Supervisors ask every half minute; a service that needs longer is stuck. */
const maxAnswerMs = 4_000;

/** Throws with a sentence when the service that uses this data directory does not answer. */
export async function checkHealth(directory: string): Promise<void> {
  const { baseUrl } = findService(directory);
  const response = await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(maxAnswerMs) }).catch(
    (cause: unknown) => {
      throw new Error(`${baseUrl} does not answer.`, { cause });
    },
  );
  const body: unknown = await response.json().catch(() => undefined);
  if (!health.safeParse(body).success)
    throw new Error(`${baseUrl} is another service, or not well: it answers with ${response.status}.`);
}
