import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

import { buildBundles, bundleDirectory } from '../../lib/bundles.ts';

const maxEntryBytes = 1_500_000;

describe('the bundles of the functions', () => {
  beforeAll(buildBundles);

  test('load little before the first request: the PDF reader waits in a file of its own', () => {
    const directory = bundleDirectory('scrape');
    const entry = join(directory, 'index.mjs');
    const imported = Array.from(
      readFileSync(entry, 'utf8').matchAll(/(?:from|import)"\.\/([\w-]+\.mjs)"/g),
      ([, name = '']) => name,
    );
    const atStart = [entry, ...imported.map((name) => join(directory, name))];
    const bytes = atStart.reduce((sum, file) => sum + statSync(file).size, 0);

    expect(bytes).toBeLessThan(maxEntryBytes);
    expect(imported.filter((name) => name.startsWith('pdfjs'))).toEqual([]);
    expect(readdirSync(directory).filter((name) => name.startsWith('pdfjs'))).toHaveLength(1);
  });
});
