import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { pageContents } from '#shared/content/page-content.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
import { extractEmbedded } from '#shared/extract/embedded/extract-embedded.ts';
import {
  type ExtractionPage,
  extractionPage,
  extractionSelection,
} from '#shared/extract/embedded/extraction-page.ts';

type Json = Readonly<Record<string, unknown>>;

/** A page, a schema, and the items that a reader finds. */
export interface ExtractionCase {
  readonly name: string;
  /** Whether the page declares the data for machines, or only shows it. */
  readonly data: 'declared' | 'shown';
  readonly schema: Json;
  readonly expected: readonly Json[];
}

const folder = join(import.meta.dirname, '../../fixtures/extraction');

export const extractionCases: readonly ExtractionCase[] = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => basename(name, '.html'))
  .map((name) => ({ name, ...JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) }));

/** The page as extraction reads it: whole, as markdown, html and json. */
export async function scrapedPage(html: string | Uint8Array): Promise<ExtractionPage> {
  const url = 'https://pages.test/123';
  const parsed = parsePage({ bytes: Buffer.from(html), contentType: 'text/html; charset=utf-8', url });
  const wholePage = { onlyMainContent: false, includeTags: [], excludeTags: [], removeBase64Images: true };
  const contents = await pageContents(parsed, [extractionSelection(wholePage)]);
  return extractionPage({ finalUrl: url, requestedUrl: url }, contents[0]);
}

export const pageOf = ({ name }: ExtractionCase): Promise<ExtractionPage> =>
  scrapedPage(readFileSync(join(folder, `${name}.html`)));

/** Values by path; a list of scalars is one value. */
function leavesOf(value: unknown, path: string, leaves: Map<string, string>): Map<string, string> {
  const isPlainList = Array.isArray(value) && value.every((entry) => typeof entry !== 'object');
  if (typeof value !== 'object' || value === null || isPlainList)
    return leaves.set(path, JSON.stringify(value).replace(/\s+/g, ' '));
  for (const [key, child] of Object.entries(value)) leavesOf(child, `${path}/${key}`, leaves);
  return leaves;
}

export interface Verdict {
  readonly path: string;
  readonly expected: string | undefined;
  readonly found: string | undefined;
}

/** Each field that is expected or was found, so that an invented value counts as a missed one does. */
export async function verdictsOn(page: ExtractionCase): Promise<readonly Verdict[]> {
  const items = extractEmbedded(await pageOf(page), page.schema);
  const found = leavesOf(
    items.map(({ value }) => value),
    '',
    new Map(),
  );
  const expected = leavesOf(page.expected, '', new Map());
  return [...new Set([...expected.keys(), ...found.keys()])].map((path) => ({
    path,
    expected: expected.get(path),
    found: found.get(path),
  }));
}

export const isRight = ({ expected, found }: Verdict): boolean => expected === found;
