import { describe, expect, test } from 'vitest';

import { type Origin } from '#shared/extract/embedded/extraction-page.ts';
import { chanceOf } from '#shared/extract/evidence/reliability.ts';
import { extractionService, jsonOf } from './extraction-service.ts';

const chances = { 'price label alone': 0.4, 'any label alone': 0.7, 'any label confirmed': 0.9 };

describe('the chance that a value is right', () => {
  test.for([
    ['was measured for its concept', 'price', 'label', false, 0.4],
    ['is that of its origin for a concept that was not measured', 'weight', 'label', false, 0.7],
    ['is greater where text and data have it', 'weight', 'label', true, 0.9],
    ['is even for an origin that was not measured', 'price', 'heading', false, 0.5],
  ] as const)('%s', ([, concept, origin, isConfirmed, chance]) => {
    expect(chanceOf({ concept, origin, isConfirmed }, chances)).toBe(chance);
  });

  test('is never certainty', () => {
    const origins: readonly Origin[] = ['declared', 'head', 'heading', 'label', 'text'];
    const all = ['price', 'name', 'author', 'weight'].flatMap((concept) =>
      origins.flatMap((origin) =>
        [true, false].map((isConfirmed) => chanceOf({ concept, origin, isConfirmed })),
      ),
    );

    expect(Math.max(...all)).toBeLessThan(1);
    expect(Math.min(...all)).toBeGreaterThan(0);
  });
});

const url = 'https://shop.test/pan';
const extractFrom = (page: string, more: object = {}) =>
  extractionService({ pages: { [url]: page } }).extract({
    urls: [url],
    schema: {
      type: 'object',
      properties: { name: { type: ['string', 'null'] }, price: { type: ['number', 'null'] } },
    },
    showSources: true,
    ...more,
  });

const chanceIn = (reply: Awaited<ReturnType<typeof extractFrom>>, path: string): number | undefined =>
  jsonOf(reply).metadata?.sources?.find((source) => source.path === path)?.confidence;

describe('confidence', () => {
  const declared = (name: string, price: string): string =>
    `<script type="application/ld+json">{"@type":"Product","name":"${name}","offers":{"price":"${price}","priceCurrency":"EUR"}}</script>`;

  test('is greater for a price that is declared and shown than for one that is only shown', async () => {
    const both = await extractFrom(
      `<!doctype html><title>Alder pan</title>${declared('Alder pan', '64.00')}<h1>Alder pan</h1><p>€64.00</p>`,
    );
    const shown = await extractFrom('<!doctype html><title>Alder pan</title><h1>Alder pan</h1><p>€64.00</p>');

    expect(chanceIn(both, '/results/0/price')).toBeGreaterThan(chanceIn(shown, '/results/0/price') ?? 1);
  });

  test('is low for a title that nothing on the page confirms', async () => {
    const asked = await extractFrom(
      '<!doctype html><title>Untitled 1</title><p>€64.00</p><p>Cast in the village, one at a time.</p>',
    );

    expect(chanceIn(asked, '/results/0/name')).toBeLessThan(0.6);
    expect(chanceIn(asked, '/results/0/price')).toBeGreaterThan(0.6);
  });
});
