import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { CrawlPage } from '../contract.ts';

const maxSegmentLength = 80;
const maxSegments = 20;
const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Names that Windows keeps for devices, with any extension. */
const deviceNames = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** A part of a URL as the name of a file on every system. */
function safeName(text: string): string {
  const name = decoded(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._~-]+/gu, '-')
    .replaceAll(/^\.+|[. ]+$/g, '');
  return name.slice(0, maxSegmentLength).toWellFormed();
}

/**
 * The file of a page below the folder of a crawl, without an extension: host, then path. URLs never share a file, unless
 * they differ in their scheme only:
 * a name that does not say all of its URL ends with a hash. It depends on the URL alone, so that a page that is
 * written again replaces itself.
 */
export function pagePath(url: string): string {
  const { host, pathname, search } = new URL(url);
  const isFolder = pathname.endsWith('/');
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const names = segments.map(safeName);
  const last = isFolder ? 'index' : (names.at(-1) ?? 'index');
  const folders = isFolder ? names : names.slice(0, -1);
  const isWhole =
    search === '' &&
    names.length <= maxSegments &&
    `/${names.join('/')}${isFolder && names.length > 0 ? '/' : ''}` === pathname &&
    !names.some((name) => deviceNames.test(name)) &&
    (isFolder || last !== 'index');
  const kept = folders
    .slice(0, maxSegments)
    .map((name) => (name === '' || deviceNames.test(name) ? `_${name}` : name));
  return [safeName(host), ...kept, isWhole ? last : `${last}-${shortHash(url)}`].join('/');
}

/** A value as YAML: a string of JSON is one of YAML too. */
const yaml = (value: unknown): string => JSON.stringify(value);

/** Markdown below what is known of the page. */
function withFrontMatter(page: CrawlPage): string {
  const { url, markdown = '', metadata } = page;
  const { title, description, language, statusCode, sourceURL, depth, discoveredFrom } = metadata;
  const fields = {
    url,
    title,
    description,
    language,
    statusCode,
    ...(listedUrl(page) === url ? {} : { requestedUrl: listedUrl(page) }),
    ...(sourceURL === url ? {} : { finalUrl: sourceURL }),
    depth,
    discoveredFrom,
  };
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${yaml(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${markdown}`;
}

/**
 * The URL of a batch's list that led to a page. Two of them may lead to one page, and each has its file.
 */
export function listedUrl({ url, metadata }: CrawlPage): string {
  const listed = metadata['requestedURL'];
  return typeof listed === 'string' && URL.canParse(listed) ? listed : url;
}

/** Writes a page: Markdown with front matter, HTML beside it, and a JSON file of what is neither. */
export async function writePage(folder: string, page: CrawlPage, namedBy: string): Promise<void> {
  const path = join(folder, pagePath(namedBy));
  await mkdir(dirname(path), { recursive: true });
  const { markdown, html, url, metadata, ...others } = page;
  if (markdown !== undefined) await writeFile(`${path}.md`, withFrontMatter(page));
  if (html !== undefined) await writeFile(`${path}.html`, html);
  if (Object.keys(others).length > 0)
    await writeFile(`${path}.json`, `${JSON.stringify({ url, ...others, metadata }, undefined, 2)}\n`);
}
