import { isTag } from 'domhandler';
import { describe, expect, test } from 'vitest';

import { type BlockContext, blockContext } from '#shared/content/main-content/blocks/context.ts';
import { type BlockTree, blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { indivisibleUnits } from '#shared/content/main-content/blocks/units.ts';
import { marksWithoutNote } from '#shared/content/main-content/related/notes.ts';
import { withRelatedBlocks } from '#shared/content/main-content/related/related-blocks.ts';
import { selectionOfBlocks } from '#shared/content/main-content/selection-of-blocks.ts';
import { writeMarkdown } from '#shared/content/markdown/markdown-writer.ts';
import { normalizePage } from '#shared/content/normalise/normalize-page.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';

interface Chosen {
  readonly context: BlockContext;
  readonly tree: BlockTree;
  readonly kept: Uint8Array;
}

/** What is kept when the blocks whose text has a `+` are accepted; every block has the chance `chance`. */
function choose(html: string, chance = 0.2): Chosen {
  const page = parsePage({
    bytes: Buffer.from(html),
    contentType: 'text/html; charset=utf-8',
    url: 'https://pages.test/a',
  });
  if (page.kind !== 'html') throw new Error('the page is not HTML');
  normalizePage(page);
  const tree = blockTree(page.document);
  const context = blockContext(tree);
  const chosen = Uint8Array.from(tree.blocks, ({ text }) => (text.includes('+') ? 1 : 0));
  const chances = new Float32Array(tree.blocks.length).fill(chance);
  return {
    context,
    tree,
    kept: withRelatedBlocks(context, indivisibleUnits(tree), chances, chosen).flags,
  };
}

function keptOf(html: string, chance?: number): string[] {
  const { tree, kept } = choose(html, chance);
  return tree.blocks.filter((_, block) => kept[block] === 1).map(({ text }) => text);
}

function writtenOf(html: string): string {
  const { context, tree, kept } = choose(html);
  const [root] = tree.nodes;
  return writeMarkdown(root === undefined ? [] : [root], {
    selection: selectionOfBlocks(context, kept),
    inlineImages: false,
  });
}

const figure = '<figure><img src="/a.png"><figcaption>The lamp</figcaption></figure>';

describe('the related blocks of accepted text', () => {
  test.for([
    [
      'a captioned figure between its paragraphs',
      `<p>One+</p>${figure}<p>Two+</p>`,
      ['One+', 'The lamp', 'Two+'],
    ],
    [
      'every figure of a row',
      `<p>One+</p>${figure}${figure}<p>Two+</p>`,
      ['One+', 'The lamp', 'The lamp', 'Two+'],
    ],
    [
      'a gallery with captions of its images and one of its own',
      `<p>One+</p><figure>${figure}<figure><img src="/b.png"></figure><figcaption>Two lamps</figcaption></figure><p>Two+</p>`,
      ['One+', 'The lamp', 'Two lamps', 'Two+'],
    ],
    [
      'no figure that holds another text than captions',
      `<p>One+</p><figure>${figure}<p>Read on</p><figcaption>Two lamps</figcaption></figure><p>Two+</p>`,
      ['One+', 'Two+'],
    ],
    [
      'the caption of an accepted table',
      `<p>One+</p><figure><table><tr><th>Lamp+</th><th>Oil+</th></tr><tr><td>Skerry+</td><td>2+</td></tr></table><figcaption>The lamps</figcaption></figure><p>Two</p>`,
      ['One+', 'Lamp+', 'Oil+', 'Skerry+', '2+', 'The lamps'],
    ],
    [
      'the caption of an accepted quotation or player',
      `<p>One+</p><figure><blockquote>Light it+</blockquote><figcaption>The keeper</figcaption></figure><p>Two</p>`,
      ['One+', 'Light it+', 'The keeper'],
    ],
    [
      'no caption of a table that is not accepted whole',
      `<p>One+</p><figure><div><p>Lamp+</p><p>Oil</p></div><figcaption>The lamps</figcaption></figure><p>Two</p>`,
      ['One+', 'Lamp+'],
    ],
    ['no figure before other text', `<p>One+</p>${figure}<p>Two</p>`, ['One+']],
    [
      'a box with an image and its caption, whatever its element',
      `<p>One+</p><div class="wp-caption"><img src="/a.png"><p>The lamp</p></div><p>Two+</p>`,
      ['One+', 'The lamp', 'Two+'],
    ],
    [
      'a box with an image and its credit, as other languages and agencies name it',
      `<p>One+</p><div><div><img src="/a.png"><div class="img-copyright">The lamp</div></div></div><p>Two+</p>`,
      ['One+', 'The lamp', 'Two+'],
    ],
    [
      'an image with a legend',
      `<p>One+</p><div><img src="/a.png"><div class="legenda">The lamp</div></div><p>Two+</p>`,
      ['One+', 'The lamp', 'Two+'],
    ],
    [
      'a box with an image and the name of its owner',
      '<p>One+</p><div class="image"><div class="pin"><a class="share-icon" href="#"></a></div><img src="/a.png"><div class="meta"><div class="a-copyright">© Ida Tarn</div></div></div><p>Two+</p>',
      ['One+', '© Ida Tarn', 'Two+'],
    ],
    [
      'no owner of the site in its footer',
      '<p>One+</p><div class="page-footer"><div><img src="/a.png"><div class="copyright">© Village Media</div></div></div><p>Two+</p>',
      ['One+', 'Two+'],
    ],
    [
      'no text of more than eight words about rights',
      '<p>One+</p><div><img src="/a.png"><p class="copyright">All rights are reserved, and reuse needs our written permission</p></div><p>Two+</p>',
      ['One+', 'Two+'],
    ],
    [
      'with the credit beside the caption',
      `<p>One+</p><div><figure><img src="/a.png"></figure><figcaption>The lamp</figcaption><span class="author">Ann Tarn</span></div><p>Two+</p>`,
      ['One+', 'The lamp', 'Ann Tarn', 'Two+'],
    ],
    [
      'with the license alone',
      `<p>One+</p><div><img src="/a.png"><div class="license-info"><a href="https://cc.test/by">CC BY</a> Ann Tarn</div></div><p>Two+</p>`,
      ['One+', 'CC BY Ann Tarn', 'Two+'],
    ],
    [
      'no box with another line of some length',
      `<p>One+</p><div><img src="/a.png"><p class="caption">The lamp</p><p>Read more about the lamp of Skerry and others</p></div><p>Two+</p>`,
      ['One+', 'Two+'],
    ],
    [
      'no box of that name with a long text',
      `<p>One+</p><div class="caption"><img src="/a.png"><p>${'word '.repeat(80)}</p></div><p>Two+</p>`,
      ['One+', 'Two+'],
    ],
    [
      'the figure that an article begins with',
      `<p>Share</p><article>${figure}<p>One+</p><p>Two+</p></article>`,
      ['The lamp', 'One+', 'Two+'],
    ],
    [
      'the figure that it ends with',
      `<article><p>One+</p><p>Two+</p>${figure}</article><p>Share</p>`,
      ['One+', 'Two+', 'The lamp'],
    ],
    [
      'no teaser that it ends with',
      `<article><p>One+</p><p>Two+</p><div class="related"><figure><img src="/b.png"><figcaption>Ten boats</figcaption></figure></div></article>`,
      ['One+', 'Two+'],
    ],
    [
      'no figure of nothing but links that it ends with',
      `<article><p>One+</p><p>Two+</p><figure><a href="/b"><img src="/b.png">Ten boats</a></figure></article>`,
      ['One+', 'Two+'],
    ],
    [
      'no figure with a heading that it begins with',
      `<article><figure><img src="/b.png"><h3>Ten boats</h3><p>All sail</p></figure><p>One+</p><p>Two+</p></article>`,
      ['One+', 'Two+'],
    ],
    [
      'no portrait of its author that it ends with',
      `<article><p>One+</p><p>Two+</p><figure><img src="/b.png" class="avatar"><figcaption>Jane writes</figcaption></figure></article>`,
      ['One+', 'Two+'],
    ],
    [
      'no teaser between its paragraphs',
      `<p>One+</p><div class="caption"><a href="/b"><img src="/b.png"><b>Ten boats</b></a></div><p>Two+</p>`,
      ['One+', 'Two+'],
    ],
    [
      'an image and a caption with a class of its own',
      '<p>One+</p><div><img src="/a.png"><p class="photo-caption">The lamp</p></div><p>Two+</p>',
      ['One+', 'The lamp', 'Two+'],
    ],
    [
      'no gallery with one caption',
      `<p>One+</p><div><img src="/lamp.png"><img src="/mill.png"><img src="/boat.png"><img src="/gate.png"><p class="photo-caption">Four of us</p></div><p>Two+</p>`,
      ['One+', 'Two+'],
    ],
    [
      'the figure that an article begins with, with a byline before the first paragraph',
      `<p>Share</p><article>${figure}<p>By Ida</p><p>One+ ${'so '.repeat(90)}</p></article>`,
      ['The lamp', `One+ ${'so '.repeat(90)}`.trim()],
    ],
    [
      'a figure whose caption is a link to the photographer',
      '<article><figure><img src="/a.png"><figcaption><a href="/ida">Ida</a></figcaption></figure><p>One+</p><p>Two+</p></article>',
      ['Ida', 'One+', 'Two+'],
    ],
    [
      'a figure with a share icon',
      '<p>Share</p><article><figure><img src="/a.png"><div class="share"><a href="/s"></a></div><figcaption>The lamp</figcaption></figure><p>One+</p><p>Two+</p></article>',
      ['The lamp', 'One+', 'Two+'],
    ],
    [
      'no figure with a labelled button',
      '<p>Share</p><article><figure><img src="/a.png"><div class="btn">Add it</div><figcaption>The lamp</figcaption></figure><p>One+</p><p>Two+</p></article>',
      ['One+', 'Two+'],
    ],
    [
      'the figure between the title and the text',
      `<header><h1>Lamps+</h1><p>Share</p>${figure}<p>By Ida</p></header><p>One+</p><p>Two+</p>`,
      ['Lamps+', 'The lamp', 'One+', 'Two+'],
    ],
    [
      'no teaser between the title and the text',
      '<header><h1>Lamps+</h1><p>Share</p><figure><a href="/b"><img src="/b.png"></a><figcaption>Ten boats sail</figcaption></figure><p>By Ida</p></header><p>One+</p><p>Two+</p>',
      ['Lamps+', 'One+', 'Two+'],
    ],
    ['no figure that other text ends with', `<article><p>One+</p><p>Two</p>${figure}</article>`, ['One+']],
    ['no figure that is a quotation', '<p>One+</p><figure><p>Said</p></figure><p>Two+</p>', ['One+', 'Two+']],
    [
      'the code that ends it',
      '<article><p>Run+</p><pre>npm test</pre></article><p>Next</p>',
      ['Run+', 'npm test'],
    ],
    ['no code that other text follows', '<div><p>Run+</p><pre>npm test</pre><p>Next</p></div>', ['Run+']],
    ['the heading right above it', '<div><h2>Notes</h2><p>One+</p></div>', ['Notes', 'One+']],
    [
      'the heading above that heading',
      '<div><h2>Notes</h2><h3>First</h3><p>One+</p></div>',
      ['Notes', 'First', 'One+'],
    ],
    [
      'no heading above it that links to another page',
      '<div><h2><a href="/b">Ten boats</a></h2><article><section><p>One+</p><p>Two+</p></section><p>Share</p></article></div>',
      ['One+', 'Two+'],
    ],
    [
      'the linked heading of its own box',
      '<ul><li><h2><a href="/b">Ten boats</a></h2><p>One+</p></li><li>Share</li></ul>',
      ['Ten boats', 'One+'],
    ],
    [
      'the title of the page, though it links to the page',
      '<title>Lamps and mills</title><div><h2><a href="/a">Lamps and mills</a></h2><article><section><p>One+</p><p>Two+</p></section><p>Share</p></article></div>',
      ['Lamps and mills', 'One+', 'Two+'],
    ],
    ['no heading of other text', '<div><h2>Notes</h2><p>Two</p><p>One+</p></div>', ['One+']],
  ] as const)('are %s', ([, html, kept]) => {
    expect(keptOf(html)).toEqual(kept);
  });

  test('are no heading that is almost surely boilerplate', () => {
    expect(keptOf('<div><h2>Shop</h2><p>One+</p></div>', 0.01)).toEqual(['One+']);
  });
});

describe('an image without a caption', () => {
  const lamp = '<p><img src="https://a.test/lamp.jpg" alt=""></p>';
  const written = '![](https://a.test/lamp.jpg)';

  test.for([
    ['stays between accepted texts', `<p>One+</p>${lamp}<p>Two+</p>`, true],
    [
      'stays at the start of an accepted part',
      `<p>Menu</p><section>${lamp}<p>One+</p><p>Two+</p><p>Share</p></section>`,
      true,
    ],
    [
      'stays at the end of an accepted part',
      `<section><p>Share</p><p>One+</p><p>Two+</p>${lamp}</section><p>Menu</p>`,
      true,
    ],
    ['is dropped between dropped texts', `<p>One</p>${lamp}<p>Two</p><p>Three+</p>`, false],
    [
      'is dropped at the start of a part that is mostly dropped',
      `<p>Menu</p><section>${lamp}<p>One+</p><p>A</p><p>B</p></section>`,
      false,
    ],
    [
      'is dropped when it is an advert at the start of an accepted part',
      `<p>Menu</p><section><div class="banner">${lamp}</div><p>One+</p><p>Two+</p><p>Share</p></section>`,
      false,
    ],
    ['is dropped with the part around it', `<p>One+</p><div>${lamp}<p>Share</p></div>`, false],
    [
      'stays after accepted text, whatever follows',
      `<article><p>One+</p><p>Two+</p>${lamp}<p>Share</p></article>`,
      true,
    ],
    [
      'is dropped after accepted text when it links to the text that follows',
      `<article><p>One+</p><p>Two+</p><a href="/b">${lamp}</a><p>Ten boats</p></article>`,
      false,
    ],
    [
      'stays between the title and the text when it is large',
      '<div><h1>Lamps+</h1><p>Share</p><div><img src="https://a.test/lamp.jpg" width="900" alt=""></div></div><p>By Ida</p><p>One+</p>',
      true,
    ],
    [
      'is dropped between the title and the text when it has the size of a portrait',
      '<div><h1>Lamps+</h1><p>Share</p><div><img src="https://a.test/lamp.jpg" width="90" alt=""></div></div><p>By Ida</p><p>One+</p>',
      false,
    ],
    [
      'is dropped between the title and the text when it has a text beside it',
      '<div><h1>Lamps+</h1><p>Share</p><div><img src="https://a.test/lamp.jpg" width="900" alt=""><p>Ida</p></div></div><p>By Ida</p><p>One+</p>',
      false,
    ],
  ] as const)('%s', ([, html, stays]) => {
    expect(writtenOf(html).includes(written)).toBe(stays);
  });

  test.for(['credit', 'photo-credits', 'media_copyright'])('stays with the line of its %s', (name) => {
    const image = `<div>${lamp}<div><span class="${name}">Ann Tarn</span></div></div>`;

    expect(writtenOf(`<main><p>One+</p>${image}<p>Two+</p></main>`)).toContain(`${written}\n\nAnn Tarn`);
    expect(writtenOf(`<main><p>One+</p><p>Two+</p></main>${image}<p>Menu</p>`)).not.toContain(written);
  });

  test('is dropped when it is a portrait or an icon', () => {
    const icons = '<img src="https://a.test/a.png" class="avatar"><img src="https://a.test/icons/b.png">';

    expect(
      writtenOf(`<p>Menu</p><section><div>${icons}</div><p>One+</p><p>Two+</p><p>Share</p></section>`),
    ).toBe('One+\n\nTwo+\n');
  });
});

describe('the link around a card', () => {
  test.for([
    [
      'its first words that are kept',
      '<div>Sale</div><div>Brass lamp+</div>',
      '[Brass lamp+](https://a.test/b)',
    ],
    ['its highest heading', '<h5>News+</h5><h3>Brass lamp+</h3>', '### [Brass lamp+](https://a.test/b)'],
    ['its heading with words', '<h3>Brass lamp+</h3><h2>12+</h2>', '### [Brass lamp+](https://a.test/b)'],
  ] as const)('is written around %s', ([, card, written]) => {
    expect(writtenOf(`<p>Menu</p><a href="https://a.test/b">${card}</a>`)).toContain(written);
  });
});

test.for([
  ['the title below a kept label', '<h3><div>Analysis+</div><span>Tides of May</span></h3>', 'Tides of May'],
  ['no label above a kept title', '<h3><div>Analysis</div><span>Tides of May+</span></h3>', undefined],
] as const)('a heading keeps %s', ([, heading, title]) => {
  const kept = keptOf(`<p>Menu</p><main>${heading}<p>One+</p></main>`, 0);

  expect(kept.find((text) => !text.includes('+'))).toBe(title);
});

describe('the image of a card', () => {
  const imageOf = (at: number): string => `![](https://a.test/lamp-${at}.jpg)`;
  /** Six cards; those with a label have dropped words between image and name. */
  const cards = (
    isLabelled: (at: number) => boolean,
    mark: (at: number) => string = () => '+',
    below = 'Of brass',
  ): string =>
    Array.from(
      { length: 6 },
      (_, at) =>
        `<div class="card"><div><img src="https://a.test/lamp-${at}.jpg" alt="">${isLabelled(at) ? '<span>2 colors</span>' : ''}</div><h3>Lamp ${at}${mark(at)}</h3><p>${below}${mark(at)}</p></div>`,
    ).join('');

  test('is kept behind a dropped label, where other cards of the list show theirs', () => {
    const written = writtenOf(`<p>Menu</p><main>${cards((at) => at > 2)}</main>`);

    for (let at = 0; at < 6; at++) expect(written).toContain(imageOf(at));
    expect(written).not.toContain('2 colors');
  });

  test('is kept above a dropped label in an item of a list', () => {
    const item = (at: number): string =>
      `<li><a href="/${at}"><ul><li><img src="https://a.test/lamp-${at}.jpg" alt=""></li></ul></a><div>${at > 2 ? '<span>2 colors</span>' : ''}</div><h3>Lamp ${at}+</h3><p>Of brass+</p></li>`;
    const written = writtenOf(`<p>Menu</p><main><ul>${[0, 1, 2, 3, 4, 5].map(item).join('')}</ul></main>`);

    for (let at = 0; at < 6; at++) expect(written).toContain(imageOf(at));
    expect(written).not.toContain('2 colors');
  });

  test('is kept between its title as the text of a link, which is dropped, and as a heading', () => {
    const card = (at: number): string =>
      `<div class="card"><div><a href="/${at}">Lamp ${at}</a><div><img src="https://a.test/lamp-${at}.jpg" alt=""></div></div><h3>Lamp ${at}</h3><p>Of brass+</p></div>`;
    const written = writtenOf(`<p>Menu</p><main>${[0, 1, 2].map(card).join('<p>Sign in</p>')}</main>`);

    for (let at = 0; at < 3; at++) {
      expect(written).toContain(imageOf(at));
      expect(written.match(new RegExp(`Lamp ${at}`, 'g'))).toHaveLength(1);
    }
  });

  test('is dropped with its card', () => {
    const mark = (at: number): string => (at === 5 ? '' : '+');

    expect(writtenOf(`<p>Menu</p><main>${cards((at) => at > 2, mark)}</main>`)).not.toContain(imageOf(5));
  });

  test('is kept where one card of the list shows its image, perhaps one of another size', () => {
    const large = cards(() => true)
      .replaceAll('"card"', '"card-large"')
      .replaceAll('lamp', 'large-lamp');
    const written = writtenOf(`<p>Menu</p><main>${cards((at) => at > 0)}${large}</main>`);

    expect(written).toContain(imageOf(5));
    expect(written).toContain('large-lamp-5.jpg');
  });

  test('is found by the heading of its card, whatever link is above it', () => {
    const link = '<a href="/lamps">Lamps of brass</a>';
    const linked = cards((at) => at > 2).replaceAll('<span>2 colors</span>', link);

    expect(writtenOf(`<p>Menu</p><main>${linked}</main>`)).toContain(imageOf(5));
  });

  test('is dropped where no card shows one, unless they are goods', () => {
    const written = (below?: string): string =>
      writtenOf(`<p>Menu</p><main>${cards(() => true, undefined, below)}</main>`);

    expect(written()).not.toContain(imageOf(5));
    expect(written('$49.99')).toContain(imageOf(5));
  });

  test('is found by a kept link of its card, where the heading is that of an offer below', () => {
    const card = (at: number): string =>
      `<div class="card"><div><img src="https://a.test/lamp-${at}.jpg" alt=""><a href="/r">213 Reviews</a></div><div><a href="/${at}">Brass lamp ${at}+</a></div><p>$49.99+</p><h6>Subscribe and save</h6></div>`;

    expect(writtenOf(`<p>Menu</p><main>${[0, 1, 2, 3].map(card).join('')}</main>`)).toContain(imageOf(3));
  });

  test('is no advertisement because of two letters in the number that is its name', () => {
    const written = (name: string): string =>
      writtenOf(
        `<p>Menu</p><main>${cards(() => true, undefined, '$49.99').replaceAll('lamp-', name)}</main>`,
      );

    expect(written('9a7-9ad1c38')).toContain('9a7-9ad1c385.jpg');
    expect(written('ads/300x250-')).not.toContain('.jpg');
  });

  test('is kept in what opens its card, which calls itself a button', () => {
    const goods = cards(() => true, undefined, '$49.99').replaceAll('<img', '<div role="button"><img');
    const page = goods.replaceAll('alt="">', 'alt=""></div>');

    expect(writtenOf(`<p>Menu</p><main>${page}</main>`)).toContain(imageOf(5));
  });
});

describe('the notes under accepted text', () => {
  const page = (first: string, second: string): string =>
    `<p>Lit<sup><a href="#n1" id="m1">1</a></sup> and left<sup><a href="#n2" id="m2">2</a></sup>+</p>
    <ol><li id="n1">${first} <a href="#m1">↩</a></li><li id="n2">${second} <a href="#m2">↩</a></li></ol>`;

  test('are all kept when half of them are accepted', () => {
    expect(keptOf(page('In 1851+', 'In 1987'))).toEqual(['Lit[1] and left[2]+', 'In 1851+', 'In 1987']);
  });

  test('are kept when they are short in proportion to the text', () => {
    const text = 'The lamp burned rape oil, then paraffin. '.repeat(3);

    expect(keptOf(`<p>${text}+</p>${page('In 1851', 'In 1987')}`)).toContain('In 1987');
  });

  test('are kept when they have too few words for a bibliography', () => {
    expect(keptOf(page('In 1851, by the last keeper but one', 'In 1987'))).toContain('In 1987');
  });

  test('keep the table between them and the text', () => {
    const table = '<table><tr><th>Lamp</th><th>Lit</th></tr><tr><td>Skerry</td><td>1851</td></tr></table>';
    const text = page('In 1851', 'In 1987+').replace('<ol>', `${table}<ol>`);

    expect(keptOf(text)).toContain('Skerry');
  });

  test('are dropped when they are a bibliography that was not accepted', () => {
    const entry = 'Of lamps and of those who keep them, second edition. '.repeat(6);

    expect(keptOf(page(entry, entry))).toEqual(['Lit[1] and left[2]+']);
  });

  test('leave no mark in the text when they are dropped', () => {
    const entry = 'Of lamps and of those who keep them, second edition. '.repeat(6);

    const { tree, kept } = choose(page(entry, entry));

    const numbers = marksWithoutNote(tree, kept).map((mark) => isTag(mark) && mark.attribs['data-footnote']);
    expect(numbers).toEqual(['1', '2']);
  });
});
