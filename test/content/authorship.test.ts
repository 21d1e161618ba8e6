import { describe, expect, test } from 'vitest';

import { readPage } from './read-page.ts';

const url = 'https://www.mill-courier.example/garden/how-to-dig-a-well.html';
const jsonLd = (data: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const metadataOf = async (body: string, { head = '', language = 'en', at = url } = {}) =>
  (
    await readPage(
      `<!doctype html><html lang="${language}"><head><title>How to dig a well</title>${head}</head><body>${body}</body></html>`,
      { url: at },
    )
  ).metadata;
const headline = '<h1>How to dig a well</h1>';
const paragraphs = (sentence: string): string => `<p>${sentence}</p>`.repeat(4);
const text = paragraphs('The spade goes first, and then the bucket, as every village knows.');
const textsOf: Readonly<Record<string, string>> = {
  ru: paragraphs('Сначала идёт лопата, а потом ведро, как знает каждая деревня.'),
  uk: paragraphs('Спочатку йде лопата, а потім відро, як знає кожне село.'),
  zh: paragraphs('先用铲子，再用水桶，村里人人都知道。'),
  ja: paragraphs('まずシャベル、それからバケツ、村の誰もが知っている。'),
  ko: paragraphs('먼저 삽, 그다음 양동이, 마을 사람은 다 안다.'),
};
const textIn = (language: string): string => textsOf[language] ?? text;

describe('the author of an article', () => {
  test.for([
    ['en', 'By Ada Lind'],
    ['en', 'Written by: Ada Lind | March 3, 2021'],
    ['en', 'March 3, 2021 · 3 min read · By Ada Lind'],
    ['en', 'By Ada Lind »'],
    ['en', 'By Ada Lind // BBC News'],
    ['en', 'By Ada Lind www.courier.example'],
    ['en', 'By Ada Lind courier.com'],
    ['en', 'By Ada Lind (with Bo'],
    ['en', 'By [Ada Lind]'],
    ['de', 'Von Ada Lind, Redakteurin'],
    ['de', 'erstellt von Ada Lind'],
    ['fr', 'Par Ada Lind'],
    ['es', 'Por Ada Lind'],
    ['it', 'di Ada Lind'],
    ['pt', 'Por Ada Lind'],
    ['nl', 'Door Ada Lind'],
    ['pl', 'Autor: Ada Lind'],
    ['tr', 'Yazan: Ada Lind'],
    ['uk', 'Автор: Ada Lind'],
    ['ru', 'Автор: Ada Lind'],
  ] as const)('is read from a byline in %s: %s', async ([language, byline]) => {
    const body = `${headline}<p>${byline}</p>${textIn(language)}`;

    expect(await metadataOf(body, { language })).toMatchObject({
      author: 'Ada Lind',
    });
  });

  test.for([
    ['作者：王小明', 'zh', '王小明'],
    ['作者：王小明 稿源：新华网', 'zh', '王小明'],
    ['文：山田花子', 'ja', '山田花子'],
    ['글: 김영희', 'ko', '김영희'],
    ['김영희 기자 | 2020-03-04', 'ko', '김영희'],
    ['[대전일보=김영희 기자]', 'ko', '김영희'],
  ] as const)('is read from %s', async ([byline, language, author]) => {
    const body = `${headline}<p>${byline}</p>${textIn(language)}`;

    expect((await metadataOf(body, { language })).author).toBe(author);
  });

  test.for([
    ['a class', '<div class="articleAuthor">Ada Lind</div>'],
    ['a link to a person’s page', '<p><a href="/authors/ada">Ada Lind</a></p>'],
    ['a date beside it', '<div>Ada Lind</div><div>3 March 2021</div>'],
    ['a line with a date', '<div>Ada Lind • Dec 26, 2025</div>'],
    ['words on the line above', '<div>Written by</div><div>Ada Lind</div>'],
    ['a role after it', '<div class="byline">By Ada Lind, Executive Editor, Garden Watch</div>'],
    [
      'a box that has buttons for sharing as well',
      '<div class="author-share"><div class="author">Ada Lind</div></div>',
    ],
    ['an agency after it', '<div class="byline">By Ada Lind (AP)</div>'],
    ['its picture', '<div class="byline"><span>Ada Lind</span> <a href="/a">Ada Lind</a></div>'],
  ] as const)('is known by %s', async ([, byline]) => {
    expect((await metadataOf(`${headline}${byline}${text}`)).author).toBe('Ada Lind');
  });

  test.for([
    ['comment', `<div class="comments"><p>By Bo Ek</p></div>`],
    ['related card', `<aside class="related"><h3>Wells of the world</h3><p>By Bo Ek</p></aside>`],
    ['sentence', '<p>By the river stands a mill, and by the mill a well.</p>'],
    ['button', '<p>By</p><p>Read more</p>'],
    ['button beside a date', '<p>2021年3月3日</p><p>打印</p>'],
    ['label of a date', '<div>Publié le</div><div>3 mars 2021</div>'],
    ['field', '<div class="author">Release Date</div>'],
    ['last reply', '<p>Last post by <a href="/members/bo">Bo Ek</a></p>'],
    ['copyright line', '<footer><p>© 2021 Bo Ek</p></footer>'],
    ['section', '<p><a href="/garden">Home Gardens</a> March 3, 2021</p>'],
  ] as const)('is nobody of a %s', async ([, other]) => {
    expect(await metadataOf(`${headline}${other}${text}`)).not.toHaveProperty('author');
  });

  test.for([
    ['a line', '<p>Written by <a href="https://ada.example/">Ada Lind</a></p>'],
    ['a line with a label', '<p>Authors: Ada Lind, well builder at the mill</p>'],
    ['a box', '<div class="author-box"><img alt=""><h4>Ada Lind</h4><p>Ada digs wells.</p></div>'],
    ['a box with other class names', '<div class="Author_wrap__x1Y"><p>By Ada Lind</p></div>'],
  ] as const)('is read from %s below the text, if no other is named', async ([, below]) => {
    const card = `<div class="related-card"><span class="author">Bo Ek</span></div>`;
    const article = `${headline}${text.repeat(5)}`;

    expect((await metadataOf(`${article}${below}${card}`)).author).toBe('Ada Lind');
    expect(await metadataOf(`${article}${below}${below.replace('Ada Lind', 'Cy Holm')}`)).not.toHaveProperty(
      'author',
    );
  });

  test.for([
    '<div class="author-box"><p>Senior Garden Editor</p></div>',
    '<div class="author">Mill Courier Staff</div>',
    '<p>By the river stands a mill</p>',
  ])('is nobody of %s below the text', async (below) => {
    const head = '<meta property="og:site_name" content="Mill Courier">';

    expect(await metadataOf(`${headline}${text.repeat(5)}${below}`, { head })).not.toHaveProperty('author');
  });

  test.for([
    [
      'items of a list',
      (of: string) =>
        `<li><h2><a href="/${of}">${of}</a></h2><p>By ${of}</p><time datetime="2026-05-01">1 May</time></li>`,
    ],
    [
      'boxes',
      (of: string) =>
        `<div class="entry"><h2><a href="/${of}">${of}</a></h2><p>By ${of}</p><time datetime="2026-05-01">1 May</time></div>`,
    ],
  ] as const)('is nobody of a page that lists articles as %s, which has no day either', async ([, card]) => {
    const page = `${headline}<div>${['Ada Lind', 'Bo Ek', 'Cy Holm'].map(card).join('')}</div>`;

    expect(await metadataOf(page)).not.toHaveProperty('author');
    expect(await metadataOf(page)).not.toHaveProperty('publishedTime');
  });

  test('is the one below the headline of an article in parts without a class', async () => {
    const part = (title: string): string =>
      `<div><h2><a href="/${title}">${title}</a></h2><p>By Ada Lind</p>${text}</div>`;

    expect((await metadataOf(`${headline}${part('Spades')}${part('Buckets')}`)).author).toBe('Ada Lind');
  });

  test('is the one of the first post of a discussion, whose titles link to their place', async () => {
    const post = (at: number, name: string): string =>
      `<div class="post"><h3><a href="/thread?p=${at}#p${at}">Wells</a></h3><p class="author">by ${name}</p><p>${'Dig deep. '.repeat(30)}</p></div>`;

    expect((await metadataOf(`${headline}${post(1, 'Ada Lind')}${post(2, 'Bo Ek')}`)).author).toBe(
      'Ada Lind',
    );
  });

  test.for([
    [
      'in a sentence',
      `<p><a href="/people/bo-ek">Bo Ek</a> was the first to dig a well in this valley, and all of the village went to look at it, day after day, until the water came at last, as cold as the mountains.</p>`,
    ],
    [
      'below the text',
      `<p>${'The spade goes first, and then the bucket. '.repeat(6)}</p><p><a href="/people/bo-ek">Bo Ek</a> <a href="/topics/wells">Wells</a></p>`,
    ],
  ])('is nobody whose page a link leads to %s', async ([, body = '']) => {
    expect(await metadataOf(`${headline}${body}`)).not.toHaveProperty('author');
  });

  test('is no button', async () => {
    const body = `<h1>How to dig a well</h1><p class="author">新規登録</p>${text}`;

    expect(await metadataOf(body, { language: 'ja' })).not.toHaveProperty('author');
  });

  test('is nobody of the cards of other articles, whatever markup they have', async () => {
    const card = (name: string): string =>
      `<div itemscope itemtype="https://schema.org/NewsArticle"><h3>Other</h3><span itemprop="author">${name}</span></div>`;
    const head = jsonLd([
      { '@type': 'NewsArticle', headline: 'Other', author: { name: 'Bo Ek' } },
      { '@type': 'NewsArticle', headline: 'Another', author: { name: 'Cy Holm' } },
    ]);

    expect(
      await metadataOf(`${headline}${text}${card('Bo Ek')}${card('Cy Holm')}`, { head }),
    ).not.toHaveProperty('author');
  });

  test('is that of the declared article with the title of the page', async () => {
    const head = jsonLd([
      { '@type': 'NewsArticle', headline: 'Other', author: { name: 'Bo Ek' } },
      { '@type': 'NewsArticle', headline: 'How to dig a well', author: { name: 'Ada Lind' } },
    ]);

    expect((await metadataOf(headline, { head })).author).toBe('Ada Lind');
  });

  test('is a person of the byline rather than an account or the site', async () => {
    const byline = `${headline}<p>By Ada Lind</p>${text}`;
    const site = '<meta property="og:site_name" content="Mill Courier">';

    for (const name of ['alind', 'AdaL', 'Mill Courier'])
      expect(
        (await metadataOf(byline, { head: `${site}<meta name="author" content="${name}">` })).author,
      ).toBe('Ada Lind');
  });

  test.for([
    ['Written by', 'en'],
    ['Verfasst von', 'de'],
    ['Écrit par', 'fr'],
    ['作者', 'zh'],
  ] as const)('is the one of a social card under "%s"', async ([label, language]) => {
    const card = (at: number, name: string, value: string): string =>
      `<meta name="twitter:label${at}" content="${name}"><meta name="twitter:data${at}" content="${value}">`;

    const body = `${headline}${textIn(language)}`;
    for (const head of [
      card(1, label, 'Ada Lind') + card(2, 'Est. reading time', '3 minutes'),
      card(1, 'Price', '3 EUR') + card(2, label, 'Ada Lind'),
    ])
      expect((await metadataOf(body, { head, language })).author).toBe('Ada Lind');
    expect(await metadataOf(body, { head: card(1, 'Price', '3 EUR'), language })).not.toHaveProperty(
      'author',
    );
  });

  test('is the account that wrote the first post of a discussion', async () => {
    const replies = '<div class="byline">Bo Ek</div><p>3 March 2021</p>';
    const head = jsonLd({
      '@type': 'WebPage',
      url,
      mainEntity: {
        '@type': 'DiscussionForumPosting',
        url,
        author: { '@type': 'Person', name: 'millwright7' },
      },
    });
    const marked = `<div itemscope itemtype="https://schema.org/Question"><h2>How?</h2>
      <div itemprop="author" itemscope><span itemprop="name">millwright7</span></div></div>`;

    expect((await metadataOf(`${headline}${replies}`, { head })).author).toBe('millwright7');
    expect((await metadataOf(`${headline}${marked}${replies}`)).author).toBe('millwright7');
  });

  test.for([
    ['a recipe', `${headline}<p>Recipe by Ada Lind</p>${text}`],
    ['a line with a role below it', `${headline}<p>Ada Lind</p><p>Tech writer</p>${text}`],
    [
      'a line that goes on with the client',
      `${headline}<p>By Ada Lind on behalf of The Mill Trust</p>${text}`,
    ],
    [
      'the footer of the article',
      `<article>${headline}${text}${text}<footer><p>Posted by <a href="/x">Ada Lind</a></p></footer></article>`,
    ],
    [
      'a label with the name in the next element',
      `${headline}${text.repeat(4)}<div><b>Author:</b><span>Ada Lind</span></div>`,
    ],
    [
      'a headline in an element without a name',
      `<div>How to dig a well</div><div>Ada Lind</div><div>March 3, 2021</div>${text}`,
    ],
  ])('is read from %s', async ([, body = '']) => {
    expect(await metadataOf(body)).toMatchObject({ author: 'Ada Lind' });
  });

  test.for([
    ['a part of a title', `${headline}<p>The Good Well</p><p>March 3, 2021</p>${text}`],
    ['the name of a player', `${headline}<p>AudioNative Player...</p><p>March 3, 2021</p>${text}`],
    ['the owner in the footer of the page', `${headline}${text}<footer><p>By Ada Lind</p></footer>`],
  ])('is not %s', async ([, body = '']) => {
    expect(await metadataOf(body)).not.toHaveProperty('author');
  });

  test.for([
    [
      'that begins a thread in its description',
      `${headline}<div class="thread-description"><span>Thread starter</span> <a href="/members/ada.1/">Ada Lind</a> <time datetime="2024-02-25">25 Feb 2024</time></div>${text}`,
    ],
    [
      'after a word that is no name',
      `${headline}<div class="byline"><span>via</span> <a href="/~ada">Ada Lind</a></div>${text}`,
    ],
    ['among contributors', `${headline}<p><b>Contributors:</b> Ada Lind</p>${text}`],
    [
      'in microdata with many spaces',
      `${headline}<span itemprop="author"><span class="byline-description">${' '.repeat(600)}By <a href="/people/ada">Ada Lind</a></span></span><span itemprop="author">Updated by Bo Ek</span>${text}`,
    ],
    [
      'in microdata above a role',
      `${headline}<div itemprop="author">\n${' '.repeat(90)}Ada Lind\n${' '.repeat(90)}Senior Garden Reporter</div>${text}`,
    ],
    [
      'in the card of the author',
      `${headline}${text.repeat(5)}<div class="author_card"><p>WRITTEN BY</p><a href="/ada">Ada Lind</a></div>`,
    ],
    [
      'in the root of an application',
      `<div id="__next"><div>${headline}</div>${text.repeat(5)}<p>Written by<!-- --> <a href="/ada">Ada Lind</a></p></div>`,
    ],
    [
      'as an attribute of the post around the headline',
      `<mill-post author="Ada Lind">${headline}${text}</mill-post>`,
    ],
    ['as an attribute for scripts', `<div data-author="Ada Lind">${headline}${text}</div>`],
  ])('is the one %s', async ([, body = '']) => {
    expect(await metadataOf(body)).toMatchObject({ author: 'Ada Lind' });
  });

  test.for([
    [
      'who is named below the label of a translator',
      '<p class="meta">翻訳者</p><ul class="authors"><li>翻訳者</li></ul>',
    ],
    [
      'of a page of contributors',
      '<p><em>Mill</em> (<a href="./contributors.html" rel="author">contributors</a>)</p>',
    ],
    ['whose account is deleted', '<p class="author">Former Member</p>'],
    ['whose deleted account has a byline', '<p>By Deleted User</p>'],
  ])('is nobody %s', async ([, line = '']) => {
    expect(await metadataOf(`${headline}${line}${text.repeat(5)}`)).not.toHaveProperty('author');
  });

  test.for([
    [
      'of a section',
      `<div><p class="byline"><a href="/blog/tag/garden-life">Garden Life</a></p>${headline}</div>${text}`,
    ],
    [
      'who answers',
      `${headline}<p>20 replies to this topic</p><div class="username"><a href="/Profile/bo">Bo Ek</a></div><p>Thank you.</p>`,
    ],
    [
      'of an article in a list without headings',
      `${headline}${['Ada Lind', 'Bo Ek'].map((name) => `<a href="/story/${name}"><p>What to know of the old well of ${name}</p><p>By ${name}</p></a>`).join('')}`,
    ],
    [
      'of a list whose links name authors',
      `${headline}${['Ada Lind', 'Bo Ek'].map((name) => `<div class="listed"><p><a href="/wells">What to know of an old well</a></p><a rel="author" href="/writers/${name}">${name}</a></div>`).join('')}`,
    ],
  ])('is nobody %s', async ([, body = '']) => {
    expect(await metadataOf(body)).not.toHaveProperty('author');
  });

  test('is the account whose facts are above the post', async () => {
    const facts =
      '<dl><dt>millwright</dt><dd>Member</dd><dd>Registered: 2025-11-01</dd><dd>Posts: 1</dd></dl>';

    expect((await metadataOf(`<div>${facts}${headline}</div>${text}`)).author).toBe('millwright');
  });

  test('is the site of a list of articles', async () => {
    const card = (name: string): string =>
      `<a href="/story/${name}"><p>What to know of the old well of ${name}</p><p>By ${name}</p></a>`;
    const head =
      '<meta property="og:site_name" content="Mill Courier"><meta name="author" content="Mill Courier">';

    expect((await metadataOf(`${headline}${card('Ada Lind')}${card('Bo Ek')}`, { head })).author).toBe(
      'Mill Courier',
    );
  });

  test('is that below one other article that is recommended', async () => {
    const other = '<p><a href="/marathons">What to know of the old well</a></p>';

    expect((await metadataOf(`${headline}${other}<p>By Ada Lind</p>${text}`)).author).toBe('Ada Lind');
  });

  test('is that above the text before that of a line below it', async () => {
    const above = '<p><a href="/author/ada-lind">Ada Lind</a></p>';
    const body = `${headline}${above}<p>${text.replaceAll(/<\/?p>/g, '')}</p><p>Written by Bo Ek</p>`;

    expect(await metadataOf(body)).toMatchObject({ author: 'Ada Lind' });
  });

  test('is the fullest of the lists that the head has', async () => {
    const head = `<meta name="author" content="Ada Lind"><meta name="citation_author" content="Lind, Ada"><meta name="citation_author" content="Ek, Bo">`;

    expect(await metadataOf(`${headline}${text}`, { head })).toMatchObject({ author: 'Ada Lind, Bo Ek' });
  });

  test('is not followed by the name of the paper', async () => {
    const head = jsonLd({ '@type': 'NewsArticle', author: { name: 'Ada Lind, The Mill Courier' } });

    expect((await metadataOf(headline, { head })).author).toBe('Ada Lind');
  });

  test('has all names of the byline', async () => {
    const body = `${headline}<p>By Ada Lind, MD, and Bo Ek</p>${text}`;

    expect((await metadataOf(body)).author).toBe('Ada Lind, MD, and Bo Ek');
  });

  test('has the names of all authors of a paper, in the order of names', async () => {
    const head =
      '<meta name="citation_author" content="Lind, Ada"><meta name="citation_author" content="Ek, Bo">';

    expect((await metadataOf('', { head })).author).toBe('Ada Lind, Bo Ek');
  });

  test('keeps a name that is also that of a month', async () => {
    expect((await metadataOf('', { head: '<meta name="author" content="By Theresa May">' })).author).toBe(
      'Theresa May',
    );
  });

  test('has no URL', async () => {
    const head = (content: string): string => `<meta name="author" content="${content}">`;

    expect((await metadataOf('', { head: head('Ada Lind (https://ada.example/)') })).author).toBe('Ada Lind');
    expect(await metadataOf('', { head: head('/authors/ada') })).not.toHaveProperty('author');
  });

  test('is no sentence', async () => {
    const content = 'Ada has been digging wells for the village since she was ten years old';

    expect(await metadataOf('', { head: `<meta name="author" content="${content}">` })).not.toHaveProperty(
      'author',
    );
  });

  test('is the declared writer, where JSON-LD names the editor', async () => {
    const editor = jsonLd({ '@type': 'NewsArticle', author: { '@type': 'Person', name: 'Bo Ek' } });
    const head = `${editor}<meta name="content_author" content="Ada Lind">`;

    expect((await metadataOf(`${headline}${text}`, { head })).author).toBe('Ada Lind');
  });

  test('is not the company that made or owns the site, with or without its address', async () => {
    const declaredBy = (lines: readonly string[]): string =>
      lines.map((line) => `<meta name="author" content="${line}">`).join('');
    const address = ['The Quay', 'Southern Gate', 'Tel : 01243 779777'];
    const authorBy = async (lines: readonly string[]) =>
      (await metadataOf(`${headline}${text}`, { head: declaredBy(lines) })).author;

    expect(await authorBy(['Harbour Tools Ltd', ...address])).toBeUndefined();
    expect(await authorBy(['Harbour Tools sp. z o.o.'])).toBeUndefined();
    expect(await authorBy(['Harbour Tools'])).toBe('Harbour Tools');
  });

  test('is nobody who wrote a cited work', async () => {
    const cited = (by: string): string =>
      `<li itemprop="citation" itemscope itemtype="http://schema.org/ScholarlyArticle"><meta itemprop="author" content="${by}">Wells</li>`;
    const head = '<meta name="citation_author" content="Ada Lind">';
    const list = `<ol>${cited('B. Ek')}${cited('C. Holm')}</ol>`;

    expect((await metadataOf(`${headline}${text}${list}`, { head })).author).toBe('Ada Lind');
    expect((await metadataOf(`${headline}${text}${list}`)).author).toBeUndefined();
  });

  test.for([
    '<p>Posted by <a href="/t/1">6 years ago</a></p>',
    '<p>Published by <span class="author">Courier</span>Viewed 124 times</p>',
    '<p>Licence: <a href="https://licences.example/by/4.0/">CC-BY 4.0</a></p>',
  ])('is no figure: %s', async (line) => {
    expect((await metadataOf(`${headline}${line}${text}`)).author ?? '').not.toMatch(/\d/);
  });

  test.for([
    ['mediamill Inc.', '小暮ひさのり'],
    ['Harbour Tools, LLC', 'Ada Lind'],
    ['Harbour, Inc.', 'Ada Lind'],
    ['株式会社ハーバー', '小暮ひさのり'],
    ['ハーバー株式会社', '小暮ひさのり'],
  ])('is not the company %s that is declared beside a person', async ([company, person]) => {
    const inHead = `<meta name="author" content="${company}"><meta name="author" content="${person}">`;
    const inData = jsonLd({ '@type': 'NewsArticle', author: [{ name: person }, { name: company }] });

    for (const head of [inHead, inData])
      expect((await metadataOf(`${headline}${text}`, { head })).author).toBe(person);
  });
});

describe('the dates of an article', () => {
  test('are trusted most in JSON-LD', async () => {
    const head =
      jsonLd({ '@type': 'Article', datePublished: '2021-03-03T10:00:00+02:00', dateModified: '2021-04-01' }) +
      '<meta property="article:published_time" content="2020-01-01"><meta name="last-modified" content="2020-01-02">';

    expect(await metadataOf(`${headline}<p>5 May 2019</p>`, { head })).toMatchObject({
      publishedTime: '2021-03-03T10:00:00+02:00',
      modifiedTime: '2021-04-01',
    });
  });

  test.for([
    ['de', 'Veröffentlicht am 3. März 2021, 14:05', '2021-03-03T14:05:00'],
    ['fr', 'Publié le 3 mars 2021', '2021-03-03'],
    ['pl', '3 marca 2021', '2021-03-03'],
    ['ja', '2021年3月3日', '2021-03-03'],
    ['en-US', 'Published 03/04/2021', '2021-03-04'],
    ['en-GB', 'Published 03/04/2021', '2021-04-03'],
    ['en', 'Published 3 March 2021, 10:00 UTC', '2021-03-03T10:00:00Z'],
    ['en', 'Ada Lind Published on: Mar 3, 2021', '2021-03-03'],
  ] as const)('are read in %s from the line below the headline: %s', async ([language, line, moment]) => {
    expect(await metadataOf(`${headline}<p>${line}</p>${text}`, { language })).toMatchObject({
      publishedTime: moment,
    });
  });

  test('of a change may be named no more than that', async () => {
    const head = '<meta name="modified" content="2021-04-01T10:00:00Z">';

    expect((await metadataOf(`${headline}${text}`, { head })).modifiedTime).toBe('2021-04-01T10:00:00Z');
  });

  test('are read from a footer of the article that is above its text, and from no other footer', async () => {
    const line = '<footer><span class="author">Ada Lind</span> <span>3 March 2021</span></footer>';

    expect(await metadataOf(`${headline}<article>${line}${text}</article>`)).toMatchObject({
      author: 'Ada Lind',
      publishedTime: '2021-03-03',
    });
    expect(await metadataOf(`${headline}${line}${text}`)).not.toHaveProperty('publishedTime');
  });

  test('are the earlier ones that the page shows or has in its URL, where the declared ones are of the last change', async () => {
    const head = jsonLd({
      '@type': 'Article',
      datePublished: '2025-11-20T10:00:00Z',
      dateModified: '2025-11-20',
    });
    const at = 'https://www.mill-courier.example/2021/03/05/well/';
    const card =
      '<a href="/other"><h3>Another well</h3><time datetime="2019-01-01">1 January 2019</time></a>';
    const recipe = `<p>${'Wells are old. '.repeat(20)}</p><p>3 March 2021</p>`;

    expect((await metadataOf(`${headline}<p>3 March 2021</p>${text}`, { head })).publishedTime).toBe(
      '2021-03-03',
    );
    expect((await metadataOf(`${headline}${text}`, { head, at })).publishedTime).toBe('2021-03-05');
    for (const other of [card, recipe, '<p>Updated 3 March 2021</p>', '<p>19 November 2025</p>'])
      expect((await metadataOf(`${headline}${other}${text}`, { head })).publishedTime).toBe(
        '2025-11-20T10:00:00Z',
      );
  });

  test('are read from the RDFa of Drupal', async () => {
    const line =
      '<span property="dc:date dc:created" content="2019-07-07T18:44:31+02:00">Submitted by <b>anna</b></span>';

    expect(await metadataOf(headline + line + text)).toMatchObject({
      publishedTime: '2019-07-07T18:44:31+02:00',
    });
  });

  test('are those of the place where the page was written, if it shows them', async () => {
    const head = jsonLd({ '@type': 'Article', datePublished: '2025-12-19T03:05:00+00:00' });
    const shown = (moment: string): string => `${headline}<time datetime="${moment}">Published</time>${text}`;

    expect((await metadataOf(shown('2025-12-18T19:05:00-08:00'), { head })).publishedTime).toBe(
      '2025-12-18T19:05:00-08:00',
    );
    expect((await metadataOf(shown('2025-12-18T19:06:00-08:00'), { head })).publishedTime).toBe(
      '2025-12-19T03:05:00+00:00',
    );
  });

  test('do not include the last day of an offer on a page of a product, but one that a line calls published', async () => {
    const head = `<meta property="og:type" content="product">${jsonLd({ '@type': 'Product', name: 'Lamp' })}`;
    const offer = '<div>Special Financing - Ends Aug 2, 2026</div>';

    expect((await metadataOf(`${headline}${offer}${text}`, { head })).publishedTime).toBeUndefined();
    expect(
      (await metadataOf(`${headline}${offer}<p>Published: 3 March 2021</p>${text}`, { head })).publishedTime,
    ).toBe('2021-03-03');
  });

  test('are read from the heading of a post', async () => {
    const heading = '<h1><time datetime="2021-03-03">3 Mar</time> How to dig a well</h1>';

    expect((await metadataOf(`${heading}${text}`)).publishedTime).toBe('2021-03-03');
  });

  test('are read below a headline that is streamed in a hidden part', async () => {
    const body = `<div hidden id="S:2"><main>${headline}<p>3 March 2021</p>${text}</main></div>`;

    expect((await metadataOf(body)).publishedTime).toBe('2021-03-03');
    expect(await metadataOf(body.replace('S:2', 'part'))).not.toHaveProperty('publishedTime');
  });

  test('are read far below the headline, if the page shows one day there', async () => {
    const lines = text.repeat(5);
    const day = '<div class="post-date">3 March 2021</div>';

    expect((await metadataOf(`${headline}${lines}${day}${day}`)).publishedTime).toBe('2021-03-03');
    for (const other of [
      `${headline}${lines}${day}<div class="post-date">4 March 2021</div>`,
      `<header>${day}${lines}</header>${headline}${lines}`,
      `${headline}${lines}<div>Last changed on <span><b class="date">3 March 2021</b></span></div>`,
      `${headline}${lines}<div><b>Release date</b> <span class="date">3 March 2021</span></div>`,
      `${headline}${lines}<div class="related">${day}</div>`,
      `${headline}${lines}<div class="date_line"><div class="field field--name-changed"><time datetime="2021-03-03">3 March 2021</time></div></div>`,
    ])
      expect(await metadataOf(other)).not.toHaveProperty('publishedTime');
  });

  test('are not those of later answers in a discussion', async () => {
    expect(await metadataOf(`${headline}<p>#2 March 5, 2021</p>${text}`)).not.toHaveProperty('publishedTime');
    expect(await metadataOf(`${headline}<p>#1 March 3, 2021</p>${text}`)).toMatchObject({
      publishedTime: '2021-03-03',
    });
  });

  test('are not told by the name of a reviewer above them', async () => {
    const body = `${headline}<p>Reviewed by Bo Ek</p><p>March 3, 2021</p>${text}`;

    expect(await metadataOf(body)).toMatchObject({ publishedTime: '2021-03-03' });
  });

  test('are told apart by the words before them', async () => {
    const lines = '<ul><li>Updated</li><li>5 May 2022</li><li>Published 3 March 2021</li></ul>';

    expect(await metadataOf(`${headline}${lines}${text}`)).toMatchObject({
      publishedTime: '2021-03-03',
      modifiedTime: '2022-05-05',
    });
  });

  test.for([
    ['a date of change', '<p>Last updated: 5 May 2022</p>'],
    ['a date with two readings', '<p>03/04/2021</p>'],
    ['a relative date', '<p>3 hours ago</p>'],
    ['a copyright line', '<p>© 3 March 2021 Mill Courier</p>'],
    ['a comment', '<div class="comment"><p>3 March 2021</p></div>'],
    [
      'a sentence',
      `<p>The well was dug and blessed by all of the village on 3 March 2021 in heavy rain. ${'It rained. '.repeat(8)}</p>`,
    ],
    ['a deadline', '<p>Deadline: 3 March 2021</p>'],
  ] as const)('are never taken from %s', async ([, line]) => {
    expect(await metadataOf(`${headline}${line}${text}`)).not.toHaveProperty('publishedTime');
  });

  test.for(['0001-01-01T00:00:00', '1970-01-01', '2999-01-01', 'yesterday', '{{ date }}', '03/04/2021'])(
    'are not %s',
    async (content) => {
      const head = `<meta property="article:published_time" content="${content}">`;

      expect(await metadataOf('', { head })).not.toHaveProperty('publishedTime');
    },
  );

  test.for([
    ['2021-03-03 10:00:00 +0200', '2021-03-03T10:00:00+02:00'],
    ['Wed, 03 Mar 2021 10:00:00 GMT', '2021-03-03T10:00:00Z'],
    ['March 3, 2021', '2021-03-03'],
    ['20210303', '2021-03-03'],
    ['20210303T1000+0400Z', '2021-03-03T10:00+04:00'],
    ['20210303T2400+0400', '2021-03-03'],
    ['1614765600', '2021-03-03T10:00:00.000Z'],
    ['2021-03-03 10:00', '2021-03-03T10:00:00'],
  ] as const)('are in ISO 8601, whatever the page writes: %s', async ([content, moment]) => {
    const head = `<meta name="w-published-date" content="${content}">`;

    expect((await metadataOf('', { head })).publishedTime).toBe(moment);
  });

  test.for([
    ['https://www.mill-courier.example/2021/03/05/well/', '2021-03-05'],
    ['https://www.mill-courier.example/2021-03-05-well.html', '2021-03-05'],
    ['https://www.mill-courier.example/item/20210305/well', '2021-03-05'],
    ['https://www.mill-courier.example/news/2021/mar/05/well', '2021-03-05'],
    ['https://www.mill-courier.example/blog/2021/March/5/', '2021-03-05'],
    ['https://www.mill-courier.example/2021/marble/5/', undefined],
    ['https://www.mill-courier.example/p/12021030599', undefined],
    ['https://www.mill-courier.example/2021/33/05/', undefined],
  ] as const)('are last looked for in the URL: %s', async ([at, moment]) => {
    expect((await metadataOf(headline, { at })).publishedTime).toBe(moment);
  });
});

describe('an author that is declared', () => {
  test('is the first of two that links in one element name', async () => {
    const link = (name: string): string => `<a rel="author" href="/by/${name}">${name}</a>`;

    expect(
      await metadataOf(`${headline}${text}<footer><p>${link('Ada Lind')}, ${link('Bo Ek')}</p></footer>`),
    ).toMatchObject({
      author: 'Ada Lind',
    });
  });

  test('may follow a line that counts something else than replies', async () => {
    const lines = '<p>3 answers to big questions</p><p>By Ada Lind</p>';

    expect(await metadataOf(`${headline}${lines}${text}`)).toMatchObject({ author: 'Ada Lind' });
  });

  test.for([
    ['a domain', '<meta name="author" content="mill-courier.example.gr | Mill Press">'],
    ['a handle', '<meta name="twitter:creator" content="MillCourier">'],
  ] as const)('is never %s', async ([, head]) => {
    expect((await metadataOf(`${headline}${text}`, { head })).author).toBeUndefined();
  });

  test.for(['J.Wu', 'Prof.Li Wei'])('may have no space behind an initial: %s', async (author) => {
    const head = `<meta name="author" content="${author}">`;

    expect((await metadataOf(`${headline}${text}`, { head })).author).toBe(author);
  });

  test('is a person rather than the publisher', async () => {
    const head =
      jsonLd({ '@type': 'Article', publisher: { '@type': 'Organization', name: 'Mill House' } }) +
      '<meta name="author" content="Mill House"><meta name="article:author" content="Ada Lind">';

    expect((await metadataOf(`${headline}${text}`, { head })).author).toBe('Ada Lind');
  });

  test('stays in the order of the page', async () => {
    const names = ['Ada Lind', 'Bo Ek', 'Ada Lind'].map((name) => ({ '@type': 'Person', name }));
    const head = jsonLd({ '@type': 'Article', author: names });

    expect((await metadataOf(`${headline}${text}`, { head })).author).toBe('Ada Lind, Bo Ek');
  });

  test('is named once, whatever its capitals', async () => {
    const head = '<meta name="author" content="ADA LIND"><meta name="author" content="Ada Lind">';

    expect((await metadataOf(`${headline}${text}`, { head })).author).toBe('ADA LIND');
  });

  test('is never the label before it', async () => {
    const line = '<div class="writer">【作者：<a href="/a">Ada Lind</a> 】</div>';

    expect((await metadataOf(`${headline}${text}${line}`)).author).toBe('Ada Lind');
  });

  test('may be the full name of an account', async () => {
    const head = '<meta name="twitter:creator" content="Ada Lind">';

    expect((await metadataOf(`${headline}${text}`, { head })).author).toBe('Ada Lind');
  });

  test('may be written as a value', async () => {
    const head =
      '<meta name="author" value="Ada Lind"><meta name="article:published_time" value="2021-03-03">';

    expect(await metadataOf(`${headline}${text}`, { head })).toMatchObject({
      author: 'Ada Lind',
      publishedTime: '2021-03-03',
    });
  });
});

test('a licence is no author', async () => {
  const licence =
    '<p><a href="https://creativecommons.example/licenses/by-nc-nd/4.0/">CC-BY-NC-ND 4.0 International</a></p>';

  expect((await metadataOf(`${headline}${licence}${text}`)).author).toBeUndefined();
});

test('the day of a quoted post is not that of the article', async () => {
  const post =
    '<blockquote class="instagram-media"><time datetime="2016-12-05">5 December</time></blockquote>';

  expect((await metadataOf(`${headline}${text}${post}`)).publishedTime).toBeUndefined();
});

test('a person who signs goes before the desk that is declared', async () => {
  const head = '<meta name="author" content="Harbour News Staff">';

  expect((await metadataOf(`${headline}<p>By Ada Lind</p>${text}`, { head })).author).toBe('Ada Lind');
  expect((await metadataOf(`${headline}${text}`, { head })).author).toBe('Harbour News Staff');
});

test('a declared day has the time that the page shows', async () => {
  const head = '<meta name="date" content="2021-03-03">';
  const published = async (shown: string) =>
    (await metadataOf(`${headline}<p>${shown}</p>${text}`, { head })).publishedTime;

  expect(await published('Published 3 March 2021, 14:05')).toBe('2021-03-03T14:05:00');
  expect(await published('Published 5 March 2021, 14:05')).toBe('2021-03-03');
});

describe('the moment of the last change', () => {
  const published = '<meta name="date" content="2021-03-03">';

  test('may stand below the text', async () => {
    const change =
      '<footer><p>This page was last modified on <time datetime="2021-05-04T10:00:00Z">May 4</time></p></footer>';

    expect((await metadataOf(`${headline}${text}${change}`, { head: published })).modifiedTime).toBe(
      '2021-05-04T10:00:00Z',
    );
  });

  test.for([
    [
      'cards that say so of others',
      '<p>Updated <time datetime="2021-05-04">May 4</time></p><p>Updated <time datetime="2021-05-05">May 5</time></p>',
    ],
    ['a comment', '<div class="comments"><p>Edited <time datetime="2021-05-04">May 4</time></p></div>'],
  ])('is not read from %s', async ([, below]) => {
    expect(await metadataOf(`${headline}${text}${below}`, { head: published })).not.toHaveProperty(
      'modifiedTime',
    );
  });

  test('is never before the publication', async () => {
    const head = `${published}<meta property="article:modified_time" content="2021-01-01">`;

    expect(await metadataOf(`${headline}${text}`, { head })).not.toHaveProperty('modifiedTime');
  });

  test.for([
    ['of the same day', '2021-03-03T23:05:44Z'],
    ['of a later day', '2021-03-05', 'modified-date'],
  ])(
    'is the next declared one where one is before the publication: %s',
    async ([, moment, name = 'lastmod']) => {
      const head =
        '<meta name="pubdate" content="2021-03-03T22:28:31Z"><meta property="article:modified_time" content="2021-03-03T11:05:44Z">' +
        `<meta name="${name}" content="${moment}">`;

      expect((await metadataOf(`${headline}${text}`, { head })).modifiedTime).toBe(moment);
    },
  );

  test('is that of the publication where it is rounded', async () => {
    const head =
      '<meta name="pubdate" content="2021-03-03T22:28:31.120Z"><meta name="lastmod" content="2021-03-03T22:28:00Z">';

    expect((await metadataOf(`${headline}${text}`, { head })).modifiedTime).toBe('2021-03-03T22:28:00Z');
  });

  test('may be earlier on the day of the publication where the zone of one of both is unknown', async () => {
    const head =
      '<meta name="pubdate" content="2021-03-03T22:28:31Z"><meta name="lastmod" content="2021-03-03T11:05:44">';

    expect((await metadataOf(`${headline}${text}`, { head })).modifiedTime).toBe('2021-03-03T11:05:44');
  });
});
