import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Coding } from '#shared/contract/site-files.ts';
import { within } from '#shared/kernel/deadline.ts';

/** The OpenAPI document with the deployment as its server. */
export function withServer(openApi: string, base: string): string {
  const { openapi, info, ...rest } = JSON.parse(openApi) as Readonly<Record<string, unknown>>;
  return JSON.stringify({ openapi, info, servers: [{ url: base }], ...rest });
}

/** What `/` says to a program. */
export const linksAt = (base: string) => ({
  name: 'Winnow',
  description: 'Web pages in, clean content out: scrape, crawl, search and extract over HTTP.',
  api: `${base}/api/v1`,
  documentation: `${base}/docs`,
  openapi: `${base}/openapi.json`,
  llms: `${base}/llms.txt`,
});

/** Compressing takes milliseconds; longer means that the process is stuck. */
const maxCompressMs = 5_000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compresses a document that depends on the request. Quality 5 takes 3 ms for the OpenAPI document, the best 150 ms. */
export async function encoded(text: string, coding: Coding): Promise<Buffer> {
  const bytes = Buffer.from(text);
  if (coding === 'identity') return bytes;
  const compressing =
    coding === 'br' ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : zip(bytes);
  return within(compressing, AbortSignal.timeout(maxCompressMs));
}
