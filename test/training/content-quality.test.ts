import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import metrics from '#shared/content/main-content/content-model-metrics.json' with { type: 'json' };

interface Score {
  readonly pages: number;
  readonly f1?: number;
  readonly snippetF1?: number;
}
type Scores = Readonly<Record<string, Score>>;

const scoreOf = (score: Score | undefined): number | undefined => score?.f1 ?? score?.snippetF1;

test('docs/content-quality.md shows the scores that training wrote', () => {
  const rows = readFileSync('docs/content-quality.md', 'utf8').matchAll(
    /^\| ((?:wcxb-dev|trafilatura|unlabelled|multilingual|russian-dev|newspaper4k)[\w -]*?) +\| (\d+) +\| ([\d.]+) +\|(?: ([\d.]+) +\|)?$/gm,
  );
  const shown = [...rows].map(([, name = '', ...figures]) => [
    name,
    ...figures.filter((figure) => figure !== undefined).map(Number),
  ]);

  const { sites, corpora } = metrics.heldOut as { readonly sites: Scores; readonly corpora: Scores };
  const trainedOn = Object.entries(sites).map(([name, score]) => [
    name,
    score.pages,
    scoreOf(score),
    scoreOf(corpora[name]),
  ]);
  const measured = Object.entries(metrics.neverTrainedOn as Scores).map(([name, score]) => [
    name,
    score.pages,
    scoreOf(score),
  ]);
  expect(new Set(shown)).toEqual(new Set([...trainedOn, ...measured]));
});
