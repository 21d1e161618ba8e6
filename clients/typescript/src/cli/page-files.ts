import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { CrawlPage } from '../contract.ts';

const maxSegmentLength = 80;
const maxSegments = 20;
/** Maximum length of a relative path without its extension; Windows allows 260 characters for the absolute path. */
const maxPathLength = 200;
const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Names that Windows keeps for devices, with any extension. */
const deviceNames = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/** Folders that would be in the way of a page's file: `/docs` is written to docs.md, and `/docs.md/x` has a folder. */
const fileNames = /\.(md|html|json)$/;

/** The name of a folder. A mark at its end also keeps it apart from the file of `/_docs`. */
const folderName = (name: string): string => {
  const marked = name === '' || deviceNames.test(name) ? `_${name}` : name;
  return fileNames.test(marked) ? `${marked}_` : marked;
};

/** The outer folders that leave room for the name of the file. */
const fitting = (folders: readonly string[], maxLength: number): readonly string[] => {
  let length = 0;
  return folders.slice(0, maxSegments).filter((name) => (length += name.length + 1) <= maxLength);
};

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
  const hostName = safeName(host);
  const marked = folders.map(folderName);
  const fileLength = `-${shortHash(url)}`.length + last.length;
  const kept = fitting(marked, maxPathLength - hostName.length - 1 - fileLength);
  const isWhole =
    search === '' &&
    host.length <= maxSegmentLength &&
    `/${names.join('/')}${isFolder && names.length > 0 ? '/' : ''}` === pathname &&
    isDeepStrictEqual(kept, folders) &&
    !deviceNames.test(last) &&
    (isFolder || last !== 'index');
  return [hostName, ...kept, isWhole ? last : `${last}-${shortHash(url)}`].join('/');
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
  if (typeof listed !== 'string') return url;
  // The scheme may be left out of a list, and `shop.example:80/a` by itself would have the scheme `shop.example`.
  const withScheme = /^https?:\/\//i.test(listed) ? listed : `https://${listed}`;
  return URL.canParse(withScheme) ? withScheme : url;
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

/** The file system does not take the name of one page. Others, such as a full disk, concern every page. */
const nameProblems = new Set([
  'EACCES',
  'EEXIST',
  'EINVAL',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'ERR_INVALID_URL',
]);

/** Writes a page; returns why it cannot be written when that says nothing about other pages. */
export async function pageProblem(
  folder: string,
  page: CrawlPage,
  namedBy: string,
): Promise<string | undefined> {
  try {
    await writePage(folder, page, namedBy);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || !nameProblems.has(code)) throw error;
    return message;
  }
}
