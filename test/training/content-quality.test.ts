import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import metrics from '#shared/content/main-content/content-model-metrics.json' with { type: 'json' };

interface Score {
  readonly pages: number;
  readonly f1?: number;
  readonly snippetF1?: number;
}

test('docs/content-quality.md shows the scores that training wrote', () => {
  const rows = readFileSync('docs/content-quality.md', 'utf8').matchAll(
    /^\| ((?:wcxb-dev|trafilatura|multilingual)[\w -]*?) +\| (\d+) +\| ([\d.]+) +\| ([\d.]+) +\|$/gm,
  );
  const shown = [...rows].map(([, name = '', ...figures]) => [name, ...figures.map(Number)]);

  const sites: Readonly<Record<string, Score>> = metrics.heldOut.sites;
  const languages: Readonly<Record<string, Score>> = metrics.heldOut.languages;
  const written = Object.entries(sites)
    .filter(([name]) => !name.startsWith('invented'))
    .map(([name, { pages, f1, snippetF1 }]) => [
      name,
      pages,
      f1 ?? snippetF1,
      languages[name]?.f1 ?? languages[name]?.snippetF1,
    ]);
  expect(new Set(shown)).toEqual(new Set(written));
});
