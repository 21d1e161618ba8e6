import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { describe, expect, inject, test } from 'vitest';

import { newKey } from './client.ts';

const readme = readFileSync('README.md', 'utf8');
const examples = [...readme.matchAll(/```sh\n(curl [\s\S]+?)```\s+```json\n([\s\S]+?)```/g)].map(
  ([, command = '', output = '']) => ({ command, output }),
);
/** Where the pages of the examples live in the README. */
const exampleOrigin = 'https://shop.example';
const volatile = new Set([
  'processingTime',
  'duration',
  'loadTime',
  'month',
  'day',
  'id',
  'expiresAt',
  'extractedAt',
  // The service under test has plans of its own.
  'requestsAtOnce',
]);

/** Pages of a crawl come in the order in which they were finished. */
const byUrl = (a: unknown, b: unknown): number => JSON.stringify(a).localeCompare(JSON.stringify(b));

/** What differs from run to run is replaced by its type. */
const settled = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => {
    if (volatile.has(name)) return typeof value;
    return name === 'pages' && Array.isArray(value) ? value.toSorted(byUrl) : value;
  });

describe('the README', () => {
  test('shows an example of every kind of route', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  test('shows what its commands print', async () => {
    const { baseUrl, site } = inject('service');
    const { key } = await newKey('starter');
    const run = promisify(execFile);

    let id = '';
    for (const { command, output } of examples) {
      const { stdout } = await run('bash', ['-c', command.replaceAll(exampleOrigin, site)], {
        env: { PATH: process.env['PATH'], WINNOW: baseUrl, KEY: key, ID: id },
      });
      id = (JSON.parse(stdout) as { id?: string }).id ?? id;

      expect(settled(stdout.replaceAll(site, exampleOrigin))).toEqual(settled(output));
    }
  });
});
