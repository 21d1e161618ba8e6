import { expect, test } from 'vitest';

import { parseHtml } from '#shared/content/html/parse-html.ts';
import { blockContext } from '#shared/content/main-content/blocks/context.ts';
import { blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { declaredImage } from '#shared/content/main-content/related/images/declared-image.ts';
import { imageAt } from '#shared/content/main-content/related/images/shown-images.ts';

const image = (file: string, more = ''): string => `<img src="https://cdn.test/${file}.jpg" ${more}>`;
const text =
  '<p>The keeper of Skerry writes the hour of each tide into a book, and nobody has read it since.</p>';

/** The file that is found above the text, of an image that is declared in another size. */
function foundAbove(
  html: string,
  images = ['https://cdn.test/il_1080xN.65099_mnzb.jpg'],
): string | undefined {
  const tree = blockTree(parseHtml(`<body>${html}<article>${text}</article></body>`).document);
  const context = blockContext(tree, { url: 'https://shop.test/lamp', images });
  const { above } = declaredImage(context, new Uint8Array(tree.blocks.length).fill(1));
  return imageAt(tree, above)?.attribs['src'];
}

const large = image('il_1588xN.65099_mnzb');

test.for([
  ['in an element with such a class', `<div class="thumbnails">${image('il_300x300.65099_mnzb')}</div>`],
  ['in an attribute of its own', image('il_300x300.65099_mnzb', 'data-carousel-thumbnail-image')],
] as const)(
  'the declared image above the text is not its thumbnail, which is named so %s',
  ([, thumbnail]) => {
    expect(foundAbove(large + thumbnail)).toContain('il_1588xN');
    expect(foundAbove(thumbnail)).toContain('il_300x300');
  },
);

test('the nearest of several images above the text is found', () => {
  expect(foundAbove(large + image('il_640xN.65099_mnzb'))).toContain('il_640xN');
});

test('the first of the declared images that the page shows is found', () => {
  const declared = ['share', 'lamp', 'oil'].map((file) => `https://cdn.test/${file}.jpg`);

  expect(foundAbove(image('oil') + image('lamp'), declared)).toContain('lamp');
  expect(foundAbove(image('keeper'), declared)).toBeUndefined();
});
