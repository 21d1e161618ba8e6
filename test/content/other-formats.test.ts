import { describe, expect, test } from 'vitest';

import { readPage } from './read-page.ts';

const paragraphs = Array.from(
  { length: 40 },
  (_, index) =>
    `<p>Paragraph ${index} tells in a whole sentence how a ferry number ${index} leaves the harbor.</p>`,
).join('');

describe('rawHtml', () => {
  test.for([
    ['a page', '<p>Zażółć</p>', 'text/html; charset=utf-8'],
    ['a page that is cut', '<p>half a pa', 'text/html'],
    ['JSON', '{"a": 1}', 'application/json'],
    ['a feed', '<rss><channel><title>News</title></channel></rss>', 'application/rss+xml'],
  ] as const)('is the document of %s as it came', async ([, source, contentType]) => {
    expect(await readPage(source, { formats: ['rawHtml'], contentType })).toMatchObject({ rawHtml: source });
  });

  test('is decoded', async () => {
    const latin = Buffer.from('<p>caf\u00e9</p>', 'latin1');

    const { rawHtml } = await readPage(latin, {
      formats: ['rawHtml'],
      contentType: 'text/html; charset=latin1',
    });

    expect(rawHtml).toBe('<p>caf\u00e9</p>');
  });
});

describe('html', () => {
  test('has the titles of panels in bold, and those of details as they are', async () => {
    const panel =
      '<button aria-expanded="true" aria-controls="a">What is tar for?</button><div id="a">Hulls.</div>';
    const details = '<details><summary>Sizes</summary><p>Two.</p></details>';

    expect((await readPage(`<main>${panel}${details}</main>`, { formats: ['html'] })).html).toBe(
      '<main><p><strong>What is tar for?</strong></p><div>Hulls.</div><details><summary>Sizes</summary><p>Two.</p></details></main>',
    );
  });
});

const htmlOf = async (body: string): Promise<string | undefined> =>
  (await readPage(`<main><h1>Mill</h1>${body}</main>`, { formats: ['html'] })).html;

test.for([
  ['names side by side', '<p><a href="/a">Ada</a><span>Bo Hall</span></p>', '</a> Bo Hall'],
  ['a date beside a name', '<p><b>Ada</b><time>May 3</time></p>', '</b> <time>'],
  ['an old price beside a price', '<p><del>$99</del><span>$79</span></p>', '</del> $79'],
  [
    'a quotation before a figure',
    '<p><span class="a">‘Mills’</span><span class="b">4 comments</span></p>',
    '‘Mills’ 4',
  ],
] as const)('html has a space between what only style sheets set apart: %s', async ([, body, written]) => {
  expect(await htmlOf(body)).toContain(written);
});

test.for([
  ['two words with a space between them', '<p><b>Ada </b><time>May 3</time></p>', '<b>Ada </b><time>'],
  ['the parts of a word', '<p><span>Wind</span><span>mill</span></p>', 'Windmill'],
  [
    'two halves of a compound',
    '<p><span class="a">well-</span><span class="b">known</span></p>',
    'well-known',
  ],
  [
    'an email address',
    '<p><span class="a">info</span><span class="b">@mill.example</span></p>',
    'info@mill.example',
  ],
  ['a word with an apostrophe', '<p><span class="a">don’</span><span class="b">tell</span></p>', 'don’tell'],
  ['a date and the rest of its sentence', '<p><time>May 3</time><span>, 2024</span></p>', '</time>, 2024'],
  ['a time and its end', '<p><time>10:00</time><span>–</span><time>18:00</time></p>', '</time>–<time>'],
  [
    'a year and its brackets',
    '<p>Mill <span>(</span><time>1999</time><sup>2</sup><span>)</span></p>',
    '(<time>1999</time><sup>2</sup>)',
  ],
  [
    'a shown URL',
    '<p>See <a href="/x"><span class="i">https://</span><span class="e">mill.example/long</span><span class="i">path</span></a></p>',
    '>https://mill.example/longpath</a>',
  ],
  [
    'a typewriter’s words',
    '<p>Call <tt><span class="pre">foo</span><span class="x">bar</span></tt>.</p>',
    'Call foobar.',
  ],
  ['parts of code', '<p>See <code><del>lit1</del><span>May</span></code>.</p>', '<del>lit1</del>May'],
] as const)('html adds no space to %s', async ([, body, written]) => {
  expect(await htmlOf(body)).toContain(written);
});

test('html has one space where what stood between two elements is left out', async () => {
  const body = '<p>By <a class="x" href="/a">Ada</a><span>Bo</span><time>May 3</time></p>';

  const { html } = await readPage(`<main>${body}</main>`, { formats: ['html'], excludeTags: ['.x'] });

  expect(html).toContain('<p>By Bo <time>May 3</time></p>');
});

test('html has a space between chosen parts of two elements that only style sheets set apart', async () => {
  const body = '<p>By <a href="/a"><b>Ada</b></a><span><b>Bo</b></span></p>';

  const { html } = await readPage(`<main>${body}</main>`, { formats: ['html'], includeTags: ['b'] });

  expect(html).toContain('<b>Ada</b></a> <b>Bo</b>');
});

test('html has a box in place of the title of a panel that holds blocks', async () => {
  const title =
    '<button aria-expanded="true" aria-controls="a"><div>What is tar</div><div>for, at sea?</div></button>';
  const details =
    '<details><summary>Sizes</summary><div class="question">Which tar?</div><div class="answer">Any.</div></details>';

  const { html } = await readPage(`<main>${title}${details}</main>`, { formats: ['html'] });

  expect(html).toBe(
    '<main><div><div>What is tar</div><div>for, at sea?</div></div><details><summary>Sizes</summary><p><strong>Which tar?</strong></p><div>Any.</div></details></main>',
  );
});

describe('images', () => {
  const imagesOf = async (source: string) => (await readPage(source, { formats: ['images'] })).images;

  test('are absolute, each once, in document order, from the whole page', async () => {
    expect(
      await imagesOf(
        '<header><img src="/logo.png"></header><main><p>Text</p><img src="b.jpg"><img src="/logo.png"></main>',
      ),
    ).toEqual(['https://site.example/logo.png', 'https://site.example/b.jpg']);
  });

  test('are resolved against the base of the page', async () => {
    expect(await imagesOf('<base href="https://cdn.example/v2/"><img src="a.png">')).toEqual([
      'https://cdn.example/v2/a.png',
    ]);
  });

  test.for([
    ['a lazy image', '<img src="blank.gif" data-src="/a.jpg">', ['/a.jpg']],
    ['the largest copy', '<img srcset="/s.jpg 1x, /l.jpg 2x" src="/s.jpg">', ['/l.jpg']],
    [
      'a picture',
      '<picture><source srcset="/w.webp"><img src="data:image/gif;base64,R0"></picture>',
      ['/w.webp'],
    ],
    ['the poster of a video', '<video poster="/p.jpg"></video>', ['/p.jpg']],
    ['an image button', '<input type="image" src="/go.png">', ['/go.png']],
    ['an SVG image', '<svg><image href="/v.png"/></svg>', ['/v.png']],
    ['a background', `<div style="color: red; background-image: url('/bg.jpg')">x</div>`, ['/bg.jpg']],
  ] as const)('name %s', async ([, source, paths]) => {
    expect(await imagesOf(source)).toEqual(paths.map((path) => `https://site.example${path}`));
  });

  test.for([
    ['<img src="data:image/png;base64,AAAA">'],
    ['<img>'],
    ['<img src="">'],
    ['<img src="javascript:alert(1)">'],
    ['<img src="http://[broken">'],
    ['<div style="mask: url(#star)">x</div>'],
    ['<div style="background: url(">x</div>'],
  ])('leave out %s', async ([source]) => {
    expect(await imagesOf(`<p>Text</p>${source}`)).toEqual([]);
  });
});

test('a style of a megabyte is searched in one pass', async () => {
  const page = `<p style="${'background:url(a url('.repeat(50_000)}">x</p><img src="/a.png">`;

  const { images = [] } = await readPage(page, { formats: ['images'] });

  expect(images).toContain('https://site.example/a.png');
});

describe('a summary', () => {
  const summaryOf = async (source: string, contentType?: string) =>
    (await readPage(source, { formats: ['summary'], ...(contentType === undefined ? {} : { contentType }) }))
      .summary;

  test('has at most five sentences of the page, word for word and in their order', async () => {
    const summary = (await summaryOf(`<h1>Ferries</h1>${paragraphs}`)) ?? '';

    const numbers = [...summary.matchAll(/Paragraph (\d+) tells/g)].map(([, number]) => Number(number));
    expect(numbers).toHaveLength(5);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(summary).toBe(
      numbers
        .map((at) => `Paragraph ${at} tells in a whole sentence how a ferry number ${at} leaves the harbor.`)
        .join(' '),
    );
  });

  test('says what the page repeats and its title names, not what it mentions once', async () => {
    const summary = await summaryOf(`<title>Cast iron pans</title>
      <p>A cast iron pan keeps its heat for a long time on any stove.</p>
      <p>The author of this page also likes to walk along the river.</p>
      <p>Iron pans are seasoned with oil, so that food does not stick.</p>
      <p>Never leave a cast iron pan in water, because iron rusts.</p>
      <p>Seasoned iron needs no soap; hot water and a brush are enough.</p>
      <p>A pan of cast iron weighs about three kilograms or more.</p>`);

    expect(summary).toContain('Iron pans are seasoned with oil');
    expect(summary).not.toContain('river');
  });

  test.for([
    ['a page without sentences', '<ul><li>Pans</li><li>Lids</li></ul>', 'Pans Lids'],
    ['an empty page', '', ''],
  ] as const)('of %s is what there is', async ([, source, expected]) => {
    expect(await summaryOf(source)).toBe(expected);
  });

  test('of a Chinese page has its sentences', async () => {
    const page = '<p>港口的渡轮每天早上六点开始运行。</p><p>票。</p><p>最后一班渡轮在晚上十点离开港口。</p>';

    expect(await summaryOf(page)).toBe('港口的渡轮每天早上六点开始运行。');
  });

  test('is there for documents, too', async () => {
    expect(await summaryOf('The harbor master counts the ferries every evening.', 'text/plain')).toBe(
      'The harbor master counts the ferries every evening.',
    );
  });
});

describe('the explanation of a page', () => {
  const explained = (
    source: string,
    formats: readonly ['explain', ...('markdown' | 'links')[]] = ['explain'],
  ) => readPage(source, { formats, onlyMainContent: true });

  test('says of each block whether it was kept, why, and with what chance', async () => {
    const { explain = [] } = await explained(
      `<nav><a href="/a">Home</a> <a href="/b">About us</a></nav><main><h1>Ferries</h1>${paragraphs}</main>`,
    );

    const blocks = explain.filter(({ step }) => step === 'block');
    expect(blocks.length).toBeGreaterThan(40);
    for (const { verdict, reason, subject, score } of blocks) {
      expect(['kept', 'dropped']).toContain(verdict);
      expect([reason, subject]).not.toContain('');
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    expect(blocks.find(({ subject }) => subject?.startsWith('Paragraph 7 '))).toMatchObject({
      verdict: 'kept',
    });
    expect(blocks.find(({ subject }) => subject?.startsWith('Home'))).toMatchObject({ verdict: 'dropped' });
  });

  test.for([
    [
      'the notes of its text',
      'https://archive.example/roll',
      'a note of the text',
      `<p>The mill was taxed.<sup><a href="#fn1" id="ref1">1</a></sup> See <a href="https://a.example">the roll</a>.</p>
      <ol class="footnotes"><li id="fn1"><a href="https://archive.example/roll">https://archive.example/roll</a> <a href="#ref1">↩</a></li></ol>`,
    ],
    [
      'the price of its product',
      '49,99 €',
      'the declared price of the product',
      `<script type="application/ld+json">{"@type":"Product","name":"Lamp Aurora","offers":{"price":"49.99","priceCurrency":"EUR"}}</script>
      <nav><a href="/a">Home</a></nav><main><h1>Lamp Aurora</h1><div class="buy"><p>49,99 €</p><a href="/cart">Buy</a></div>${paragraphs}</main>`,
    ],
    [
      'a question that it declares',
      'Refunds?',
      'a question or answer that the page declares',
      `<script type="application/ld+json">{"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"Refunds?","acceptedAnswer":{"text":"The ferry office at the harbor pays refunds for thirty days."}}]}</script>
      <main><h1>Ferries</h1>${paragraphs}</main><div class="footer-box"><a href="#q">Refunds?</a><p>The ferry office at the harbor pays refunds for thirty days.</p></div>`,
    ],
  ] as const)('names the rule that keeps %s', async ([, subject, part, source]) => {
    const { explain = [] } = await explained(source);

    expect(explain).toContainEqual(
      expect.objectContaining({
        step: 'block',
        verdict: 'kept',
        subject,
        reason: expect.stringMatching(`^content with a chance of \\d+ %, kept as ${part}$`),
      }),
    );
  });

  test('is bounded, and says so', async () => {
    const { explain = [], warnings } = await explained(
      `<nav><a href="/a">Home</a></nav>${paragraphs.repeat(30).replaceAll('Paragraph', 'Another long paragraph')}`,
    );

    expect(explain).toHaveLength(1_000);
    expect(explain[0]).toMatchObject({ step: 'main content' });
    expect(warnings).toEqual([expect.stringMatching(/^explain has the first 1000 of \d+ decisions\.$/)]);
  });

  test('changes nothing of the other formats', async () => {
    const page = `<nav><a href="/a">Home</a></nav><main><h1>Ferries</h1>${paragraphs}</main>`;
    const { markdown } = await readPage(page, { onlyMainContent: true });

    expect((await explained(page, ['explain', 'markdown'])).markdown).toBe(markdown);
  });

  test('is empty for other documents than HTML', async () => {
    const { explain } = await readPage('{"a": 1}', { formats: ['explain'], contentType: 'application/json' });

    expect(explain).toEqual([]);
  });
});
