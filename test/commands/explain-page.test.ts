import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { explainPage } from '../../lib/commands/explain-page.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-explain-'));
const file = join(directory, 'page.html');
writeFileSync(
  file,
  '<html lang="en"><title>Tea</title><nav><a href="/">Home</a></nav><main><h1>Tea</h1><p>Green tea takes two minutes and water of eighty degrees.</p></main></html>',
);
const options = { whole: false, include: [], exclude: [], url: undefined, type: undefined, markdown: false };

afterAll(() => rmSync(directory, { recursive: true }));

describe('npm run explain', () => {
  test('prints verdicts with reasons, then the metadata', async () => {
    const lines = await explainPage(file, options);

    const end = lines.indexOf('');
    expect(lines.slice(0, end).join('\n')).toContain('content with a chance of');
    expect(lines.slice(end + 1)).toEqual(expect.arrayContaining(['title: Tea', 'language: en']));
  });

  test('prints the Markdown of the chosen elements when asked', async () => {
    const lines = await explainPage(file, { ...options, include: ['p'], markdown: true });

    expect(lines.at(-1)).toBe('Green tea takes two minutes and water of eighty degrees.\n');
  });

  test('names a file that it cannot read', async () => {
    await expect(explainPage('/no/such.html', options)).rejects.toThrow('/no/such.html: ENOENT');
  });
});
