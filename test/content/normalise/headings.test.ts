import { describe, expect, test } from 'vitest';

import { follows } from './follows.ts';
import { markdownOf, readPage } from '../read-page.ts';

describe('headings', () => {
  follows([
    [
      'may be paragraphs that are styled as such',
      '<p class="h5">Serverless</p><p>Text</p>',
      '##### Serverless\n\nText',
    ],
    [
      'are no lines that say when the page was published or changed',
      '<h2>Tides</h2><h4>Posted: Jan 11, 2012 4:47 PM CST</h4><h5>Last Updated: Wednesday, January 11, 2012</h5><h3>Published books of 2012</h3><p>Text</p>',
      '## Tides\n\nPosted: Jan 11, 2012 4:47 PM CST\n\nLast Updated: Wednesday, January 11, 2012\n\n### Published books of 2012\n\nText',
    ],
    [
      'begin with the number that counts them, from an element of its own',
      '<div><span class="rank">1.</span><h3>Oak</h3></div><div><span class="rank">2</span><h3>2026 Ash</h3></div><div><span class="rank">3</span><h3>3. Elm</h3></div>',
      '### 1. Oak\n\n### 2. 2026 Ash\n\n### 3. Elm',
    ],
    [
      'begin with the number that stands in the box beside theirs, as those of steps',
      ['Lid', 'Scale', 'Wax']
        .map(
          (title, at) =>
            `<div class="step"> <div> <div class="circle">${at + 1}</div> <div class="line"> </div></div> <div><div><h3>${title}</h3><p>Slowly.</p></div></div></div>`,
        )
        .join(''),
      '### 1. Lid\n\nSlowly.\n\n### 2. Scale\n\nSlowly.\n\n### 3. Wax\n\nSlowly.',
    ],
    [
      'have no number that counts something else, such as comments, days, goals and votes',
      [
        ...[29, 30, 31, 1, 2, 3].map((day) => `<div><span>${day}</span><h3>3 hours of film</h3></div>`),
        ...[3, 2, 1].map((votes) => `<div><b>${votes}</b><h4>Dark mode</h4></div>`),
        ...[1, 2, 3].map((day) => `<div><span class="day">${day}</span><h5>Choir</h5></div>`),
        '<div><span>2</span><h6>Skerry</h6></div><div><span>1</span><h6>Tarn</h6></div>',
      ].join(''),
      [
        ...[29, 30, 31, 1, 2, 3].map((day) => `${day}\n\n### 3 hours of film`),
        ...[3, 2, 1].map((votes) => `**${votes}**\n\n#### Dark mode`),
        ...[1, 2, 3].map((day) => `${day}\n\n##### Choir`),
        '2\n\n###### Skerry\n\n1\n\n###### Tarn',
      ].join('\n\n'),
    ],
    [
      'leave what stands beside their number',
      [1, 2, 3]
        .map((step) => `<div>${step}            <p>The step ${step} needs a rope.</p></div><h3>Oak</h3>`)
        .join(''),
      [1, 2, 3].map((step) => `${step}\n\nThe step ${step} needs a rope.\n\n### Oak`).join('\n\n'),
    ],
    [
      'are of sections where they say when these were changed, or more than that',
      '<h2>Published 3 May 2024</h2><p>The harbour master signs the tide table each morning, and all of the ferries keep to it.</p><h2>Published 1 April 2024</h2><p>Two</p><h3>Updated 3 May 2024: the harbour is open</h3><h3>Updated 3 May 2024 menu</h3>',
      '## Published 3 May 2024\n\nThe harbour master signs the tide table each morning, and all of the ferries keep to it.\n\n## Published 1 April 2024\n\nTwo\n\n### Updated 3 May 2024: the harbour is open\n\n### Updated 3 May 2024 menu',
    ],
    ['are no prices in large type', '<p class="h5">$29.95</p><p>Text</p>', '$29.95\n\nText'],
    [
      'are no days in small type',
      '<p class="h6">December 18, 2025</p><p>Text</p>',
      'December 18, 2025\n\nText',
    ],
    [
      'may be days, years, letters and sections',
      '<p class="h3">December 18, 2025</p><p class="h3">2023</p><p class="h3">§ 12</p><p class="h6">December 18, 2025: tar</p>',
      '### December 18, 2025\n\n### 2023\n\n### § 12\n\n###### December 18, 2025: tar',
    ],
    ['are no boxes of a height', '<div class="h5">Serverless</div>', 'Serverless'],
    [
      'may call themselves so for screen readers, at a level of their own',
      '<h1>Lamps</h1><div role="heading" aria-level="1">Brass</div><div role="heading" aria-level="4"><p>Small</p></div><span role="heading">Glass</span>',
      '# Lamps\n\n## Brass\n\n#### Small\n\n## Glass',
    ],
    [
      'are no boxes with paragraphs, whose links stay',
      '<div role="heading"><p>Lamps are lit at dusk.</p><p>They burn <a href="https://a.test/edit">edit</a> all night.</p></div>',
      'Lamps are lit at dusk.\n\nThey burn [edit](https://a.test/edit) all night.',
    ],
    [
      'are no parts of a line: first words of a paragraph or an item, terms',
      '<p><span role="heading">Note.</span> Lit at dusk.</p><ul><li><span role="heading">Brass</span> shines</li></ul><dl><dt><span role="heading">Glass</span></dt><dd>Breaks</dd></dl>',
      'Note. Lit at dusk.\n\n- Brass shines\n\n* **Glass**: Breaks',
    ],
    ['lose a sign that leads to themselves', '<h2>A <a href="#a">#</a></h2>', '## A'],
    [
      'keep a link that leads elsewhere',
      '<h2><a href="https://a.example/">A</a></h2>',
      '## [A](https://a.example/)',
    ],
    [
      'lose the permalinks of Sphinx, and so do captions',
      '<h2>A<a class="headerlink" href="#a">¶</a></h2><p>tide.py<a class="headerlink" href="#b">¶</a> <a class="headerlink" href="https://a.test/de">DE</a></p>',
      '## A\n\ntide.py [DE](https://a.test/de)',
    ],
    [
      'lose a permalink in or beside them whose text only screen readers get',
      '<div><h2 id="größe">Size</h2><a href="#gr%C3%B6%C3%9Fe"><span aria-hidden="true"><svg></svg></span><span class="sr-only">Abschnitt betitelt „Size“</span></a></div><h2 id="oil">Oil <a href="/a#oil">#<span class="visually-hidden">Section titled Oil</span></a></h2>',
      '## Size\n\n## Oil',
    ],
    [
      'keep links for screen readers to other parts of the page, and their only text',
      '<div><h2 id="a">Size</h2><a href="#b"><svg></svg><span class="sr-only">Comments</span></a></div><h2 id="c"><a href="#c"><span class="sr-only">Oil</span></a></h2>',
      '## Size\n\n[Comments](https://site.example/page#b)\n\n## Oil',
    ],
    ['lose a link to the page itself', '<h1><a href="?utm_source=a#top">A</a></h1>', '# A'],
    ['keep a number sign that is part of a name', '<h2>C#</h2>', '## C#'],
    ['keep a closing run of signs as text', '<h2>a #</h2>', '## a \\#'],
    ['without text are nothing', '<h2> <br></h2>', ''],
    [
      'are paragraphs when they are long',
      `<h2>${'The lamp is lit. '.repeat(13)}</h2>`,
      'The lamp is lit. '.repeat(13).trim(),
    ],
    [
      'stay when they are long questions of an interview',
      `<h3>${'The lamp is lit. '.repeat(13)}Why?</h3>`,
      `### ${'The lamp is lit. '.repeat(13)}Why?`,
    ],
    [
      'are paragraphs when they are named as the summary under the headline',
      '<h1>A</h1><h2 class="post-chapo">The lamp is lit.</h2><h2 class="dek">B</h2>',
      '# A\n\nThe lamp is lit.\n\n## B',
    ],
    [
      'lead where the empty link over their card leads that is labelled with them',
      '<div><a href="https://a.example/tides" aria-label="Tides reshape the coast"></a><h3>Tides reshape the coast</h3></div>',
      '### [Tides reshape the coast](https://a.example/tides)',
    ],
    [
      'lead there without the label above them',
      '<div><a href="https://a.example/tides" aria-label="Tides reshape the coast"></a><div><h3><div>Analysis</div><span>Tides reshape the coast</span></h3></div></div>',
      '### Analysis: [Tides reshape the coast](https://a.example/tides)',
    ],
    [
      'lead nowhere where an empty link is labelled with something else',
      '<div><a href="https://a.example/send" aria-label="Send by mail"></a><h3>Tides reshape the coast</h3></div>',
      '### Tides reshape the coast',
    ],
    [
      'keep the link that they have beside an empty one with the same label',
      '<div><a href="https://b.example/" aria-label="The tides of May"></a><h3><a href="https://a.example/">The tides of May</a></h3></div>',
      '### [The tides of May](https://a.example/)',
    ],
    [
      'are links where a link right below repeats them',
      '<h3>Tides reshape the coast</h3> <p><a href="https://a.example/tides">Tides  reshape the coast</a></p><p>Since May.</p>',
      '### [Tides reshape the coast](https://a.example/tides)\n\nSince May.',
    ],
    [
      'stay beside a link below that says more',
      '<h3>Tides</h3><p><a href="https://a.example/tides">Tides</a> of May</p>',
      '### Tides\n\n[Tides](https://a.example/tides) of May',
    ],
    [
      'have a colon after the label in a box of its own that they begin with',
      '<h3><div>Social media </div><span>Ferries go live</span></h3>',
      '### Social media: Ferries go live',
    ],
    [
      'have a colon after the line above the headline that is named so',
      '<h1><span class="head__overline">The race on Tuesday evening in the old harbour</span><span>Two boats win</span></h1>',
      '# The race on Tuesday evening in the old harbour: Two boats win',
    ],
    [
      'have only the mark that the page writes itself after that line',
      '<h1><span class="ts-overline">Race </span><span>: </span><span>Two boats win</span></h1><h2><span class="kicker">Race</span> – two boats</h2><h2><span class="roofline">Wow!</span>Two boats</h2>',
      '# Race: Two boats win\n\n## Race – two boats\n\n## Wow! Two boats',
    ],
    [
      'have no colon in the middle of a sentence, nor by a class of styles',
      '<h2><span class="dachzeile">Warum Forscher</span> <span>den Hafen verlassen</span></h2><h2><span class="kicker">Sport</span>, Two boats</h2><h2><span class="md:overline">Two</span> <span>Boats</span></h2><h2><span class="kicker-player-name">Harry</span> <span>Wins</span></h2><h2><span class="kicker">Race</span>— two</h2>',
      '## Warum Forscher den Hafen verlassen\n\n## Sport, Two boats\n\n## Two Boats\n\n## Harry Wins\n\n## Race — two',
    ],
    [
      'keep a sponsor that is all of them, or part of a sentence',
      '<h2><span class="sponsor">Sponsored by Acme</span></h2><h2><a class="sponsored-link" href="https://a.test/x">Presented by Acme: the story of oil</a></h2><h2><span class="sponsored">Presented by the mayor</span>: a boat</h2>',
      '## Sponsored by Acme\n\n## [Presented by Acme: the story of oil](https://a.test/x)\n\n## Presented by the mayor: a boat',
    ],
    [
      'are without the sponsor named in them',
      '<h1><div class="sponsorPanel">Sponsored by <a href="https://b.example/"><img src="/b.png" alt="Bank"></a></div>Two boats win</h1><h2><span class="sponsor-name">Mill</span> Gold</h2>',
      '# Two boats win\n\n## Mill Gold',
    ],
    [
      'have no colon before an icon, a button or words for screen readers',
      '<h3><div>Shipping</div><i class="icon-plus"></i></h3><h3><div>Returns</div><span class="sr-only">open</span></h3>',
      '### Shipping\n\n### Returns open',
    ],
    [
      'have no second mark after a label that ends with one',
      '<h3><div>Live!</div>Ferries go live</h3><h3><div>3</div>Ferries</h3>',
      '### Live! Ferries go live\n\n### 3 Ferries',
    ],
    [
      'of the first level lose a flag of what they name',
      '<h1>Italy: Travel and safety <span class="heading__flag"><picture><img src="https://a.test/flag.png" alt="Italy"></picture></span></h1>',
      '# Italy: Travel and safety',
    ],
    [
      'keep pictures, and the words that images stand for',
      '<h1><img src="https://a.test/a.png" alt="The lamp"> The lamp is lit</h1><h2><img class="flag" src="https://a.test/b.png" alt="Oar"> Oar and sail</h2>',
      '# ![The lamp](https://a.test/a.png) The lamp is lit\n\n## ![Oar](https://a.test/b.png) Oar and sail',
    ],
    [
      'that are bold or italic as a whole lose it',
      '<h2><strong><em>Oars</em></strong></h2><h3><b>Two</b> sails</h3>',
      '## Oars\n\n### **Two** sails',
    ],
    [
      'in captions are captions',
      '<figure><img src="https://a.test/a.png"><figcaption><h3>Skerry</h3></figcaption></figure>',
      '![](https://a.test/a.png)\n\nSkerry',
    ],
    [
      'in boxes of images are captions, but not in those of cards',
      '<div class="picture-caption"><h4>Photo: Ann</h4></div><div class="caption"><h4>Oak lamp</h4></div>',
      'Photo: Ann\n\n#### Oak lamp',
    ],
    [
      'may be buttons that look like links, as in accordions of Bootstrap',
      '<div class="card-header"><h3><button class="btn btn-link collapsed" data-toggle="collapse">Who rows?</button></h3></div><div class="collapse">Ann rows.</div>',
      '### Who rows?\n\nAnn rows.',
    ],
    [
      'may be buttons of an accordion in the style of the copy',
      '<h3><button class="item copy" aria-expanded="false">Who rows?</button></h3><p>Ann rows.</p><h3><button class="copy">Copy</button></h3>',
      '### Who rows?\n\nAnn rows.',
    ],
    [
      'may be lines that say so for screen readers, with an icon in a box',
      '<ul><li><p role="heading" aria-level="3"><button aria-expanded="false"><span>Who rows?</span><div class="icon"></div></button></p><div>Ann rows.</div></li></ul>',
      '### Who rows?\n\nAnn rows.',
    ],
    [
      'may be boxes that are named and styled so',
      '<div class="widget-title h2">Oars</div><div class="h4">Sails</div>',
      '## Oars\n\nSails',
    ],
  ]);
});

test.for([
  ['a picture', '<h2><img src="/oak.jpg" alt="An oak"></h2>', '![An oak](https://site.example/oak.jpg)'],
  [
    'words that are drawn',
    '<h2><img src="/title.png" alt="World"></h2>',
    '## ![World](https://site.example/title.png)',
  ],
  [
    'a picture and words',
    '<h2><img src="/oak.jpg" alt="">Oaks</h2>',
    '## ![](https://site.example/oak.jpg) Oaks',
  ],
] as const)('a heading of %s', async ([, html, markdown]) => {
  expect(await markdownOf(`<main>${html}</main>`)).toBe(`${markdown}\n`);
});

describe('the headline', () => {
  const titled = (body: string) =>
    markdownOf(`<!doctype html><title>The keeper of Skerry</title><body>${body}<p>She reads the tide.</p>`);

  test.for([
    ['a lower heading', '<h3>The keeper of Skerry</h3>'],
    ['a box of its own', '<div class="story-title">The keeper of Skerry</div>'],
    [
      'a line of its own',
      '<table><tr><td><span class="veryBigTitle">The keeper of Skerry</span><br></td></tr></table>',
    ],
    ['a bold line above others', '<div><b>The keeper of Skerry</b><br></div>'],
    ['a heading with its date', '<h1><time datetime="2026-05-04">4 May</time> The keeper of Skerry</h1>'],
    ['a heading that leads to itself', '<h1><a href="/skerry" rel="bookmark">The keeper of Skerry</a></h1>'],
  ])('is a heading of the first level where it is %s', async ([, headline = '']) => {
    expect(await titled(headline)).toBe('# The keeper of Skerry\n\nShe reads the tide.\n');
  });

  test.for([
    ['in a list', '<ul><li><b>The keeper of Skerry</b></li></ul>'],
    ['in a quotation', '<blockquote><b>The keeper of Skerry</b></blockquote>'],
    ['in a link', '<a href="/x"><b>The keeper of Skerry</b><br>read</a>'],
    ['at the beginning of a sentence', '<div><b>The keeper of Skerry</b><br>is a novel.</div>'],
    [
      'in a table of data',
      '<table><tr><th>Name</th><th>Day</th></tr><tr><td><b>The keeper of Skerry</b><br>A novel</td><td>May</td></tr></table>',
    ],
  ])('is no heading where its words stand %s', async ([, line = '']) => {
    expect(await titled(line)).not.toContain('# ');
  });

  test('stays a heading in the caption of its image', async () => {
    const figure = (caption: string): string =>
      `<figure><img src="https://a.test/a.jpg" alt="Lamp"><figcaption>${caption}</figcaption></figure>`;

    expect(await titled(figure('<h1>The keeper of Skerry</h1>'))).toContain('\n# The keeper of Skerry\n');
    expect(await titled(figure('<h4>The lamp at dusk</h4>'))).not.toContain('#');
  });

  test('is raised beside the title of a dialog', async () => {
    const { markdown } = await readPage(
      '<title>The lamp at Skerry</title><div class="login-modal"><h1>Log in</h1></div><div class="headline">The lamp at Skerry</div><p>It is lit.</p>',
    );

    expect(markdown).toContain('# The lamp at Skerry');
  });

  test('of a thread in XenForo begins with its label', async () => {
    const page =
      '<h1><span class="label">Solved</span><span class="label-append">&nbsp;</span>The tide tables</h1>';

    expect(await titled(page)).toContain('# Solved: The tide tables');
  });

  test('is raised from a lower heading, whatever else is one of the first level', async () => {
    expect(await titled('<h1>Skerry Courier</h1><h2>The keeper of Skerry</h2>')).toContain('\n# The keeper');
  });

  test('in a box is raised beside the name of the site, if that is a link', async () => {
    const site = (href: string): string =>
      `<h1 class="logo"><a href="${href}"><span>Skerry Courier</span></a></h1><div class="title">The keeper of Skerry</div>`;

    expect(await titled(site('https://skerry.example/'))).toContain('\n# The keeper');
    expect(await titled(site('/news/'))).toContain('\n# The keeper');
    expect(await titled(site('/').replace('</h1>', ': News of the day</h1>'))).toContain('\nThe keeper');
  });

  test('is raised in the box inside a box with its class', async () => {
    expect(await titled('<div class="news-title"><div id="t">The keeper of Skerry</div></div>')).toContain(
      '# The',
    );
  });

  test('of a version keeps its date', async () => {
    expect(await markdownOf('<h2>Version 2 <time datetime="2026-05-04">4 May</time></h2>')).toBe(
      '## Version 2 4 May\n',
    );
  });

  test('that is a date stays', async () => {
    expect(await markdownOf('<h1><time datetime="2026-05-04">4 May 2026</time></h1>')).toBe('# 4 May 2026\n');
  });
});
