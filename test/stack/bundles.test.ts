import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

import { buildBundles, bundleDirectory } from '../../lib/bundles.ts';

const maxEntryBytes = 1_500_000;
/** Lambda: deployment package, unpacked. */
const maxAssetBytes = 250 * 1_024 * 1_024;

const sizeOf = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((total, name) => total + sizeOf(join(path, name)), 0)
    : statSync(path).size;

describe('the bundles of the functions', () => {
  beforeAll(buildBundles);

  test.for(['scrape', 'crawl-page', 'search', 'extract'])(
    '%s loads little before its first request',
    (name) => {
      const directory = bundleDirectory(name);
      const entry = join(directory, 'index.mjs');
      const imported = Array.from(
        readFileSync(entry, 'utf8').matchAll(/(?:from|import)"\.\/([\w-]+\.mjs)"/g),
        ([, part = '']) => part,
      );
      const atStart = [entry, ...imported.map((part) => join(directory, part))];
      const bytes = atStart.reduce((sum, file) => sum + statSync(file).size, 0);

      expect(bytes).toBeLessThan(maxEntryBytes);
      // The PDF reader waits in a file of its own.
      expect(imported.filter((part) => part.startsWith('pdfjs'))).toEqual([]);
      expect(readdirSync(directory).filter((part) => part.startsWith('pdfjs'))).toHaveLength(1);
    },
  );

  test('carry the browser in one function, and that one within what Lambda unpacks', () => {
    const carrying = readdirSync(bundleDirectory('')).filter((name) =>
      existsSync(join(bundleDirectory(name), 'browser')),
    );

    expect(carrying).toEqual(['render-page']);
    expect(sizeOf(bundleDirectory('render-page'))).toBeLessThan(maxAssetBytes);
  });

  test('give the browser its libraries and a font for every script', () => {
    const browser = join(bundleDirectory('render-page'), 'browser');

    expect(readdirSync(join(browser, 'lib'))).toEqual(
      expect.arrayContaining(['libnss3.so', 'libnspr4.so', 'libexpat.so.1']),
    );
    expect(readdirSync(join(browser, 'fonts'))).toEqual(
      expect.arrayContaining([
        'NotoColorEmoji.ttf',
        'NotoSansJP.ttf',
        'NotoSansSC.ttf',
        'NotoSansKR.ttf',
        'Open_Sans',
      ]),
    );
  });
});
