import { describe, expect, test } from 'vitest';

import { markdownOf, readPage } from './read-page.ts';

/** What is written, what comes out, and the rule as a sentence. */
type Rule = readonly [rule: string, html: string, markdown: string];

const follows = (rules: readonly Rule[]): void =>
  test.for(rules)('%s', async ([, html, markdown]) => {
    expect(await markdownOf(`<main>${html}</main>`)).toBe(markdown === '' ? '' : `${markdown}\n`);
  });

describe('code', () => {
  follows([
    ['takes its language from data-lang', '<pre data-lang="rust">x</pre>', '```rust\nx\n```'],
    [
      'takes its language from a bare class',
      '<pre><code class="hljs kotlin">x</code></pre>',
      '```kotlin\nx\n```',
    ],
    [
      'takes its language from the label above it',
      '<div class="code-block"><div class="head">Python</div><pre>x</pre></div>',
      '```python\nx\n```',
    ],
    [
      'has no language where the class only says that it is code',
      '<pre class="highlight code">x</pre>',
      '```\nx\n```',
    ],
    [
      'has no language where none is declared by name',
      '<pre><code class="language-none">x</code></pre>',
      '```\nx\n```',
    ],
    [
      'keeps languages with letters beyond ASCII',
      '<pre><code class="language-föö">x</code></pre>',
      '```föö\nx\n```',
    ],
    ['gets lines from breaks', '<pre>a<br>b</pre>', '```\na\nb\n```'],
    ['loses its copy button', '<pre><code>a</code><button>Copy</button></pre>', '```\na\n```'],
    ['in a line is trimmed beside a word', 'a<code> b </code>c', 'a `b` c'],
    ['without text is nothing in a line', 'a <code></code> b', 'a b'],
    [
      'that is a link is a link',
      '<a href="https://a.example/"><code>f()</code></a>',
      '[`f()`](https://a.example/)',
    ],
  ]);
});

describe('math', () => {
  follows([
    ['come from MathML', '<math><msup><mi>x</mi><mn>2</mn></msup></math>', '$x^2$'],
    ['come from the alternative text of MathML', '<math alttext="a+b"><mi>a</mi></math>', '$a+b$'],
    ['come from pictures of formulas', '<img class="latex" alt="\\frac12" src="/f.png">', '$\\frac12$'],
    [
      'stand on lines of their own when displayed',
      'a<math display="block"><mi>x</mi></math>b',
      'a\n\n$$\nx\n$$\n\nb',
    ],
    [
      'keep the line above a group',
      '<math><menclose notation="top"><mi>a</mi><mi>b</mi></menclose></math>',
      '$\\overline{ab}$',
    ],
    [
      'are no links where formulas are not known',
      '<math alttext="[a](javascript:b)"></math>',
      '$[a] (javascript:b)$',
    ],
    ['are not made of prices', '<p>from $5 to $10</p>', 'from $5 to $10'],
  ]);
});

describe('headings', () => {
  follows([
    ['lose a sign that leads to themselves', '<h2>A <a href="#a">#</a></h2>', '## A'],
    [
      'keep a link that leads elsewhere',
      '<h2><a href="https://a.example/">A</a></h2>',
      '## [A](https://a.example/)',
    ],
    ['keep a number sign that is part of a name', '<h2>C#</h2>', '## C#'],
    ['keep a closing run of signs as text', '<h2>a #</h2>', '## a \\#'],
    ['without text are nothing', '<h2> <br></h2>', ''],
  ]);
});

describe('images', () => {
  follows([
    [
      'get the largest of a set',
      '<img srcset="https://a.example/s.jpg 1x, https://a.example/l.jpg 2x" alt="a">',
      '![a](https://a.example/l.jpg)',
    ],
    [
      'whose height alone is left to it stay',
      '<img src="https://a.example/a.jpg" width="800" height="0" alt="a">',
      '![a](https://a.example/a.jpg)',
    ],
    ['of no size at all are nothing', '<img src="https://a.example/p.gif" width="0" height="0">', ''],
    [
      'keep commas of their address',
      '<img srcset="https://a.example/w_10,h_10/a.jpg 10w" alt="a">',
      '![a](https://a.example/w_10,h_10/a.jpg)',
    ],
    ['of one pixel are nothing', '<img src="https://a.example/p.gif" width="1" height="1">', ''],
    [
      'of one pixel in one direction are nothing, since they only keep others apart',
      'a<img src="https://a.example/s.gif" width="40" height="1">b<img src="https://a.example/s.gif" width="2" height="300">c',
      'abc',
    ],
    [
      'whose size is left to the style sheet stay',
      '<img src="https://a.example/a.jpg" srcset="https://a.example/l.jpg 2x" sizes="100vw" width="0" height="0" alt="a">',
      '![a](https://a.example/l.jpg)',
    ],
    [
      'that are emoji become their character',
      '<img class="emoji" alt="🙂" src="https://a.example/1.png">',
      '🙂',
    ],
    ['without a URL are dropped', '<img alt="a">', ''],
    [
      'that repeat the one before are dropped',
      '<img src="https://a.example/a-150x150.jpg" alt="a"><img src="https://a.example/a.jpg" alt="a">',
      '![a](https://a.example/a-150x150.jpg)',
    ],
    [
      'with generic names in different folders are different images',
      '<img src="https://a.example/7/large.jpg" alt="a"> <img src="https://a.example/8/large.jpg" alt="b">',
      '![a](https://a.example/7/large.jpg) ![b](https://a.example/8/large.jpg)',
    ],
    [
      'that a script serves are told apart by their query',
      '<img src="https://a.example/show.php?id=7" alt="a"> <img src="https://a.example/show.php?id=8" alt="b">',
      '![a](https://a.example/show.php?id=7) ![b](https://a.example/show.php?id=8)',
    ],
    [
      'in a figure stay when only their preview inside the page comes before',
      '<figure><img src="data:image/png;base64,AA==" alt="The lamp at dusk"><img src="https://a.example/lamp.jpg" alt="The lamp at dusk"></figure>',
      '![The lamp at dusk](https://a.example/lamp.jpg)',
    ],
    [
      'that a figure only declares are shown',
      '<figure itemscope itemtype="https://schema.org/ImageObject" itemid="https://a.example/lamp.jpg"><div></div><figcaption>The lamp</figcaption></figure>',
      '![](https://a.example/lamp.jpg)\n\nThe lamp',
    ],
  ]);
});

describe('links', () => {
  follows([
    ['to scripts are their text', '<a href="JavaScript:x()">a</a>', 'a'],
    ['keep schemes that run nothing', '<a href="irc://a.example/b">a</a>', '[a](irc://a.example/b)'],
    [
      'escape what would end them',
      '<a href="https://a.example/b)c">a]</a>',
      '[a\\]](https://a.example/b\\)c)',
    ],
    [
      'with a title keep it',
      '<a href="https://a.example/" title="say &quot;hi&quot;">a</a>',
      '[a](https://a.example/ "say \\"hi\\"")',
    ],
  ]);

  test('of a saved file stay as they are written, when they are relative', async () => {
    const links =
      '<p><a href="../mill.html">Mill</a> <a href="https://obry.example/">Obry</a> <a href="javascript:go()">Go</a></p>';

    const markdown = await markdownOf(`<main>${links}</main>`, { url: 'file:///home/ida/saved/page.html' });

    expect(markdown).toBe('[Mill](../mill.html) [Obry](https://obry.example/) Go\n');
  });
});

describe('hidden content', () => {
  follows([
    ['is left out', '<p hidden>a</p><p style="display: none">b</p>c', 'c'],
    [
      'is left out when the same stands beside it for wide screens',
      '<div class="md:hidden"><p>The lamp</p></div><div class="hidden md:block"><p>The lamp</p></div>',
      'The lamp',
    ],
    [
      'is left out when its picture stands beside it for wide screens',
      '<div class="d-none d-md-block"><img src="https://a.example/wide.jpg" alt=""></div><div class="d-md-none"><img src="https://a.example/narrow.jpg" alt=""></div>',
      '![](https://a.example/wide.jpg)',
    ],
    [
      'is kept on narrow screens when it says something else',
      '<p class="md:hidden">The lamp</p><p class="hidden md:block">The mill</p>',
      'The lamp\n\nThe mill',
    ],
    ['is left out in a box of content', '<div class="content"><p hidden>a</p>b</div>', 'b'],
    ['is left out as a box of content', '<div class="content" hidden>a</div>b', 'b'],
    ['is kept when found by searching', '<p hidden="until-found">a</p>', 'a'],
    ['is kept when a click opens it', '<div class="accordion-body" style="display:none">a</div>', 'a'],
    [
      'is left out when it is a menu, though a click opens it',
      '<div class="dropdown-menu tab-content" hidden>a</div>b',
      'b',
    ],
    [
      'keeps prices told to screen readers',
      '<span class="sr-only">Original price was</span> $5',
      'Original price was $5',
    ],
    ['loses what only tells how to use the page', 'a <span class="sr-only">(opens in a new tab)</span>', 'a'],
  ]);
});

describe('parts of a line', () => {
  follows([
    [
      'laid out beside each other by style are words of their own',
      '<div><span class="a">Anna</span><time>May</time></div>',
      'Anna May',
    ],
    ['that make up one word stay together', '<p><span>un</span><span>known</span></p>', 'unknown'],
    [
      'that are one letter of a word stay with it',
      '<p><span class="cap">O</span><span class="rest">nce</span></p>',
      'Once',
    ],
    [
      'that are small digits stay apart from the number before them',
      '<p>2021<sub>5 years ago</sub>, 10<sup>23.5</sup> and 1<sup>st</sup></p>',
      '2021 5 years ago, 10^23.5 and 1st',
    ],
    [
      'that are links in separate boxes stay separate',
      '<div><span class="tag"><a href="https://a.example/">red</a></span><span class="tag"><a href="https://b.example/">blue</a></span></div>',
      '[red](https://a.example/) [blue](https://b.example/)',
    ],
  ]);
});

describe('emphasis', () => {
  follows([
    ['leaves spaces outside', 'a<b> b </b>c', 'a **b** c'],
    ['separates by wider spaces, too', '東京　<b>港区</b>\u2003<i>月曜</i>', '東京 **港区** *月曜*'],
    ['is joined with its like', '<b>a</b><b>b</b>', '**ab**'],
    ['is dropped where Markdown cannot express it', 'a<b>.</b>b', 'a.b'],
    ['by style is emphasis', '<span style="font-weight:bold">a</span>', '**a**'],
    ['undone by style is dropped', '<b style="font-weight:normal">a</b>', 'a'],
  ]);
});

describe('safe HTML', () => {
  test.for([
    ['drops handlers and styles', '<p onclick="x()" style="color:red" class="a">a</p>', '<p>a</p>'],
    ['drops scripts with their text', '<p>a<script>b</script></p>', '<p>a</p>'],
    [
      'keeps only languages of classes',
      '<pre><code class="x language-js">a</code></pre>',
      '<pre><code class="language-js">a</code></pre>',
    ],
    ['makes URLs absolute', '<a href="/b" target="_blank">a</a>', '<a href="https://site.example/b">a</a>'],
    [
      'drops links that run code, and keeps their words',
      '<p><a href="javascript:x()">a</a></p>',
      '<p><a>a</a></p>',
    ],
    [
      'keeps lines apart that elements of the page’s own making hold',
      '<x-row><span>a</span></x-row><x-row><span>b</span></x-row>',
      '<div>a</div><div>b</div>',
    ],
    ['reads through boxes of boxes that the page has named itself', '<x-app><p>a</p></x-app>', '<p>a</p>'],
    ['drops elements that are left empty', '<div><p></p><span> </span></div><p>a</p>', '<p>a</p>'],
  ] as const)('%s', async ([, page, html]) => {
    expect((await readPage(page, { formats: ['html'] })).html).toBe(html);
  });
});
