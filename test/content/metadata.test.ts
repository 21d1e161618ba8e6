import { describe, expect, test } from 'vitest';

import { readPage } from './read-page.ts';

const metadataOf = async (head: string, body = '', url = 'https://www.village.example/news/1') =>
  (await readPage(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`, { url })).metadata;

const jsonLd = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

describe('the metadata of a page', () => {
  test.for([
    [
      'a suffix that repeats the site name',
      '<title>The well | Village News</title><meta property="og:site_name" content="Village News">',
    ],
    [
      'a prefix that repeats the site name',
      '<title>Village News - The well</title><meta property="og:site_name" content="Village News">',
    ],
    [
      'a suffix that is not in the shared title',
      '<title>The well — Районные новости</title><meta property="og:title" content="The well">',
    ],
  ] as const)('has the title without %s', async ([, head]) => {
    expect((await metadataOf(head)).title).toBe('The well');
  });

  test('has the title without the places where a word may break', async () => {
    expect((await metadataOf('<title>Repair assis&shy;tance</title>')).title).toBe('Repair assistance');
  });

  test.for(['_Water_News', ':Village News', '：村の新聞'])(
    'has the title before "%s", if a heading says it',
    async (ending) => {
      const { title } = await metadataOf(
        `<title>The well of the village${ending}</title>`,
        '<h1>The well of the village</h1>',
      );

      expect(title).toBe('The well of the village');
    },
  );

  test('has the title as it is when nothing tells a site name', async () => {
    expect((await metadataOf('<title>Bread - and how to bake it</title>')).title).toBe(
      'Bread - and how to bake it',
    );
  });

  test.for([
    ['what begins with the name of the site', 'Village News - All about the valley', '', undefined],
    ['no name of the site at the end', 'All about the valley | Village News', '', 'All about the valley'],
    [
      'no name of the site where the page is another one',
      'Village News - The well',
      '<link rel="canonical" href="/news/1">',
      'The well',
    ],
  ] as const)('has as the title of a home page %s', async ([, title, declared, shown = title]) => {
    const head = `<title>${title}</title><meta property="og:site_name" content="Village News">${declared}`;

    expect((await metadataOf(head, '', 'https://village.example/')).title).toBe(shown);
  });

  test('has the whole title of a home page, whatever its first heading', async () => {
    const head = '<title>Village News: All about the valley</title>';
    const { title } = await metadataOf(head, '<h1>All about the valley</h1>', 'https://villagenews.example');

    expect(title).toBe('Village News: All about the valley');
  });

  test.for([
    'blank.jpg',
    'spacer.gif',
    'placeholder-800x600.png',
    'default-image.png',
    'no_photo.svg',
    '1x1.gif',
    'sorrynopic.webp',
  ])('has the next declared image where the first is %s, or none', async (name) => {
    const head = `<meta property="og:image" content="https://cdn.example/i/${name}?v=1">`;
    const next = '<meta name="twitter:image" content="/blank-page.jpg">';

    expect((await metadataOf(head)).image).toBeUndefined();
    expect((await metadataOf(head + next)).image).toBe('https://www.village.example/blank-page.jpg');
  });

  test('has texts that are escaped twice as they are meant, and names of elements as they are', async () => {
    const head = `<title>The &amp;lt;b&amp;gt; element</title><meta name="description" content="One &amp;hellip;">${jsonLd({ '@type': 'NewsArticle', author: { '@type': 'Person', name: 'H&#233;ctor Cruz' } })}`;

    expect(await metadataOf(head)).toMatchObject({
      title: 'The &lt;b&gt; element',
      description: 'One …',
      author: 'Héctor Cruz',
    });
  });

  test.for([
    ['Wells and more – Village News', 'https://www.villagenews.example/a', 'Village News'],
    ['Village.example: Wells', 'https://village.example/a', 'Village.example'],
    ['Wells | ::Village News::', 'https://villagenews.example/a', 'Village News'],
    ['Wells – and how to dig them', 'https://villagenews.example/a', undefined],
    ['Village News', 'https://villagenews.example/a', undefined],
    ['Blog - Wells', 'https://blog.village.example/a', undefined],
    ['Docs.example | Wells', 'https://docs.example/a', 'Docs.example'],
  ] as const)('has the name of the site that "%s" and the host share', async ([title, url, name]) => {
    expect((await metadataOf(`<title>${title}</title>`, '', url)).siteName).toBe(name);
  });

  test.for([
    ['Wells | Village News', 'Village News'],
    ['Wells', 'villagenews.example'],
  ])(
    'is named by its title "%s" or its host, where it declares `www.` and its host',
    async ([title, name]) => {
      const head = `<title>${title}</title><meta name="application-name" content="www.villagenews.example">`;

      expect((await metadataOf(head, '', 'https://www.villagenews.example/a')).siteName).toBe(name);
    },
  );

  test.for([
    [
      'no name of its section',
      '<meta property="og:site_name" content="Wells"><meta property="article:section" content="WELLS"><meta name="application-name" content="Village News">',
    ],
    [
      'the name of its only section',
      '<meta property="og:site_name" content="Village News"><meta property="article:section" content="Village News">',
    ],
    ['the name in og:site', '<meta property="og:site" content="Village News">'],
    [
      'what the title names, where a person is declared as publisher',
      `<title>The well | Village News</title>${jsonLd({ '@type': 'Article', headline: 'The well', publisher: { '@type': 'Person', name: 'Ada Lind' } })}`,
    ],
    [
      'no slogan after the name of its publisher',
      `<meta property="og:site_name" content="Village News | All that happens">${jsonLd({ '@type': 'Article', publisher: { name: 'Village News' } })}`,
    ],
  ])('has as the name of its site %s', async ([, head = '']) => {
    expect((await metadataOf(head)).siteName).toBe('Village News');
  });

  test('has no canonical URL that a template has not filled in, unless it is that of the page', async () => {
    const url = 'https://village.example/news/undefined';
    const head = `<link rel="canonical" href="${url}">`;

    expect((await metadataOf(head)).canonicalURL).toBeUndefined();
    expect((await metadataOf(head, '', `${url}?a=1`)).canonicalURL).toBe(url);
  });

  test.for([
    [
      'in the notation of C',
      '<meta itemprop="datePublished" content="Fri Feb 18 10:27:24 2022">',
      '2022-02-18T10:27:24',
    ],
    ['as Dublin Core', '<meta name="DC.Date.Created" content="May 7, 2019">', '2019-05-07'],
  ])('has a date of publication %s', async ([, head = '', date]) => {
    expect((await metadataOf(head)).publishedTime).toBe(date);
  });

  test('has the headline without the sign of its permalink', async () => {
    const { title } = await metadataOf(
      '<title>Wells</title>',
      '<h1>Wells<a class="headerlink" href="#wells">¶</a></h1>',
    );

    expect(title).toBe('Wells');
  });

  test('has no name of the site that is the title of the page', async () => {
    const both = ['og:title', 'og:site_name']
      .map((name) => `<meta property="${name}" content="The well | Village News">`)
      .join('');

    expect(
      (
        await metadataOf(
          `<title>The well | Village News</title>${both}`,
          '',
          'https://villagenews.example/well',
        )
      ).siteName,
    ).toBe('Village News');
  });

  test.for([
    ['application-name', 'Mill closes for the winter, says the miller'],
    ['apple-mobile-web-app-title', 'Mill closes for the winter | Village News'],
  ])('has no name of the site that %s has from its title', async ([name, title]) => {
    const head = `<title>${title}</title><meta name="${name}" content="${title}">`;

    expect((await metadataOf(head, '', 'https://a.example/mill')).siteName).toBeUndefined();
  });

  test('has a long name of the site that is the title of each page', async () => {
    const name = 'Friends of the Old Mill at the Well';
    const head = `<title>${name}</title><meta property="og:site_name" content="${name}">`;

    expect((await metadataOf(head, '', 'https://a.example/visit')).siteName).toBe(name);
  });

  test('has a long name of the site that is declared on its home page', async () => {
    const name = 'Friends of the Old Mill at the Well';
    const head = `<title>${name}</title><meta name="application-name" content="${name}">`;

    expect((await metadataOf(head, '', 'https://a.example/')).siteName).toBe(name);
  });

  test('has the name of the site without the separator of a title', async () => {
    const head = '<title>A</title><meta name="apple-mobile-web-app-title" content="Village News - ">';

    expect((await metadataOf(head)).siteName).toBe('Village News');
  });

  test.for([
    [
      'a link to the home page',
      '',
      '<a href="/"><img src="/l.png" alt="Grain Wiki"></a>',
      'Sieves - Grain Wiki',
    ],
    ['its search', '<link rel="search" title="Grain Wiki (en)">', '', 'Sieves - Grain Wiki'],
    [
      'a feed',
      '<link rel="alternate" type="application/atom+xml" title="Grain Wiki Atom feed">',
      '',
      'Sieves [Grain Wiki]',
    ],
  ] as const)('has the end of its title as the name of the site, where %s has it, too', async (page) => {
    const [, head, body, title] = page;

    expect((await metadataOf(`<title>${title}</title>${head}`, body)).siteName).toBe('Grain Wiki');
  });

  test.for([
    ['the word for the home page', 'Sieves - Home', '<a href="/">Home</a>'],
    ['a headline', 'Mill - Sieves', '<a href="/">Sieves</a><h2>Sieves</h2>'],
    ['the word for a logo', 'Sieves - Logo', '<a href="/"><img src="/l.png" alt="Logo"></a>'],
    ['that of another site', 'Sieves - Mill', '<a href="https://other.example/">Mill</a>'],
    ['a language', 'Sieves - Deutsch', '<link rel="alternate" hreflang="de" title="Deutsch">'],
  ] as const)('has no name of a site that is %s', async ([, title, body]) => {
    expect(await metadataOf(`<title>${title}</title>`, body)).not.toHaveProperty('siteName');
  });

  test('has what the head declares, whatever microdata declares for cards', async () => {
    const head =
      '<title>A</title><meta property="og:image" itemprop="image" content="https://a.test/own.jpg"><meta itemprop="datePublished" content="2025-03-04">';
    const card = (day: string) =>
      `<div itemscope><meta itemprop="image" content="https://a.test/${day}.jpg"><meta itemprop="datePublished" content="${day}"></div>`;

    expect(await metadataOf(head, card('2024-01-02') + card('2024-01-03'))).toMatchObject({
      ogImage: 'https://a.test/own.jpg',
      publishedTime: '2025-03-04',
    });
  });

  test('has the day of the first item where the headline is in none', async () => {
    const item = (day: string) =>
      `<article itemscope itemtype="https://schema.org/BlogPosting"><h2>A</h2><meta itemprop="datePublished" content="${day}"></article>`;
    const body = `<h1>The well</h1>${item('2025-03-04')}${item('2025-01-02')}`;

    expect((await metadataOf('<title>The well</title>', body)).publishedTime).toBe('2025-03-04');
  });

  test('has no icon without an address', async () => {
    const head = '<title>A</title><link rel="icon" href=""><link rel="icon" href="/i.png">';

    expect((await metadataOf(head)).favicon).toBe('https://www.village.example/i.png');
  });

  test('has no day that microdata declares for cards of other pages', async () => {
    const card = (day: string) =>
      `<div><meta itemprop="datePublished" content="${day}"><h3><a href="/${day}">The well</a></h3></div>`;

    expect(
      await metadataOf('<title>Wells</title>', `<h1>Wells</h1>${card('2025-12-02')}${card('2025-10-28')}`),
    ).not.toHaveProperty('publishedTime');
  });

  test('has the day of the item with its headline, between items of other pages', async () => {
    const item = (name: string, day: string) =>
      `<article itemscope itemtype="https://schema.org/Article"><${name}>The well</${name}><meta itemprop="datePublished" content="${day}"></article>`;
    const body = item('h2', '2025-12-02') + item('h1', '2025-10-13') + item('h2', '2025-10-28');

    expect((await metadataOf('<title>The well</title>', body)).publishedTime).toBe('2025-10-13');
  });

  test('has no day of a review', async () => {
    const time = '<time class="shop-review__published-date" datetime="2019-08-21T10:17:44Z">21 August</time>';

    expect(await metadataOf('<title>Pack</title>', `<h1>Pack</h1><p>Light.</p>${time}`)).not.toHaveProperty(
      'publishedTime',
    );
  });

  test('has another description than the list of keywords', async () => {
    const head =
      '<title>A</title><meta name="keywords" content="wells, spades"><meta name="description" content="wells, spades"><meta property="og:description" content="How to dig">';

    expect((await metadataOf(head)).description).toBe('How to dig');
  });

  test('has what the page declares by meta elements', async () => {
    const head =
      '<html lang="en-gb"><title>A</title><meta name="description" content=" Two\n lines "><meta name="author" content="A. Gardener">' +
      '<meta property="article:published_time" content="2026-05-01T10:00:00Z"><meta property="article:modified_time" content="2026-05-02">' +
      '<link rel="canonical" href="/news/1?x=1"><link rel="icon" href="/i.png"><meta property="og:image" content="//cdn.example/a.jpg">';

    expect(await metadataOf(head)).toMatchObject({
      title: 'A',
      description: 'Two lines',
      author: 'A. Gardener',
      publishedTime: '2026-05-01T10:00:00Z',
      modifiedTime: '2026-05-02',
      canonicalURL: 'https://www.village.example/news/1?x=1',
      favicon: 'https://www.village.example/i.png',
      image: 'https://cdn.example/a.jpg',
    });
  });

  test.for([
    ['links in its text', '<main><a rel="canonical" href="/comments">Comments</a></main>', undefined],
    ['an empty link', '<link rel="canonical" href=" "><link rel="canonical" href="/news/1">', '/news/1'],
    ['a script', '<link rel="canonical" href="javascript:void 0"><link rel="Canonical" href="/a">', '/a'],
  ])('has the canonical URL of its link elements, not of %s', async ([, markup, path]) => {
    const { canonicalURL } = await metadataOf(`<title>A</title>${markup}`);

    expect(canonicalURL).toBe(path === undefined ? undefined : `https://www.village.example${path}`);
  });

  test('has all tags of an article, each once', async () => {
    const repeated = (name: string) =>
      ['wells', 'water', 'wells'].map((tag) => `<meta property="${name}" content="${tag}">`).join('');

    expect(await metadataOf(repeated('article:tag'))).toMatchObject({ articleTag: 'wells, water' });
    expect(await metadataOf(repeated('dc:subject'))).toMatchObject({ dcSubject: 'wells, water' });
  });

  test('has what only JSON-LD tells, in graphs and lists too', async () => {
    const graph = JSON.stringify({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebSite', name: 'Village News' },
        {
          '@type': ['NewsArticle'],
          headline: 'The well',
          author: [{ '@type': 'Person', name: 'Anna' }, { name: 'Boris' }],
          datePublished: '2026-05-01',
          image: { url: '/a.jpg' },
        },
      ],
    });

    expect(await metadataOf(`<script type="application/ld+json">${graph}</script>`)).toMatchObject({
      author: 'Anna, Boris',
      publishedTime: '2026-05-01',
      siteName: 'Village News',
      image: 'https://www.village.example/a.jpg',
    });
  });

  test.for([
    ['declared on the html element', '<html lang="pt_BR">', '', 'pt-BR'],
    [
      'of its words when nothing is declared',
      '',
      'Сорок лет из колодца за школой никто не пил, и все о нём забыли.',
      'ru',
    ],
    [
      'of its words when the declaration is no language',
      '<html lang="{{lang}}">',
      'The well behind the school was forgotten and nobody had been there for years.',
      'en',
    ],
    [
      'of its words when an undetermined one is declared',
      '<html lang="und">',
      'The well behind the school was forgotten and nobody had been there for years.',
      'en',
    ],
    ['German', '', 'Der Brunnen hinter der Schule war vergessen, bis die Kinder ihn wiederfanden.', 'de'],
    ['French', '', 'Le puits derrière l’école était oublié depuis des années, puis il plut.', 'fr'],
    ['Spanish', '', 'El pozo detrás de la escuela llevaba años olvidado cuando empezó a llover.', 'es'],
    ['Lithuanian', '', 'Šulinys už mokyklos buvo pamirštas, kol vaikai jį vėl surado pavasarį.', 'lt'],
    ['Turkish', '', 'Okulun arkasındaki kuyu yıllardır unutulmuştu, ta ki yağmur yağana kadar.', 'tr'],
    ['Indonesian', '', 'Sumur di belakang sekolah itu terlupakan karena tidak ada yang bisa datang.', 'id'],
    ['Malay', '', 'Perigi di belakang sekolah itu dilupakan kerana tiada sesiapa boleh datang.', 'ms'],
    ['Persian', '', 'چاه پشت مدرسه سال‌ها فراموش شده بود و هیچ‌کس به آنجا نمی‌رفت.', 'fa'],
    ['Kazakh', '', 'Мектептің артындағы құдық ұмытылып, ешкім оған бармайтын болған.', 'kk'],
  ] as const)('has the language %s', async ([, head, text, language]) => {
    expect((await metadataOf(head, `<p>${text}</p>`)).language).toBe(language);
  });

  test.for(['iPhone 15 Pro Max 256 GB', 'La casa es azul', 'A1 B2 C3 D4 E5 F6 G7 H8', 'OK Cancel Menu'])(
    'has no language when "%s" is all of its text',
    async (text) => {
      expect((await metadataOf('', `<p>${text}</p>`)).language).toBeUndefined();
    },
  );

  test('has the language of its text, not that of its menus and buttons', async () => {
    const menu = '<ul><li>Home</li><li>About us</li><li>Contact</li><li>Sign in</li></ul>'.repeat(40);
    const text =
      '<p>Der Brunnen hinter der Schule war vergessen, bis die Kinder ihn im Frühling wiederfanden.</p>'.repeat(
        3,
      );

    expect((await metadataOf('', `${menu}${text}`)).language).toBe('de');
  });

  test.for([
    [
      'of running text that is not English, although a template declares it',
      'Studnia za szkołą była od lat zapomniana, aż wiosną znalazły ją dzieci z sąsiedztwa.',
      'pl',
    ],
    [
      'that is declared when its text is English',
      'The well behind the school was forgotten for years.',
      'en',
    ],
    [
      'that is declared when its text is names',
      'Lamp Aurora Brass Mill Windlass Harbour Crate Oars Sail',
      'en',
    ],
  ])('has the language %s', async ([, text, language]) => {
    expect((await metadataOf('<html lang="en">', `<p>${text}</p>`.repeat(4))).language).toBe(language);
  });

  test.for([
    ['ru', 'of its text, if the declared one has other letters', 'en'],
    ['sr', 'that is declared, if it has two alphabets', 'sr'],
  ] as const)('declared as %s, has the language %s', async ([declared, , language]) => {
    const text = '<p>The well behind the school was forgotten for years.</p>'.repeat(5);

    expect((await metadataOf(`<html xml:lang="${declared}">`, text)).language).toBe(language);
  });

  test.for([
    ['that is cut off, as it is told elsewhere', 'The well was forgot', 'The well was forgotten for years.'],
    ['that ends with an ellipsis', 'The well was …', 'The well was forgotten for years.'],
    [
      'as it is declared, when it is whole',
      'The well was forgotten.',
      'The well was forgotten. Buy our papers!',
    ],
  ])('has the description %s', async ([, own, other]) => {
    const head = `<meta name="description" content="${own}"><meta property="og:description" content="${other}">`;

    expect((await metadataOf(head)).description).toBe(own!.endsWith('.') ? own : other);
  });

  test('has neither the day of a review nor what a template left empty', async () => {
    const review =
      '<div itemprop="review" itemscope><meta itemprop="datePublished" content="2020-10-10"><p>Good</p></div>';

    expect(await metadataOf('<meta name="keywords" content="$keyWords">', review)).toEqual({});
  });

  test('has a description without markup', async () => {
    const head = '<meta name="description" content="<p>&amp;nbsp;</p> <p>The <b>well</b> &lt; 3 m</p>">';

    expect((await metadataOf(head)).description).toBe('The well < 3 m');
  });

  test('leaves out what the page does not tell', async () => {
    expect(await metadataOf('')).toEqual({});
  });
});

describe('the declared data of a page', () => {
  test('has JSON-LD, microdata, RDFa, OpenGraph, the Twitter card and tables as records', async () => {
    const page = `<html><head><script type="application/ld+json">{"@type":"Product","name":"Pan"}</script>
      <meta property="og:type" content="product"><meta property="og:image" content="/1.jpg"><meta property="og:image" content="/2.jpg"><meta name="twitter:card" content="summary"></head>
      <body><div itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="12.50">12,50</span><a itemprop="url" href="/p">x</a></div>
      <div vocab="https://schema.org/" typeof="Person"><span property="name">Anna</span></div>
      <table><tr><th>Size</th><th>Price</th></tr><tr><td>S</td><td>10</td></tr><tr><td>M</td><td>12</td></tr></table></body></html>`;

    const { json } = await readPage(page, { formats: ['json'] });

    expect(json).toMatchObject({
      jsonLd: [{ '@type': 'Product', name: 'Pan' }],
      microdata: [
        {
          type: ['https://schema.org/Offer'],
          properties: { price: ['12.50'], url: ['https://site.example/p'] },
        },
      ],
      openGraph: { 'og:type': 'product', 'og:image': ['/1.jpg', '/2.jpg'] },
      twitterCard: { 'twitter:card': 'summary' },
      tables: [
        [
          { Size: 'S', Price: '10' },
          { Size: 'M', Price: '12' },
        ],
      ],
    });
    expect(json).toHaveProperty('rdfa.0');
  });

  test('makes one record of a table with names on the left', async () => {
    const page = '<table><tr><th>Weight</th><td>3 kg</td></tr><tr><th>Colour</th><td>black</td></tr></table>';

    const { json } = await readPage(page, { formats: ['json'] });

    expect(json).toEqual({ tables: [[{ Weight: '3 kg', Colour: 'black' }]] });
  });

  test('reads JSON-LD that a template has wrapped or broken, and passes over what cannot be read', async () => {
    const page =
      '<script type="application/ld+json">//<![CDATA[\n{"name":"line\nbreak",}\n//]]></script><script type="application/ld+json">{oops</script><script type="application/ld+json">{"name":"} \\"{"}, "author": {}}}</script><script type="application/ld+json">{"a": "\\"</script>';

    const { json } = await readPage(page, { formats: ['json'] });

    expect(json).toEqual({ jsonLd: [{ name: 'line break' }, { name: '} "{' }] });
  });
});

describe('the author of a page', () => {
  const site = '<meta property="og:site_name" content="Village News">';

  test('is trusted most in JSON-LD', async () => {
    const head = `${jsonLd({ '@type': 'Article', author: { name: 'Ada Lind' } })}<meta name="author" content="web desk">`;

    expect((await metadataOf(head)).author).toBe('Ada Lind');
  });

  test('is no section before the names, and has no role after them', async () => {
    const line = (text: string): string =>
      `<h1>The well</h1><div class="author">${text}</div><p>${'It is deep. '.repeat(30)}</p>`;
    const author = async (text: string) => (await metadataOf('<title>The well</title>', line(text))).author;

    expect(await author('Politics · Ada Lind, Bo Ek')).toBe('Ada Lind, Bo Ek');
    expect(await author('Ada Lind · Senior Editor')).toBe('Ada Lind');
    expect(await author('Ada | Software Engineer')).toBe('Ada');
  });

  test('is nobody of a list of articles in lines', async () => {
    const row = (name: string, title: string): string =>
      `<p class="post"><a href="/${title}">${title}</a>, <span class="date">27 February 2026</span><br><span class="author">${name}</span></p><p class="summary">${title} is deep.</p>`;
    const rows = [row('Ada Lind', 'Wells'), row('Bo Ek', 'Lamps'), row('Cy Dahl', 'Tides')];
    const author = async (count: number) =>
      (await metadataOf('<title>The blog</title>', `<h1>The blog</h1>${rows.slice(0, count).join('')}`))
        .author;

    expect(await author(3)).toBeUndefined();
    expect(await author(1)).toBe('Ada Lind');
  });

  test('are all of three that a list names', async () => {
    const names = ['Ada Lind', 'Bo Ek', 'Cy Dahl'].map(
      (name) => `<li class="contributor"><a class="author" href="/a/${name}">${name}</a></li>`,
    );
    const body = `<h1>The well</h1><ul>${names.join('')}</ul><p>${'It is deep. '.repeat(30)}</p>`;

    expect((await metadataOf('<title>The well</title>', body)).author).toContain('Ada Lind');
  });

  test('is who publishes what they write, also where the text names the author of a book', async () => {
    const head =
      '<title>A book on wells</title><meta name="author" content="Ada Lind"><meta name="publisher" content="Ada Lind">';
    const body = `<h1>A book on wells</h1><p>${'It is deep. '.repeat(30)}</p><p>Author: Ursula Vernon</p>`;

    expect((await metadataOf(head, body)).author).toBe('Ada Lind');
  });

  test('is not the publisher, where a line names somebody', async () => {
    const head =
      '<title>The well</title><meta name="author" content="Village Waves"><meta name="publisher" content="Village Waves (villagewaves.example)">';
    const text = `<h1>The well</h1><p>${'It is deep. '.repeat(30)}</p><p>Author: Ada Lind</p>`;

    expect((await metadataOf(head, text)).author).toBe('Ada Lind');
    expect((await metadataOf(head)).author).toBe('Village Waves');
  });

  test('may be declared in a node of its own', async () => {
    const graph = [
      { '@type': 'Article', author: { '@id': '#ada' } },
      { '@type': 'Person', '@id': '#ada', name: 'Ada Lind' },
    ];

    expect((await metadataOf(jsonLd({ '@graph': graph }))).author).toBe('Ada Lind');
  });

  test('is that of the discussion, which its page declares as its main entity', async () => {
    const mainEntity = { '@type': 'DiscussionForumPosting', author: { name: 'ada' } };
    const comment =
      '<div itemscope itemtype="https://schema.org/Comment"><span itemprop="author">bo</span></div>';

    expect((await metadataOf(jsonLd({ '@type': 'WebPage', mainEntity }), comment)).author).toBe('ada');
  });

  test('is never somebody who comments or reviews', async () => {
    const comments =
      '<div itemscope itemtype="https://schema.org/Comment"><span itemprop="author">Bo Ek</span></div>' +
      '<div itemprop="review" itemscope><span itemprop="author">Cy Holm</span></div>';

    expect(await metadataOf('', comments)).not.toHaveProperty('author');
  });

  test('is a person rather than the site, where both are named', async () => {
    const head = `${site}${jsonLd({ '@type': 'Article', author: { '@type': 'Organization', name: 'Village News' } })}`;

    expect((await metadataOf(head, '<a rel="author" href="/ada">Ada Lind</a>')).author).toBe('Ada Lind');
    expect((await metadataOf(head)).author).toBe('Village News');
  });

  test('may be an account with an initial in it', async () => {
    expect((await metadataOf('<meta name="author" content="ada.m.lind">')).author).toBe('ada.m.lind');
  });

  test.for(['page.head.extra.author', '223509017', 'https://social.example/ada', '@ada', 'Written by'])(
    'is not %s',
    async (author) => {
      expect(await metadataOf(`<meta name="author" content="${author}">`)).not.toHaveProperty('author');
    },
  );
});

describe('what JSON-LD declares of a page', () => {
  test('is an image that has a node of its own', async () => {
    const graph = [
      { '@type': 'WebPage', primaryImageOfPage: { '@id': '#image' } },
      { '@type': 'ImageObject', '@id': '#image', url: 'https://www.village.example/well.jpg' },
    ];

    expect((await metadataOf(jsonLd({ '@graph': graph }))).image).toBe(
      'https://www.village.example/well.jpg',
    );
  });

  test('are keywords, where the head has none', async () => {
    const article = jsonLd({ '@type': 'Article', keywords: ['wells', 'spades'] });

    expect((await metadataOf(article)).keywords).toBe('wells, spades');
    expect((await metadataOf(`<meta name="keywords" content="water">${article}`)).keywords).toBe('water');
  });
});

test.for([
  [
    'the icon of the site',
    '<link rel="icon" href="/logo.png"><meta property="og:image" content="/logo.png">',
  ],
  [
    'the icon of the site in another size',
    '<link rel="icon" href="/cropped-k12-32x32.png"><meta property="og:image" content="/cropped-k12.png">',
  ],
  ['the portrait of an account', '<meta property="og:image" content="/data/avatars/l/81.jpg">'],
  ['the icon of a bookmark', '<meta property="og:image" content="/img/apple-touch-icon@2.png?v=9b1f">'],
  ['a link without a URL', '<link rel="image_src">'],
  ['the logo of the site in another size', '<meta property="og:image" content="/og-logo@2x.png">'],
  [
    'the logo of the site',
    '<meta property="og:image" content="https://cdn.example/village_logo-fb_1200x630.png">',
  ],
  [
    'the icon of a reader of forums',
    '<meta name="twitter:image" content="http://tapatalk.com/icons/icon-7.png">',
  ],
])('no image is %s', async ([, head]) => {
  expect((await metadataOf(`<title>Lamps</title>${head}`)).image).toBeUndefined();
});

test('the logo of a site is the image of its home page, in each language', async () => {
  const page = '<title>Lamps</title><meta property="og:image" content="/logo.png">';
  const imageAt = async (path: string) =>
    (await readPage(page, { url: `https://mill.example${path}` })).metadata.image;

  expect(await imageAt('/')).toBe('https://mill.example/logo.png');
  expect(await imageAt('/pt-br/')).toBe('https://mill.example/logo.png');
  expect(await imageAt('/en/lamps')).toBeUndefined();
});

test.for([
  ['a logo of which the article tells', '/fina_logo_fukuoka.jpg'],
  ['a picture of a logo with words of its own', '/googles-lamp-logo-1.png'],
  ['the logo of a network of which the article tells', '/facebook-logo-new.jpg'],
  ['the logo of a firm whose name the site has in its own', '/vill-logo-dark.jpg'],
  ['a picture of favicons', '/favicon-generator-guide-1200x630.png'],
])('an image may be %s', async ([, image]) => {
  const head = `<title>Lamps</title><meta property="og:image" content="${image}">`;

  expect((await metadataOf(head)).image).toContain(image);
});

test('a description loses the value that a script has left out at its end', async () => {
  const head = '<meta name="description" content="Buy the lamp of the harbour null">';

  expect((await metadataOf(`<title>Lamps</title>${head}`)).description).toBe('Buy the lamp of the harbour');
});

test('a description has neither what is escaped twice nor line breaks of programs', async () => {
  const head = String.raw`<meta name="description" content="Oil &amp;amp; wicks\n &amp;bdquo;Skerry&amp;ldquo; in C:\new \n">`;

  expect((await metadataOf(`<title>Lamps</title>${head}`)).description).toBe(
    String.raw`Oil & wicks „Skerry“ in C:\new`,
  );
});

test.for([
  ['hr { clear: both; } @media print { p { color: red; } } The lamp { 1851 }', 'The lamp { 1851 }'],
  ['Buy {product} at { the harbour }', 'Buy {product} at { the harbour }'],
  ['The set {x : x > 0} is open', 'The set {x : x > 0} is open'],
  ['json {a: 1} is parsed', 'json {a: 1} is parsed'],
  ['Hello {{ user.name }}: it is lit', 'Hello {{ user.name }}: it is lit'],
])('a description has no styles at its beginning: %s', async ([written, description]) => {
  const head = `<meta name="description" content="${written}">`;

  expect((await metadataOf(`<title>Lamps</title>${head}`)).description).toBe(description);
});

test('a description that names the site gives way to one that the page begins with', async () => {
  const lead = 'Two neighbours have one spade, and by evening they have a well.';
  const head = (own: string): string =>
    `<title>A</title><meta property="og:site_name" content="Mill News"><meta name="description" content="${own}"><meta property="og:description" content="${lead}">`;
  const motto = 'Mill News, the first portal of the village, has all that is new.';
  const written = 'How two neighbours of the mill dug a well, and what it cost them.';

  expect((await metadataOf(head(motto), `<p>${lead}</p>`)).description).toBe(lead);
  expect((await metadataOf(head(motto))).description).toBe(motto);
  expect((await metadataOf(head(written), `<p>${lead}</p>`)).description).toBe(written);
});

test('a description that repeats the title between words of the site gives way to another', async () => {
  const title = '<title>How the village dug its well</title>';
  const seo = '<meta name="description" content="Village News: How the village dug its well. All news.">';
  const og = '<meta property="og:description" content="Two neighbours, one spade.">';

  expect((await metadataOf(title + seo + og)).description).toBe('Two neighbours, one spade.');
  expect((await metadataOf(title + seo)).description).toContain('All news.');
});

test.for([
  [
    'begins with the title and the site',
    'How the village dug its well - Village News - Two neighbours, one spade and a spring',
    true,
  ],
  ['ends with the site', 'Two neighbours, one spade and a spring under the mill. - VILLAGE', true],
  ['is cut before other words', 'Two neighbours, one spade and a spring... - How the village dug', true],
  ['is a word', 'Home', true],
  ['has no letters', ',', true],
  ['goes on', 'Two neighbours, one spade and a spring under the mill. Nobody knew of it.', false],
] as const)('a description that %s gives way to a plain one, or stays', async ([, own, gives]) => {
  const plain = 'Two neighbours, one spade and a spring under the mill.';
  const title = '<title>How the village dug its well</title><h1>How the village dug its well</h1>';
  const head = `${title}<meta name="description" content="${own}"><meta property="og:description" content="${plain}">`;

  expect((await metadataOf(head)).description).toBe(gives ? plain : own);
});

test('a description that is only the name of the site is left out', async () => {
  const head =
    '<meta property="og:site_name" content="Village News"><meta name="description" content="Village news">';

  expect((await metadataOf(head)).description).toBeUndefined();
});

test('a description that goes on behind the title stays', async () => {
  const title = '<title>How the village dug its well</title>';
  const own =
    '<meta name="description" content="How the village dug its well: two neighbours, one spade, and a spring under the mill.">';
  const og = '<meta property="og:description" content="Village news.">';

  expect((await metadataOf(title + own + og)).description).toContain('under the mill');
});
