import type { JsonObject } from '#shared/kernel/json.ts';
import { required, unsupported } from './dialect.ts';
import type { ScrapeOptions } from './scrape-options.ts';
import type { Session } from './session.ts';

const resources = {
  scrape: '/api/v1/scrape',
  crawl: '/api/v1/crawl',
  batch: '/api/v1/batch/scrape',
  map: '/api/v1/map',
  search: '/api/v1/search',
  extract: '/api/v1/extract',
} as const;

/** Firecrawl's header; the operation's own is understood, too. */
const idempotencyKeyOf = ({ request: { headers } }: Session): string | undefined =>
  headers['x-idempotency-key'] ?? headers['idempotency-key'];

/** Refuses `zeroDataRetention` with an idempotency key, for which the answer would be stored. Throws FirecrawlError. */
export function refuseStoredAnswer(
  session: Session,
  options: Pick<ScrapeOptions, 'zeroDataRetention'> | undefined,
): void {
  if (options?.zeroDataRetention === true && idempotencyKeyOf(session) !== undefined)
    throw unsupported(
      'zeroDataRetention with an idempotency key',
      'The answer is stored for the key: leave it out.',
    );
}

/** The body of the operation's answer, asked with the caller's idempotency key. Throws the error of the operation. */
export async function operate(
  session: Session,
  operation: keyof typeof resources,
  body: JsonObject,
): Promise<JsonObject> {
  const answer = await session.call({
    function: operation,
    method: 'POST',
    resource: resources[operation],
    idempotencyKey: idempotencyKeyOf(session),
    body,
  });
  return required(answer).body;
}
