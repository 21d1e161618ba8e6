import { describe, expect, test } from 'vitest';

import { extractEmbedded } from '#shared/embedded-extracting/extract-embedded.ts';
import { extractionCases, isRight, pageOf, type Verdict, verdictsOn } from './extraction-pages.ts';

const accuracyOf = (verdicts: readonly Verdict[]): number =>
  verdicts.filter(isRight).length / verdicts.length;

describe('pages of products, jobs, articles, events, contacts, homes, recipes and lists', () => {
  test.for([
    ['declare', 'declared', 0.95],
    ['only show', 'shown', 0.9],
  ] as const)('that %s their data are read field by field', async ([, data, least], { annotate }) => {
    const pages = extractionCases.filter((page) => page.data === data);

    const verdicts = (await Promise.all(pages.map(verdictsOn))).flat();

    const accuracy = accuracyOf(verdicts);
    await annotate(`${pages.length} pages, ${verdicts.length} fields: ${accuracy.toFixed(3)} right`);
    expect(accuracy).toBeGreaterThanOrEqual(least);
  });

  test('are enough, and a third of them are in Russian', () => {
    const russian = extractionCases.filter(({ name }) => name.endsWith('-ru'));

    expect(extractionCases.length).toBeGreaterThanOrEqual(60);
    expect(russian.length).toBeGreaterThanOrEqual(extractionCases.length / 3);
  });

  test.for(extractionCases)('$name gives each value with a quote from the page', async (page) => {
    const scraped = await pageOf(page);

    const items = extractEmbedded(scraped, page.schema);

    const source = `${JSON.stringify(scraped.declared)} ${JSON.stringify(scraped.metadata)} ${scraped.html}`;
    const words = source.replace(/\\[nrt"]/g, ' ');
    const missing = items
      .flatMap(({ evidence }) => evidence)
      .flatMap(({ quote }) => quote.match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => !words.includes(word));
    expect(missing).toEqual([]);
  });
});
