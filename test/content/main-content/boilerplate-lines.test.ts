import { describe, expect, test } from 'vitest';

import { rawText } from '#shared/content/dom/element-text.ts';
import { createTrace } from '#shared/content/dom/trace.ts';
import { boilerplateLines } from '#shared/content/main-content/dropped/boilerplate-lines.ts';
import { icons } from '#shared/content/main-content/dropped/icons.ts';
import { slideNumbers } from '#shared/content/main-content/dropped/labels.ts';
import { shopButtons } from '#shared/content/main-content/dropped/shop-buttons.ts';
import { spokenCopies } from '#shared/content/main-content/dropped/spoken-copies.ts';
import { markdownOf } from '../read-page.ts';
import { pageBlocks } from './page-blocks.ts';

const paragraph = (place: string): string =>
  `<p>The harbour master of ${place} signs the tide table each morning, and the ferries keep to it in any weather.</p>`;
const text = ['Aland', 'Brake', 'Cuxhaven', 'Dover', 'Esbjerg'].map(paragraph);
const page = (lines: readonly string[], title = 'Tide tables'): string =>
  `<!doctype html><html><title>${title}</title><body><article><h1>${title}</h1>${text
    .map((own, at) => own + (lines[at] ?? ''))
    .join('')}</article></body></html>`;

const markdown = (html: string): Promise<string> => markdownOf(html, { onlyMainContent: true });

describe('a variable of a template', () => {
  test.for(['{{ error.message }}', '[CTA_MODULE]'])('is left out, but not as code: %s', async (variable) => {
    const plain = await markdown(page([`<p>${variable}</p>`]));
    const code = await markdown(page([`<pre><code>${variable}</code></pre>`]));

    expect(plain).not.toContain(variable.slice(2, -2));
    expect(code).toContain(variable);
  });

  test.for([
    ['as an entry of a list', '<ul><li>{{ first_name }}</li><li>{{ last_name }}</li></ul>'],
    [
      'as a heading',
      '<h3>{{ first_name }}</h3><p>The name by which friends call the keeper of the light.</p>',
    ],
    ['where it is announced', '<p>Write it like this, on a line of its own:</p><p>{{ first_name }}</p>'],
  ] as const)('stays %s', async ([, html]) => {
    expect(await markdown(page([html]))).toContain('first');
  });

  test.for(['[ORDERS]', 'Write {{ name }} here'])('is not what only looks like one: %s', async (line) => {
    expect(await markdown(page([`<p>${line}</p>`, '', `<p>${line}</p>`]))).toContain(line);
  });
});

test('a word with identifiers between its letters is left out, a list of identifiers is not', async () => {
  const ids = Array.from('Sponsored', (_, at) => `19aea247-2e76-4905-9b83-15a5a5664cf${at}`);
  const word = ids.map((id, at) => `<span>${'Sponsored'[at]}</span><span class="zXCP">${id}</span>`).join('');
  const written = await markdown(
    page([`<div>${word}</div>`, `<ul>${ids.map((id) => `<li>${id}</li>`).join('')}</ul>`]),
  );

  expect(written).not.toContain(`S${ids[0]}`);
  expect(written).toContain(`- ${ids[0]}`);
  expect(await markdown(page([`<p>${ids.join(', ')}</p>`]))).toContain(ids.join(', '));
});

describe('a line that operates the page', () => {
  test.for([
    'Advertisement',
    'Copy link',
    'Share this article',
    'Social Sharing',
    'Click to expand...',
    'See less',
    'Loading...',
    'Loading questions…',
    'Загрузка...',
    '16 people are viewing this right now',
    'Leave a comment',
    'Was this article helpful?',
    'Did you find what you were looking for today?',
    'Click on a star to rate it!',
    'No related posts',
    '没有相关新闻',
    'このニュースをシェア',
    '12 comments',
    'Anzeige',
    'Link kopieren',
    'Wie bewerten Sie diesen Artikel?',
    'Kommentare schreiben',
    'Publicité',
    'Copiar enlace',
    'Реклама',
    'Скопировать ссылку',
    'Оцените статью',
    'この記事は役に立ちましたか？',
    'Оставить комментарий (3)',
    'Reklama',
    'Reklam',
    '广告',
    'コメントを書く',
    '댓글 쓰기',
  ])('is left out between paragraphs: %s', async (line) => {
    const written = await markdown(page([`<div>${line}</div>`, '', `<p>${line}</p>`]));

    expect(written).not.toContain(line);
    expect(written).toContain('Esbjerg');
  });

  test('is left out as a heading of nothing but a request and links', async () => {
    const request = '<p>Subscribe now to our digital edition for the full story of the coast.</p>';
    const link = '<p><a href="/n/2">New lighthouse opens in the far north of the cold coast</a></p>';

    for (const below of [request, link])
      expect(
        await markdown(page(['', '', '', '', `<h3>Was this article helpful?</h3>${below}`])),
      ).not.toContain('helpful');
  });

  test('is kept where it heads a text or is the value of a table', async () => {
    const heading = '<h2>Helpful / Not helpful</h2>';
    const table =
      '<table><tr><th>Rating</th><td>No ratings yet</td></tr><tr><th>Lamps</th><td>Two of oil</td></tr></table>';
    const written = await markdown(page([heading, table]));

    expect(written).toContain('## Helpful');
    expect(written).toContain('No ratings yet');
  });

  test('and so are paragraphs of a full stop', async () => {
    expect(await markdown(page(['<p><span style="color: #fff">.</span></p>']))).not.toMatch(/^\.$/m);
  });

  test.for([
    'Your email address will not be published. Required fields are marked *',
    'You must be logged in to post a comment.',
    'TERMS OF USE: The views, opinions and comments posted are yours, and this site does not endorse them.',
    'You alone are responsible for the comment posted here.',
    'Deine E-Mail-Adresse wird nicht veröffentlicht.',
    'Votre adresse e-mail ne sera pas publiée.',
    'Войдите или зарегистрируйтесь, чтобы оставить комментарий.',
    'Twój adres email nie zostanie opublikowany.',
    'نرحب بالنقاش المفيد، وكي لا نضطر إلى مراجعة التعليقات قبل نشرها، ننصحك بقراءة إرشادات الاستخدام.',
    'الآراء الواردة أدناه لا تعبر عن رأي الموقع.',
  ])('and so are rules of comments: %s', async (rule) => {
    expect(await markdown(page(['', '', '', '', `<p>${rule}</p>`]))).not.toContain(rule.slice(0, 12));
  });

  test.for(['External link', 'Lien externe', 'Externer Link', 'Enlace externo'])(
    'is no heading of the links below it: %s',
    async (heading) => {
      const section = `<h2>${heading}</h2><ul><li><a href="https://a.test/">The tide tables of Skerry</a>: hours and prices</li></ul>`;

      expect(await markdown(page(['', '', '', '', section]))).toContain(`## ${heading}`);
    },
  );

  test('stays in a sentence, in code, in a table and in a list of other lines', async () => {
    const parts = [
      '<p>The captain says: share this article with the crew, and leave a comment in the log.</p>',
      '<pre><code>Copy link</code></pre>',
      '<table><tr><th>Button</th><th>Key</th></tr><tr><td>Share</td><td>S</td></tr><tr><td>Reply</td><td>R</td></tr></table>',
      '<ul><li>Share</li><li>Sound the horn three times</li><li>Reply</li></ul>',
    ];

    const written = await markdown(page(parts));

    for (const kept of ['leave a comment in the log', 'Copy link', '| Share', '- Share', '- Reply'])
      expect(written).toContain(kept);
  });

  test.for([
    'There are currently no comments for this entry.',
    'No comments submitted yet',
    'Пока комментариев нет. Вы можете начать обсуждение.',
    'Brak komentarzy.',
  ])('and so is what stands for comments without any: %s', async (line) => {
    expect(await markdown(page(['', '', '', '', `<p>${line}</p>`]))).not.toContain(line);
  });

  test('a rule of comments is left out of the form for them on a long page that names no comments', () => {
    const rule = 'Your email address will not be published.';
    const linesIn = (last: string): readonly string[] => {
      const { context, units, kept, title, textsOf } = pageBlocks(
        page([text.join('').repeat(15), '', '', '', last]),
      );
      return textsOf(boilerplateLines({ context, units, kept, title }).keys());
    };

    expect(linesIn(`<form><textarea></textarea><p>${rule}</p></form>`)).toEqual([rule]);
    expect(linesIn(`<p>${rule}</p>`)).toEqual([]);
  });

  test('stays as the headline', async () => {
    expect(await markdown(page([], 'Advertising'))).toMatch(/^# Advertising\n/);
  });

  test('"Read more" is such a line where another link leads to the same page', () => {
    const card = (path: string, heading: string) =>
      `<div class="card"><h3>${heading}</h3>${paragraph(path)}<a href="/${path}">Read more</a></div>`;
    const linesIn = (body: string): readonly string[] => {
      const { context, units, kept, title, textsOf } = pageBlocks(page([body]));
      return textsOf(boilerplateLines({ context, units, kept, title }).keys());
    };

    expect(linesIn(card('oslo', '<a href="/oslo">Oslo Harbour</a>'))).toEqual(['Read more']);
    expect(linesIn(card('oslo', 'Oslo Harbour'))).toEqual([]);
  });

  test('is left out within a line when it is a link to the comments', async () => {
    const line = '<p>Signed at noon by the harbour master. <a href="#comments">3 comments</a></p>';

    const written = await markdown(page(['', line]));

    expect(written).toContain('Signed at noon by the harbour master.');
    expect(written).not.toContain('3 comments');
  });

  test('stays within brackets, which would be left empty', async () => {
    const line = '<p>Signed at noon by the harbour master. (<a href="#comments">3 comments</a>)</p>';

    expect(await markdown(page(['', line]))).toContain('3 comments');
  });

  test('is left out at the end of a line when a script answers it', async () => {
    const line =
      '<p>Signed at noon by the harbour master. 2012-01-17 <a href="#" onclick="view()">发表评论&gt;&gt;</a></p>';

    const written = await markdown(page(['', line]));

    expect(written).toContain('2012-01-17');
    expect(written).not.toContain('发表评论');
  });

  test('is left out at the end of a line when it leads to a page for comments', async () => {
    const link = (before: string): string => `<p>${before} <a href="/forum">Leave a comment</a></p>`;
    const written = await markdown(
      page([
        '',
        link('Signed: 2026-11-17'),
        link('If you like tides,'),
        link('Signed at noon by the harbour master of Esbjerg |'),
      ]),
    );

    expect(written).toContain('Signed: 2026-11-17\n');
    expect(written).toContain('If you like tides, [Leave a comment]');
    expect(written).toMatch(/ \\?\| \[Leave a comment\]/);
  });

  test('is named in the trace', async () => {
    const trace = createTrace();

    await markdownOf(page(['<div>Advertisement</div>']), { onlyMainContent: true, trace });

    expect(trace.entries).toContainEqual(
      expect.objectContaining({
        verdict: 'dropped',
        reason: 'a label of advertisements',
        subject: 'Advertisement',
      }),
    );
  });

  test('is kept as the title of a part that opens, also in a box of its own', async () => {
    const part =
      '<details open><summary><div><span>Details</span></div></summary><p>The quay is of oak, and its lamps are lit at four in the winter.</p></details>';

    expect(await markdown(page(['', part]))).toContain('Details');
  });

  test.for([
    '<div id="inArticleAdvert"><div><h3>Advertisement</h3></div><script>fill()</script></div>',
    '<div><h3 class="ad-mpu-head">Advertisement</h3></div>',
    '<div class="embed embedAd"><div><h3>Reklama</h3></div><div><script>fill()</script></div></div>',
  ])('is left out as the heading of an advertisement: %s', async (box) => {
    expect(await markdown(page(['', box]))).not.toMatch(/Advertisement|Reklama/);
  });

  test.for([
    '<div class="section" id="advertising"><h3 id="ads">Advertising</h3></div>',
    '<div class="ad-history"><h3>Advertising</h3><p>The harbour had its first poster in the year 1902.</p></div>',
  ])('is kept as the heading of a section: %s', async (section) => {
    expect(await markdown(page(['', section]))).toContain('### Advertising');
  });
});

test('small images that are called icons are left out, unless they are all that a cell or an item says', () => {
  const icon = (of: string, attributes: string): string => `<img src="/${of}" alt="Told" ${attributes}>`;
  const { context } = pageBlocks(
    `<p>${icon('info-icon.png?2', 'width="16" height="16"')} ${icon('3.png', 'class="feed__icon" width="24"')} ` +
      `${icon('icons/4.png', 'width="24"')} ${icon('lamp-icon.png', 'width="64"')} It is lit.</p>` +
      `<table><tr><td>Oil</td><td>${icon('icon-yes.png', 'width="16"')}</td></tr></table>`,
  );

  expect(icons(context.tree).map((node) => ('attribs' in node ? node.attribs['src'] : ''))).toEqual([
    'https://pages.test/info-icon.png?2',
    'https://pages.test/3.png',
  ]);
});

test('the buttons of products in a list are left out, unless no other kept link leads there', () => {
  const card = (name: string, buttons: string): string =>
    `<li><a href="/${name}">${name}</a> <span>$9</span> ${buttons}</li>`;
  const buttonsIn = (html: string): readonly string[] => {
    const { context, kept } = pageBlocks(html);
    return shopButtons(context.tree, kept).map((node) => ('attribs' in node ? rawText(node) : ''));
  };

  expect(
    buttonsIn(
      card(
        'Lamp',
        '<a class="button quickview">Quick view</a><a class="button" href="/Lamp">View options</a>',
      ) +
        card(
          'Oar',
          '<a class="button add_to_cart_button" href="?add=1">Add to cart</a><a class="btn" href="/s">View options</a>',
        ),
    ),
  ).toEqual(['Quick view', 'View options', 'Add to cart']);
  expect(
    [
      '/cart.php?action=add&product_id=7',
      '?add-to-cart=7',
      'https://kiln.example/checkout/cart/add/product/7/',
      '/cart?add=1&id_product=7',
    ].flatMap((href) => buttonsIn(card('Oar', `<a class="card-button" href="${href}">Add to Cart</a>`))),
  ).toEqual(['Add to Cart', 'Add to Cart', 'Add to Cart', 'Add to Cart']);
  expect(
    [
      card('Sail', '<a class="button" href="/Sail">A sail of hemp</a><a href="/Sail">View options</a>'),
      '<li>Three lamps <a class="button" href="/plans">Learn more</a></li><li>Ten <a class="button" href="/plans">Learn more</a></li>',
      '<p>Press <a class="btn" href="/lamps">view options</a> beside <a href="/lamps">Lamps</a></p>',
      '<li><a class="quick-view" href="/lamp">Brass lamp</a></li>',
      card('Oar', '<a href="/cart/additions">Add to cart</a>'),
    ].flatMap(buttonsIn),
  ).toEqual([]);
});

test('texts for screen readers that repeat the text before them, or join it to the next, are left out', () => {
  const { context } = pageBlocks(
    '<p>See all <span class="sr-only">See all lamps</span> <span class="sr-only">Now</span> $129<span class="sr-only">, discount of</span> <b>41 %</b> 4<span class="sr-only">, out of 5 stars</span> Oil<span class="sr-only">, </span>Tar</p><p>Learn more<span class="clipped">- Top rated - opens in a new window</span> ada (421)<span class="fb-clipped">- Feedback left by buyer.</span> Oar<span class="clipped">Of ash</span> Pears <span class="is-clipped">(Comice)</span></p><div class="clipped">- 2 kg of pears</div>',
  );

  expect(spokenCopies(context.tree).map((node) => ('attribs' in node ? rawText(node) : ''))).toEqual([
    'See all lamps',
    ', discount of',
    '- Top rated - opens in a new window',
    '- Feedback left by buyer.',
  ]);
});

test('the numbers of slides are left out, and ratings and fractions are not', () => {
  const numbersIn = (texts: readonly string[], between = '<p>Oil</p>'): readonly string[] => {
    const { context, kept } = pageBlocks(texts.map((text) => `<p>${text}</p>${between}`).join(''));
    return slideNumbers(context.page, kept).map((node) => ('data' in node ? node.data : ''));
  };

  expect(numbersIn(['1/3', '2/3', '3/3', '1 / 4', '2 / 4'])).toEqual(['1/3', '2/3', '3/3']);
  expect(numbersIn(['5/5', '5/5', '4/5', '1/2', '2/2', '3/4'])).toEqual([]);
  expect(numbersIn(['1/3', '2/3', '3/3'], '')).toEqual([]);
});

test('small portraits are left out, unless they are large or all that names somebody', () => {
  const image = (file: string, more: string): string => `<img src="https://a.test/${file}" ${more}>`;
  const small = 'width="48" height="48"';
  const large = 'width="600" height="400"';
  const gravatar = (at: number, alt = ''): string =>
    `<img src="https://secure.gravatar.com/avatar/${at}?s=80" alt="${alt}">`;
  const { context } = pageBlocks(
    `<p>${image('1.png', `class="user-avatar" ${small}`)} Ada wrote:</p><p>${gravatar(2, 'Ada Lind')} Ada Lind</p>
     <p>${image('avatar-default.png', '')} Bo Ek</p><p>${image('4.png', `alt="Profile picture of Cy" ${small}`)} Cy</p>
     <div class="post-author single">${image('5.png', 'width="300" height="267"')} By Di</div>
     <p><a href="/di">${gravatar(6, 'Di')}</a></p><p>By Di</p>
     <p>${image('a.png', `class="avatar" ${large}`)} The keeper of Skerry</p>
     <figure>${image('b.png', `alt="Avatar of Vishnu, stone" ${large}`)}</figure>
     <div class="author-photo">${image('c.png', large)}</div><div class="author">${image('d.png', small)}</div>
     <p>The map was drawn by <a href="/ada">${gravatar(7, 'Ada Lind')}</a> in one night</p>
     <p>By <a href="/cy">${image('e.png', `class="avatar" ${small} alt="@cy"`)}</a></p>`,
  );

  expect(icons(context.tree).map((node) => ('attribs' in node ? node.attribs['src'] : ''))).toEqual([
    'https://a.test/1.png',
    'https://secure.gravatar.com/avatar/2?s=80',
    'https://a.test/avatar-default.png',
    'https://a.test/4.png',
    'https://a.test/5.png',
    'https://secure.gravatar.com/avatar/6?s=80',
  ]);
});

test('icons that print the page or comment on it are left out, by their alternative texts', () => {
  const { context } = pageBlocks(
    '<p><img src="/1.gif" alt="Print this article"> <a href="#c"><img src="/2.gif" alt="Post a comment"></a> <img src="/3.jpg" alt="The lamp"> It is lit.</p>',
  );

  expect(icons(context.tree).map((node) => ('attribs' in node ? node.attribs['src'] : ''))).toEqual([
    'https://pages.test/1.gif',
    'https://pages.test/2.gif',
  ]);
});
