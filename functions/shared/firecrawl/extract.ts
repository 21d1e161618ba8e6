import * as z from 'zod';

import { readableUrls } from '#shared/contract/extract.ts';
import { idempotencyHours } from '#shared/contract/idempotency.ts';
import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { newId, sha256 } from '#shared/kernel/ids.ts';
import {
  callerNotes,
  FirecrawlError,
  type FirecrawlReply,
  given,
  parsed,
  picked,
  succeeded,
  unsupported,
} from './dialect.ts';
import { valuesOfPages } from './extracted-values.ts';
import { operate } from './operate.ts';
import { operationOptions, refuseRetention, scrapeOptions } from './scrape-options.ts';
import type { Session } from './session.ts';

export const extractBody = z.strictObject({
  urls: z.array(z.string()).min(1),
  prompt: z.string().optional(),
  systemPrompt: z.string().optional(),
  schema: z.record(z.string(), z.unknown()).optional(),
  showSources: z.boolean().optional(),
  ignoreInvalidURLs: z.boolean().optional(),
  timeout: z.number().optional(),
  scrapeOptions: scrapeOptions.optional(),
  // Without effect: the pages that are named are read, and no others.
  limit: z.number().optional(),
  ignoreSitemap: z.boolean().optional(),
  includeSubdomains: z.boolean().optional(),
  allowExternalLinks: z.boolean().optional(),
  urlTrace: z.boolean().optional(),
  enableWebSearch: z.boolean().optional(),
  agent: z.unknown().optional(),
  webhook: z.unknown().optional(),
  threatProtection: z.unknown().optional(),
  ...callerNotes,
});

/** The time of the answers that this service keeps for repeated requests. */
const keptMs = idempotencyHours * 3_600_000;
/** Below the account's answers, so that it is deleted with the account; no Idempotency-Key has a line break. */
const blobName = (accountId: string, id: string): string =>
  `idempotency/${accountId}/${sha256(`extract\n${id}`)}`;

function refuse({
  urls,
  enableWebSearch,
  agent,
  webhook,
  threatProtection,
}: z.output<typeof extractBody>): void {
  if (enableWebSearch === true)
    throw unsupported('enableWebSearch', 'POST /search with scrapeOptions reads results.');
  for (const [name, value] of Object.entries({ agent, webhook, threatProtection }))
    if (value !== undefined) throw unsupported(name);
  if (urls.some((url) => url.endsWith('/*')))
    throw unsupported('A URL that ends with /*', 'POST /map or POST /crawl finds the pages of a site.');
}

const passedOptions = [
  'urls',
  'prompt',
  'systemPrompt',
  'schema',
  'showSources',
  'timeout',
] as const satisfies readonly (keyof z.output<typeof extractBody>)[];

/** A URL has thousands of characters at most, and the beginning tells which one it is. */
const shownCharacters = 200;

const shown = (url: string): string =>
  url.length > shownCharacters ? `${url.slice(0, shownCharacters)}…` : url;

interface FailedPage {
  readonly url: string;
  readonly code: string;
}

/** The pages of which `data` has nothing, in one sentence, with the code of the reason. */
function failedPagesNote({ errors }: JsonObject): readonly string[] {
  if (!Array.isArray(errors)) return [];
  const pages = (errors as readonly FailedPage[]).map(({ url, code }) => `${shown(url)} (${code})`);
  return [`Nothing was extracted from ${pages.join(', ')}.`];
}

/** Formats of pages mean nothing for an extraction. */
const withoutFormats = ({ formats: _formats, ...options }: z.output<typeof scrapeOptions>) => options;

/** POST /extract: the job is done when its id is returned. */
export async function extract(session: Session): Promise<FirecrawlReply> {
  const body = parsed(extractBody, session.body);
  refuse(body);
  refuseRetention(body.scrapeOptions);
  const { schema, showSources, ignoreInvalidURLs, scrapeOptions: pages } = body;
  const ignoresInvalid = ignoreInvalidURLs ?? session.version === 'v2';
  const asked = given({
    ...picked(body, passedOptions),
    ignoreInvalidURLs: ignoresInvalid,
    scrapeOptions: pages === undefined ? undefined : operationOptions(withoutFormats(pages)),
  });
  const answer = await operate(session, 'extract', asked);
  const { json } = answer['data'] as { readonly json: JsonObject };
  const metadata = isObject(json['metadata']) ? json['metadata'] : {};
  const { value, sources, warnings } = valuesOfPages(json, schema, body.urls.length);
  const notes = [
    ...(typeof answer['warning'] === 'string' ? [answer['warning']] : []),
    ...failedPagesNote(metadata),
    ...warnings,
  ];
  const id = newId('extract');
  const result = {
    status: 'completed',
    data: value,
    ...(showSources === true ? { sources } : {}),
    ...(notes.length === 0 ? {} : { warning: notes.join(' ') }),
    expiresAt: new Date(session.nowMs + keptMs).toISOString(),
  };
  await session.answers.put(blobName(session.accountId, id), Buffer.from(JSON.stringify(result)));
  return succeeded({ id, ...(ignoresInvalid ? { invalidURLs: readableUrls(body).invalid } : {}) });
}

/** GET /extract/{id}. */
export async function extractStatus({ id, accountId, answers }: Session): Promise<FirecrawlReply> {
  const bytes = await answers.get(blobName(accountId, id));
  if (bytes === undefined) throw new FirecrawlError(404, 'Extract job not found');
  return succeeded(JSON.parse(Buffer.from(bytes).toString()) as JsonObject);
}
