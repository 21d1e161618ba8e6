import { describe, expect, test } from 'vitest';

import { markdownOf } from './read-page.ts';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Bees</title></head><body>${body}</body></html>`;

describe('a presentation', () => {
  const drawn = (slide: string): string =>
    `<svg data-marpit-svg="" viewBox="0 0 1280 720"><foreignObject width="1280" height="720"><section>${slide}</section></foreignObject></svg>`;

  test('of Marp has the text of the slides that it draws, and not what its speaker says', async () => {
    const slides = [
      '<h1>Bees in the city</h1><p>Ada Lindgren</p>',
      '<h2>Why</h2><ul><li>They make honey.</li></ul>',
    ];
    const note = '<div class="bespoke-marp-note" data-index="1"><p>Tell the joke.</p></div>';

    expect(await markdownOf(page(`<div id=":$p">${slides.map(drawn).join('')}</div>${note}`))).toBe(
      '# Bees in the city\n\nAda Lindgren\n\n## Why\n\n- They make honey.\n',
    );
  });

  test('of Marp may have a background for a slide, in layers of the same drawing', async () => {
    const layer = (content: string): string => `<foreignObject>${content}</foreignObject>`;
    const layers = `<section data-marpit-advanced-background="background"><div><figure style="background-image:url(/hive.jpg)"></figure></div></section>`;
    const slide = `<svg data-marpit-svg="">${layer(layers)}${layer('<section><h2>Why</h2></section>')}</svg>`;

    expect(await markdownOf(page(slide))).toBe('## Why\n');
  });

  test('of reveal.js has no notes of its speaker', async () => {
    const slides =
      '<section><h2>Why</h2><p>They make honey.</p><aside class="notes">Tell the joke.</aside></section>';

    expect(await markdownOf(page(`<div class="reveal"><div class="slides">${slides}</div></div>`))).toBe(
      '## Why\n\nThey make honey.\n',
    );
  });
});

test('notes stay where a page reveals them when it is scrolled', async () => {
  const box = '<div class="reveal fade"><p>Text.</p><aside class="notes"><p>Bees sleep.</p></aside></div>';

  expect(await markdownOf(page(box))).toBe('Text.\n\nBees sleep.\n');
});

test('notes of another page and the labels of a drawing stay what they are', async () => {
  const label = '<svg><foreignObject><div><p>A label</p></div></foreignObject></svg>';
  const markdown = await markdownOf(
    page(`<p>Text.</p>${label}<aside class="notes"><p>Bees sleep.</p></aside>`),
  );

  expect(markdown).toBe('Text.\n\nBees sleep.\n');
});
