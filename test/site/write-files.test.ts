import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { afterAll, expect, test } from 'vitest';

import { codingSuffix } from '#shared/contract/site-files.ts';
import { writeFiles } from '../../lib/site/write-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-files-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('files are written compressed, and again only when they change: another service may be reading them', async () => {
  const page = (text: string) => [{ name: 'docs', type: 'text/plain', text }];
  const file = join(directory, 'files', `docs${codingSuffix.br}`);
  const readText = (): string => brotliDecompressSync(readFileSync(file)).toString();

  await writeFiles(join(directory, 'files'), page('The keeper reads the tide.'));
  const { mtimeMs } = statSync(file);
  await writeFiles(join(directory, 'files'), page('The keeper reads the tide.'));
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
  expect(readText()).toBe('The keeper reads the tide.');

  await writeFiles(join(directory, 'files'), page('She lights the lamp.'));
  expect(readText()).toBe('She lights the lamp.');
});
