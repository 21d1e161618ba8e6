import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { Parser } from 'htmlparser2';

import { AppError } from '#shared/kernel/errors.ts';

/** The entries of a sitemap file (sitemaps.org/protocol.html), each URL once, in the file's order. */
export interface Sitemap {
  readonly pages: readonly string[];
  /** The sitemap files of a sitemap index. */
  readonly sitemaps: readonly string[];
  /** The file has more entries than the protocol allows; the rest was not read. */
  readonly truncated: boolean;
}

/** The protocol's limits for one file. */
export const sitemapLimits = { decodedBytes: 50 * 1024 * 1024, addresses: 50_000 } as const;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function decoded(bytes: Uint8Array): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: sitemapLimits.decodedBytes });
  } catch (cause) {
    throw new AppError(
      'INVALID_RESPONSE',
      'The sitemap’s compression is corrupt or the file is larger than 50 MB.',
      {
        cause,
      },
    );
  }
}

/** Characters that are parsed at once, in about ten milliseconds that block all other work. */
const sliceLength = 500_000;

class Listing {
  readonly pages = new Set<string>();
  readonly sitemaps = new Set<string>();
  truncated = false;
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  add(kind: 'pages' | 'sitemaps', text: string): void {
    const url = URL.parse(text.trim(), this.#baseUrl);
    if (text.trim() === '' || url === null || !/^https?:$/.test(url.protocol)) return;
    if (this[kind].size < sitemapLimits.addresses) this[kind].add(url.href);
    else this.truncated = true;
  }

  result(): Sitemap {
    return { pages: [...this.pages], sitemaps: [...this.sitemaps], truncated: this.truncated };
  }
}

/** `<loc>` belongs to the innermost entry; feeds have `<link>`, as text (RSS) or as an attribute (Atom). */
async function readXml(text: string, listing: Listing, signal: AbortSignal): Promise<void> {
  let entry = '';
  let collecting: string | undefined;
  const local = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        const name = local(tag);
        if (['sitemap', 'url', 'item', 'entry'].includes(name)) entry = name;
        // image:loc and video:…_loc are not pages.
        const isMedia = /^(?:image|video|news):/i.test(tag);
        const isLocation = (name === 'loc' && !isMedia) || (name === 'link' && entry === 'item');
        if (isLocation && entry !== '') collecting = '';
        const { href, rel = 'alternate' } = attributes;
        if (name === 'link' && entry === 'entry' && rel === 'alternate' && href !== undefined)
          listing.add('pages', href);
      },
      ontext: (data) => {
        if (collecting !== undefined) collecting += data;
      },
      onclosetag: (tag) => {
        const name = local(tag);
        if (collecting !== undefined && (name === 'loc' || name === 'link')) {
          listing.add(entry === 'sitemap' ? 'sitemaps' : 'pages', collecting);
          collecting = undefined;
        }
        if (name === entry) entry = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let start = 0; start < text.length && !listing.truncated; start += sliceLength) {
    parser.write(text.slice(start, start + sliceLength));
    await setImmediate();
    signal.throwIfAborted();
  }
  parser.end();
}

/**
 * Reads a sitemap, a sitemap index, a feed or a text sitemap, whatever type it was served as, gzipped or not.
 * Rejects with INVALID_RESPONSE for a file that is none of these (an HTML page, say), or with the signal's reason.
 */
export async function parseSitemap(bytes: Uint8Array, url: string, signal: AbortSignal): Promise<Sitemap> {
  const whole = await decoded(bytes);
  const text = new TextDecoder('utf-8').decode(whole.subarray(0, sitemapLimits.decodedBytes));
  const listing = new Listing(url);
  if (whole.byteLength > sitemapLimits.decodedBytes) listing.truncated = true;
  const head = text.slice(0, 4096);
  if (/<(?:\w+:)?(?:urlset|sitemapindex|rss|feed|rdf)\b/i.test(head)) {
    await readXml(text, listing, signal);
  } else {
    const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
    if (!lines.some((line) => /^https?:\/\//i.test(line)) || /^\s*</.test(head))
      throw new AppError('INVALID_RESPONSE', 'The URL does not lead to a sitemap.');
    for (const line of lines) if (/^https?:\/\//i.test(line)) listing.add('pages', line);
  }
  return listing.result();
}
