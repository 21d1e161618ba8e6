import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { describe, expect, inject, test } from 'vitest';

import { newKey } from './client.ts';

interface Example {
  readonly command: string;
  readonly output: string;
  /** `jsonc`: a part of the answer, with a comment where something is left out. Otherwise all of it. */
  readonly language: 'json' | 'jsonc' | 'text';
}

const examplesOf = (document: string): readonly Example[] =>
  [
    ...readFileSync(document, 'utf8').matchAll(
      /```sh\n(?:export ID=.*\n)?(curl [\s\S]+?)```\s+```(jsonc?|text)\n([\s\S]+?)```/g,
    ),
  ].map(([, command = '', language, output = '']) => ({
    command,
    output: output.replaceAll(/(?<=\s)\/\/ .*$/gm, ''),
    language: language as Example['language'],
  }));

/** Where the pages of the examples are in the documents. */
const exampleOrigin = 'https://shop.example';
const volatile = new Set([
  'processingTime',
  'duration',
  'loadTime',
  'month',
  'day',
  'id',
  'next',
  'createdAt',
  'expiresAt',
  'extractedAt',
  'previousScrapeAt',
  // The service under test has plans of its own.
  'requestsAtOnce',
]);

/** Pages of a crawl come in the order in which they were finished. */
const byUrl = (a: unknown, b: unknown): number => JSON.stringify(a).localeCompare(JSON.stringify(b));

/** What differs from run to run is replaced by its type. */
const comparable = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => {
    if (volatile.has(name)) return typeof value;
    return name === 'pages' && Array.isArray(value) ? value.toSorted(byUrl) : value;
  });

/** The part of a value that has the keys of `shown`. */
function partLike(value: unknown, shown: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(shown))
    return value.map((entry, index) => partLike(entry, shown[index]));
  if (typeof value !== 'object' || typeof shown !== 'object' || value === null || shown === null)
    return value;
  const part = Object.entries(value).filter(([key]) => key in shown);
  return Object.fromEntries(
    part.map(([key, inner]) => [key, partLike(inner, (shown as Record<string, unknown>)[key])]),
  );
}

/** The crawl that an answer names. */
const idOf = ({ language }: Example, stdout: string): string | undefined =>
  language === 'text' ? undefined : (JSON.parse(stdout) as { id?: string }).id;

/** What a command printed and what the document shows, without what may differ. */
function comparison({ output, language }: Example, stdout: string): { printed: unknown; shown: unknown } {
  if (language === 'text') return { printed: stdout, shown: output };
  const shown = comparable(output);
  const printed = comparable(stdout);
  return { printed: language === 'json' ? printed : partLike(printed, shown), shown };
}

describe.for([
  ['README.md', 12],
  ['docs/api.md', 21],
  ['docs/guides/scrape.md', 3],
  ['docs/guides/crawl.md', 3],
  ['docs/guides/search.md', 3],
  ['docs/guides/extract.md', 2],
  ['docs/guides/limits.md', 3],
  ['docs/guides/firecrawl.md', 1],
  ['docs/guides/mcp.md', 1],
  ['docs/guides/self-host.md', 1],
] as const)('%s', ([document, count]) => {
  const examples = examplesOf(document);

  test('shows examples', () => {
    expect(examples).toHaveLength(count);
  });

  test('shows what its commands print', async () => {
    const { baseUrl, site } = inject('service');
    const { key } = await newKey('starter');
    const run = promisify(execFile);

    let id = '';
    for (const example of examples) {
      const { stdout } = await run('bash', ['-c', example.command.replaceAll(exampleOrigin, site)], {
        env: { PATH: process.env['PATH'], WINNOW: baseUrl, KEY: key, ID: id },
      });
      id = idOf(example, stdout) ?? id;

      const { printed, shown } = comparison(example, stdout.replaceAll(site, exampleOrigin));
      expect(printed).toEqual(shown);
    }
  });
});
