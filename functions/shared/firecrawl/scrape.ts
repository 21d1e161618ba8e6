import * as z from 'zod';

import type { JsonObject } from '#shared/kernel/json.ts';
import { type FirecrawlReply, parsed, succeeded } from './dialect.ts';
import { documentOf } from './document.ts';
import { operate, refuseStoredAnswer } from './operate.ts';
import { operationOptions, scrapeOptionFields } from './scrape-options.ts';
import type { Session } from './session.ts';

const scrapeBody = z.strictObject({ url: z.string(), ...scrapeOptionFields });

/** POST /scrape. */
export async function scrape(session: Session): Promise<FirecrawlReply> {
  const { url, ...options } = parsed(scrapeBody, session.body);
  refuseStoredAnswer(session, options);
  const answer = await operate(session, 'scrape', { url, ...operationOptions(options, session.version) });
  const { data, warning } = answer as { readonly data: JsonObject; readonly warning?: string };
  const { requestId: scrapeId } = session.request;
  const { metadata, ...document } = documentOf({ ...data, url, warning }, options);
  return succeeded({
    data: { ...document, metadata: { ...metadata, scrapeId } },
    // The older place of the id.
    scrape_id: scrapeId,
  });
}
