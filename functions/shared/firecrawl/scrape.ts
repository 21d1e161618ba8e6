import * as z from 'zod';

import type { JsonObject } from '#shared/kernel/json.ts';
import { type FirecrawlReply, parsed, required, succeeded } from './dialect.ts';
import { documentOf } from './document.ts';
import { operationOptions, scrapeOptionFields } from './scrape-options.ts';
import { idempotencyKeyOf, type Session } from './session.ts';

const scrapeBody = z.strictObject({ url: z.string(), ...scrapeOptionFields });

/** POST /scrape. */
export async function scrape(session: Session): Promise<FirecrawlReply> {
  const { url, ...options } = parsed(scrapeBody, session.body);
  const answer = required(
    await session.call({
      function: 'scrape',
      method: 'POST',
      resource: '/api/v1/scrape',
      body: { url, ...operationOptions(options, session.version) },
      idempotencyKey: idempotencyKeyOf(session),
    }),
  );
  const { data, warning } = answer.body as { readonly data: JsonObject; readonly warning?: string };
  const document = documentOf({ ...data, url }, options);
  return succeeded({
    data: { ...document, ...(warning === undefined ? {} : { warning }) },
    scrape_id: session.request.requestId,
  });
}
