import { describe, expect, test } from 'vitest';

import { titlesOfQuestions } from '#shared/content/main-content/related/faq-questions.ts';
import { keptTexts, pageBlocks } from './page-blocks.ts';

const sentence = (of: string): string =>
  `The keeper of ${of} writes the hour of each tide into a book, and nobody has read it since`;
const paragraph = (of: string): string => `<p>${sentence(of)}+</p>`;
const summary = 'Ninety steps, one lamp and a book that nobody reads';

describe('the summary between a headline and its text', () => {
  const page = (standfirst: string, between = ''): string =>
    `<article><h1>The lamp at Skerry+</h1>${between}${standfirst}<p>By Ann Tarn</p>${paragraph('Skerry')}</article>`;

  test.for([
    ['with a name', `<p class="article__subhead">${summary}</p>`],
    ['in a box with a name', `<div class="sub-title"><p>${summary}</p></div>`],
    ['that is declared', `<div itemprop="alternativeHeadline">${summary}</div>`],
  ])('is kept %s', ([, standfirst = '']) => {
    expect(keptTexts(page(standfirst))).toContain(summary);
  });

  test('is kept as a heading without a section, which the model takes for content', () => {
    expect(keptTexts(page(`<h2>${summary}</h2>`), 0.6)).toContain(summary);
  });

  test('may stand after the date', () => {
    expect(keptTexts(page(`<p class="dek">${summary}</p>`, '<p>4 May 2026</p>'))).toContain(summary);
  });

  test.for([
    ['a heading that the model takes for something else', `<h2>${summary}</h2>`],
    ['the motto of the site', `<p class="site-subtitle">${summary}</p>`],
    ['a link', `<p class="subtitle"><a href="/a">${summary}</a></p>`],
    ['a rating', `<p class="summary">4.6 (7 ratings)</p>`],
    ['a text without such a name', `<p class="tools">${summary}</p>`],
  ])('is not %s', ([, standfirst = '']) => {
    expect(keptTexts(page(standfirst))).toEqual(['The lamp at Skerry+', `${sentence('Skerry')}+`]);
  });
});

describe('the first heading of the first level above the text', () => {
  const page = (heading: string): string =>
    `<div><h1>${heading}</h1></div><div><h2>The lamp at Skerry+</h2>${paragraph('Skerry')}</div>`;

  test('is kept, as a headline is', () => {
    expect(keptTexts(page('Tides'))).toContain('Tides');
  });

  test('is not kept where it is the logo of the site', () => {
    expect(keptTexts(page('<a href="/">Tides</a>'), 0.02)).not.toContain('Tides');
    expect(keptTexts(page('<a href="/tides">Tides</a>'), 0.02)).toContain('Tides');
  });
});

describe('a question', () => {
  const asked = 'Who lights the lamp at Skerry?';
  const pair = (name: string, question = `<span>${asked}</span>`): string =>
    `<div class="${name}"><div>${question}</div><div>${paragraph('Skerry')}</div></div>`;

  test.for(['faq__item', 'accordion', 'questions'])(
    'is kept with its answer, in an element named %s',
    (name) => {
      expect(keptTexts(pair(name))).toContain(asked);
    },
  );

  test.for([
    ['elsewhere', pair('column')],
    ['of a teaser', pair('faq', `<a href="/lamp">${asked}</a>`)],
    ['in a quotation', `<div class="faq"><blockquote>${asked}</blockquote>${paragraph('Skerry')}</div>`],
    [
      'without its answer',
      `<div class="faq"><div>${asked}</div><p>${sentence('Skerry')}</p></div><p>Text+</p>`,
    ],
  ])('is not kept for its place: %s', ([, html = '']) => {
    expect(keptTexts(html)).not.toContain(asked);
  });
});

describe('the title of a list of questions', () => {
  const page = (title: string, first: string): string =>
    `<h2>${title}</h2><p>${first}</p><p>Every night.</p>`;
  /** All but the title is kept. */
  const titlesIn = (html: string): string[] => {
    const { context, kept, textsOf } = pageBlocks(html);
    kept[0] = 0;
    return textsOf(titlesOfQuestions(context, kept));
  };

  test.for(['Frequently Asked Questions', 'FAQs about lamps', 'Questions fréquentes', '常见问题'])(
    'is kept: %s',
    (title) => {
      expect(titlesIn(page(title, 'When is it lit?'))).toEqual([title]);
    },
  );

  test('is neither another heading, nor one above something else than a question', () => {
    expect(titlesIn(page('Lamps', 'When is it lit?'))).toEqual([]);
    expect(titlesIn(page('FAQs', 'Call us.'))).toEqual([]);
  });
});

describe('a paragraph between kept ones', () => {
  const missed = sentence('Aland');

  test('of the same element is kept', () => {
    const html = `<div>${paragraph('Skerry')}<p>${missed}</p><img src="/a.png"><p>${sentence('Brake')}</p>${paragraph('Dover')}</div>`;

    expect(keptTexts(html)).toEqual(['Skerry+', 'Aland', 'Brake', 'Dover+'].map(plain));
  });

  const plain = (of: string): string => (of.endsWith('+') ? `${sentence(of.slice(0, -1))}+` : sentence(of));

  test('is kept with any number of others in a text of which most is kept', () => {
    const others = Array.from({ length: 6 }, (_, at) => `<p>${sentence(`Brake ${at}`)}</p>`).join('');
    const text = (kept: number, end = ''): readonly string[] =>
      keptTexts(
        `<div>${paragraph('Skerry').repeat(kept)}${others}${paragraph('Dover').repeat(5)}${end}</div>`,
      );

    expect(text(7)).toHaveLength(7 + 6 + 5);
    expect(text(6)).toHaveLength(6 + 5);
    expect(text(9, `<p>${missed}</p>`)).toHaveLength(9 + 6 + 5);
    expect(text(9, `<p>${missed}</p>`)).not.toContain(missed);
  });

  test.for([
    ['looks like something else', `<p>${missed}</p>`, 0.1],
    ['has another name', `<p class="note">${missed}</p>`, 0.3],
    ['is in a box of its own', `<div><p>${missed}</p></div>`, 0.3],
    ['is one of many', `<p>${missed}</p>`.repeat(4), 0.3],
    ['is a link', `<p><a href="/a">${missed}</a></p>`, 0.3],
    ['is a short line', '<p>Read by twelve people</p>', 0.3],
  ] as const)('is not kept when it %s', ([, between, chance]) => {
    const html = `<div>${paragraph('Skerry')}${between}${paragraph('Dover')}</div>`;

    expect(keptTexts(html, chance)).toEqual(['Skerry+', 'Dover+'].map(plain));
  });
});

test('a question is kept with the sign that opens its answer', () => {
  const item = `<div class="accordion-item"><div class="accordion-header"><h3>Who lights the lamp?</h3><i>–</i></div><div>${paragraph('Skerry')}</div></div>`;

  expect(keptTexts(item, 0.05).join(' ')).toContain('Who lights the lamp?');
});

describe('a subtitle', () => {
  const between = (subtitle: string, after = paragraph('Faaborg')): string =>
    `<div>${paragraph('Skerry')}${subtitle}${after}</div>`;

  test('is kept between paragraphs of its element', () => {
    expect(keptTexts(between('<div class="subtitle">The night watch</div>'), 0.05)).toContain(
      'The night watch',
    );
  });

  test.for([
    ['a link', '<div class="subtitle"><a href="/a">The night watch</a></div>'],
    ['in another element', '<section><div class="subtitle">The night watch</div></section>'],
    ['without such a name', '<div class="tool">The night watch</div>'],
  ])('is not %s', ([, subtitle = '']) => {
    expect(keptTexts(between(subtitle), 0.05)).not.toContain('The night watch');
  });
});

describe('a list', () => {
  const list = '<ul><li><a href="/a">Eddyline</a></li><li><a href="/b">Old Town</a></li></ul>';
  const after = paragraph('Faaborg');
  const keptOf = (html: string, chance = 0.6): number =>
    keptTexts(`<div>${html}</div>`, chance).filter((text) => text === 'Eddyline' || text === 'Old Town')
      .length;

  test('is kept below a line that announces it', () => {
    expect(keptOf(`<p>The best brands of boats are+:</p>${list}${after}`)).toBe(2);
    expect(keptOf(`<p>これらの船が特に人気があり、よく選ばれています+：</p>${list}${after}`)).toBe(2);
  });

  test('is kept at the end of a text below a line that says that it follows', () => {
    expect(keptOf(`<p>Read more on the following pages+:</p>${list}<p>Menu</p>`)).toBe(2);
  });

  test('is kept at the end of a text where it leads to several other sites', () => {
    const links = (...urls: readonly string[]): string =>
      `<ul>${urls.map((url, at) => `<li><a href="${url}">${at === 0 ? 'Eddyline' : 'Old Town'}</a></li>`).join('')}</ul>`;
    const line = '<p>The best makers of boats are+:</p>';
    const keptBelow = (...urls: readonly string[]): number => keptOf(`${line}${links(...urls)}<p>Menu</p>`);

    expect(keptBelow('https://eddyline.test/', 'https://oldtown.test/a')).toBe(2);
    expect(keptBelow('https://eddyline.test/', 'https://news.pages.test/')).toBe(0);
    expect(keptBelow('https://eddyline.test/', '/a')).toBe(0);
    expect(keptBelow('https://www.network.test/a', 'https://network.test/b')).toBe(0);
    expect(keptBelow('https://www.bbc.test/a', 'https://bbc.test/b')).toBe(0);
    expect(keptBelow('https://a.net.co.uk/a', 'https://b.net.co.uk/b')).toBe(0);
    expect(keptBelow('https://oars.co.uk/', 'https://sails.co.uk/')).toBe(2);
    expect(
      keptOf(`<p>More boats+:</p>${links('https://eddyline.test/', 'https://oldtown.test/')}<p>Menu</p>`),
    ).toBe(0);
  });

  test.for([
    '<h2>+Sources</h2>',
    '<p><strong>+Quellen:</strong></p>',
    '<h3>+ 5. References</h3>',
    '<p>+参考文献</p>',
  ])('is kept below a line that calls it the sources of the text: %s', (heading) => {
    expect(keptOf(`${heading}${list}<p>Menu</p>`)).toBe(2);
  });

  test.for([
    ['below the sources of another element', `<div><h2>+Sources</h2></div>${list}<p>Menu</p>`, 0.6],
    ['below a dropped heading', `<h2>Sources</h2>${list}<p>Menu</p>`, 0.6],
    ['below a heading with more words', `<h2>+Sources of the Nile</h2>${list}<p>Menu</p>`, 0.6],
    ['below a label', `<p>Read more+:</p>${list}${after}`, 0.6],
    ['below a line that ends', `<p>The best brands of boats are many+.</p>${list}${after}`, 0.6],
    ['at the end of a text', `<p>The best brands of boats are+:</p>${list}<p>Menu</p>`, 0.6],
    ['in another element', `<section><p>The best brands of boats are+:</p></section>${list}${after}`, 0.6],
    ['below an unlikely line', `<p>The best brands of boats are+:</p>${list}${after}`, 0.3],
  ] as const)('is dropped %s', ([, html, chance]) => {
    expect(keptOf(html, chance)).toBe(0);
  });
});

describe('a definition', () => {
  const definition = (name: string): string =>
    `<dl><dt>lamp.${name}</dt><dd>What the lamp of the pier has as its ${name}</dd></dl>`;
  const end =
    '<p>The lamps of the pier are lit at dusk and put out at dawn, in any weather and on any day.</p>';
  const manual = (line: string, below = definition('glass') + definition('wick') + end): string =>
    `<section><p>${line}</p>${below}</section>`;
  const texts = (html: string, chance = 0.6): readonly string[] =>
    keptTexts(html, chance).filter((text) => !text.includes('+'));

  test('is kept below a line that announces it, with those that follow and the paragraph below them', () => {
    expect(texts(manual('Lamps have two attributes that can be read+:'))).toEqual([
      'lamp.glass',
      expect.stringContaining('glass'),
      'lamp.wick',
      expect.stringContaining('wick'),
      expect.stringContaining('lit at dusk'),
    ]);
  });

  test.for([
    ['below a line that ends', manual('Lamps have two attributes that can be read+.'), 0.6],
    [
      'in another element',
      `<div>${manual('Lamps have two attributes that can be read+:', '')}</div>${definition('glass')}`,
      0.6,
    ],
    ['that is unlikely', manual('Lamps have two attributes that can be read+:'), 0.1],
  ] as const)('is dropped %s', ([, html, chance]) => {
    expect(texts(html, chance)).toEqual([]);
  });
});

describe('a short line above a kept list', () => {
  const list = '<ul><li>Weighs little+</li><li>Is quiet+</li></ul>';
  const label = 'What we like';
  const keeps = (html: string, chance = 0.3): boolean =>
    keptTexts(`<div>${html}</div>`, chance).includes(label);

  test.for([['<div class="heading">'], ['<p>']])('is kept, in %s', ([start]) => {
    expect(keeps(`${paragraph('Skerry')}${start}${label}${start === '<p>' ? '</p>' : '</div>'}${list}`)).toBe(
      true,
    );
  });

  test('is kept as bare text of the element', () => {
    expect(keeps(`<section><b>${label}</b>${list}</section>`)).toBe(true);
  });

  test.for([
    ['a link', `<p><a href="/a">${label}</a></p>${list}`, 0.3],
    ['above a dropped list', `<p>${label}</p><ul><li>Menu</li></ul>${paragraph('Skerry')}`, 0.3],
    ['in another element', `<section><p>${label}</p></section>${list}`, 0.3],
    ['what operates the page', `<p>${label}</p>${list}`, 0.05],
  ] as const)('is not %s', ([, html, chance]) => {
    expect(keeps(html, chance)).toBe(false);
  });
});

describe('an embedded post', () => {
  const said = 'The lamp at Skerry has been lit every night since 1851, and tonight as well';
  const post = (text: string, name = 'twitter-tweet'): string =>
    `<blockquote class="${name}"><p>${text}</p>— Ann Tarn (@ann) <a href="https://x.com/ann/status/1">May 4</a></blockquote>`;

  test.for([
    ['between paragraphs', `<div>${paragraph('Skerry')}${post(said)}${paragraph('Faaborg')}</div>`],
    ['at the end of a text', `<div>${paragraph('Skerry')}${post(said, 'instagram-media')}</div><p>Menu</p>`],
  ])('is kept %s', ([, html = '']) => {
    expect(keptTexts(html, 0.05)).toContain(said);
  });

  test('may be the preview of a link, or a box of Ghost', () => {
    const preview = '<aside class="onebox"><h3><a href="https://a.test/b">A lamp</a></h3></aside>';
    const box = '<div class="kg-card kg-callout-card"><a href="https://a.test/b">A book</a></div>';

    expect(keptTexts(`<div>${paragraph('Skerry')}${preview}${box}</div>`, 0.05)).toEqual(
      expect.arrayContaining(['A lamp', 'A book']),
    );
  });

  test('may be a button with a file, between paragraphs', () => {
    const button = (file: string): string =>
      `<div class="button"><a href="https://a.test/${file}">Download</a></div>`;
    const kept = (html: string): boolean => keptTexts(html, 0.05).includes('Download');

    expect(kept(`<div>${paragraph('Skerry')}${button('lamps.pdf?v=1')}${paragraph('Faaborg')}</div>`)).toBe(
      true,
    );
    expect(kept(`<div>${paragraph('Skerry')}${button('app')}${paragraph('Faaborg')}</div>`)).toBe(false);
    expect(kept(`<div>${paragraph('Skerry')}</div>${button('lamps.pdf')}<p>Menu</p>`)).toBe(false);
    const advert = `<div class="ad">${button('kit.pdf')}</div>`;
    expect(kept(`<div>${paragraph('Skerry')}${advert}${paragraph('Faaborg')}</div>`)).toBe(false);
  });

  test('may be several buttons with files, which Divi calls promotions', () => {
    const button = (file: string): string =>
      `<p><a class="et_pb_promo_button" href="https://a.test/${file}.pdf">For ${file}</a></p>`;
    const files = ['families', 'schools', 'boats'].map(button).join('');

    expect(keptTexts(`<div>${paragraph('Skerry')}${files}${paragraph('Faaborg')}</div>`, 0.05)).toEqual(
      expect.arrayContaining(['For families', 'For schools', 'For boats']),
    );
  });

  test('may be a post that a script has drawn in a frame', () => {
    const post =
      '<iframe src="https://platform.twitter.com/embed/Tweet.html?id=790936002017755136"></iframe>';

    expect(
      keptTexts(`<div>${paragraph('Skerry')}<p>${post}</p>${paragraph('Faaborg')}</div>`, 0.05),
    ).toHaveLength(3);
  });

  test('may be the video that opens the text, behind the line of its author', () => {
    const video =
      '<div class="player"><iframe src="https://www.youtube.com/embed/LlbUwLx785k"></iframe></div>';
    const title = '<h1>The lamp + at Skerry</h1><p>By Ann Tarn</p>';
    const kept = (html: string): boolean => keptTexts(html, 0.05).includes('YouTube video');

    expect(kept(`${title}<div>${video}${paragraph('Skerry')}</div>`)).toBe(true);
    expect(kept(`${title}${video}<p>Share</p><div>${paragraph('Skerry')}</div>`)).toBe(false);
    expect(kept(`${title}<div><p>Menu</p>${video}${paragraph('Skerry')}</div>`)).toBe(false);
  });

  test.for([
    ['beside a text', `<div>${paragraph('Skerry')}</div><aside>${post(said)}</aside>`],
    [
      'without words of its own',
      `<div>${paragraph('Skerry')}${post('View this post', 'instagram-media')}</div>`,
    ],
  ])('is dropped %s', ([, html = '']) => {
    expect(keptTexts(html, 0.05)).toHaveLength(1);
  });
});

describe('the author and date above a post', () => {
  const posts = (byline: (at: number) => string, text = paragraph('Skerry')): string =>
    `<main>${Array.from({ length: 6 }, (_, at) => `<div class="post"><div>${byline(at)}</div>${text}${text}</div>`).join('')}</main>`;
  const byline = (at: number): string => `Ann Tarn · ${at + 1} May 2026`;
  const kept = (html: string): number => keptTexts(html, 0.05).filter((text) => text.includes('2026')).length;

  test('are kept with its text', () => {
    expect(kept(posts(byline))).toBe(6);
  });

  const quotation = `<div class="quote">${paragraph('Holm').replaceAll('+', '').repeat(9)}</div>`;
  const third = '<div>Ann Tarn · 3 May 2026</div>';
  test.for([
    [
      'with a long quotation, whose element has another class',
      third,
      `<div class="own">Ann Tarn · 3 May 2026</div>${quotation}`,
    ],
    [
      'of the owner, with a badge',
      `<div class="post">${third}`,
      `<div class="post owner"><i>Owner</i>${third}`,
    ],
  ] as const)('are kept also in a post %s', ([, usual, other]) => {
    const html = posts(byline).replace(usual, other);

    expect(html).toContain(other);
    expect(kept(html)).toBe(6);
  });

  test.for([
    ['the posts are dropped', posts(byline, `<p>${sentence('Skerry')}</p>`)],
    ['they tell when a member joined', posts((at) => `<ul><li>Joined ${at + 1} May 2026</li></ul>`)],
  ])('are not kept where %s', ([, html = '']) => {
    expect(kept(html)).toBe(0);
  });
});

describe('the dates of cards in a list', () => {
  const cards = (date: (at: number) => string, title = '+'): string =>
    `<div>${Array.from({ length: 6 }, (_, at) => `<div class="card"><h3><a href="/${at}">Story of lamp ${at}${title}</a></h3>${date(at)}</div>`).join('')}</div>`;
  const day = (at: number): string => `<p>${at + 1} May 2026</p>`;
  const kept = (html: string): number => keptTexts(html, 0.05).filter((text) => text.includes('2026')).length;

  test('are kept with their titles', () => {
    expect(kept(cards(day))).toBe(6);
    expect(
      kept(cards((at) => `<p><time datetime="2026-05-0${at + 1}">May ${at + 1}, 2026</time> · 4 min</p>`)),
    ).toBe(6);
  });

  test.for(['4 hrs ago', 'vor 3 Stunden', '3 小时前'])('may say how long ago that was: %s', (ago) => {
    expect(
      keptTexts(
        cards(() => `<p>${ago}</p>`),
        0.05,
      ).filter((text) => text === ago),
    ).toHaveLength(6);
  });

  test.for([
    ['the cards are dropped', cards(day, '')],
    ['only some have one', cards((at) => (at < 3 ? day(at) : ''))],
    ['they tell when a member joined', cards((at) => `<ul><li>Joined ${day(at)}</li></ul>`)],
  ])('are not kept where %s', ([, html = '']) => {
    expect(kept(html)).toBe(0);
  });
});

describe('a part of the cards in a list', () => {
  const cards = (part: (at: number) => string): string =>
    `<div>${Array.from({ length: 6 }, (_, at) => `<div class="card"><h3><a href="/${at}">Lamp ${at} for piers+</a></h3>${part(at)}</div>`).join('')}</div>`;
  const badge = (at: number, kept: number, text = 'Best seller'): string =>
    `<p>${text}${at < kept ? '+' : ''}</p>`;
  const kept = (html: string): number => keptTexts(html, 0.05).filter((text) => text.includes('Best')).length;

  test('is kept on all that have it when most show it', () => {
    expect(kept(cards((at) => badge(at, 3)))).toBe(6);
    expect(kept(cards((at) => (at < 4 ? badge(at, 2) : '')))).toBe(4);
  });

  test.for([
    ['fewer show it', cards((at) => badge(at, 1)), 1],
    [
      'the list is short',
      cards((at) => badge(at, 2)).replace(/<div class="card">(?=<h3><a href="\/3").*$/, '</div>'),
      2,
    ],
    [
      'the cards are posts',
      cards((at) => `${badge(at, 3)}<p>${'She reads the tide at noon. '.repeat(25)}</p>`),
      3,
    ],
    ['the others are at other places', cards((at) => (at < 3 ? badge(at, 3) : `<ul><li>Best</li></ul>`)), 3],
    [
      'it is the text of each card',
      cards((at) =>
        badge(at, 3, 'Best in fog, in rain, in snow, in the dark of the night and at noon of each day'),
      ),
      3,
    ],
  ] as const)('is not added where %s', ([, html, count]) => {
    expect(kept(html)).toBe(count);
  });
});

describe('tables between kept blocks', () => {
  const unlikely = 0.01;
  const rows = (cell: (row: number, column: number) => string, count = 5): string =>
    Array.from(
      { length: count },
      (_, row) => `<tr>${[0, 1, 2].map((at) => `<td>${cell(row, at)}</td>`).join('')}</tr>`,
    ).join('');
  const page = (inside: string): string => `<main><h1>Tides+</h1>${inside}<p>All times are local+</p></main>`;
  const level = (row: number, column: number): string => `${row}.${column} m`;

  test('are kept with their titles, however unlikely, when nearly nothing else lies between', () => {
    const table = `<table>${rows(level)}</table>`;
    const html = page(`<button>Print</button><p>Year</p><p>Skerry</p>${table}<p>Aland</p>${table}`);
    const kept = keptTexts(html, unlikely);

    expect(kept.filter((text) => text === '4.2 m')).toHaveLength(2);
    expect(kept).toEqual(expect.arrayContaining(['Skerry', 'Aland']));
    expect(kept).not.toContain('Year');
  });

  test('are kept with the heading above their title', () => {
    const html = page(`<h2>Harbours of the north</h2><p>Skerry</p><table>${rows(level)}</table>`);

    expect(keptTexts(html, 0.2)).toContain('Harbours of the north');
    expect(keptTexts(html, unlikely)).not.toContain('Harbours of the north');
  });

  test('are kept with the columns that stay in place when the others scroll', () => {
    const names = `<table><tr><th></th></tr>${[0, 1, 2, 3].map((at) => `<tr><td>Port ${at}</td></tr>`).join('')}</table>`;

    expect(keptTexts(page(`<div>${names}<table>${rows(level)}</table></div>`), unlikely)).toContain('Port 3');
  });

  test.for([
    ['a calendar', `<table>${rows((row, column) => String(row * 3 + column + 1))}</table>`],
    [
      'a menu',
      `<table>${rows((row, column) => `<a href="/${row}/${column}">${level(row, column)}</a>`)}</table>`,
    ],
    ['a small box', `<table>${rows(level, 3)}</table>`],
    [
      'beside other text',
      `<table>${rows(level)}</table>${'<p>Sign in and never miss a tide at any port</p>'.repeat(3)}`,
    ],
  ])('are not kept for their place: %s', ([, html = '']) => {
    expect(keptTexts(page(html), unlikely)).toEqual(['Tides+', 'All times are local+']);
  });
});

describe('the ingredients of a recipe', () => {
  const items = (item = '500 g flour'): string =>
    `<ul><li>${item}</li><li>10 g salt</li><li>a cup of water</li></ul>`;
  const recipe = (box: string): string =>
    `<main>${box}<p>Knead the dough and let it rest overnight+</p></main>`;

  test.for(['class="recipe__ingredients"', 'id="zutaten"', 'itemprop="recipeIngredients"'])(
    'are kept above their preparation: %s',
    (attribute) => {
      expect(keptTexts(recipe(`<aside ${attribute}>${items()}</aside>`))).toContain('500 g flour');
    },
  );

  test.for([
    [
      'lead to other recipes',
      recipe(
        `<div class="ingredients">${items('<a href="/flour">500 g flour</a>').replaceAll(/(?<=<li>)(?!<a)([^<]*)/g, '<a href="/x">$1</a>')}</div>`,
      ),
    ],
    ['stand below the text', `${recipe('')}<div class="ingredients">${items()}</div>`],
    ['filter recipes', recipe(`<div class="filter-ingredients">${items()}</div>`)],
    ['are of another recipe', recipe(`<div class="card"><div class="ingredients">${items()}</div></div>`)],
    [
      'stand there twice',
      recipe(`<div class="ingredients">${items()}</div><div class="print">${items()}</div>`),
    ],
    ['are named otherwise', recipe(`<aside class="tags">${items()}</aside>`)],
  ] as const)('are no lists that %s', ([, html]) => {
    expect(keptTexts(html)).not.toContain('500 g flour');
  });
});

describe('a post of a discussion', () => {
  const post = (text: string, name = 'post-body'): string =>
    `<article><h4>Keeper</h4><div class="${name}">${text}</div></article>`;
  const answers = ['Yes', 'No', 'Perhaps'].map((text) => post(`${text}+`)).join('');

  test('is kept where most posts are, also with a quotation', () => {
    const html = `${answers}${post('<blockquote>Is it lit?</blockquote>It is lit')}${answers}`;

    expect(keptTexts(html)).toEqual(expect.arrayContaining(['Is it lit?', 'It is lit']));
  });

  test.for(['msg_body', 'Message userContent', 'forum-post-content', 'post" data-msgid="7'])(
    'is known by its name: %s',
    (name) => {
      const html = ['Yes', 'No', 'Perhaps'].map((text) => post(`${text}+`, name)).join('');

      expect(keptTexts(`${html}${post('It is lit', name)}`)).toContain('It is lit');
    },
  );

  test.for([
    ['where few posts are kept', `${post('It is lit')}${post('It is not')}${answers}`, 0.3],
    ['where it looks like something else', `${answers}${post('It is lit')}`, 0.2],
    ['where it is a signature', `${answers}<div class="signature">${post('It is lit')}</div>`, 0.3],
    ['where it has another name', `${answers}${post('It is lit', 'notice')}`, 0.3],
  ] as const)('is not kept for its place %s', ([, html, chance]) => {
    expect(keptTexts(html, chance)).not.toContain('It is lit');
  });
});

describe('the first paragraph of a post', () => {
  const post = (first: string): string =>
    `<article><h4>Keeper</h4><div class="post-body">${first}<p>It is lit at dusk+</p></div></article>`;
  const posts = (first: string): string =>
    post(first) + ['A', 'B', 'C'].map((at) => post(`<p>${at}+</p>`)).join('');

  test('is kept where the second is', () => {
    expect(keptTexts(posts('<p>Ask the ferryman.</p>'), 0.25)).toContain('Ask the ferryman.');
  });

  test.for([
    ['where it looks like an advertisement', posts('<p>Ask the ferryman.</p>'), 0.15],
    [
      'of a few comments beside others',
      post('<p>Ask the ferryman.</p>').repeat(3) + posts('').replaceAll('post-body', 'comment-text'),
      0.25,
    ],
    [
      'that says whom a post answers',
      posts(`<p>Ask the ferryman.</p><blockquote>${sentence('Skerry')}+</blockquote>`),
      0.25,
    ],
  ] as const)('is not kept for its place %s', ([, html, chance]) => {
    expect(keptTexts(html, chance)).not.toContain('Ask the ferryman.');
  });

  test('is not kept where it is a name', () => {
    expect(keptTexts(posts('<p>Ada Lind</p>'), 0.25)).not.toContain('Ada Lind');
  });
});

describe('the heading of a section', () => {
  const section = (heading: string, labels = '', name = 'part'): string =>
    `<section><h2 class="${name}">${heading}</h2>${labels}${paragraph(heading)}</section>`;
  const others = section('Skerry+') + section('Faaborg+');
  const badges = '<i>New</i><div>Open all year</div><a href="/book">Book</a>';
  // Below the least mean chance of `partsOfRows`, which would keep the heading, too.
  const keepsLyness = (html: string, chance = 0.2): boolean => keptTexts(html, chance).includes('Lyness');

  test.for([
    ['between them', section('Skerry+') + section('Lyness', badges) + section('Faaborg+')],
    ['after them', others + section('Lyness', badges)],
  ])('is kept above labels and its text where other headings of its kind are: %s', ([, html = '']) => {
    expect(keepsLyness(html)).toBe(true);
  });

  test.for([
    ['of another kind', others + section('Lyness', badges, 'aside')],
    ['that is unlike the others for the model', others + section('Lyness', badges), 0.05],
    ['without kept text', `${others}<section><h2 class="part">Lyness</h2>${badges}</section>`],
    ['far above the text', others + section('Lyness', `<div>${'All of our lamps. '.repeat(9)}</div>`)],
    ['with one peer', section('Skerry+') + section('Lyness', badges)],
    ['of another level', others + section('Lyness', badges).replaceAll('h2', 'h3')],
    ['in a menu', `${others}<nav>${section('Lyness', badges)}</nav>`],
    [
      'of a list of links',
      `${others}<section><div><h2 class="part">Lyness</h2>${'<p><a href="/a">Tide</a></p>'.repeat(3)}</div>${paragraph('Lyness')}</section>`,
    ],
    [
      'of the headline of another page',
      `${others}<section><div><h2 class="part">Lyness</h2><a href="/a">One year after the lamp of Faaborg</a></div>${paragraph('Lyness')}</section>`,
    ],
    ['that each of many sections has', others + section('Lyness', badges).repeat(4)],
    [
      'that leads to another page',
      `${others}<section><h2 class="part"><a href="/l">Lyness</a></h2><div><div><p>New</p><p>Open</p></div>${paragraph('Lyness')}</div></section>`,
    ],
  ] as const)('is not kept for its place when it is a heading %s', ([, html, chance]) => {
    expect(keepsLyness(html, chance)).toBe(false);
  });
});

describe('an item of a list', () => {
  const list = (...items: readonly string[]): string =>
    `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`;
  const keepsLyness = (html: string, chance = 0.35): boolean => keptTexts(html, chance).includes('Lyness');

  test('is kept where half of the list is, and the model nearly took it for content', () => {
    expect(keepsLyness(list('Skerry+', 'Faaborg+', 'Lyness', 'Holm'))).toBe(true);
  });

  test.for([
    ['more than half is dropped', list('Skerry+', 'Faaborg+', 'Lyness', 'Holm', 'Tarn')],
    ['the list is short', list('Skerry+', 'Faaborg+', 'Lyness')],
    ['the model takes it for something else', list('Skerry+', 'Faaborg+', 'Lyness', 'Holm'), 0.2],
  ] as const)('is not kept for its place where %s', ([, html, chance]) => {
    expect(keepsLyness(html, chance)).toBe(false);
  });
});

describe('one of many lines that are alike', () => {
  const lines = (...texts: readonly string[]): string =>
    `<div>${texts.map((text) => `<div class="line"><a href="/${text}">${text}</a></div>`).join('')}</div>`;
  const others = ['Holm', 'Tarn', 'Sumburgh', 'Eilean', 'Neist'];
  const keepsLyness = (html: string, chance = 0.35): boolean => keptTexts(html, chance).includes('Lyness');

  test('is kept where the first ones are', () => {
    expect(keepsLyness(lines('Skerry+', 'Faaborg+', ...others, 'Lyness'))).toBe(true);
  });

  test.for([
    ['the first are dropped', lines('Skerry', 'Faaborg', ...others, 'Lyness', 'Bressay+')],
    ['there are few', lines('Skerry+', 'Faaborg+', 'Lyness', 'Holm')],
    ['the model takes it for something else', lines('Skerry+', 'Faaborg+', ...others, 'Lyness'), 0.2],
  ] as const)('is not kept for its place where %s', ([, html, chance]) => {
    expect(keepsLyness(html, chance)).toBe(false);
  });
});

describe('the names of what a page compares', () => {
  const names = ['Skerry', 'Faaborg', 'Lyness'];
  const offer = '<div>Credit: a shop</div><div><a href="/buy">€40 at a shop that sells lamps</a></div>';
  const entry = (name: string, below = `${offer}${paragraph(name).repeat(2)}`, level = 2): string =>
    `<h${level}>${name}</h${level}>${below}`;
  const namesIn = (html: string, chance = 0.1): readonly string[] =>
    keptTexts(html, chance).filter((text) => names.includes(text));

  test.for([
    ['plain', (name: string) => name],
    ['as links to a shop', (name: string) => `<a href="/to/${name}">${name}</a>`],
  ] as const)('are kept above offers and the texts about them, %s', ([, nameOf]) => {
    const entries = names.map((name) => entry(nameOf(name), `${offer}${paragraph(name).repeat(2)}`));

    expect(namesIn(entries.join(''))).toEqual(names);
  });

  test.for([
    ['of two products', names.slice(0, 2).map((name) => entry(name))],
    ['that are surely no content', names.map((name) => entry(name)), 0.02],
    [
      'of texts that are mostly dropped',
      names.map((name) => entry(name, `<p>${sentence('it')}</p>`.repeat(5) + paragraph(name).repeat(2))),
    ],
    [
      'above a line each',
      names.map((name) => entry(name, '<div>New</div><p>It is lit, all night long+</p>')),
    ],
    [
      'far above their texts',
      names.map((name) => entry(name, '<p>Tide</p>'.repeat(12) + paragraph(name).repeat(2))),
    ],
    ['as titles of comments', names.map((name) => entry(name, `${offer}${paragraph(name).repeat(2)}`, 1))],
    ['beside the text', names.map((name) => `<aside>${entry(name)}</aside>`)],
    [
      'of articles to read, in boxes between the paragraphs',
      names.map(
        (name) =>
          `<div><div><h3><a href="/${name}">${name}</a></h3><a href="/${name}">Read article</a></div></div>${paragraph(name).repeat(2)}`,
      ),
    ],
    [
      'of items in a list before the text',
      names.map((name) => `<ul><li><h4>${name}</h4>New</li></ul><h5>Text</h5>${paragraph(name).repeat(2)}`),
    ],
    [
      'of the authors of posts',
      names
        .map(
          (name) =>
            `<div class="comment">${entry(name, `<i>New</i><div class="comment-body">${paragraph(name).repeat(2)}</div>`)}</div>`,
        )
        .concat('<p class="comment">Reply</p>'),
    ],
  ] as const)('are not kept %s', ([, entries, chance]) => {
    expect(namesIn(`<h1>Lamps+</h1>${entries.join('')}`, chance)).toEqual([]);
  });
});

describe('a quotation in a post', () => {
  const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
  const quoting = (quoted: string): string =>
    `<div class="post-body"><blockquote><a href="/p/1">Ann said:</a><p>${quoted}</p></blockquote>It is lit+</div>`;
  const other = '<div class="post-body">It is not+</div>';
  const page = (html: string): string => `<article class="thread"><i class="post"></i>${html}</article>`;
  const thread = (html: string): string =>
    page(`<div class="posts"><div class="post">${html}</div>${other}</div>`);

  test.for([
    ['with its author', 'Is it lit?'],
    ['also a long one, where the page has no other copy', words(90)],
  ])('is kept with the answer, %s', ([, quoted = '']) => {
    expect(keptTexts(thread(quoting(quoted)), 0.05)).toEqual(
      ['Ann said:', quoted.slice(0, 300), 'It is lit+', 'It is not+'].map((text) =>
        expect.stringContaining(text.slice(0, 100)),
      ),
    );
  });

  test.for([
    ['Ann+ posted...', 'Is it lit?', true],
    ['Ann+ posted...', words(40), false],
    ['Ann+ was here.', 'Is it lit?', false],
  ] as const)(
    'is kept between the line that announces it and the answer, where it is short: %s',
    ([line, quoted, isKept]) => {
      const html =
        `<td class="message"><cite>${line}</cite><br><blockquote>${quoted}</blockquote>It is lit+</td>`.replace(
          '+</cite>',
          '</cite>',
        );

      expect(keptTexts(`<table><tr>${html}</tr></table>`, 0.05).some((text) => quoted.startsWith(text))).toBe(
        isKept,
      );
    },
  );

  test('is kept in a post that is named by its role', () => {
    const html = thread(quoting('Is it lit?')).replaceAll('class="post-body"', 'data-role="commentContent"');

    expect(keptTexts(html, 0.05)).toContain('Is it lit?');
  });

  test('keeps only its attribution when it is long and the page shows it elsewhere', () => {
    const first = `<div class="post-body"><p>${words(90)}</p>Tell me+</div>`;
    const kept = ['Tell me+', 'It is lit+', 'It is not+'];

    expect(keptTexts(thread(first + quoting(words(90))), 0.05)).toEqual([
      'Tell me+',
      'Ann said:',
      ...kept.slice(1),
    ]);
    const dated = quoting(words(90)).replace('Ann said:', 'Ann wrote: Sat Feb 24, 2024 12:41 pm');
    expect(keptTexts(thread(first + dated), 0.05)[1]).toContain('Ann wrote');
    const timed = quoting(words(90)).replace('Ann said:', 'On 3/5/2024 at 7:29 PM, Ann said:');
    expect(keptTexts(thread(first + timed), 0.05)[1]).toContain('Ann said');
    const unsigned = quoting(words(90)).replace('Ann said:', 'Yesterday');
    expect(keptTexts(thread(first + unsigned), 0.05)).toEqual(kept);
  });

  test('is kept where it is a small part of a post: which one it answers, nothing else says', () => {
    const [asked, rest] = [words(40), `so ${words(50)}`];
    const first = `<div class="post-body"><p>${asked}</p><p>${rest}</p>Tell me+</div>`;

    expect(keptTexts(thread(first + quoting(asked)), 0.05)).toContain(asked);
    expect(keptTexts(thread(first + quoting(rest)), 0.05)).not.toContain(rest);
  });

  test('is dropped with its post', () => {
    const html = thread(quoting('Is it lit?').replace('+', ''));

    expect(keptTexts(html, 0.05)).toEqual(['It is not+']);
  });
});

describe('a link to another site in a post', () => {
  const post = (html: string): string => `<div class="post"><div class="post-body">${html}</div></div>`;
  const others = post('<p>It is not+</p>') + post('<p>It is+</p>') + post('<p>Thanks+</p>');
  const keptIn = (html: string, chance = 0.2): string[] =>
    keptTexts(`<article class="thread">${post(html)}${others}</article>`, chance);
  const sheet = '<p><a href="https://sheets.example/1">The sheet</a></p>';

  test.for([
    ['in a line of its own', sheet],
    ['around a box', '<a href="https://sheets.example/1"><div>The sheet</div></a>'],
  ] as const)('is kept with the words beside it, %s', ([, link]) => {
    expect(keptIn(`<p>It is lit, see+</p>${link}`)).toContain('The sheet');
  });

  test('keeps no link of the forum behind it in the same box', () => {
    const box =
      '<div>It is lit, see+<br><br><a href="/report">Report this</a><br><br><a href="https://a.example/">A</a></div>';

    expect(keptIn(box)).not.toContain('Report this');
  });

  test.for([
    ['of a signature', `<p>It is lit+</p><hr>${sheet}`, 0.2],
    ['that looks like an advertisement', `<p>It is lit+</p>${sheet}`, 0.05],
    ['to a page of the forum', '<p>It is lit+</p><p><a href="/join">The sheet</a></p>', 0.2],
    [
      'in a line of other words',
      '<p>It is lit+</p><p>Edited on Monday by the author: <a href="https://sheets.example/1">The sheet</a></p>',
      0.2,
    ],
    ['in a post that is dropped', sheet, 0.2],
  ] as const)('is not kept %s', ([, html, chance]) => {
    expect(keptIn(html, chance).filter((text) => text.includes('The sheet'))).toEqual([]);
  });
});

test('a sound between kept blocks is kept', () => {
  const sound = '<audio controls><source type="audio/wav" src="https://a.test/tide.wav?_=1"></audio>';

  expect(keptTexts(`<div>${paragraph('Skerry')}${sound}${paragraph('Faaborg')}</div>`, 0.05)).toContain(
    'Audio',
  );
});

describe('a video between kept blocks', () => {
  const frame = '<div><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe></div>';
  const label = 'YouTube video';

  test.for([
    ['between paragraphs', `<div>${paragraph('Skerry')}${frame}${paragraph('Faaborg')}</div>`],
    [
      'above the links to its files',
      `<div>${paragraph('Skerry')}${frame}<p>MP4</p>${paragraph('Faaborg')}</div>`,
    ],
  ])('is kept %s', ([, html = '']) => {
    expect(keptTexts(html, 0.05)).toContain(label);
  });

  test('is kept at the end of a text below a line that announces it', () => {
    const kept = (line: string, video = frame, chance = 0.6): number =>
      keptTexts(
        `<div>${paragraph('Skerry')}<p>${line}</p>${video}<p>Menu</p><p>Imprint</p></div>`,
        chance,
      ).filter((text) => text === label).length;

    expect(kept('See the keeper light the lamp below+:')).toBe(1);
    expect(kept('See the keeper light the lamp below+:', frame.repeat(3))).toBe(3);
    expect(kept('See the keeper light the lamp below+.')).toBe(0);
    expect(kept('See the keeper light the lamp below:')).toBe(0);
    expect(kept('Watch+:')).toBe(0);
    expect(kept('See the keeper light the lamp below+:', frame, 0.3)).toBe(0);
  });

  test('is kept with the others of a row, however many they are', () => {
    const kept = (below: string): number =>
      keptTexts(`<div>${paragraph('Skerry')}${frame.repeat(5)}${below}</div>`, 0.05).filter(
        (text) => text === label,
      ).length;

    expect(kept(paragraph('Faaborg'))).toBe(5);
    expect(kept('<p>Menu</p><p>Imprint</p>')).toBe(0);
  });

  test.for([
    ['behind the text', `<div>${paragraph('Skerry')}${frame}<p>Menu</p><p>Imprint</p></div>`],
    ['beside it', `<div>${paragraph('Skerry')}<aside>${frame}</aside>${paragraph('Faaborg')}</div>`],
  ])('is dropped %s', ([, html = '']) => {
    expect(keptTexts(html, 0.05)).not.toContain(label);
  });
});

describe('a notice between kept blocks', () => {
  const notice = (text: string): string =>
    `<div class="caution"><h3 class="title">Caution</h3><p>${text}</p></div>`;
  const page = (box: string): string => `<main>${paragraph('Skerry')}${box}${paragraph('Faaborg')}</main>`;

  test('is kept', () => {
    expect(keptTexts(page(notice(sentence('Brake'))), 0.2)).toContain(sentence('Brake'));
  });

  test('is dropped where it looks like something else', () => {
    expect(keptTexts(page(notice(sentence('Brake'))), 0.1)).not.toContain(sentence('Brake'));
  });
});

describe('a section of a manual', () => {
  const code = '<pre>lamp --on</pre>'.repeat(3);
  const section = (name: string, mark: string, names = 'sect'): string =>
    `<div class="${names}"><h3>${name}${mark}</h3><p>${sentence(name)}${mark}</p></div>`;
  const sections = ['A', 'B', 'C', 'D'].map((name) => section(name, '+')).join('');
  const missed = section('Brake', '');
  /** Below the least mean chance of `partsOfRows`, which would keep the section, too. */
  const likely = 0.2;

  test('is kept where most sections of its kind are', () => {
    expect(keptTexts(`<main>${code}${sections}${missed}</main>`, likely)).toContain(sentence('Brake'));
  });

  test('is kept between two that are kept for that reason, though it is less likely', () => {
    const less = section('Cox', '~');
    const page = `<main>${code}${sections}${missed}${less}${section('Dover', '')}</main>`;

    expect(keptTexts(page, likely)).toContain(`${sentence('Cox')}~`);
    expect(keptTexts(`<main>${code}${sections}${less}</main>`, likely)).not.toContain(`${sentence('Cox')}~`);
  });

  test.for([
    ['where few sections are kept', `${code}${section('A', '+')}${missed}`, likely],
    ['on a page without code', `${sections}${missed}`, likely],
    ['with another class', `${code}${sections}${section('Brake', '', 'more')}`, likely],
    [
      'without a text',
      `${code}${sections}<div class="sect"><h3>${sentence('Brake')}</h3><p>None</p></div>`,
      likely,
    ],
    ['where it looks like something else', `${code}${sections}${missed}`, 0.1],
  ] as const)('is not kept %s', ([, html, chance]) => {
    const menu = '<nav><a href="/a">Lamps</a></nav>';

    expect(keptTexts(`${menu}<main>${html}</main>`, chance)).not.toContain(sentence('Brake'));
  });

  test('may be a panel of tabs', () => {
    const panel = (name: string, mark: string): string =>
      `<div role="tabpanel"><p>${sentence(name)}${mark}</p></div>`;
    const panels = (last: string): string => `<div>${panel('A', '+')}${panel('B', '+')}${last}</div>`;

    expect(keptTexts(panels(panel('Brake', '')))).toContain(sentence('Brake'));
    expect(keptTexts(panels(panel('Brake', '')), 0.2)).not.toContain(sentence('Brake'));
  });
});

describe('a block of a manual without menus', () => {
  const most = ['A', 'B', 'C', 'D'].map((name) => paragraph(name)).join('');
  const page = (rest: string, code = '<pre>lamp --on</pre>'): string => `<body>${code}${most}${rest}</body>`;
  const missed = `<dl><dt>Brake</dt><dd>${sentence('Brake')}</dd></dl>`;

  test('is kept where most of the text around it is', () => {
    expect(keptTexts(page(missed))).toEqual(expect.arrayContaining(['Brake', sentence('Brake')]));
  });

  test('is kept however long a listing is', () => {
    const log = 'lamp --on --hour 4\n'.repeat(200);

    expect(keptTexts(page(`<pre>${log}</pre>`)).join(' ')).toContain('--hour 4');
  });

  test.for([
    ['on a page without code', page(missed, ''), 0.3],
    ['beside a menu', page(`<nav><a href="/a">Lamps</a></nav>${missed}`), 0.3],
    ['where little is kept', `<pre>lamp --on</pre>${paragraph('A')}${missed.repeat(4)}`, 0.3],
    ['where it looks like something else', page(missed), 0.1],
    ['of links', page(`<p><a href="/a">${sentence('Brake')}</a></p>`), 0.3],
  ] as const)('is not kept %s', ([, html, chance]) => {
    expect(keptTexts(html, chance)).not.toContain(sentence('Brake'));
  });
});

describe('a list of definitions under a heading', () => {
  const list =
    '<h2>Modules</h2><dl><dt><a href="/fs">fs</a></dt><dd>Files</dd><dt><a href="/io">io</a></dt><dd>Streams</dd></dl>';
  const page = (html: string): string =>
    `<main>${['Skerry', 'Aland', 'Brake'].map(paragraph).join('')}${html}</main>`;

  test('is kept in an element that is mostly kept', () => {
    expect(keptTexts(page(`<div>${list}</div>`)).slice(3)).toEqual([
      'Modules',
      'fs',
      'Files',
      'io',
      'Streams',
    ]);
  });

  test.for([
    ['a menu', page(list), 0.2],
    ['without a heading', page(list.replace(/<h2>.*?<\/h2>/, '')), 0.3],
    [
      'beside the text',
      `<div>${list}${`<p>${sentence('Dover')}</p>`.repeat(4)}</div><main>${paragraph('Skerry')}</main>`,
      0.3,
    ],
  ] as const)('is not kept when it is %s', ([, html, chance]) => {
    expect(keptTexts(html, chance)).not.toContain('Files');
  });
});

describe('the term of a kept definition', () => {
  const list = '<dl><dt>Reviews</dt><dd></dd><dt>Wood</dt><dd>Oak+</dd><dt>Light</dt><dd>None</dd></dl>';

  test('is kept, so that the definition has no other', () => {
    expect(keptTexts(`${list}${paragraph('Skerry')}`, 0.01)).toEqual([
      'Wood',
      'Oak+',
      `${sentence('Skerry')}+`,
    ]);
  });

  test('is kept with the other terms of the definition', () => {
    expect(
      keptTexts('<dl><dt>-h</dt><dt>--help</dt><dd>Prints help+</dd><dt>-v</dt><dd>None</dd></dl>', 0.01),
    ).toEqual(['-h', '--help', 'Prints help+']);
  });

  test('is not kept when it is a text of its own', () => {
    const long = `${sentence('Aland')} ${sentence('Dover')}`;

    expect(keptTexts(`<dl><dt>${long}</dt><dd>Oak+</dd></dl>`, 0.01)).toEqual(['Oak+']);
  });
});

describe('the author and date above a post of a guest book', () => {
  const post = (name: string, mark = ''): string =>
    `<b>${name}</b> <i>4 May 2022 20:15${mark}</i>${paragraph('Skerry')}`;
  const page = (...posts: string[]): string => `<div>${posts.join('<hr>')}</div>`;

  test('are kept where those of other posts are', () => {
    expect(keptTexts(page(post('Ann', '+'), post('Ben', '+'), post('Cid')))).toContain(
      'Cid 4 May 2022 20:15',
    );
  });

  test('are not where they are dropped everywhere else', () => {
    expect(keptTexts(page(post('Ann', '+'), post('Ben'), post('Cid')))).not.toContain('Cid 4 May 2022 20:15');
  });
});

describe('a dropped section between two kept ones', () => {
  const section = (name: string, body: string, kind = 'keeper'): string =>
    `<div class="${kind}"><h3>${name}</h3>${body}</div>`;
  const page = (middle: string): string =>
    `<article>${section('Skerry+', paragraph('Skerry'))}${middle}${section('Tarn+', paragraph('Tarn'))}</article>`;
  const text = `<p>${sentence('Holm')}</p>`;

  test('is kept where its heading is at the same place', () => {
    expect(keptTexts(page(section('Holm', text)))).toContain(sentence('Holm'));
    expect(keptTexts(page(section('Holm', text)), 0.1)).not.toContain(sentence('Holm'));
  });

  test.for([
    ['an offer in a box of its own', section('Holm', text, 'offer')],
    ['a choice of filters', section('Holm', '<ul><li>Light</li><li>Dark</li></ul>')],
    ['a list of teasers', section('Holm', `<p><a href="/a">${sentence('Holm')}</a></p>`)],
  ])('is not kept where it is %s', ([, middle = '']) => {
    expect(keptTexts(page(middle))).not.toContain('Holm');
  });
});
