import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Coding } from '#shared/contract/site-files.ts';
import { within } from '#shared/kernel/deadline.ts';
import { codingFor } from './accept.ts';
import type { Arrival, Step } from './chain.ts';

/** Compressing takes milliseconds; longer means that the process is stuck. */
const maxCompressMs = 5_000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compresses text that depends on the request. Brotli's quality 5 takes 3 ms for the OpenAPI document, the best 150 ms. */
export async function encoded(text: string, coding: Coding): Promise<Buffer> {
  const bytes = Buffer.from(text);
  if (coding === 'identity') return bytes;
  const compressing =
    coding === 'br' ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : zip(bytes);
  return within(compressing, AbortSignal.timeout(maxCompressMs));
}

/** Smaller answers fit in one packet anyway. */
const minBytes = 1_400;
/** Larger answers are mostly screenshots, which are compressed already, and would delay their first byte. */
const maxBytes = 1_000_000;

/**
 * Compresses the answers to those who take it: bytes that leave AWS are paid for. API Gateway does not compress streamed
 * answers. For answers to API keys only: with cookies, the length of an answer may tell another site what is in it.
 */
export const compression: Step<Arrival> = {
  after: async ({ request }, reply) => {
    const { body, headers } = reply;
    if (typeof body !== 'string') return reply;
    const length = Buffer.byteLength(body);
    if (length < minBytes || length > maxBytes) return reply;
    const coding = codingFor(request.headers['accept-encoding']);
    const { vary } = headers;
    const depending = {
      ...headers,
      vary: vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`,
    };
    if (coding === 'identity') return { ...reply, headers: depending };
    return {
      ...reply,
      headers: { ...depending, 'content-encoding': coding },
      body: Readable.from([await encoded(body, coding)]),
    };
  },
};
