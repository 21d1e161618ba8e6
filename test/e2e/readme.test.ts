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
const volatile = new Set(['processingTime', 'loadTime', 'month', 'day', 'requestId']);

/** What differs from run to run is replaced by its type. */
const settled = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => (volatile.has(name) ? typeof value : value));

describe('the README', () => {
  test('shows an example of every kind of route', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  test('shows what its commands print', async () => {
    const { baseUrl, site } = inject('service');
    const { key } = await newKey('starter');
    const run = promisify(execFile);

    for (const { command, output } of examples) {
      const { stdout } = await run('bash', ['-c', command.replaceAll(exampleOrigin, site)], {
        env: { PATH: process.env['PATH'], WINNOW: baseUrl, KEY: key },
      });

      expect(settled(stdout.replaceAll(site, exampleOrigin))).toEqual(settled(output));
    }
  });
});
