import * as z from 'zod';

import type { JsonObject } from '#shared/kernel/json.ts';
import {
  callerNotes,
  type FirecrawlReply,
  given,
  parsed,
  picked,
  succeeded,
  unsupported,
  warningOf,
} from './dialect.ts';
import { operate } from './operate.ts';
import type { Session } from './session.ts';

export const mapBody = z.strictObject({
  url: z.string(),
  search: z.string().optional(),
  limit: z.number().optional(),
  includeSubdomains: z.boolean().optional(),
  ignoreQueryParameters: z.boolean().optional(),
  sitemap: z.enum(['include', 'skip', 'only']).optional(),
  ignoreSitemap: z.boolean().optional(),
  sitemapOnly: z.boolean().optional(),
  timeout: z.number().optional(),
  // Without effect: nothing but the site itself is asked.
  useIndex: z.boolean().optional(),
  useMock: z.string().optional(),
  ignoreCache: z.boolean().optional(),
  filterByPath: z.boolean().optional(),
  location: z.unknown().optional(),
  threatProtection: z.unknown().optional(),
  ...callerNotes,
});

const passedOptions = [
  'url',
  'search',
  'limit',
  'includeSubdomains',
  'ignoreQueryParameters',
  'timeout',
] as const satisfies readonly (keyof z.output<typeof mapBody>)[];

const sitemapOf = ({ sitemap, sitemapOnly, ignoreSitemap }: z.output<typeof mapBody>): string | undefined => {
  if (sitemap !== undefined) return sitemap;
  if (sitemapOnly === true) return 'only';
  return ignoreSitemap === true ? 'skip' : undefined;
};

/** POST /map. */
export async function map(session: Session): Promise<FirecrawlReply> {
  const body = parsed(mapBody, session.body);
  if (body.threatProtection !== undefined) throw unsupported('threatProtection');
  const asked = given({ ...picked(body, passedOptions), sitemap: sitemapOf(body) });
  const answer = await operate(session, 'map', asked);
  const { links } = answer['data'] as { readonly links: readonly JsonObject[] };
  return succeeded({
    links:
      session.version === 'v1'
        ? links.map((link) => link['url'])
        : links.map(({ url: found, title }) => ({ url: found, ...(title === undefined ? {} : { title }) })),
    ...warningOf(answer),
  });
}
