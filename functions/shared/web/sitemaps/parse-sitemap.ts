import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { Parser } from 'htmlparser2';

import { AppError } from '#shared/kernel/errors.ts';

/** What a sitemap or a feed says about a page, beside its URL. */
export interface SitemapDetails {
  /** A date, or a date and time, as W3C and ISO 8601 write them. */
  readonly lastModified?: string;
  readonly title?: string;
}

/** The entries of a sitemap file (sitemaps.org/protocol.html), each URL once, in the file's order. */
export interface Sitemap {
  readonly pages: readonly string[];
  /** Dates and titles that the file gives, by the URL of their page. */
  readonly details: ReadonlyMap<string, SitemapDetails>;
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
/** Lines that are read at once. */
const sliceLines = 20_000;
/** The parser takes time for each open element at each tag. The contents of feeds are far less deep. */
const maxDepth = 1_000;

const maxTitleCharacters = 500;

/** The date of `<lastmod>` as it is; the dates of feeds in the same form. */
function dateIn(text: string): string | undefined {
  if (Number.isNaN(Date.parse(text))) return undefined;
  return /^\d{4}-\d\d/.test(text) ? text : new Date(text).toISOString();
}

class Listing {
  readonly pages = new Set<string>();
  readonly details = new Map<string, SitemapDetails>();
  readonly sitemaps = new Set<string>();
  truncated = false;
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** Returns the URL if it is one of a page or sitemap. */
  add(kind: 'pages' | 'sitemaps', text: string): string | undefined {
    const url = URL.parse(text.trim(), this.#baseUrl);
    if (text.trim() === '' || url === null || !/^https?:$/.test(url.protocol)) return undefined;
    if (this[kind].size < sitemapLimits.addresses) this[kind].add(url.href);
    else this.truncated = true;
    return url.href;
  }

  describe(url: string, { modified, title }: { readonly modified: string; readonly title: string }): void {
    const lastModified = dateIn(modified.trim());
    const name = title.replace(/\s+/g, ' ').trim().slice(0, maxTitleCharacters);
    if ((lastModified === undefined && name === '') || !this.pages.has(url)) return;
    this.details.set(url, {
      ...(lastModified === undefined ? {} : { lastModified }),
      ...(name === '' ? {} : { title: name }),
    });
  }

  result(): Sitemap {
    const { pages, details, sitemaps, truncated } = this;
    return { pages: [...pages], details, sitemaps: [...sitemaps], truncated };
  }
}

const entryNames = new Set(['sitemap', 'url', 'item', 'entry']);
/** The elements of an entry that hold its URL, its date or its title. */
const locations = new Set(['loc', 'link']);
const dates = new Set(['lastmod', 'pubdate', 'updated']);

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();
/** image:loc, video:title and their like describe no page; news:title is that of the page. */
const isMedia = (tag: string): boolean => /^(?:image|video|media):/i.test(tag);

/** `<loc>` belongs to the innermost entry; feeds have `<link>`, as text (RSS) or as an attribute (Atom). */
async function readXml(text: string, listing: Listing, signal: AbortSignal): Promise<void> {
  let depth = 0;
  let entry = '';
  let url: string | undefined;
  let said = { modified: '', title: '' };
  let collecting: { readonly name: string; text: string } | undefined;
  const isWanted = (name: string): boolean =>
    name === 'loc' || (name === 'link' && entry === 'item') || dates.has(name) || name === 'title';
  const parser = new Parser(
    {
      onopentag: (tag, { href, rel = 'alternate' }) => {
        depth += 1;
        if (depth > maxDepth) throw new AppError('INVALID_RESPONSE', 'The sitemap is nested too deeply.');
        const name = localName(tag);
        if (entryNames.has(name)) {
          entry = name;
          url = undefined;
          said = { modified: '', title: '' };
        }
        if (entry === '' || isMedia(tag)) return;
        if (isWanted(name)) collecting = { name, text: '' };
        if (name === 'link' && entry === 'entry' && rel === 'alternate' && href !== undefined)
          url = listing.add('pages', href) ?? url;
      },
      ontext: (data) => {
        if (collecting !== undefined) collecting.text += data;
      },
      onclosetag: (tag) => {
        depth -= 1;
        const name = localName(tag);
        if (collecting?.name === name) {
          if (locations.has(name)) {
            const added = listing.add(entry === 'sitemap' ? 'sitemaps' : 'pages', collecting.text);
            url = entry === 'sitemap' ? undefined : (added ?? url);
          } else if (dates.has(name)) said.modified ||= collecting.text;
          else said.title ||= collecting.text;
          collecting = undefined;
        }
        if (name !== entry) return;
        if (url !== undefined) listing.describe(url, said);
        entry = '';
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

/** The URLs of a text, one on each line; other lines are read over. Throws INVALID_RESPONSE when there is no URL. */
async function readLines(text: string, listing: Listing, signal: AbortSignal): Promise<void> {
  let count = 0;
  let hasUrl = false;
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    count += 1;
    if (count % sliceLines === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    if (!/^\s*https?:\/\//i.test(line)) continue;
    hasUrl = true;
    listing.add('pages', line);
    if (listing.truncated) return;
  }
  if (!hasUrl) throw new AppError('INVALID_RESPONSE', 'The URL does not lead to a sitemap.');
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
    if (/^\s*</.test(head)) throw new AppError('INVALID_RESPONSE', 'The URL does not lead to a sitemap.');
    await readLines(text, listing, signal);
  }
  return listing.result();
}
