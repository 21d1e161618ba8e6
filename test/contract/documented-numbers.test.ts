import { readdirSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';

import { describe, expect, test } from 'vitest';

import { crawlRequest } from '#shared/contract/crawl.ts';
import { extractRequest } from '#shared/contract/extract.ts';
import { mapRequest } from '#shared/contract/map.ts';
import { scrapeRequest } from '#shared/contract/scrape.ts';
import { searchRequest } from '#shared/contract/search.ts';
import { exitCodes } from '../../clients/typescript/src/cli/exit-codes.ts';
import { documents } from './documented-numbers.ts';
import { defaultTimeoutMs } from '../../clients/typescript/src/contract.ts';
import { boundsOf, constantIn, inDigits } from './numbers-of-code.ts';

/** Running text in one line: without code blocks, comments, headings and the addresses of links. */
const textOf = (file: string): string =>
  readFileSync(file, 'utf8')
    // Written by npm run openapi from contract/error-notes.ts.
    .replace(/^## Errors\n(?=\nRequests that cannot)[^]*/m, '')
    .replaceAll(/```[^]*?```/g, ' ')
    .replaceAll(/<!--[^]*?-->/g, ' ')
    .replaceAll(/^#+ .*$/gm, ' ')
    // Steps, and the exit codes that have a test of their own.
    .replaceAll(/^\d+\. |^\| \d+ +\|/gm, ' ')
    .replaceAll(/https?:\/\/[^\s`)]+/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/[ \n]+/g, ' ');

const number =
  /\b\d[\d,.]*|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sixty|hundred|thousand)\b/gi;

/** Numbers that are left, each with what is around it. */
const numbersIn = (text: string): readonly string[] =>
  [...text.matchAll(number)]
    .filter(([found]) => !(found.replace(/\W+$/, '') in STATUS_CODES))
    .map(({ index }) => text.slice(Math.max(0, index - 40), index + 40).trim());

const guides = readdirSync('docs/guides').map((file) => `docs/guides/${file}`);

describe.for([...new Set([...Object.keys(documents), ...guides])])('%s', (file) => {
  const { says, plain = [] } = documents[file] ?? { says: [] };
  const text = textOf(file);

  test.for([...says, ...plain])('says “%s”', (sentence) => {
    expect(text).toContain(sentence);
  });

  test('has no other number', () => {
    const left = [...says, ...plain]
      .toSorted((one, other) => other.length - one.length)
      .reduce((rest, sentence) => rest.replaceAll(sentence, ' … '), text)
      .replaceAll(/`[^`]*`/g, ' ')
      // Versions of other people's programs.
      .replaceAll(/\bversions? \d+(?: and \d+)?/gi, ' ');

    // A bound or a default belongs into documented-numbers.ts, beside where it is decided.
    expect(numbersIn(left)).toEqual([]);
  });
});

test('the README of the client has the exit codes of its command line', () => {
  const rows = readFileSync('clients/typescript/README.md', 'utf8').matchAll(/^\| (\d+) +\| .*\|$/gm);

  expect([...rows].map(([, code]) => Number(code))).toEqual(Object.values(exitCodes));
});

/** The default and the maximum of each field of a request. */
const fields = {
  scrape: boundsOf(scrapeRequest),
  crawl: boundsOf(crawlRequest),
  map: boundsOf(mapRequest),
  search: boundsOf(searchRequest),
  extract: boundsOf(extractRequest),
};

test('help of the command line has the defaults of the service', () => {
  const limitOf = (command: 'crawl' | 'map' | 'search') =>
    /limit: \{.*\(([\d,]+)\)/.exec(
      readFileSync(`clients/typescript/src/cli/commands/${command}.ts`, 'utf8'),
    )?.[1];

  for (const command of ['crawl', 'map', 'search'] as const)
    expect([command, limitOf(command)]).toEqual([command, inDigits(fields[command]('limit').default)]);
  expect(constantIn('../../clients/typescript/src/cli/commands/crawl.ts', 'defaultLimit')).toBe(
    fields.crawl('limit').default,
  );
});

test.for(['scrape', 'crawl', 'map', 'search', 'extract'] as const)(
  'the clients wait for a %s as long as the service works on it by default',
  (operation) => {
    const { default: timeoutMs } = fields[operation]('timeout');
    const python = readFileSync('clients/python/src/winnow/_requests.py', 'utf8');
    const [, seconds] = new RegExp(`^_DEFAULT_SECONDS = .*"${operation}": (\\d+)`, 'm').exec(python) ?? [];

    expect(defaultTimeoutMs[operation]).toBe(timeoutMs);
    expect(Number(seconds) * 1_000).toBe(timeoutMs);
  },
);
