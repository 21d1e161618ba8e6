import { describe, expect, test } from 'vitest';

import { markdownOf, readPage } from './read-page.ts';

const url = 'https://www.mill-courier.example/garden/how-to-dig-a-well.html';
const titleOf = async (head: string, body = '', at = url) =>
  (
    await readPage(`<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`, {
      url: at,
    })
  ).metadata.title;

const seo = '<title>Digging a well: 12 tips for 2026 | Mill Courier</title>';

describe('the title of a page', () => {
  test('is its headline, where the title is written for search engines', async () => {
    expect(await titleOf(seo, '<h1>12 tips for digging your own well</h1>')).toBe(
      '12 tips for digging your own well',
    );
  });

  test('is the longest of several headings that are titles: the others name the section', async () => {
    const head = '<title>News - Mill Courier</title><meta property="og:title" content="How to dig a well">';

    expect(await titleOf(head, '<h1 class="hidden">News</h1><h1>How to dig a well</h1>')).toBe(
      'How to dig a well',
    );
  });

  test.for([
    ['a logo', '<h1>Mill Courier</h1>'],
    ['a logo with the words of the host', '<h1>Mill-Courier News</h1>'],
    ['a banner', '<h1>15% off everything</h1>'],
    ['a form', '<h1>Email *</h1>'],
    ['a section that shares a word', '<h1>Tips</h1>'],
    ['a whole paragraph', `<h1>${'Digging a well is hard work for two. '.repeat(8)}</h1>`],
    ['a menu', '<nav><h1>Digging a well: 12 tips</h1></nav>'],
  ] as const)('is never the heading of %s', async ([, heading]) => {
    expect(await titleOf(seo, heading)).toBe('Digging a well: 12 tips for 2026');
  });

  test('is a heading that is named after the path beside it', async () => {
    const heading = '<h1 class="with-breadcrumbs">Dig your own well</h1>';

    expect(await titleOf('<title>Dig your own well - Garden - Mill</title>', heading)).toBe(
      'Dig your own well',
    );
  });

  test.for([
    ['a line of its own', '12 tips<span class="block mt-2">for digging your own well</span>'],
    ['a gap', '<span class="flex gap-2"><i>12 tips</i><i>for digging your own well</i></span>'],
  ] as const)('has a space where the page shows %s', async ([, heading]) => {
    expect(await titleOf(seo, `<h1>${heading}</h1>`)).toBe('12 tips for digging your own well');
  });

  test.for([
    ['before', '<a class="header-anchor" href="#well">#</a> Dig your own well'],
    ['behind', 'Dig your own well<a class="hash-link" href="#well">#</a>'],
    [
      'for screen readers behind',
      'Dig your own well<a href="#well"><i class="sr-only">Direct link to this heading of the page</i></a>',
    ],
    ['far behind', 'Dig your own well <a aria-label="Link to this heading" href="#well">🔗</a> '],
  ] as const)('has no permalink that stands %s its heading', async ([, heading]) => {
    expect(await titleOf('<title>Dig your own well | Mill</title>', `<h1 id="well">${heading}</h1>`)).toBe(
      'Dig your own well',
    );
  });

  test('keeps a sign that belongs to it', async () => {
    expect(await titleOf('<title>Wells in C# | Mill</title>', '<h1>Wells in C#</h1>')).toBe('Wells in C#');
  });

  test.for([
    ['Link', '<a href="/zelda" title="Zelda">Link</a>'],
    ['Link', '<a href="#well">Link</a>'],
    ['How to drop anchor', 'How to drop <a href="/a#b">anchor</a>'],
  ] as const)('keeps the words of a link that calls itself one: %s', async ([title, heading]) => {
    expect(await titleOf(`<title>${title} | Mill</title>`, `<h1 id="well">${heading}</h1>`)).toBe(title);
  });

  test.for([
    ['its own fragment', '<a href="#well">Link</a>'],
    ['its id', '<a href="/mill#well">Link</a>'],
    ['no other place by its label', '<a href="/mill#dug" aria-label="Permalink to this section">Link</a>'],
  ] as const)('loses a link by that name to %s', async ([, link]) => {
    expect(await titleOf('<title>Dig | Mill</title>', `<h1 id="well">Dig a well ${link}</h1>`)).toBe(
      'Dig a well',
    );
  });

  test.for([
    ['東京の天気予報', '<span class="a">東京の</span><span class="b">天気予報</span>'],
    ['The Winter', '<span class="a">Th</span><span class="b">e Winter</span>'],
    ['JavaScripting', 'Java<span class="a">Script</span><span class="b">ing</span>'],
  ] as const)('has no space in a word of several spans: %s', async ([title, heading]) => {
    expect(await titleOf(`<title>${title} | Mill</title>`, `<h1>${heading}</h1>`)).toBe(title);
  });

  test('has a space between two spans of different classes, and none in a word', async () => {
    const heading = '<h1><span class="name">Wells</span><span class="text">Dug by <b>ha</b>nd</span></h1>';

    expect(await titleOf('<title>Wells</title>', heading)).toBe('Wells Dug by hand');
  });

  const well = '<h1>Dig your own well</h1>';
  test.for([
    ['the name of its host', 'Mill Courier', well],
    ['the name of its host without its article', 'Courier', well, 'https://www.thecourier.example/7'],
    ['the name on its link to the home page', 'All Wells', `<a href="/">All Wells</a>${well}`],
    ['the name in its copyright line', 'All Wells', `${well}<p>© 2026 All Wells. All rights reserved.</p>`],
    ['one that a tool has made up', 'Vite + React + TS', well],
  ] as const)('is its only heading, where every page of the site has %s as title', async (page) => {
    const [, title, body, at = 'https://mill-courier.example/7'] = page;
    const head = `<title>${title}</title><meta property="og:title" content="${title}">`;

    expect(await titleOf(head, body, at)).toBe('Dig your own well');
  });

  const site = '<title>Mill Courier</title>';
  test.for([
    ['that of a home page', site, well, 'https://mill-courier.example/', 'Mill Courier'],
    ['one of two', site, `${well}<h1>Email *</h1>`, url, 'Mill Courier'],
    [
      'a greeting at a tracked URL',
      '<title>Mill Courier ® | Home Page</title>',
      '<h1>Welcome to <em>Mill Courier</em></h1>',
      'https://www.mill-courier.example/?srsltid=AfmBOopZ',
      'Mill Courier',
    ],
    [
      'one beside another title for networks',
      `${site}<meta property="og:title" content="15 feet down">`,
      well,
      url,
      '15 feet down',
    ],
    [
      'one below a title of its own',
      '<title>Deep water</title>',
      well,
      'https://mill-courier.example/7',
      'Deep water',
    ],
    ['a request', site, '<h1>Subscribe to our newsletter</h1>', url, 'Mill Courier'],
    ['a section', site, '<h1>News</h1>', url, 'Mill Courier'],
    [
      'a section above the words of the URL',
      site,
      '<h1>Our garden</h1><h2>How to dig a well</h2>',
      url,
      'How to dig a well',
    ],
    ...[
      ['Privacy Policy', '© 2026 Mill Courier. Privacy Policy. Terms.'],
      ['Returns', '(b) Boots are new. (c) Returns are free.'],
      ['Pan', '© 2026 The Japan Pantry'],
      ['Courier Tickets', '© 2026 Courier'],
    ].map(
      ([title = '', line = '']) =>
        [
          'one beside a copyright line with other words',
          `<title>${title}</title>`,
          `${well}<p>${line}</p>`,
          'https://courier.example/7',
          title,
        ] as const,
    ),
  ] as const)('is no heading that disagrees with it: %s', async ([, head, body, at, title]) => {
    expect(await titleOf(head, body, at)).toBe(title);
  });

  test('has none in Chinese', async () => {
    const heading = '\u6c34\u4e95<span class="block">\u6316\u6398\u6307\u5357</span>';

    expect(await titleOf('', `<h1>${heading}</h1>`)).toBe('\u6c34\u4e95\u6316\u6398\u6307\u5357');
  });

  test('has none before punctuation', async () => {
    const heading = '<span class="sr-only">12 tips</span>: your own <span class="block">well</span>?';

    expect(await titleOf(seo, `<h1>${heading}</h1>`)).toBe('12 tips: your own well?');
  });

  test('is that of a chapter, whose number its URL has, under the name of the book', async () => {
    const page =
      '<h1 class="menu-title">The Book of Wells</h1><main><h2>Digging Deep Wells</h2><p>Dig.</p></main>';
    const url = 'https://books.example/ch04-01-digging-deep-wells.html';

    expect(await titleOf('<title>Digging Deep Wells - The Book of Wells</title>', page, url)).toBe(
      'Digging Deep Wells',
    );
  });

  test.for([
    [
      'of its menu bar',
      'Traits - The Book of Wells',
      '<h1 class="menu-title">The Book of Wells</h1><h2>Traits</h2>',
      'Traits',
    ],
    [
      'of its header',
      'Drawings of Others - A plan for them | Mill 11 - Web . Drawings . Courses',
      '<header><h1>Web . Drawings . Courses</h1></header><h2>Drawings of Others <span>A plan for them</span></h2>',
      'Drawings of Others A plan for them',
    ],
  ])('is not the name %s, with which the title ends', async ([, title = '', body = '', headline = '']) => {
    expect(await titleOf(`<title>${title}</title>`, body, 'https://books.example/ch10-02.html')).toBe(
      headline,
    );
  });

  test('is a lower heading that is named so, where the page declares none', async () => {
    expect(await titleOf('', '<h2>Sport</h2><h2 class="vitstoryheadline">The well is dug</h2>')).toBe(
      'The well is dug',
    );
    expect(await titleOf('', '<h2>The well is dug</h2>')).toBeUndefined();
  });

  test('is the first part of a long title that a box shows', async () => {
    const title =
      '<title>HARBOUR OPENS ITS OLD GATE | Harbour News, Ferries, Tides, Gates and Results</title>';

    expect(await titleOf(title, '<td><span class="heading">HARBOUR OPENS ITS OLD GATE</span></td>')).toBe(
      'HARBOUR OPENS ITS OLD GATE',
    );
    expect(await titleOf(title, '<span class="heading">Harbour News</span>')).toContain('Ferries');
  });

  test.for([
    ['Wireless Headphones - Sony WH-1000XM5', 'sony-wireless-headphones', 'Sony WH-1000XM5'],
    ['About the author - Jane Doe Smith', 'about-the-author', 'Jane Doe Smith'],
  ])('is the only heading, which the title "%s" has at its end', async ([title, path, heading = '']) => {
    const page = `<h1>${heading}</h1><p>Text.</p>`;

    expect(await titleOf(`<title>${title}</title>`, page, `https://shop.example/${path}`)).toBe(heading);
  });

  test('is the headline that microdata declares, where the title goes on with the names of rooms', async () => {
    const post = `<div itemscope itemtype="https://schema.org/DiscussionForumPosting">
      <meta itemprop="headline" content="Digging a well"></div>`;

    expect(await titleOf('<title>Digging a well - Gardens - Valley</title>', post)).toBe('Digging a well');
  });

  test('is a lower heading with the words of the URL, above one that opens the text', async () => {
    const at = 'https://www.mill-courier.example/garden/how-to-dig-a-well-in-the-valley';
    const headline = '<h2>How to Dig a Well in the Valley</h2>';
    const opening = '<h1>12 tips for digging a well</h1>';

    expect(await titleOf(seo, headline + opening, at)).toBe('How to Dig a Well in the Valley');
    expect(await titleOf(seo, opening + headline, at)).toBe('12 tips for digging a well');
  });

  test('is the heading with the words of the URL, rather than that of a related article', async () => {
    const head = '<title>Where to dig a well in the valley | Mill Courier</title>';
    const body =
      '<h1>To Dig Is to Live: How the Best Find a Well</h1><h1>Related</h1><h1><a href="/garden/where-to-swim">Where to Swim in the Valley</a></h1>';

    expect(await titleOf(head, body)).toBe('To Dig Is to Live: How the Best Find a Well');
  });

  test('is a heading that leads elsewhere, where the page declares it', async () => {
    const body = '<h1>Tools</h1><h1><a href="/other">Digging a well: 12 tips for 2026</a></h1>';

    expect(await titleOf(seo, body)).toBe('Digging a well: 12 tips for 2026');
  });

  test('is a long heading that begins with the words of the URL, rather than the slogan of the site', async () => {
    const long = `How to dig a well: ${'digging a well is hard work for two. '.repeat(8)}`.trim();
    const at = 'https://www.mill-courier.example/r/garden/how_to_dig_a_well_digging_a_well';

    expect(await titleOf('<title>The heart of the valley</title>', `<h1>${long}</h1>`, at)).toBe(long);
  });

  test('has no references that are escaped twice, and no name of a part of the site', async () => {
    expect(await titleOf('<title>Wells &amp;#x26; Mills - Mill-Courier Community</title>')).toBe(
      'Wells & Mills',
    );
  });

  test('is not found in the box of the next page', async () => {
    const head = '<meta property="og:title" content="How to dig a deep well">';
    const body = `<div class="read-next-title">How to dig a deep well</div>${'<p>Join us</p>'.repeat(20)}<div><a class="title" href="/x">How to dig a deep well</a><p>By Ada Lind</p></div>`;

    expect(
      (await readPage(`<html><head>${head}</head><body>${body}</body></html>`, { url })).metadata,
    ).toMatchObject({ title: 'How to dig a deep well', author: 'Ada Lind' });
  });

  test('is that of several headings that agrees with it', async () => {
    const body =
      '<h1>Mill Courier</h1><h1>12 tips for digging a well</h1><h1>Discord</h1><h1>Digging for gold</h1>';

    expect(await titleOf(seo, body)).toBe('12 tips for digging a well');
  });

  test('is the heading with which a title begins, rather than the name at its end', async () => {
    const manual = '<title>Lifting the rope — Wells and Windlasses 2.0 Manual</title>';
    const body = '<h1>Wells and Windlasses 2.0 Manual</h1><h1>Lifting the rope</h1>';

    expect(await titleOf(manual, body)).toBe('Lifting the rope');
  });

  test('is not the heading at its end that leads to the start page of the blog', async () => {
    const head = '<title>小さな村で井戸を掘る（7/2） - 水車の日記！！</title>';
    const post = '<h3><a href="/ada/e/5d8c">小さな村で井戸を掘る（7/2）</a></h3>';
    const heading = (href: string): string => `<h1><a href="${href}">水車の日記！！</a></h1>`;
    const at = 'https://blog.example/ada/e/5d8c31a659b9';

    expect(await titleOf(head, heading('/ada') + post, at)).toBe('小さな村で井戸を掘る（7/2）');
    for (const body of [heading('/ad') + post, heading('/ada')])
      expect(await titleOf(head, body, at)).toBe('水車の日記！！');
    const short = '<title>Marmalade - 水車の日記！！</title>';
    expect(await titleOf(short, `${heading('/ada')}<h3>Marmalade</h3>`, at)).toBe('Marmalade');
  });

  test('is the chapter that the URL names, rather than the book above it', async () => {
    const head = '<title>How to dig a well | Wells of the World</title>';
    const body = '<h1>Wells of the World</h1><h2>How to dig a well</h2><h2>Tools</h2>';

    expect(await titleOf(head, body)).toBe('How to dig a well');
  });

  test.for([
    ['has the words of the URL', 'Well digging for beginners'],
    ['ends a title with sections', 'Mill Courier : Garden : How to dig a well!'],
  ] as const)('is the lower heading that %s', async ([, title]) => {
    const body = '<h1>Mill Courier</h1><h2>Tools</h2><h2>How to dig a “well”</h2>';

    expect(await titleOf(`<title>${title}</title>`, body)).toBe('How to dig a “well”');
  });

  test('is the shorter of two headings, of which one goes on with its forum', async () => {
    const head = '<title>How to dig a well - Garden Forum - Mill Courier</title>';

    expect(await titleOf(head, '<h1>How to dig a well - Garden Forum</h1><h1>How to dig a well</h1>')).toBe(
      'How to dig a well',
    );
  });

  test('keeps a name of the site with which its heading begins', async () => {
    const head = '<title>Mill Courier: How to dig a well</title>';

    expect(await titleOf(head, '<h1>Mill Courier: How to dig a well</h1>')).toBe(
      'Mill Courier: How to dig a well',
    );
  });

  test('has no words of buttons', async () => {
    const body = '<h1>Crate <a href="#">windlass</a> <button>Copy item path</button></h1>';

    expect(await titleOf('<title>windlass - Rust</title>', body)).toBe('Crate windlass');
  });

  test('is the heading that the URL names, when the title is that of the site', async () => {
    expect(await titleOf('<title>The heart of the valley</title>', '<h1>How to dig a well</h1>')).toBe(
      'How to dig a well',
    );
  });

  test.for([
    [
      'a declared title',
      '<title>The village well, explained</title><meta property="og:title" content="How a village digs a well">',
      'How a village digs a well',
    ],
    [
      'the end of a title',
      '<title>Mill Courier • View topic - How a village digs a well</title>',
      'How a village digs a well',
    ],
    ['the beginning of a title', '<title>wells 2025 - a review – Mill B.V</title>', 'wells 2025 - a review'],
  ] as const)('is the lower heading that repeats %s', async ([, head, text]) => {
    const body = `<h2>Tools and more tools</h2><h2><a href="#">${text}</a></h2><p>The spade goes first.</p>`;

    expect(await titleOf(head, body, 'https://www.mill-courier.example/t/7')).toBe(text);
  });

  test('is raised from a bold line rather than from the last level of a path', async () => {
    const title = 'Oars or sails? What are the differences?';
    const html = `<title>${title}</title><div class="navigation"><a href="/">Boats</a> › <span class="active">${title}</span></div><table><tr><td><div><strong>${title}</strong></div></td></tr><tr><td><p>The tide turns at noon.</p></td></tr></table>`;

    expect(await markdownOf(html)).toMatch(/› Oars or sails[^]*# Oars or sails/);
  });

  test('is in a box with such an id, between boxes of other pages, in front of a wide line', async () => {
    const others = '<div class="title">Another page</div>'.repeat(60);
    const body = `${others}<div id="main_title">井の水が戻った村の話</div>`;

    expect(await titleOf('<title>井の水が戻った村の話｜村の新聞</title>', body)).toBe('井の水が戻った村の話');
  });

  test('has no sections in a heading that repeats the whole title for screen readers', async () => {
    const title = 'How to dig a well with children | Patient gardeners | The Children’s Institute';
    const at = 'https://institute.example/help/childrens-wells';

    expect(await titleOf(`<title>${title}</title>`, `<h1 class="sr-only">${title}</h1>`, at)).toBe(
      'How to dig a well with children',
    );
  });

  test.for([
    ['the label of a topic', '<h1><span class="label">Question</span> How to dig a well?</h1>'],
    [
      'its source and a counter',
      '<h1><a href="/s">How to dig a well?</a> <a href="//x.example">(x.example)</a> 87</h1>',
    ],
    ['its date', '<h1>Dec 18 2025 How to dig a well?</h1>'],
    ['the name of the site', '<h1>How to dig a well? | Mill Courier</h1>'],
  ] as const)('has not %s, which its heading shows', async ([, heading]) => {
    const head =
      '<title>How to dig a well? - Mill Courier</title><meta property="og:title" content="How to dig a well?">';

    expect(await titleOf(head, heading)).toBe('How to dig a well?');
  });

  test.for([
    ['How to dig a well | Garden', 'the section of its path'],
    ['How to dig a well / Gardens / Mill Courier Forums', 'the levels of a forum'],
    ['How to dig a well | Patient gardeners | The Children’s Institute of Wells', 'the levels of a site'],
    ['Mill Courier: How to dig a well', 'the name of the site before it'],
  ] as const)('is of %s what is left without %s', async ([title]) => {
    expect(await titleOf(`<title>${title}</title>`)).toBe('How to dig a well');
  });

  test('has no domain with a few words at its beginning', async () => {
    expect(await titleOf('<title>Mill-courier.example in Mill: The well is dug</title>')).toBe(
      'The well is dug',
    );
  });

  test('has no day behind a headline that the title has in its middle', async () => {
    const head = '<title>COURIER::: The well is dug / 06.01.12 / Valley</title>';

    expect(await titleOf(head, '<h1>The well is dug <span>06.01.12 08:49</span></h1>')).toBe(
      'The well is dug',
    );
  });

  test('is a heading that the title has between the site and the section', async () => {
    const head = '<title>Old Valley - Digging a new well: how to - water</title>';

    expect(await titleOf(head, '<h2>Digging a new well: how to</h2><h2>Old Valley - water</h2>')).toBe(
      'Digging a new well: how to',
    );
  });

  test.for([
    ['村民齊心合力挖新井 | 地方新聞 | 生活 | 聯合報'],
    ['村民齊心合力挖新井 ｜新聞速報｜中時樂活'],
    ['村民齊心合力挖新井_要闻_正北方'],
    ['村民齊心合力挖新井 - 村莊社會 - 村莊日報'],
    ['村民齊心合力挖新井--国内频道'],
  ] as const)('is the first and longest part of a Chinese title: %s', async ([title]) => {
    expect(await titleOf(`<title>${title}</title>`, '<td>村民齊心合力挖新井</td>')).toBe(
      '村民齊心合力挖新井',
    );
  });

  test.for([['村民 - 齊心合力挖新井的村民'], ['村民齊心合力挖新井 - 水很甜']] as const)(
    'is the whole of a Chinese title with another part: %s',
    async ([title]) => {
      expect(await titleOf(`<title>${title}</title>`)).toBe(title);
    },
  );

  test('is whole, where another title has what was cut', async () => {
    const head =
      '<title>How to dig a well when the ground is (mostly</title><meta property="og:title" content="How to dig a well when the ground is (mostly) stone - Mill Courier">';

    expect(await titleOf(head)).toBe('How to dig a well when the ground is (mostly) stone');
  });

  test('has no escapes of HTML', async () => {
    expect(await titleOf('<title>Wells &amp;amp; springs</title>')).toBe('Wells & springs');
  });
});

describe('a page without a first heading', () => {
  test.for([
    ['the end of its title', 'COURIER : The keeper of «Skerry»'],
    ['the beginning of its title', 'The keeper of «Skerry» ‹ Tide Society'],
    ['its title', 'The keeper of «Skerry»'],
  ] as const)('has a headline in a box that is %s', async ([, title]) => {
    const box = '<div class="node-title">The keeper of «Skerry»</div>';

    expect(await titleOf(`<title>${title}</title>`, box)).toBe('The keeper of «Skerry»');
  });

  test('keeps the mark that closes its title', async () => {
    expect(await titleOf('<title>The keeper of «Skerry»</title>')).toBe('The keeper of «Skerry»');
  });
});

test('a cell with the words of the title stays in its table of data', async () => {
  const { markdown } = await readPage(
    '<title>Alder Bridge Station</title><table><tr><td>Station<td>Tracks<tr><td>Alder Bridge Station<td>12<tr><td>Mill<td>4</table>',
  );

  expect(markdown).toContain('| Alder Bridge Station | 12 |');
});

test('a picture beside the words of the title is kept', async () => {
  const { markdown } = await readPage(
    '<title>The mill wheel turns in May</title><p><strong>The mill wheel turns in May</strong><br><img src="/mill.jpg" alt="The wheel"></p>',
  );

  expect(markdown).toContain('![The wheel](https://site.example/mill.jpg)');
});

describe('a heading that leads to the start page', () => {
  test.for([
    ['by its link', '<a href="/">Tide</a>'],
    ['by its kind of link', '<a href="/blog/" rel="home">Tide</a>'],
    ['by the key of DokuWiki', '<a href="/doku.php?id=start" accesskey="h">Tide</a>'],
  ] as const)('names the site, %s', async ([, logo]) => {
    const head = '<title>Tide: how a lamp is read at night (a talk)</title>';
    const body = `<h1>${logo}</h1><h2 class="entry-title">How a lamp is read at night (a talk)</h2>`;

    expect(await titleOf(head, body)).toBe('How a lamp is read at night (a talk)');
  });
});

test('the title of a page of DokuWiki, which names its file, is its first heading', async () => {
  const head = '<title>lamps:night [Tide wiki]</title><meta name="generator" content="DokuWiki">';
  const logo = '<h1 class="logo"><a href="/doku.php?id=start" accesskey="h">Tide wiki</a></h1>';

  expect(await titleOf(head, `${logo}<h1>Lamps</h1><p>Row.</p><h1>Oars</h1>`)).toBe('Lamps');
});

test('a heading that is a level of the path through the site is not the title', async () => {
  const body = '<h1 role="navigation" class="crumb">Tides and lamps</h1><h2>Tides and lamps at Skerry</h2>';

  expect(await titleOf('<title>Tides and lamps at Skerry | Courier</title>', body)).toBe(
    'Tides and lamps at Skerry',
  );
});

test.for([
  ['北京工商局抽检出不合格食品-《财经网》', '北京工商局抽检出不合格食品'],
  ['北京工商局抽检出不合格食品_新闻中心_江门网', '北京工商局抽检出不合格食品'],
] as const)('a Chinese title ends where its heading does: %s', async ([title, headline]) => {
  expect(await titleOf(`<title>${title}</title>`, `<h2>${headline}</h2>`)).toBe(headline);
});

test('a title with quotation marks is cut between its parts only', async () => {
  const title = '«Пантера» из дома «Мельник»!';
  const head = `<title>${title} | Mill Courier</title><meta property="og:title" content="${title}">`;

  expect(await titleOf(head)).toBe(title);
});

test('a title with levels in Chinese is the heading that is its first part', async () => {
  const title = '「綠豆」蠶豆 添加劑';

  expect(await titleOf(`<title>${title}｜生活｜時樂｜時報</title>`, `<h3>${title}</h3>`)).toBe(title);
});

test('a label in the heading is no part of the title', async () => {
  const heading = '<h1>The well is open <span class="label">Subscribers</span></h1>';

  expect(await titleOf('<title>The well is open | Columns | Mill Courier</title>', heading)).toBe(
    'The well is open',
  );
});

test.for([
  ['the end of its sentence', '<span>The valley weavers</span> of 1890', 'The valley weavers of 1890'],
  ['the sign of a number', '–5 °C in the valley today <span>Live</span>', '–5 °C in the valley today'],
  [
    'a colon behind its section',
    '<span>Mill</span><span>: The well is open again</span>',
    'The well is open again',
  ],
] as const)('a headline beside a label has what is its own: %s', async ([, heading, title]) => {
  expect(
    await titleOf(`<title>${title.replace(' of 1890', '')} | Books | Mill</title>`, `<h1>${heading}</h1>`),
  ).toBe(title);
});

test('a page that shows "Index" as its headline is called so', async () => {
  const head = '<title>Index - Valley Docs</title><meta property="og:site_name" content="Valley Docs">';

  expect(await titleOf(head, '<h1>Index</h1>')).toBe('Index');
});

test('the name of a site is the title of a page that is only called home', async () => {
  const head = '<title>Home - Valley Weavers</title><meta property="og:site_name" content="Valley Weavers">';

  expect(await titleOf(head, '<h1>Cloth from the valley</h1>')).toBe('Valley Weavers');
});
