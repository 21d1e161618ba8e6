import { describe, expect, test } from 'vitest';

import { summariesOfDetails } from '#shared/content/main-content/related/summaries.ts';
import { headlineBlock } from '#shared/content/main-content/related/headline.ts';
import {
  headingsOfDropped,
  labelsAtEnd,
  namesOfDroppedPanels,
} from '#shared/content/main-content/dropped/labels.ts';
import { readPage } from '../read-page.ts';
import { pageBlocks } from './page-blocks.ts';

const paragraph = (of: string): string =>
  `<p>The keeper of ${of} writes the hour of each tide into a book, and nobody has read it since the ferry was sold. She goes on because the lamp asks for it.</p>`;
const text = ['Skerry', 'Faaborg', 'Lindau', 'Morecambe'].map(paragraph).join('');

const articleOf = async (body: string, head = ''): Promise<string> =>
  (
    await readPage(
      `<!doctype html><html lang="en"><head><title>The keeper</title>${head}</head><body><nav><a href="/">Home</a> <a href="/tides">Tides</a></nav>${body}<footer><a href="/imprint">Imprint</a></footer></body></html>`,
      { onlyMainContent: true },
    )
  ).markdown ?? '';

describe('the image that a page declares', () => {
  const head = '<meta property="og:image" content="https://cdn.test/2026/keeper-1200x800.jpg">';
  const hero = (inside: string): string =>
    `<div class="hero"><div class="hero__inner">${inside}</div></div><article><h1>The keeper</h1>${text}</article>`;
  const image = '<img src="https://cdn.test/2026/keeper-640x400.jpg" alt="">';

  test('leads its text, wherever above it stands, with its caption', async () => {
    const captioned = `<figure>${image}</figure><figcaption>The lamp at Skerry. Photo: Ann Tarn</figcaption>`;

    const markdown = await articleOf(hero(`<div>${captioned}</div>`), head);

    expect(markdown).toMatch(/keeper-640x400\.jpg[^]*The lamp at Skerry[^]*The keeper of Skerry/);
  });

  test('may have another size in the middle of its name, but is not that of another folder', async () => {
    const file = (folder: string, size: string): string =>
      `https://cdn.test/${folder}/hero-image.fill.size_${size}.v16.jpg`;
    const shown = (folder: string): Promise<string> =>
      articleOf(
        hero(`<img src="${file(folder, '1248x702')}" alt="">`),
        `<meta property="og:image" content="${file('keeper', '1200x675')}">`,
      );

    expect(await shown('keeper')).toContain('hero-image');
    expect(await shown('ferry')).not.toContain('hero-image');
  });

  test('may be in a box named after other things, and in the text', async () => {
    const box = `<div class="related_images overlay"><div class="share-tools">${image}</div><div>Zoom</div></div>`;

    const above = await articleOf(hero(box), head);
    const inText = await articleOf(
      `<article><h1>The keeper</h1>${paragraph('Skerry')}${box}${text}</article>`,
      head,
    );

    expect(above).toMatch(/keeper-640x400\.jpg[^]*The keeper of Skerry/);
    expect(inText).toMatch(/The keeper of Skerry[^]*keeper-640x400\.jpg/);
  });

  test('may have a copy below it that leads to its gallery', async () => {
    const copy = '<a href="/photos/17"><img src="https://cdn.test/2026/keeper-750x500.jpg" alt=""></a>';

    const markdown = await articleOf(
      hero(
        `<div>${image}</div><div>The lamp at Skerry. Photo: Ann Tarn</div><div class="carousel">${copy}</div>`,
      ),
      head,
    );

    expect(markdown).toContain('keeper-640x400');
    expect(markdown).not.toContain('keeper-750x500');
  });

  test('may be in a picture with a source for each screen', async () => {
    const picture = `<picture><source srcset="https://cdn.test/2026/keeper-1600x900.jpg">${image}</picture>`;

    const markdown = await articleOf(hero(picture), head);

    expect(markdown).toMatch(/keeper-640x400\.jpg[^]*The keeper of Skerry/);
  });

  test('may lead to its gallery, but neither to another page in another size nor to the home page as a logo', async () => {
    const declared = '<img src="https://cdn.test/2026/keeper-1200x800.jpg" alt="">';
    const led = (inside: string, href: string): Promise<string> =>
      articleOf(hero(`<a href="${href}">${inside}</a>`), head);

    expect(await led(declared, '/photos/17')).toContain('keeper-1200x800');
    expect(await led(declared.replace('.jpg', '.jpg?type=large'), '/photos/17')).toContain('type=large');
    expect(await led(`<div><div><div>${declared}</div></div></div>`, '/photos/17')).toContain('keeper');
    expect(await led(declared.replace('.jpg', '.jpg?id=99'), '/boats')).not.toContain('id=99');
    expect(await led(declared, '/')).not.toContain('keeper-1200x800');
    expect(await led(image, '/photos/17')).not.toContain('keeper-640x400');
    expect(await led(`${declared}<b>Ten boats</b>`, '/boats')).not.toContain('keeper-1200x800');

    const logo = 'https://cdn.test/2026/skerrylogo.jpg';
    const withLogo = hero(`<a href="/photos/17"><img src="${logo}" alt=""></a>`);
    expect(await articleOf(withLogo, `<meta property="og:image" content="${logo}">`)).not.toContain(logo);
  });

  test('is known in the sizes that its name ends with', async () => {
    const sized = '<img src="https://cdn.test/sized/lamp-1.r_d.800-478.jpeg" alt="">';
    const declared = '<meta property="og:image" content="https://cdn.test/og/lamp-1.jpeg">';

    expect(await articleOf(hero(sized), declared)).toContain('800-478');
  });

  test('is known in the sizes that its name begins with', async () => {
    const sized = '<img src="https://cdn.test/il_1588xN.65099_mnzb.jpg" alt="">';
    const declared = '<meta property="og:image" content="https://cdn.test/il_1080xN.65099_mnzb.jpg">';

    expect(await articleOf(hero(sized), declared)).toContain('il_1588xN');
  });

  test('is not shown twice', async () => {
    const markdown = await articleOf(hero(image).replace('</h1>', `</h1><p>${image}</p>`), head);

    expect(markdown.match(/keeper-640x400/g)).toHaveLength(1);
  });

  test('may be that of a product in JSON-LD, where that for networks is not shown', async () => {
    const keeper = { '@context': 'https://schema.org', '@type': 'Product', name: 'The keeper' };
    const images = ['https://cdn.test/front.jpg', { url: 'https://cdn.test/2026/keeper.jpg' }];
    const jsonLd = `<script type="application/ld+json">${JSON.stringify({ ...keeper, image: images })}</script>`;
    const forNetworks = '<meta property="og:image" content="https://cdn.test/share.png">';

    expect(await articleOf(hero(image), forNetworks + jsonLd)).toContain('keeper-640x400');
    expect(await articleOf(hero(image), forNetworks)).not.toContain('keeper-640x400');
  });

  test('may be a photograph that shows a logo', async () => {
    const photograph = '<img src="https://cdn.test/brand-logo-on-boat.jpg" width="640" height="400" alt="">';
    const declared = '<meta property="og:image" content="https://cdn.test/brand-logo-on-boat.jpg">';

    expect(await articleOf(hero(photograph), declared)).toContain('brand-logo');
    expect(await articleOf(hero(photograph.replace('640', '120')), declared)).not.toContain('brand-logo');
  });

  test.for([
    ['is another image', '<img src="https://cdn.test/2026/teaser-640x400.jpg" alt="">'],
    ['is a link', `<a href="/other">${image}</a>`],
    ['is a logo', '<img class="logo" src="https://cdn.test/2026/keeper-640x400.jpg" alt="">'],
    ['is an icon', '<img class="ico-2" src="https://cdn.test/2026/keeper-640x400.jpg" alt="">'],
  ])('is left out where it %s', async ([, inside = '']) => {
    expect(await articleOf(hero(inside), head)).not.toContain('640x400');
  });
});

test('the image whose alternative text is the headline leads the text, if it leads to no other page', async () => {
  const image = '<img src="https://cdn.test/lamp.jpg" alt="The keeper of Skerry">';
  const written = (shown: string): Promise<string> =>
    articleOf(
      `<div class="hero">${shown}</div><div><a href="/ferries">Ferries</a></div><article><h1>The keeper of Skerry</h1>${text}</article>`,
    );

  expect(await written(image)).toMatch(/lamp\.jpg[^]*# The keeper/);
  expect(await written(`<a href="/lamps">${image}</a>`)).not.toContain('lamp.jpg');
  expect(await written(image.replace('<img', '<img class="logo"'))).not.toContain('lamp.jpg');
  expect(await written(image.replace('of Skerry"', 'of Lindau"'))).not.toContain('lamp.jpg');
});

test('the logo of the site above the text is left out, and other images that lead home stay in it', async () => {
  const image = (name: string, href: string): string =>
    `<a href="${href}"><img src="https://cdn.test/${name}.png" alt="${name}"></a>`;
  const markdown = await articleOf(
    `<article>${image('tower', '/')}<h1>${image('badge', '/')}</h1><h1>The keeper</h1>${text}<p>${image('ferry', '/')}</p>${text.replaceAll('keeper', 'pilot')}</article>`,
  );

  expect(markdown).toMatch(/^# The keeper\n/);
  expect(markdown).toContain('ferry.png');
});

test('images behind a label of advertisements belong to the text', async () => {
  const advert = '<div class="sponsor"><p>Advertisement - story continues below</p></div>';
  const chart = '<p><img src="https://cdn.test/chart.png" alt="Tides since 1851"></p>';

  const markdown = await articleOf(
    `<article><h1>The keeper</h1>${text}${advert}${chart}${paragraph('Ystad')}${text}</article>`,
  );

  expect(markdown).toContain('chart.png');
  expect(markdown).not.toContain('Advertisement');
});

test.for([
  'https://www.pinterest.com/pin/create/button/?url=x',
  'whatsapp://send?text=x',
  'https://connect.mail.test/share?share_url=http%3A%2F%2Fa.test%2F',
])('links that share a page are dropped, unless they are a quotation: %s', async (href) => {
  const share = `<a href="${href}"><img src="https://cdn.test/pin.png" alt=""></a>`;
  const quotation =
    '<a href="https://twitter.com/intent/tweet?text=x">She goes on because the lamp asks for it</a>';

  const markdown = await articleOf(
    `<article><h1>The keeper</h1>${text}<p>${share}</p><p>${quotation}</p>${text}</article>`,
  );

  expect(markdown).not.toContain('pin.png');
  expect(markdown).toContain('intent/tweet');
});

describe('the headline', () => {
  const headline = (title: string, headings: string): string | undefined => {
    const { context, kept } = pageBlocks(`${headings}${paragraph('Skerry')}`);
    kept.fill(0, 0, -1);
    return context.tree.blocks[headlineBlock(context, title, kept)]?.text;
  };

  test.for([
    ['Light at sea - Lamp Works - Skerry Ltd', '<h1>Lamp Works</h1>', 'Lamp Works'],
    ['Light at sea - Skerry Ltd', '<h1>Skerry Ltd</h1>', undefined],
    ['Light at sea - Lamp Works - Skerry Ltd', '<h1>Lamp Works</h1><h1>Oars</h1>', undefined],
  ] as const)('of "%s" is the only h1 that is a part of it: %s', ([title, headings, text]) => {
    expect(headline(title, headings)).toBe(text);
  });
});

describe('a last line that announces something', () => {
  const page = (last: string): string => `${paragraph('Skerry')}${last}`;
  const dropped = (last: string, isFollowed = true): readonly string[] => {
    const { context, units, kept, title, textsOf } = pageBlocks(`${page(last)}<p>Tide tables</p>`);
    if (isFollowed) kept[kept.length - 1] = 0;
    return textsOf(labelsAtEnd({ context, units, kept, title }, new Map()));
  };

  test.for(['Keywords:', '本篇新闻热门关键词：'])('announces nothing: %s', (label) => {
    expect(dropped(`<p>${label}</p>`)).toEqual([label]);
  });

  test('announces nothing as a heading of teasers or comments, with or without a colon', () => {
    const { context, units, kept, title, textsOf } = pageBlocks(
      page('<h3>Mehr zum Thema</h3><p>Related stories:</p><h3>Comments</h3>'),
    );

    expect(textsOf(labelsAtEnd({ context, units, kept, title }, new Map()))).toEqual([
      'Comments',
      'Related stories:',
      'Mehr zum Thema',
    ]);
  });

  test.for([
    ['it is the last item of a list', '<ul><li><p>Save</p></li><li><p>Share</p></li></ul>'],
    ['it is code', '<pre><code>share</code></pre>'],
    ['it is a caption', '<figure><img src="/a.jpg" alt=""><figcaption>Comments</figcaption></figure>'],
    ['it is the last line of the text', '<p>Most popular</p>'],
  ] as const)('is kept where %s', ([, last]) => {
    const { context, units, kept, title, textsOf } = pageBlocks(page(last));

    expect(textsOf(labelsAtEnd({ context, units, kept, title }, new Map()))).toEqual([]);
  });

  test.for([
    ['a text is kept after it', '<p>Keywords:</p>', false],
    ['it is a sentence', '<p>She writes the hour of each tide into a book of the harbour:</p>', true],
    ['an image follows', '<p>The lamp:</p><img src="https://cdn.test/lamp.jpg" alt="">', true],
  ] as const)('is kept where %s', ([, last, isFollowed]) => {
    expect(dropped(last, isFollowed)).toEqual([]);
  });
});

describe('a heading', () => {
  const links = `<ul>${['Ferries', 'Locks', 'Lamps'].map((of) => `<li><a href="/${of}">${of} of the coast in the year before</a></li>`).join('')}</ul>`;
  const headingsLeft = (html: string): readonly string[] => {
    const { context, units, kept, title, textsOf } = pageBlocks(html);
    context.tree.blocks.forEach(({ linkWords }, block) => {
      if (linkWords > 0) kept[block] = 0;
    });
    return textsOf(headingsOfDropped({ context, units, kept, title }, new Map()));
  };

  test('is dropped with the links that it heads', () => {
    expect(
      headingsLeft(`${text}<h3>Quick</h3>${links}<h3>Tides</h3>${text}<h4>Read on</h4>${links}`),
    ).toEqual(['Read on', 'Quick']);
  });

  test('is kept with its text, with what it alone says, and above another one', () => {
    expect(
      headingsLeft(`${text}<h2>Lamps</h2><h3>Oil</h3>${text}${links}<h3>$29.95</h3><p>${links}</p>${text}`),
    ).toEqual([]);
  });
});

describe('the name of a tab', () => {
  const tabs = (panel: string): string =>
    `${text}<ul><li><a role="tab" href="#oil">Oil</a></li><li><a role="tab" href="#tides">Reviews (2)</a></li></ul><div id="oil" role="tabpanel">${paragraph('Ystad')}${paragraph('Nexø')}</div><div id="tides" role="tabpanel">${panel}</div>`;
  const dropped = (panel: string, isDropped: (text: string) => boolean): readonly string[] => {
    const { context, units, kept, title, textsOf } = pageBlocks(tabs(panel));
    const rest = Uint8Array.from(kept, (_, at) => (isDropped(context.tree.blocks[at]?.text ?? '') ? 0 : 1));
    return textsOf(namesOfDroppedPanels({ context, units, kept: rest, title }, new Map()));
  };

  test('is dropped with the content of its panel', () => {
    expect(dropped('<p>Bright!</p><p>Dim.</p>', (of) => /Bright|Dim/.test(of))).toEqual(['Reviews (2)']);
  });

  test('is kept above a part or an image of its panel', () => {
    const image = '<img src="https://cdn.test/lamp.jpg" alt="Lamp">';

    expect(dropped('<p>Bright!</p><p>Dim.</p>', (of) => of === 'Bright!')).toEqual([]);
    expect(dropped(`${image}<p>Bright!</p>`, (of) => of === 'Bright!')).toEqual([]);
  });

  test('is not named as dropped where it is dropped already', () => {
    expect(dropped('<p>Bright!</p>', (of) => /Bright|Reviews/.test(of))).toEqual([]);
  });

  test('does not stand above nothing at the end of a page', async () => {
    const markdown = await articleOf(
      `<article><h1>The keeper</h1>${tabs('<div id="comments"><p>Comment 1</p><form action="/c"><p>Your name *</p><p>Your email *</p></form></div>')}</article>`,
    );

    expect(markdown).toContain('**Oil**');
    expect(markdown).not.toContain('Reviews (2)');
  });
});

test('a line of nothing but links to tags and categories is dropped', async () => {
  const tag = (of: string): string => `<a href="/tag/${of}" rel="category tag">${of}</a>`;
  const markdown = await articleOf(
    `<article><h1>The keeper</h1><p class="meta">Filed under: ${tag('Ferries')}, ${tag('Lamps')}</p>${text}<p>${tag('Skerry')} is where the keeper of the lamp lives.</p><table><tr><th>Colour</th><td><p>${tag('Rust')}</p></td></tr><tr><th>Height</th><td><p>9 m</p></td></tr></table>${text}</article>`,
  );

  expect(markdown).not.toContain('Ferries');
  expect(markdown).toContain('is where the keeper');
  expect(markdown).toContain('| Colour | [Rust]');
});

test('a list of nothing but images that lead elsewhere is dropped', async () => {
  const banners = (alt: string) =>
    `<ul>${[1, 2, 3].map((at) => `<li><a href="/linkout/${at}"><img src="https://cdn.test/b${at}.png" alt="${alt}"></a></li>`).join('')}</ul>`;
  const around = (list: string) =>
    articleOf(
      `<article><h1>The keeper</h1>${text}${list}${paragraph('Ystad')}${paragraph('Nexø')}</article>`,
    );

  expect(await around(banners(''))).not.toContain('b1.png');
  expect(await around(banners('The lamp'))).toContain('b1.png');
});

describe('the images before the headline', () => {
  const button = (at: number): string =>
    `<tr><td><a href="/list.asp?cid=${at}"><img src="https://cdn.test/b${at}.jpg"></a></td></tr>`;
  const article = `<h1>The keeper</h1>${text}`;

  test('are dropped where they are its menu, in a column beside it', async () => {
    const markdown = await articleOf(
      `<table><tr><td width="170"><table>${[1, 2, 3, 4].map(button).join('')}</table></td><td>${article}</td></tr></table>`,
    );

    expect(markdown).not.toContain('cdn.test');
  });

  test('are dropped before the first text of the page', async () => {
    const { markdown = '' } = await readPage(
      `<title>The keeper</title><div class="top"><a href="/"><img src="https://cdn.test/masthead.jpg"></a></div><div>${article}</div><footer><ul>${'<li><a href="/imprint">Imprint</a></li>'.repeat(20)}</ul></footer>`,
      { onlyMainContent: true },
    );

    expect(markdown).toMatch(/^# The keeper/);
  });
});

describe('the same icon at each paragraph', () => {
  const at = (icon: string): string =>
    ['Skerry', 'Faaborg', 'Lindau', 'Ystad'].map((of) => `${paragraph(of)}${icon}`).join('');
  const around = (icon: string) =>
    articleOf(`<article><h1>The keeper</h1>${at(icon)}${paragraph('Nexø')}</article>`);

  test.for([
    '<img src="https://cdn.test/divider.gif">',
    '<p><a href="https://a.test/">Lamps<img src="https://cdn.test/window.gif" alt="Opens in a new window"></a></p>',
    '<p><a href="https://a.test/"><img src="https://cdn.test/external.gif" alt="External Link"> Lamps</a></p>',
    '<img src="https://cdn.test/translate.png" onclick="translate(this)" alt="Translate to English">',
  ])('is dropped: %s', async (icon) => {
    expect(await around(icon)).not.toContain('cdn.test');
  });

  test.for([
    '<img src="https://cdn.test/tide.jpg">',
    '<img src="https://cdn.test/flood.svg" alt="Flood">',
    '<table><tr><th>Lamp</th><th>Burns</th></tr><tr><td>Oil</td><td><img src="https://cdn.test/tick.svg"></td></tr></table>',
  ])('stays where it says something: %s', async (icon) => {
    expect(await around(icon)).toContain('cdn.test');
  });
});

test('an icon that a script answers is dropped, and a photograph that it enlarges stays', async () => {
  const markdown = await articleOf(
    `<article><h1>The keeper</h1>${text}<img src="https://cdn.test/copy.svg" onclick="copy()">${paragraph('Ystad')}<img src="https://cdn.test/lamp.jpg" onclick="zoom(this)">${paragraph('Nexø')}</article>`,
  );

  expect(markdown).not.toContain('copy.svg');
  expect(markdown).toContain('lamp.jpg');
});

test('a button is dropped above the heading that repeats it', async () => {
  const markdown = await articleOf(
    `<article><h1>The keeper</h1>${text}<div><p><b>Tides of May</b></p><div><h2>Tides of May</h2>${paragraph('Ystad')}</div></div>${text}</article>`,
  );

  expect(markdown.match(/Tides of May/g)).toHaveLength(1);
  expect(markdown).toContain('## Tides of May');
});

test('a rule after the last paragraph or another rule is dropped', async () => {
  const markdown = await articleOf(
    `<article><h1>The keeper</h1>${text}<hr><div class="slot"></div><hr>${paragraph('Ystad')}<hr></article>`,
  );

  expect(markdown.match(/^---$/gm)).toHaveLength(1);
});

test('a rule that a list item begins with is dropped', async () => {
  const item = (of: string): string => `<li><div><hr></div><h3>${of}</h3>${paragraph(of)}</li>`;
  const markdown = await articleOf(
    `<article><h1>The keeper</h1>${text}<ul>${item('Ystad')}${item('Nexø')}</ul></article>`,
  );

  expect(markdown).toContain('- ### Ystad');
  expect(markdown).not.toContain('***');
});

test('the rules around an image are kept', async () => {
  const markdown = await articleOf(
    `<article><h1>The keeper</h1>${text}<hr><img src="https://a.test/lamp.jpg" alt="Lamp" width="600" height="400"><hr>${paragraph('Ystad')}</article>`,
  );

  expect(markdown.match(/^---$/gm)).toHaveLength(2);
});

test('a heading of the site before the headline is dropped', async () => {
  const markdown = await articleOf(
    `<main><h2>News of the coast</h2><article><h1>The keeper</h1>${text}</article></main>`,
  );

  expect(markdown.startsWith('# The keeper')).toBe(true);
});

test('what opens is named by its summary', async () => {
  const { context, kept, textsOf } = pageBlocks(
    `${paragraph('Skerry')}<details><summary>Tides</summary>${paragraph('Ystad')}</details><details><summary>Ferries</summary><p>Closed</p></details>`,
  );
  kept[1] = 0;
  kept.fill(0, 3);

  expect(textsOf(summariesOfDetails(context, kept))).toEqual(['Tides']);
});

test('a list of goods shows one image of each', async () => {
  const card = (at: number) =>
    `<li class="card">${Array.from({ length: 6 }, (_, side) => `<img src="https://cdn.test/${at}-${side}.jpg" alt="">`).join('')}<h3><a href="/p/${at}">Brass lamp number ${at}</a></h3><p>$${at}9.00</p></li>`;
  const cards = Array.from({ length: 12 }, (_, at) => card(at + 1)).join('');

  const markdown = await articleOf(`<main><h1>Lamps</h1><p>Lamps for keepers.</p><ul>${cards}</ul></main>`);

  expect(markdown).toContain('Brass lamp number 7');
  expect(markdown.match(/cdn\.test\/7-/g) ?? []).toHaveLength(1);
});

test('galleries with short captions keep their images', async () => {
  const gallery = (at: number) =>
    `${Array.from({ length: 6 }, (_, side) => `<img src="https://cdn.test/${at}-${side}.jpg" alt="">`).join('')}<p>The lamp in winter ${at}</p>`;
  const galleries = Array.from({ length: 8 }, (_, at) => gallery(at + 1)).join('');

  const markdown = await articleOf(
    `<article><h1>The keeper</h1>${text}${galleries}${paragraph('Ystad')}</article>`,
  );

  expect(markdown.match(/cdn\.test\/4-/g)).toHaveLength(6);
});
