import { describe, expect, test } from 'vitest';

import { markdownOf, readPage } from './read-page.ts';

/** What is written, what comes out, and the rule as a sentence. */
type Rule = readonly [rule: string, html: string, markdown: string];

const follows = (rules: readonly Rule[]): void =>
  test.for(rules)('%s', async ([, html, markdown]) => {
    expect(await markdownOf(`<main>${html}</main>`)).toBe(markdown === '' ? '' : `${markdown}\n`);
  });

test('formatting inside of its own kind is written as it is nested, and once where the elements differ', async () => {
  expect((await markdownOf('<p><strong><strong>a</strong></strong></p>')).trimEnd()).toBe('**__a__**');
  expect((await markdownOf('<p><strong><b>a</b></strong></p>')).trimEnd()).toBe('**a**');
  expect((await markdownOf('<blockquote></blockquote>')).trimEnd()).toBe('>');
});

test('formatting without end tags is written a few times, however often it was begun', async () => {
  const markdown = await markdownOf(`${'<p>a<b>'.repeat(30)}<p>end`);

  expect(markdown.trimEnd().split('\n').at(-1)).toBe('**__**end**__**');
});

test('a quotation of which only the attribution is kept says so', async () => {
  const quoted = (by: string): string =>
    `<blockquote><div>${by}</div><div class="words">The plum is in flower.</div></blockquote>`;

  const { markdown } = await readPage(
    `<main>${quoted('<a href="https://a.test/1">Ann said:</a>')}<p>Yes.</p>${quoted('Bo is glad.')}</main>`,
    { excludeTags: ['.words'] },
  );

  expect(markdown).toBe('> [Ann said:](https://a.test/1)\n>\n> […]\n\nYes.\n\n> Bo is glad.\n');
});

test.for([
  ['$104.93<div>Save 25%</div><span>compared to $139.95</span>', '$104.93 compared to $139.95'],
  ['From<div>now on</div>$5', 'From $5'],
  ['costs $5<div>or so</div>, and $6 (each<div>or so</div>)', 'costs $5, and $6 (each)'],
  ['<b>lit<div>or so</div></b>.', '**lit**.'],
  ['水<div>x</div>井', '水井'],
] as const)('a block that is left out divides words only: %s', async ([html, markdown]) => {
  const page = `<main><p>Lamps</p><section>${html}</section></main>`;

  expect((await readPage(page, { excludeTags: ['section div'] })).markdown).toBe(`Lamps\n\n${markdown}\n`);
});

describe('a label and its value, alone in a box', () => {
  follows([
    [
      'are apart from the next ones',
      '<div><span>SKU: C1026</span><span>MFR: 7343</span></div><div><span>Half: </span><span>way</span></div>',
      'SKU: C1026 MFR: 7343\n\nHalf: way',
    ],
    ['are one line', '<div><div>Weight:</div><div>2 kg</div></div>', 'Weight: 2 kg'],
    [
      'are one line with boxes around them and comments between them',
      '<div><div>Weight: <div><!--[--><div> 2 kg </div><!--]--></div></div><div><div>Size:</div></div><a href="https://a.test/40">40</a></div>',
      'Weight: 2 kg\n\nSize:\n\n[40](https://a.test/40)',
    ],
    [
      'are one line in an item of a list',
      '<ul><li><div>Weight:</div><div>2 kg</div></li><li><b>Size:</b> <div>40</div></li></ul>',
      '- Weight: 2 kg\n- **Size:** 40',
    ],
    [
      'are apart beside a third text, and as paragraphs',
      '<div><div>Sizes:</div><div>40</div><div>41</div></div><div><p>Note:</p><p>It is small.</p></div>',
      'Sizes:\n\n40\n\n41\n\nNote:\n\nIt is small.',
    ],
    [
      'are apart where the value has several lines or is long',
      `<div><div>Care:</div><div>wash<br>dry</div></div><div><div>Story:</div><div>${'Long '.repeat(30)}</div></div>`,
      `Care:\n\nwash\\\ndry\n\nStory:\n\n${'Long '.repeat(30).trim()}`,
    ],
  ]);
});

describe('a label and its value that class names tell apart', () => {
  follows([
    [
      'have a colon between them in a list, and keep their links',
      '<ul><li><div><span class="fact__label"><a href="https://a.test/w">Wattage</a></span> <span class="bold">40 W</span></div></li><li><span class="label">Frets</span><span class="value">22</span></li><li>Oak</li></ul>',
      '- [Wattage](https://a.test/w): 40 W\n- Frets: 22\n- Oak',
    ],
    [
      'have none outside of lists, behind a sign, before another part of a component, or where the label is a badge',
      '<p><span class="label">Colour</span> <span class="value">Green</span></p><ul><li><span class="fact__label">Colour?</span> <span>Green</span></li><li><span class="tab__label">Overview</span> <span class="tab__label">Measures</span></li><li><span class="label">New</span> <span class="title">Lamp</span></li></ul>',
      'Colour Green\n\n- Colour? Green\n- Overview Measures\n- New Lamp',
    ],
  ]);
});

describe('a label and its value in one line', () => {
  follows([
    [
      'have a space between them, whichever is the element',
      '<p>Made by:<span>Harbour</span></p><p><span class="sr">Price:</span>£60</p><p><b>Size:</b><i>40</i></p>',
      'Made by: Harbour\n\nPrice: £60\n\n**Size:** *40*',
    ],
    [
      'stay as they are where they are no two words',
      '<p>https:<b>//a</b> 12:<b>30</b></p><p>x:<b>)</b></p><p>微软:<b>Win8</b></p><p><code>std::<b>map</b></code></p><p>John 3:<b>16</b></p><p>Opens at 9:<sup>30</sup></p><p>nginx:<b>latest</b></p>',
      'https:**//a** 12:**30**\n\nx:**)**\n\n微软:**Win8**\n\n`std::map`\n\nJohn 3:**16**\n\nOpens at 9:³⁰\n\nnginx:**latest**',
    ],
  ]);
});

describe('what a page lays out apart', () => {
  const spans = '<span>Solar</span><!-- --><i></i><span>Wind</span>';
  follows([
    [
      'are apart where a gap separates them',
      `<div class="flex flex-wrap gap-2">${spans}</div>`,
      'Solar Wind',
    ],
    [
      'are a line where several boxes hold a label and what is named its value',
      '<div><div class="row"><div>Weight</div><div class="spec-value">2 kg</div></div><div class="row"><p>Lid (steel)</p><p class="value">Yes</p></div></div>',
      'Weight: 2 kg\n\nLid (steel): Yes',
    ],
    [
      'are lines of their own in a single box, with a text as the value, or with more beside them',
      '<div><div>Weight</div><div class="value">2 kg</div></div><p>a</p><div><div class="r"><div>Why oak?</div><div class="value">It lasts.</div></div><div class="r"><div>Oak</div><div class="value"><p>It lasts.</p></div></div><div class="r"><div>Elm</div><div class="value">1</div><div>2</div></div></div>',
      'Weight\n\n2 kg\n\na\n\nWhy oak?\n\nIt lasts.\n\nOak\n\nIt lasts.\n\nElm\n\n1\n\n2',
    ],
    ['are apart in a grid, too', `<span class="inline-grid gap-[3px]">${spans}</span>`, 'Solar Wind'],
    ['are apart where each has a margin', `<div class="d-flex space-x-4">${spans}</div>`, 'Solar Wind'],
    [
      'has a colon between a term and its type, as docutils draws it',
      '<dl><dt><strong>depth</strong><span class="classifier">float</span></dt><dd>In metres.</dd><dt>name : <span class="classifier">str</span></dt><dd>Any.</dd></dl>',
      '- **depth : float**: In metres.\n- **name : str**: Any.',
    ],
    [
      'are no further apart than the source has them',
      '<div class="hstack gap-3"><span>Solar</span> <span>Wind</span></div>',
      'Solar Wind',
    ],
    [
      'are one word without a gap, such as a price',
      '<div class="flex gap-0"><span>12</span><span>.99</span></div><div class="flex gap-[0px]"><b>3</b><b>.50</b></div>',
      '12.99\n\n**3.50**',
    ],
    [
      'are no further apart than a sentence, a formula or an animated word has them',
      '<p class="flex gap-1">See <a href="https://a.test/">this</a>, (<b>4</b>) H<sub>2</sub>O</p><p class="flex gap-1"><i>O</i><i>a</i><i>r</i></p>',
      'See [this](https://a.test/), (**4**) H₂O\n\n*Oar*',
    ],
    [
      'are the label of a price that only screen readers read and the price',
      '<p><span class="sr-only">New price</span><span>$63.20</span></p>',
      'New price $63.20',
    ],
    [
      'are the facts of a box when all are of one class, except the letters of a word',
      '<div><span class="fact">2026</span><span class="fact">1h 54m</span><span class="fact">R</span></div><div><span class="l">S</span><span class="l">ee</span></div><div><span class="w">Of sol</span><span class="w">ar</span></div><div><span class="n">12</span><span class="n">50</span></div>',
      '2026 1h 54m R\n\nSee\n\nOf solar\n\n1250',
    ],
    ['are one word where nothing lays them out', `<div class="gap-2">${spans}</div>`, 'SolarWind'],
    ['are apart as labels', '<div><label>Solar</label><label>Wind</label></div>', 'Solar Wind'],
    [
      'are apart as the names of tabs',
      '<div><b role="tab">C (Clang)</b><b role="tab">Java</b></div>',
      '**C (Clang)** **Java**',
    ],
    [
      'are apart on lines of their own',
      '<h2>Solar<span class="block mt-2">Wind</span></h2>',
      '## Solar Wind',
    ],
    [
      'are apart on lines that an attribute gives them',
      '<p><span style="display: block">Solar</span>Wind</p>',
      'Solar Wind',
    ],
    ['are apart for screen readers', '<p>4<span class="sr-only">Four stars</span></p>', '4 Four stars'],
    [
      'are apart as a small part beside a text',
      '<p>Costs<span class="new-badge">New</span></p>',
      'Costs New',
    ],
    [
      'are apart as a count for screen readers',
      '<p><span>54</span><span class="v-visible-sr">54 gold badges</span><span>175</span></p>',
      '54 54 gold badges 175',
    ],
    [
      'are one word, of which a part is small, larger or spoken',
      '<p><span class="block">A</span>pple Jacks, <span class="badge">star</span>s, 20<span class="date">26</span>, Pass<span class="sr-only">word</span>, 23<span class="sr-only">views</span></p>',
      'Apple Jacks, stars, 2026, Password, 23 views',
    ],
    [
      'are apart as names that no word joins',
      '<p><span class="t">Ann Tarn</span><span class="t">Head of Design</span></p>',
      'Ann Tarn Head of Design',
    ],
    [
      'have no marks around images',
      '<p><b><img src="https://a.test/a.jpg"></b></p>',
      '![](https://a.test/a.jpg)',
    ],
    [
      'are apart by names of credits, labels and highlights',
      '<figure><img src="https://a.test/a.jpg" alt=""><figcaption>Skerry at night<cite class="attribution">Ann Tarn</cite></figcaption></figure><p>No<span class="label">33.</span>Silva L</p><p><span class="LIGHT_HIGHLIGHT">New Listing</span>Lamp</p>',
      '![](https://a.test/a.jpg)\n\nSkerry at night Ann Tarn\n\nNo 33. Silva L\n\nNew Listing Lamp',
    ],
    [
      'are apart in the quotations of MyBB, and in short labels',
      '<blockquote><cite><span> (2019-02-24, 05:31 PM)</span>Ann Wrote:</cite>Light it.</blockquote><p><b>W:</b>Wins <i>x</i></p><p><b>L10:</b><span>Record</span></p>',
      '> (2019-02-24, 05:31 PM) Ann Wrote:\n>\n> Light it.\n\n**W:** Wins *x*\n\n**L10:** Record',
    ],
    ['are one name in two colours', '<p><span>You</span><span>Tube</span></p>', 'YouTube'],
    [
      'are not apart from the signs of their words',
      '<p><label>Solar</label>, $<span class="block">12</span>: <span class="sr-only">was</span>.</p>',
      'Solar, $12: was.',
    ],
    ['are one word in another element', '<p><b class="blocks">Sol</b>ar</p>', '**Sol**ar'],
    [
      'are as they are written in code',
      '<pre class="flex gap-2"><span>let</span><span>ter</span></pre>',
      '```\nletter\n```',
    ],
  ]);
});

describe('code', () => {
  follows([
    [
      'of Medium has an empty line between its paragraphs',
      '<pre><span id="1653">view {<br></span><span id="8776">  <strong>// lamps</strong><br>}</span></pre><pre><span id="a">x</span><span id="b">y</span></pre>',
      '```\nview {\n\n  // lamps\n}\n```\n\n```\nxy\n```',
    ],
    [
      'of GeSHi may be a numbered list',
      '<div class="source python"><ol class="python"><li class="li1"><div class="de1"><span class="kw1">if</span> x:</div></li><li class="li2"><div class="de2">&nbsp;</div></li><li class="li1"><div class="de1">&nbsp; y()</div></li></ol></div>',
      '```python\nif x:\n\n  y()\n```',
    ],
    [
      'has the language that Sphinx names around it, or none',
      '<div class="highlight-debcontrol notranslate"><div class="highlight"><pre>a</pre></div></div><div class="highlight-ipython3 notranslate"><div class="highlight"><pre>b</pre></div></div><div class="highlight-none notranslate"><div class="highlight"><pre>c</pre></div></div><div class="highlight-text notranslate"><div class="highlight"><pre>d</pre></div></div>',
      '```debcontrol\na\n```\n\n```python\nb\n```\n\n```\nc\n```\n\n```\nd\n```',
    ],
    [
      'is Python where Sphinx finds an import or a definition without a language, and no word of other texts',
      '<div class="highlight-default notranslate"><div class="highlight"><pre><span class="kn">import</span> flask</pre></div></div><div class="highlight-default notranslate"><div class="highlight"><pre><span class="k">def</span> a(): ...</pre></div></div><div class="highlight-default notranslate"><div class="highlight"><pre><span class="nd">@node</span> Lamps <span class="k">with</span> oil</pre></div></div>',
      '```python\nimport flask\n```\n\n```python\ndef a(): ...\n```\n\n```\n@node Lamps with oil\n```',
    ],
    [
      'has no language of an element that is about more than the code',
      `<dl class="latex"><dd><pre class="code">?- a.</pre></dd></dl><div class="bash"><p>${'Ann lights a lamp. '.repeat(12)}</p><pre>b</pre></div><div class="bash"><p>c.sh</p><pre>c</pre></div>`,
      `- \`\`\`\n  ?- a.\n  \`\`\`\n\n${'Ann lights a lamp. '.repeat(12).trim()}\n\n\`\`\`\nb\n\`\`\`\n\nc.sh\n\n\`\`\`bash\nc\n\`\`\``,
    ],
    [
      'is of the languages that Sphinx and Sandpack name',
      '<div class="highlight-shell-session"><pre>$ ls</pre></div><pre class="sp-cm sp-pristine sp-javascript">a()</pre><pre class="sp-md">b</pre>',
      '```shell-session\n$ ls\n```\n\n```javascript\na()\n```\n\n```\nb\n```',
    ],
    [
      'may be of two languages',
      '<div class="highlight-html+jinja"><div class="highlight"><pre>{{ a }}</pre></div></div>',
      '```html+jinja\n{{ a }}\n```',
    ],
    [
      'takes its language from code-prettify',
      '<pre class="lang-bsh">x</pre><pre class="lang-constructor">y</pre>',
      '```bash\nx\n```\n\n```constructor\ny\n```',
    ],
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
      'with numbered lines has the name of its file above it',
      `<div class="highlight"><table class="highlighttable"><tbody><tr><th colspan="2" class="filename"><span class="filename">main.py</span></th></tr><tr><td class="linenos"><pre>${'1\n'.repeat(40)}</pre></td><td class="code"><pre><code>a = 1\nb = 2\n</code></pre></td></tr></tbody></table></div>`,
      'main.py\n\n```\na = 1\nb = 2\n```',
    ],
    [
      'of a Mermaid diagram keeps its lines, unless it is drawn',
      '<div class="mermaid">graph TD\n  A --> B\n  B --> C</div><div class="mermaid"><p>Drawn</p></div>',
      '```mermaid\ngraph TD\n  A --> B\n  B --> C\n```\n\nDrawn',
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
    [
      'keeps the words around code inside it',
      '<pre class="synopsis">WHERE <em><code>condition</code></em></pre>',
      '```\nWHERE condition\n```',
    ],
    [
      'keeps the lines that Gatsby highlights, and its language',
      '<pre class="gatsby-code-jsx"><code>a();\n<span class="gatsby-highlight-code-line">b();</span><span class="gatsby-highlight-code-line">c();</span>d();</code></pre>',
      '```jsx\na();\nb();\nc();\nd();\n```',
    ],
    ['loses its copy button', '<pre><code>a</code><button>Copy</button></pre>', '```\na\n```'],
    [
      'loses the line with the tools of a forum, whatever its language',
      '<div class="codebox"><p>Quelltext: <a href="#" onclick="x()">Alles auswählen</a></p><pre><code>a</code></pre></div>',
      '```\na\n```',
    ],
    [
      'keeps a line about the code that has a link',
      '<div class="code-example"><p>From <a href="https://a.example/">here</a>:</p><pre><code>a</code></pre></div>',
      'From [here](https://a.example/):\n\n```\na\n```',
    ],
    ['in a line is trimmed beside a word', 'a<code> b </code>c', 'a `b` c'],
    [
      'is one span where nothing is between two',
      '<p>A <code>f</code><code>(x</code><b><code>)</code></b></p><p>a<b><code>`</code></b><code>b</code></p>',
      'A `f(x`**`)`**\n\na`` `b ``',
    ],
    [
      'is two spans where two words or styles are side by side',
      '<p><code>U+00DF</code><code>0x C3</code> <code style="color: red">#</code><code>ls</code> <code class="p">os.</code><code>getcwd</code></p>',
      '`U+00DF` `0x C3` `#` `ls` `os.getcwd`',
    ],
    ['without text is nothing in a line', 'a <code></code> b', 'a b'],
    [
      'that is a link is a link',
      '<a href="https://a.example/"><code>f()</code></a>',
      '[`f()`](https://a.example/)',
    ],
  ]);
});

describe('math', () => {
  const katex = (name: string): string =>
    `<span class="katex"><math><semantics><mi>${name}</mi><annotation encoding="application/x-tex">${name}</annotation></semantics></math></span>`;
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
    [
      'stay in their sentence where a class around it is about the layout of the page',
      [
        `<div class="entry-content wp-block-post-content"><p>Let ${katex('a')} be odd.</p></div>`,
        `<div class="text-block"><p>Let ${katex('b')} be odd.</p></div>`,
        `<p>Let <span class="inline-block">${katex('c')}</span> be odd.</p>`,
        '<div class="wp-block-group"><p>Let <math><mi>d</mi></math> be odd.</p></div>',
        '<p class="display"><math display="inline"><mi>e</mi></math> is odd.</p>',
        `<p>Let <span class="notion-text-equation-token">${katex('f')}</span> be odd.</p>`,
      ].join(''),
      ['a', 'b', 'c', 'd'].map((name) => `Let $${name}$ be odd.\n\n`).join('') +
        '$e$ is odd.\n\nLet $f$ be odd.',
    ],
    [
      'stand on lines of their own when a class of displayed formulas is around them',
      [
        `<span class="katex-display">${katex('a')}</span>`,
        `<div class="MathJax_Display"><span>${katex('b')}</span></div>`,
        `<div class="equation">${katex('c')}</div>`,
        `<p><span class="math display">${katex('d')}</span></p>`,
        '<span class="mwe-math-element mwe-math-element-block"><math><mi>e</mi></math></span>',
        '<math class="block"><mi>f</mi></math>',
      ].join(''),
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `$$\n${name}\n$$`).join('\n\n'),
    ],
    ['are not made of prices', '<p>from $5 to $10</p>', 'from $5 to $10'],
  ]);
});

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

describe('headings', () => {
  follows([
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

describe('live examples', () => {
  follows([
    [
      'of mdBook show no lines that they only need to compile',
      '<pre><code class="language-rust"><span class="boring">fn main() {\n</span>let lamp = 3;\n<span class="boring">}</span></code></pre><p><span class="boring">A line</span></p>',
      '```rust\nlet lamp = 3;\n```\n\nA line',
    ],
    [
      'show what is not hidden',
      '<pre class="brush: css hidden">a</pre><pre class="brush: html">b</pre>',
      '```html\nb\n```',
    ],
  ]);
});

test('footnotes of the WordPress plugin are notes, without the copies beside their marks', async () => {
  const mark = (number: number, text: string): string =>
    `<span class="footnote_referrer"><a role="button" href="#f+1+${number}"><sup class="footnote_plugin_tooltip_text">[${number}]</sup></a><span class="footnote_tooltip">${text}</span></span>`;
  const row = (number: number, text: string): string =>
    `<tr class="footnotes_plugin_reference_row"><th><a href="#r+1+${number}" class="footnote_backlink"><span><span id="f+1+${number}" class="footnote_item_anchor"></span></span><span class="footnote_index_arrow">↑</span>${number}</a></th><td class="footnote_plugin_text">${text}</td></tr>`;
  const table = `<table class="footnotes_table"><caption>Notes</caption><tbody>${row(1, 'In May.')}${row(2, 'At low tide.')}</tbody></table>`;

  expect(
    await markdownOf(
      `<main><p>It is lit${mark(1, 'In …')} and seen${mark(2, 'At low tide.')}.</p>${table}</main>`,
    ),
  ).toBe('It is lit[^1] and seen[^2].\n\n[^1]: In May.\n\n[^2]: At low tide.\n');
});

describe('footnotes', () => {
  follows([
    [
      'inside the words that open them follow their paragraph',
      '<p>She reads <span class="footnoteLink">Skerry News<span class="footnote">A paper of 1890.</span></span> daily.</p><p>It rains.</p>',
      'She reads Skerry News[^1] daily.\n\n[^1]: A paper of 1890.\n\nIt rains.',
    ],
    [
      'that are only numbers are references',
      '<p>She reads<span class="noteref"><span class="note">12</span></span> daily.</p>',
      'She reads12 daily.',
    ],
  ]);
});

describe('footnotes of Sphinx', () => {
  follows([
    [
      'have no title of their own',
      '<p class="rubric">Examples</p><p>Dig deep<a class="footnote-reference brackets" href="#id3" id="id1" role="doc-noteref">1</a>.</p><p class="rubric">Footnotes</p><aside class="footnote-list brackets"><aside class="footnote brackets" id="id3" role="doc-footnote"><span class="label"><a role="doc-backlink" href="#id1">1</a></span><p>Or deeper.</p></aside></aside>',
      'Examples\n\nDig deep[^1].\n\n[^1]: Or deeper.',
    ],
    [
      'keep code in brackets at their beginning',
      '<p>Call it<sup><a href="#fn1" id="r1">1</a></sup>.</p><ol><li id="fn1"><code>()</code> calls a function.</li></ol>',
      'Call it[^1].\n\n[^1]: `()` calls a function.',
    ],
    [
      'are found by their role, and lose their brackets',
      '<p>Dig deep<a class="footnote-reference brackets" href="#id3" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a>.</p><aside class="footnote-list brackets"><aside class="footnote brackets" id="id3" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>Or deeper.</p></aside></aside>',
      'Dig deep[^1].\n\n[^1]: Or deeper.',
    ],
    [
      'are found by their class where their role is general',
      '<p>Dig deep<a class="footnote-reference brackets" href="#id3" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a>.</p><aside class="footnote brackets" id="id3" role="note"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>Or deeper.</p></aside>',
      'Dig deep[^1].\n\n[^1]: Or deeper.',
    ],
    [
      'are found in a list of terms',
      '<p>Dig deep <a class="footnote-reference brackets" href="#id3" id="id1">1</a> and wide <a class="footnote-reference brackets" href="#id4" id="id2">2</a>.</p><dl class="footnote brackets"><dt class="label" id="id3"><span class="brackets"><a class="fn-backref" href="#id1">1</a></span></dt><dd><p>2 feet.</p></dd><dt class="label" id="id4"><span class="brackets"><a class="fn-backref" href="#id2">2</a></span></dt><dd><p>Or wider.</p><p>Much.</p></dd></dl>',
      'Dig deep [^1] and wide [^2].\n\n[^1]: 2 feet.\n\n[^2]: Or wider.\n\n    Much.',
    ],
    [
      'are found in tables',
      '<p>Dig deep <a class="footnote-reference" href="#id3" id="id1">[1]</a>.</p><table class="docutils footnote" id="id3"><colgroup><col class="label" /><col /></colgroup><tbody><tr><td class="label"><a class="fn-backref" href="#id1">[1]</a></td><td>Or deeper.</td></tr></tbody></table>',
      'Dig deep [^1].\n\n[^1]: Or deeper.',
    ],
  ]);
});

describe('notices', () => {
  follows([
    [
      'of Ghost have their sign in the line of the text',
      '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji"><img class="emoji" alt="📚" src="https://a.test/e.png"></div><div class="kg-callout-text">Read <a href="https://a.test/">more</a>.</div></div>',
      '📚 Read [more](https://a.test/).',
    ],
    [
      'are not cards of goods with a class of that name',
      '<div class="info"><h3 class="title"><a href="https://a.test/oak">Oak table</a></h3><p>$90</p></div>',
      '### [Oak table](https://a.test/oak)\n\n$90',
    ],
    [
      'of Sphinx that are named after their title keep it',
      '<div class="admonition-insider-information admonition"><p class="admonition-title">Insider Information</p><p>Ask Ann.</p></div>',
      '> [!note] Insider Information\n>\n> Ask Ann.',
    ],
    [
      'of their own element have any case',
      '<aside class="Note"><strong>Note:</strong> Bring two.</aside>',
      '> [!note] Note\n>\n> Bring two.',
    ],
    [
      'may fold',
      '<details class="tip"><summary>Oars</summary><p>Bring two.</p></details>',
      '> [!tip] Oars\n>\n> Bring two.',
    ],
    [
      'of MDN',
      '<div class="notecard note"><p><strong>Note:</strong> Bring two.</p></div>',
      '> [!note] Note\n>\n> Bring two.',
    ],
    [
      'of DocBook have a heading as their title',
      '<div class="caution"><h3 class="title">Caution</h3><p>Bring two.</p></div>',
      '> [!caution] Caution\n>\n> Bring two.',
    ],
    [
      'of DocBook may be laid out by a table with an icon',
      '<div class="note"><table summary="Note"><tr><td rowspan="2"><img alt="[Note]" src="note.png"></td><th>Note</th></tr><tr><td><p>Mind the pump.</p><p>And the valve.</p></td></tr></table></div><div class="tip"><table><tr><td><img alt="Tip" src="tip.png"></td><th>Oars</th></tr><tr><td>Bring two.</td></tr></table></div><div class="tip"><table><tr><td><img alt="Tip" src="tip.png"></td><td>Row.</td></tr></table></div>',
      '> [!note] Note\n>\n> Mind the pump.\n>\n> And the valve.\n\n> [!tip] Oars\n>\n> Bring two.\n\n> [!tip] Tip\n>\n> Row.',
    ],
    [
      'are no tables of other things',
      '<div class="note"><table><tr><th>Oar</th><th>Sail</th></tr><tr><td>1</td><td>2</td></tr></table></div>',
      '| Oar | Sail |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'of manuals with code have a bare heading as their title',
      '<p>Call <code>row</code>.</p><div class="note"><h3>Change in 2.4</h3><p>Bring two.</p></div><div class="note"><h3><a href="https://a.test/">Oars</a></h3><p>Two.</p></div><div class="tip"><h3>One</h3><p>1</p><h3>Two</h3><p>2</p></div>',
      'Call `row`.\n\n> [!note] Change in 2.4\n>\n> Bring two.\n\n### [Oars](https://a.test/)\n\nTwo.\n\n### One\n\n1\n\n### Two\n\n2',
    ],
    [
      'have no heading of a section',
      '<div class="note"><h3>Oars</h3><p>Bring two.</p></div>',
      '### Oars\n\nBring two.',
    ],
  ]);
});

describe('tabs', () => {
  follows([
    [
      'have their name where the panel opens with a button of that name',
      '<ul><li><a href="#a" role="tab">Oars</a></li></ul><div id="a" role="tabpanel"><button aria-label="Close">Oars</button><p>Of ash.</p></div>',
      '**Oars**\n\nOf ash.',
    ],
    [
      'of WPBakery have their names in the order of the panels',
      '<div><ul class="wpb_tabs_nav"><li><a href="#tab-1">Oars</a></li><li><a href="#tab-2">Sails</a></li></ul><div id="tab-a" class="wpb_tab"><p>Of ash.</p></div><div id="tab-b" class="wpb_tab"><p>Of flax.</p></div></div>',
      '**Oars**\n\nOf ash.\n\n**Sails**\n\nOf flax.',
    ],
    [
      'have their name once, where the panel opens with it',
      '<ul><li><a href="#a" role="tab">Oars</a></li><li><a href="#b" role="tab">Sails</a></li></ul><div id="a" role="tabpanel"><div><a>Oars</a></div><p>Of ash.</p></div><div id="b" role="tabpanel"><p>Sails of flax.</p></div>',
      'Oars\n\nOf ash.\n\n**Sails**\n\nSails of flax.',
    ],
    [
      'that do not say what they open have their names in the order of the panels',
      '<div><ul role="tablist"><li role="tab">Oars</li><li role="tab">Sails</li></ul><div><div role="tabpanel"><p>Of ash.</p><div><ul role="tablist"><li role="tab">Short</li><li role="tab">Long</li></ul><div><div role="tabpanel">2 m</div><div role="tabpanel" hidden>3 m</div></div></div></div><div role="tabpanel" hidden>Of flax.</div></div></div>',
      '**Oars**\n\nOf ash.\n\n**Short**\n\n2 m\n\n**Long**\n\n3 m\n\n**Sails**\n\nOf flax.',
    ],
    [
      'have the name that their panel says labels it',
      '<div><div role="tablist"><button role="tab" id="o">Oars</button><button role="tab" id="s">Sails</button></div><div role="tabpanel" aria-labelledby="s">Of flax.</div><div role="tabpanel" aria-labelledby="o" hidden>Of ash.</div></div>',
      '**Sails**\n\nOf flax.\n\n**Oars**\n\nOf ash.',
    ],
    [
      'stay a list where not every one has a panel',
      '<div><ul role="tablist"><li role="tab">Oars</li><li role="tab">Sails</li></ul><div role="tabpanel">Of ash.</div></div>',
      '- Oars\n- Sails\n\nOf ash.',
    ],
    [
      'are not the dots of a slider',
      '<div><div role="tablist"><a role="tab">1</a><a role="tab">2</a></div><div role="tabpanel">Of ash.</div><div role="tabpanel">Of flax.</div></div>',
      '1 2\n\nOf ash.\n\nOf flax.',
    ],
    [
      'of VitePress are named by their labels',
      '<div class="vp-code-group"><div class="tabs"><input type="radio" id="a" checked><label for="a">npm</label><input type="radio" id="b"><label for="b">pnpm</label></div><div class="blocks"><div class="language-sh"><pre><code>npm add tide</code></pre></div><div class="language-sh"><pre><code>pnpm add tide</code></pre></div></div></div>',
      '**npm**\n\n```sh\nnpm add tide\n```\n\n**pnpm**\n\n```sh\npnpm add tide\n```',
    ],
    [
      'of MkDocs are named by their labels',
      '<div class="tabbed-set"><input type="radio"><div class="tabbed-labels"><label>Oars</label><label>Sails</label></div><div class="tabbed-content"><div class="tabbed-block"><p>Two.</p></div><div class="tabbed-block"><p>One.</p></div></div></div>',
      '**Oars**\n\nTwo.\n\n**Sails**\n\nOne.',
    ],
  ]);
});

describe('quotations', () => {
  follows([
    [
      'keep the source in their footer',
      '<blockquote><p>Light it.</p><footer>Ann Tarn, keeper</footer></blockquote>',
      '> Light it.\n>\n> Ann Tarn, keeper',
    ],
    [
      'of Discourse keep the author above them',
      '<aside class="quote"><div class="title"><img class="avatar" alt="Ann" src="/a.png"> Ann:</div><blockquote><p>Light it.</p></blockquote></aside>',
      '> Ann:\n>\n> Light it.',
    ],
    [
      'of Discourse have no link to the category of the thread they are from',
      '<aside class="quote"><div class="title"><img class="avatar" alt=""><a href="https://a.test/t/7">Lamps</a> <a class="badge-category__wrapper " href="/c/18"><span>News</span></a></div><blockquote><p>Light it.</p></blockquote></aside>',
      '> [Lamps](https://a.test/t/7)\n>\n> Light it.',
    ],
    [
      'of which the author is below, or a part is not theirs, stay as they are',
      '<aside class="quote"><blockquote>Light it.</blockquote><p class="attribution">Ann</p></aside><aside><p class="title">Wise</p><blockquote class="quotecontainer">Light it.</blockquote><p>So say I</p></aside>',
      '> Light it.\n\nAnn\n\nWise\n\n> Light it.\n\nSo say I',
    ],
    [
      'of XenForo keep the author, too, and its posts are not quotations',
      '<blockquote class="messageText ugc"><aside><div class="attribution type">Ann said:</div><blockquote class="quoteContainer"><p>Light it.</p></blockquote></aside>I did.</blockquote>',
      '> Ann said:\n>\n> Light it.\n\nI did.',
    ],
    [
      'of FluxBB keep the author in a line above them',
      '<div class="quotebox"><cite>Ann wrote:</cite><blockquote><div><p>Light it.</p></div></blockquote></div>',
      '> Ann wrote:\n>\n> Light it.',
    ],
    [
      'stay as they are below a source that has more below it',
      '<div><cite>The log</cite><blockquote>Light it.</blockquote><p>We did.</p></div>',
      'The log\n\n> Light it.\n\nWe did.',
    ],
    [
      'that are named examples and hold code are code',
      '<blockquote class="example"><pre>ls</pre></blockquote><blockquote class="example"><p>Run:</p><pre>ls</pre></blockquote>',
      '```\nls\n```\n\n> Run:\n>\n> ```\n> ls\n> ```',
    ],
    [
      'without text are nothing',
      '<p>One</p><blockquote class="ad"></blockquote><blockquote>&nbsp;</blockquote><p>Two</p>',
      'One\n\nTwo',
    ],
  ]);

  test('keep it when the main content is chosen', async () => {
    const text =
      '<p>The keeper of Skerry writes the hour of each tide into a book, and nobody has read it since.</p>'.repeat(
        4,
      );
    const { markdown } = await readPage(
      `<article><h1>The keeper</h1>${text}<blockquote><p>Light the lamp, whatever the weather says about the night.</p><footer>Ann Tarn, keeper</footer></blockquote>${text}</article><footer>Imprint and contact of the coast</footer>`,
      { onlyMainContent: true },
    );

    expect(markdown).toContain('Ann Tarn, keeper');
  });
});

describe('protected email addresses', () => {
  const code = '2a4b4e4b6a4d5f464604525047';
  const shown = (() => {
    const [key = 0, ...bytes] = Buffer.from(code, 'hex');
    return Buffer.from(bytes.map((byte) => byte ^ key)).toString();
  })();

  follows([
    [
      'are shown',
      `Write to <a class="__cf_email__" data-cfemail="${code}">[email&#160;protected]</a>.`,
      `Write to ${shown}.`,
    ],
    [
      'are shown in code',
      `<pre>to = <span data-cfemail="${code}">[email protected]</span></pre>`,
      ['```', `to = ${shown}`, '```'].join('\n'),
    ],
    ['are linked', `<a href="/cdn-cgi/l/email-protection#${code}">Write</a>`, `[Write](mailto:${shown})`],
    [
      'are linked where TYPO3 shifts their characters',
      `<a href="javascript:linkTo_UnCryptMailto('nbjmup+xsjufAibscpvs\\/fybnqmf');">Write</a>, <a href="javascript:linkTo_UnCryptMailto(%27nbjmup%2Bxsjuf%41ibscpvs%5C%2Ffybnqmf%27);">write</a> or <a href="#" data-mailto-token="thpsav1dypalGohyivby5lehtwsl" data-mailto-vector="7">send</a>`,
      '[Write](mailto:write@harbour.example), [write](mailto:write@harbour.example) or [send](mailto:write@harbour.example)',
    ],
    [
      'keep their link where TYPO3 did not write its token',
      '<a href="https://a.test/" data-mailto-token="xyz">Contact</a>, <a data-mailto-token="xyz" href="mailto:a@b.example">write</a>',
      '[Contact](https://a.test/), [write](mailto:a@b.example)',
    ],
    [
      'are linked where a script of Joomla writes them into an element',
      `<p>Write to <span id="cloak7f">This address is protected from spambots.</span><script>document.getElementById('cloak7f').innerHTML='';var prefix='m&#97;ilto:';var addy7f='&#97;da'+'&#64;';addy7f=addy7f+'mill'+'&#46;'+'example';var addy_text7f='&#97;da';</script>.</p>`,
      'Write to <ada@mill.example>.',
    ],
    [
      'are shown where a script of Joomla writes them before its sentence',
      `<p><script>var addy21 = '&#97;da' + '&#64;'; addy21 = addy21 + 'mill' + '&#46;' + 'example'; document.write(addy21);</script><script>document.write('<span style="display: none;">');</script>This address is protected from spambots.<script>document.write('</span>');</script></p>`,
      'ada@mill.example',
    ],
    [
      'are linked where an element of Joomla has their halves',
      `<p><joomla-hidden-mail first="${btoa('ada')}" last="${btoa('mill.example')}">This address is protected.</joomla-hidden-mail></p>`,
      '<ada@mill.example>',
    ],
    [
      'stay hidden where a script of Joomla has no address, or another text follows',
      `<p><script>var addy1 = 'ada' + ' at mill';</script>Spam: none. <script>var addy2 = 'ada' + '&#64;mill.example';</script>The mill is open.</p>`,
      'Spam: none. The mill is open.',
    ],
    [
      'stay hidden where the code is broken',
      '<a data-cfemail="2a4b4">[email protected]</a>',
      '[email protected]',
    ],
  ]);
});

describe('elements of a page’s own', () => {
  test('keep the names by which their dates are read', async () => {
    const post = (by: string): string =>
      `<div class="comment"><p class="meta">by <a class="author" href="/users/${by}">${by}</a>, posted <relative-time datetime="2024-05-01T10:00:00Z">2 days ago</relative-time> here</p><div class="comment-body"><p>The tide of ${by} rises twice each day, and the keeper writes it down.</p></div></div>`;
    const markdown = await markdownOf(`<main><h1>Tides</h1>${['Ann', 'Bo', 'Cy'].map(post).join('')}</main>`);

    expect(markdown).toContain('**Bo** · 2024-05-01');
  });

  test('are words of the paragraph that they stand in, with the point behind them', async () => {
    const sells =
      '<p>The mill sells its flour, of this year and the last, at the market of Holm or on <org value="A">Aldea</org>.</p>';
    const { markdown } = await readPage(`<main><h1>The mill</h1>${sells.repeat(3)}</main>`, {
      onlyMainContent: true,
    });

    expect(markdown?.match(/ or on Aldea\.\n/g)).toHaveLength(3);
  });

  follows([
    [
      'are blocks beside blocks',
      '<p>One</p><subtitle>Two</subtitle><credits>Three</credits><p>Four</p>',
      'One\n\nTwo\n\nThree\n\nFour',
    ],
    ['are words in a line', '<p>One <tide>two</tide> three</p>', 'One two three'],
  ]);
});

describe('tables', () => {
  follows([
    [
      'that follow each other stay apart without a row of headings each',
      '<div><table><tr><td>Chapter 1</td></tr><tr><td>Chapter 2</td></tr><tr><td>Chapter 3</td></tr></table><table><tr><th>Item</th><th>Price</th></tr><tr><td>Rope</td><td>3</td></tr><tr><td>Wire</td><td>5</td></tr></table></div>',
      'Chapter 1\n\nChapter 2\n\nChapter 3\n\n| Item | Price |\n| --- | --- |\n| Rope | 3 |\n| Wire | 5 |',
    ],
    [
      'in two halves, of names and values, are one',
      '<div><div><table><tr><th>Port</th></tr><tr><td>Skerry</td></tr><tr><td>Ystad</td></tr></table></div><div><div><table><tr><th>High</th><th>Low</th></tr><tr><td>5 m</td><td>1 m</td></tr><tr><td>4 m</td><td>0 m</td></tr></table></div></div></div>',
      '| Port | High | Low |\n| --- | --- | --- |\n| Skerry | 5 m | 1 m |\n| Ystad | 4 m | 0 m |',
    ],
    [
      'stay apart where there is text between them',
      '<div><table><tr><th>Port</th></tr><tr><td>Skerry</td></tr><tr><td>Ystad</td></tr></table><p>Tides</p><table><tr><th>High</th><th>Low</th></tr><tr><td>5 m</td><td>1 m</td></tr><tr><td>4 m</td><td>0 m</td></tr></table></div>',
      '| Port |\n| --- |\n| Skerry |\n| Ystad |\n\nTides\n\n| High | Low |\n| --- | --- |\n| 5 m | 1 m |\n| 4 m | 0 m |',
    ],
    [
      'of numbered entries with a row of facts each are lists',
      `<table>${['Tar', 'Oars', 'Lamps'].map((name, at) => `<tr><td>${at + 4}.</td><td></td><td><a href="https://a.test/${at}">${name}</a></td></tr><tr><td colspan="2"></td><td>${at} points</td></tr><tr></tr>`).join('')}<tr></tr><tr><td colspan="2"></td><td>More</td></tr></table>`,
      '4. [Tar](https://a.test/0)\n\n   0 points\n\n5. [Oars](https://a.test/1)\n\n   1 points\n\n6. [Lamps](https://a.test/2)\n\n   2 points\n\nMore',
    ],
    [
      'of numbers behind numbers are lists of them',
      `<table>${[1, 2, 3].map((place) => `<tr><td>${place}.</td><td>4${place}.</td></tr>`).join('')}</table>`,
      '1. 41\\.\n2. 42\\.\n3. 43\\.',
    ],
    [
      'with named columns stay tables where a cell holds a table',
      '<table><thead><tr><th>City</th><th>Trains</th></tr></thead><tbody><tr><td>Berlin</td><td>None</td></tr><tr><td>Paris</td><td><table><tr><td>in</td><td>out</td></tr><tr><td>3</td><td>4</td></tr></table></td></tr></tbody></table>',
      '| City | Trains |\n| --- | --- |\n| Berlin | None |\n| Paris | in out<br>3 4 |',
    ],
    [
      'that lay out the posts of a forum below the names of columns are no tables of data',
      '<table><tr><th>Author</th><th>Message</th></tr><tr><td>Ann</td><td><table><tr><td><img src="https://a.test/a.png" alt="Post"> Light it.</td></tr><tr><td>At dusk.</td></tr></table></td></tr></table>',
      'Author\n\nMessage\n\nAnn\n\n![Post](https://a.test/a.png) Light it.\n\nAt dusk.',
    ],
    [
      'of numbered rows with several facts stay tables',
      `<table>${[1, 2, 3].map((place) => `<tr><td>${place}.</td><td>Skerry</td><td>${place} m</td></tr>`).join('')}</table>`,
      '| 1. | Skerry | 1 m |\n| --- | --- | --- |\n| 2. | Skerry | 2 m |\n| 3. | Skerry | 3 m |',
    ],
    [
      'with the headline arrange the page',
      '<table><tr><th><img src="https://a.test/a.png"></th><th colspan="2"><h1>Skerry</h1></th></tr></table>',
      '![](https://a.test/a.png)\n\n# Skerry',
    ],
    [
      'of one image are the image',
      '<table><caption></caption><tr><td><img src="https://a.test/a.png"></td></tr></table>',
      '![](https://a.test/a.png)',
    ],
  ]);
});

describe('images', () => {
  follows([
    [
      'in posts of Discourse do not have the file name and the size that are written over them',
      '<div class="lightbox-wrapper"><a class="lightbox" href="https://a.test/original/oar.png" title="oar"><img src="https://a.test/oar_690x400.png" alt="An oar"><div class="meta"><svg></svg><span class="filename">oar</span><span class="informations">1920×1080 120 KB</span><svg></svg></div></a></div>',
      '[![An oar](https://a.test/oar_690x400.png)](https://a.test/original/oar.png "oar")',
    ],
    [
      'of Wix are the whole ones, not the blurred copies that are shown first',
      '<img src="https://static.wixstatic.com/media/0b~mv2.jpg/v1/fill/w_147,h_110,al_c,blur_2,enc_avif/0b~mv2.jpg" alt="Oar"><img src="https://static.wixstatic.com/media/0c~mv2.jpg/v1/fill/w_740,h_493/0c~mv2.jpg" alt="Oak">',
      '![Oar](https://static.wixstatic.com/media/0b~mv2.jpg)![Oak](https://static.wixstatic.com/media/0c~mv2.jpg/v1/fill/w_740,h_493/0c~mv2.jpg)',
    ],
    [
      'that are lazy have their largest copy, also beside a small one that is shown first',
      '<img src="https://a.test/500.jpg" srcset="https://a.test/80.jpg" data-srcset="https://a.test/80.jpg 80w, https://a.test/1280.jpg 1280w" alt="Oak">',
      '![Oak](https://a.test/1280.jpg)',
    ],
    [
      'of Adobe Experience Manager have their title as caption',
      '<p>Tides</p><div class="cmp-image"><img src="https://a.test/a.jpg" alt="Oar"><span class="cmp-image__title">Figure 1: an oar</span></div>',
      'Tides\n\n![Oar](https://a.test/a.jpg)\n\nFigure 1: an oar',
    ],
    [
      'show their caption once, where it is also the title of a player',
      '<figure><div><img src="https://a.test/a.jpg" alt="Oar"><div class="title">The  oar</div></div><figcaption><div>The oar</div></figcaption></figure>',
      '![Oar](https://a.test/a.jpg)\n\nThe oar',
    ],
    [
      'keep what only repeats the words of their caption by chance',
      '<figure><img src="https://a.test/a.jpg" alt=""><ul><li>Oak</li><li>Ash</li></ul><figcaption>Oak</figcaption></figure>',
      '![](https://a.test/a.jpg)\n\n- Oak\n- Ash\n\nOak',
    ],
    [
      'have the largest of several copies that are no lazy ones',
      '<img srcset="https://a.test/1.jpg 1x, https://a.test/2.jpg 2x" data-srcset="https://a.test/150.jpg 150w" alt="Oak">',
      '![Oak](https://a.test/2.jpg)',
    ],
    [
      'keep the underscores in the words of their text',
      '<img src="https://a.test/a.jpg" alt="tide_chart _2_">',
      '![tide_chart \\_2\\_](https://a.test/a.jpg)',
    ],
    [
      'are written once for light and for dark colours',
      '<p><img class="hide-on-dark" src="https://a.test/oak-1.svg" alt="Oak"><img class="hide-on-light" src="https://a.test/oak-2.svg" alt="Oak"> keeps <img src="https://a.test/elm-light.png" alt="Elm"><span><img src="https://a.test/elm-dark.png" alt="Elm"></span> and <img class="dark:hidden" src="https://a.test/1.png" alt="Ash"><img class="hidden dark:block" src="https://a.test/2.png" alt="Ash"></p>',
      '![Oak](https://a.test/oak-1.svg) keeps ![Elm](https://a.test/elm-light.png) and ![Ash](https://a.test/1.png)',
    ],
    [
      'that show something light or dark are all written',
      '<p><img src="https://light.test/ceiling-light-1.jpg" alt="Oak"><img src="https://light.test/ceiling-light-2.jpg" alt="Oak"><img src="https://a.test/ash-dark.jpg" alt="Ash"><img src="https://a.test/elm-light.jpg" alt="Elm"></p>',
      '![Oak](https://light.test/ceiling-light-1.jpg)![Oak](https://light.test/ceiling-light-2.jpg)![Ash](https://a.test/ash-dark.jpg)![Elm](https://a.test/elm-light.jpg)',
    ],
    [
      'are apart from the words beside them, but not from signs, or from words of Chinese',
      '<p><a href="/n"><img src="https://a.test/a.jpg"></a><b>22 December</b><img src="https://a.test/b.jpg">(<img src="https://a.test/c.jpg">),<br>Oar<img src="https://a.test/d.jpg"><br>Sail</p><p>水<img src="https://a.test/e.jpg">井</p>',
      '[![](https://a.test/a.jpg)](https://site.example/n) **22 December** ![](https://a.test/b.jpg)(![](https://a.test/c.jpg)),\\\nOar ![](https://a.test/d.jpg)\\\nSail\n\n水![](https://a.test/e.jpg)井',
    ],
    [
      'behind a placeholder without a host are those of their set',
      '<img class="lazy" src="//:0" data-srcset="https://a.test/160.jpg 160w, https://a.test/1440.jpg 1440w" alt="Oak">',
      '![Oak](https://a.test/1440.jpg)',
    ],
    [
      'of a few pixels are the icon of a site where they are called so',
      '<p><img src="https://a.test/a.png" alt="How to row" width="24" height="24" class="lazy favicon">May <img src="https://a.test/b.png" alt="Boat" width="24" height="24"></p>',
      'May ![Boat](https://a.test/b.png)',
    ],
    [
      'of a few pixels that screen readers skip are icons, whatever they are called',
      '<h2>Why tar?<img aria-hidden="true" alt="Chevron up" width="24" height="14" src="https://a.test/up.png"></h2>',
      '## Why tar?',
    ],
    [
      'in a row that screen readers skip are all kept',
      '<p><img aria-hidden="true" src="https://a.test/a.jpg"><img aria-hidden="true" src="https://a.test/b.jpg"></p>',
      '![](https://a.test/a.jpg)![](https://a.test/b.jpg)',
    ],
    [
      'of a gallery with one credit are all kept, where each has a file of its own in full size',
      '<figure><a href="https://a.test/oak.jpg"><img src="https://a.test/oak-150x150.jpg" alt="© Bo Ek, 2026"></a><a href="https://a.test/ash.jpg"><img src="https://a.test/ash-150x150.jpg" alt="© Bo Ek, 2026"></a></figure>',
      '[![© Bo Ek, 2026](https://a.test/oak-150x150.jpg)](https://a.test/oak.jpg) [![© Bo Ek, 2026](https://a.test/ash-150x150.jpg)](https://a.test/ash.jpg)',
    ],
    [
      'of buttons beside the image of a figure are icons',
      '<figure><img src="https://a.test/a.jpg" alt="Oak"><button><img src="https://a.test/next.png" alt="Next"></button></figure><figure><button class="lightbox"><img src="https://a.test/plus.svg" alt="+"></button></figure>',
      '![Oak](https://a.test/a.jpg)',
    ],
    [
      'of a picture are not those of the dark theme or of print, and widths may be in em',
      '<picture><source media="(prefers-color-scheme: dark) and (min-width: 900px)" srcset="https://a.test/dark.jpg"><source media="(min-width: 480px)" srcset="https://a.test/480.jpg"><source media="(min-width: 60em)" srcset="https://a.test/960.jpg"><img src="/placeholder.png" alt="Lamp"></picture>',
      '![Lamp](https://a.test/960.jpg)',
    ],
    [
      'above the headline stay when they have a caption, although the same image is below it',
      '<div><img src="https://a.test/b.jpg"> Ann Tarn</div><h1>A</h1><div><img src="https://a.test/b.jpg"></div><p>B</p>',
      '![](https://a.test/b.jpg) Ann Tarn\n\n# A\n\n![](https://a.test/b.jpg)\n\nB',
    ],
    [
      'above the headline are not repeated below it',
      '<div><img src="https://a.test/a.jpg"></div><h1>A</h1><div class="phone"><img src="https://a.test/a.jpg"></div><p>B</p>',
      '# A\n\n![](https://a.test/a.jpg)\n\nB',
    ],
    [
      'have no markup in their alternative texts, but may be about markup',
      '<img src="https://a.test/a.jpg" alt="<p>M<sup>es</sup> Lind and Ek</p>"><img src="https://a.test/b.jpg" alt="Years of <br> tags">',
      '![Mes Lind and Ek](https://a.test/a.jpg)![Years of \\<br> tags](https://a.test/b.jpg)',
    ],
    [
      'have no references in alternative texts that are escaped twice',
      '<img src="https://a.test/a.jpg" alt="The oar&amp;#039;s &amp;quot;blade&amp;quot; &amp;amp; grip, 10&amp;nbsp;km, Q&amp;amp;A">',
      '![The oar\'s "blade" & grip, 10 km, Q&A](https://a.test/a.jpg)',
    ],
    [
      'are photographs named after a colour or a thing, and no placeholders of such a name',
      '<p>a</p><img src="https://a.test/jacket-grey.jpg" alt="Jacket"><img src="https://a.test/front-loader.webp" alt="Loader"><img src="https://a.test/grey.jpg"><img src="https://a.test/ajax-loader.gif">',
      'a\n\n![Jacket](https://a.test/jacket-grey.jpg)![Loader](https://a.test/front-loader.webp)',
    ],
    [
      'are no placeholders with the name of a part of the page',
      '<p>a</p><img src="https://a.test/bg-grey.png"><img src="https://a.test/spacer-transparent.png"><img src="https://a.test/page-loading.png">',
      'a',
    ],
    [
      'are not the placeholder of a site builder',
      '<p>a</p><img src="https://a.test/assets/placeholder.60f9b1840c.svg" alt="Placeholder"><img src="https://a.test/gray.3f2a9b1c.webp" alt="A seal">',
      'a\n\n![A seal](https://a.test/gray.3f2a9b1c.webp)',
    ],
    [
      'have their URL without the width that an entry of a srcset has',
      '<img src="https://a.test/a.jpg 1470w" alt="Lamp\u200b">',
      '![Lamp](https://a.test/a.jpg)',
    ],
    [
      'in a button that enlarges them are kept',
      '<figure><button class="image-button"><picture><img src="https://a.test/a.jpg" alt="Lamp"></picture><span>Zoom</span></button><figcaption>Oak</figcaption></figure><button><img src="https://a.test/b.jpg" alt="Menu"></button>',
      '![Lamp](https://a.test/a.jpg)\n\nOak',
    ],
    [
      'of a picture are those of the widest screen',
      '<picture><source media="(max-width: 420px)" srcset="https://a.test/420.jpg"><source media="(min-width: 900px)" srcset="" data-srcset="https://a.test/900.jpg"><source srcset="https://a.test/any.jpg"><img src="/placeholder.png" alt="Lamp"></picture>',
      '![Lamp](https://a.test/900.jpg)',
    ],
    [
      'are not their blurred copies',
      '<div><img aria-hidden="true" src="https://a.test/tiny/1.jpg"><picture><img src="https://a.test/1/large.jpg" alt="Lamp"></picture></div>',
      '![Lamp](https://a.test/1/large.jpg)',
    ],
    [
      'have no URL that is a script or a template, but the one of another attribute, or none',
      `<p>a <img src="if(this.src!='https://a.test/a.jpg'){this.src='https://a.test/a.jpg'}" alt="Oak"> <img src="{{ image.url }}" data-src="https://a.test/b.jpg" alt="Ash"> <img src="' + url + '" alt="Elm"> <img src="https://a.test/l'eau.jpg?f=$a$|b" alt="Water"></p>`,
      "a ![Ash](https://a.test/b.jpg) ![Water](https://a.test/l'eau.jpg?f=$a$%7Cb)",
    ],
    [
      'whose width a script fills in have a usual one',
      '<img src="https://a.test/lamp_{width}x.jpg" alt="Lamp">',
      '![Lamp](https://a.test/lamp_1080x.jpg)',
    ],
    [
      'have no title that repeats their alternative text',
      '<img src="https://a.test/a.jpg" alt="Salt &amp; oil" title="Salt &amp; oil">',
      '![Salt & oil](https://a.test/a.jpg)',
    ],
    [
      'have alternative texts and titles without references to signs, letters and spaces',
      '<img src="https://a.test/a.jpg" alt="Gas &amp;#38; oil, &amp;nbsp; &amp;nbsp; /Ada" title="C&amp;#244;te &amp;amp; sea">',
      '![Gas & oil, /Ada](https://a.test/a.jpg "Côte & sea")',
    ],
    [
      'keep a reference in their alternative text',
      '<img src="https://a.test/a.jpg" alt="The entity &amp;amp;">',
      String.raw`![The entity \&amp;](https://a.test/a.jpg)`,
    ],
    [
      'that wait for a script are the files that they link to',
      '<a href="https://a.example/oar.jpg"><img src="/lazy_placeholder.gif" alt="Oar"></a>',
      '[![Oar](https://a.example/oar.jpg)](https://a.example/oar.jpg)',
    ],
    [
      'beside others and a text keep all of them, where captions are labelled',
      '<div class="gallery"><p>The mayor has died.</p><img src="https://a.test/oak.jpg" alt="Oak"><div aria-label="Image caption">An oak.</div><img src="https://a.test/ash.jpg" alt="Ash"><div aria-label="Image caption">An ash.</div></div>',
      'The mayor has died.\n\n![Oak](https://a.test/oak.jpg)\n\nAn oak.\n\n![Ash](https://a.test/ash.jpg)\n\nAn ash.',
    ],
    [
      'in full size are shown instead of a smaller one of the same name',
      '<img data-original="full/x.jpg" src="https://a.test/thumbs/x.jpg" alt="Oak"> and <img data-src="x.jpg" src="https://a.test/50x50/x.jpg" alt="Ash">',
      '![Oak](https://site.example/full/x.jpg) and ![Ash](https://site.example/x.jpg)',
    ],
    [
      'of NPR have their caption, and no second copy',
      '<div class="bucketwrap image"><div><picture><img src="https://a.test/oak.jpg" alt=""></picture><div class="enlarge-options"><a href="https://a.test/oak.jpg">Enlarge this image</a></div></div><div><div class="caption" aria-label="Image caption"><p>An oak. <b class="credit" aria-label="Image credit">Bo Ek</b><b class="hide-caption"><b>hide caption</b></b></p></div><span class="credit" aria-label="Image credit"> Bo Ek </span></div><div class="enlarge_html"><img src="https://a.test/oak.jpg"><p>An oak.</p></div></div>',
      '![](https://a.test/oak.jpg)\n\nAn oak. **Bo Ek**',
    ],
    [
      'of a set are shown in the largest size, also where a lazy one is a smaller of them',
      '<img data-src="https://a.test/oak-470.jpg" src="data:," srcset="https://a.test/oak-470.jpg 480w, https://a.test/oak.jpg 4000w" alt="Oak"> and <img data-src="https://a.test/ash.jpg" srcset="https://a.test/ash.jpg 480w, https://a.test/t.gif 720w" alt="Ash"> and <img src="https://a.test/elm-32.jpg" srcset="https://a.test/elm-32.jpg 32w" data-src="https://a.test/elm-1600.jpg" data-srcset="https://a.test/elm-800.jpg 800w, https://a.test/elm-1600.jpg 1600w" alt="Elm">',
      '![Oak](https://a.test/oak.jpg) and ![Ash](https://a.test/ash.jpg) and ![Elm](https://a.test/elm-1600.jpg)',
    ],
    [
      'in a picture are not what is shown while they load',
      '<picture><source srcset="https://a.test/oak.jpg 340w, https://a.test/oak-2.jpg 680w"><img src="/blob/292/loading-data.gif" alt="Oak"></picture><p><img src="https://a.test/clear-data.png" alt="Clear data"></p>',
      '![Oak](https://a.test/oak-2.jpg)\n\n![Clear data](https://a.test/clear-data.png)',
    ],
    [
      'that a script has loaded from a path of its own keep the URL that they show',
      '<img data-src="news/2019/image1-15.png" src="https://b.test/fit/news/2019/image1-15.png" alt="Oak">',
      '![Oak](https://b.test/fit/news/2019/image1-15.png)',
    ],
    [
      'that count visits are dropped',
      'A <noscript><img src="https://sb.scorecardresearch.com/p?c1=2" alt="none"><a href="https://a.test/adserver/www/delivery/ck.php?n=a7"><img src="https://a.test/adserver/www/delivery/avw.php?zoneid=1" alt=""></a></noscript>',
      'A',
    ],
    [
      'are not what they show until they have loaded',
      '<p>a <img src="https://a.test/42.gif" placeholdersrc="https://a.test/42.gif" alt="Skerry"> b</p>',
      'a b',
    ],
    [
      'in the folder of one account are different images',
      '<img src="https://a.test/c47d153c-a244-4bf2-a949-3a74b853d040/lamp.jpg"><img src="https://a.test/c47d153c-a244-4bf2-a949-3a74b853d040/boat.jpg">',
      '![](https://a.test/c47d153c-a244-4bf2-a949-3a74b853d040/lamp.jpg)![](https://a.test/c47d153c-a244-4bf2-a949-3a74b853d040/boat.jpg)',
    ],
    [
      'come from attributes for larger screens',
      '<img data-src-lg="https://a.test/lamp?width=900" alt="Skerry">',
      '![Skerry](https://a.test/lamp?width=900)',
    ],
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
      'come from any other attribute for a source',
      '<img dsrc="https://a.test/oar.jpeg?itok=OA" placeholdersrc="https://a.test/grey.png" alt="Oar">',
      '![Oar](https://a.test/oar.jpeg?itok=OA)',
    ],
    [
      'do not come from one for what is shown in their place',
      '<img src="" data-error-src="/img/broken.png" alt="Oar">',
      '',
    ],
    [
      'come from such an attribute also with a path',
      '<img alt="Oar" dsrc="/gallery/2020/oar.jpg" style="height: 922px">',
      '![Oar](https://site.example/gallery/2020/oar.jpg)',
    ],
    [
      'that are smileys become what was typed',
      '<p>Bye <img src="/xenforo/clear.png" class="mceSmilieSprite" alt=":unsure:"> or not <img src="/smilies/wink.gif" alt=";-)"></p>',
      'Bye :unsure: or not ;-)',
    ],
    [
      'that are smileys become their name with colons',
      '<p>Thank you. <img src="/smilies/smile.gif" alt="Big Grin" class="smilie smilie_1"> <img src="/e.png" alt="Norway" class="emoji"></p>',
      'Thank you. :big_grin: Norway',
    ],
    [
      'without a text that share the page or are its icon are nothing',
      '<p>a <img src="/img/sns_share_24.jpg" onclick="show_sns()"> <img src="/cs_favicon.png" width="80px"> b <img src="/sns_share_24.jpg"> <img src="/market-share.png" onclick="share()"> <img src="/share.png" onclick="share()" alt="Ten boats"> <img src="/chrome-favicon.png"></p>',
      'a b ![](https://site.example/sns_share_24.jpg) ![](https://site.example/market-share.png) ![Ten boats](https://site.example/share.png) ![](https://site.example/chrome-favicon.png)',
    ],
    ['that only keep a place are nothing', '<p>a <img src="/i/clear.gif" alt="Watch later"> b</p>', 'a b'],
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
    [
      'of a sign of rights become the sign',
      'Winnow<img alt="®" class="twemoji" src="https://a.example/r.png">',
      'Winnow®',
    ],
    [
      'of which only the credit is told stay images',
      '<a href="https://a.example/1.png"><img alt="© EA Sports" src="https://a.example/1.png"></a>',
      '[![© EA Sports](https://a.example/1.png)](https://a.example/1.png)',
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
      'of a gallery are shown once, in their largest size, with the description that one of them has',
      '<div><img src="https://a.example/oak-100x150.jpg" alt="Oak"><img src="https://a.example/elm-100x150.jpg"></div><div><img src="https://a.example/oak-600x900.jpg"><img src="https://a.example/elm-600x900.jpg" alt="Elm"></div>',
      '![Oak](https://a.example/oak-600x900.jpg)![Elm](https://a.example/elm-600x900.jpg)',
    ],
    [
      'are shown again below other text, in other cells, and as icons beside others',
      '<img src="https://a.example/oak.jpg"><p>Text</p><img src="https://a.example/oak.jpg"><table><tr><th>a</th><th>b</th><th>c</th></tr><tr><td><img src="/y.png"></td><td><img src="/y.png"></td><td><img src="/n.png"></td></tr></table><p><img src="/star.svg"><img src="/half.svg"><img src="/star.svg"></p>',
      '![](https://a.example/oak.jpg)\n\nText\n\n![](https://a.example/oak.jpg)\n\n| a | b | c |\n| --- | --- | --- |\n| ![](https://site.example/y.png) | ![](https://site.example/y.png) | ![](https://site.example/n.png) |\n\n![](https://site.example/star.svg)![](https://site.example/half.svg)![](https://site.example/star.svg)',
    ],
    [
      'in a figure have the last line below them as their caption',
      '<figure><img src="/a.jpg" alt="Oak"><small class="body-caption">Ann Tarn</small></figure><figure><img src="/b.jpg" alt="Elm"><a href="/elm">Elm</a></figure>',
      '![Oak](https://site.example/a.jpg)\n\nAnn Tarn\n\n![Elm](https://site.example/b.jpg) [Elm](https://site.example/elm)',
    ],
    [
      'that a figure only declares are shown',
      '<figure itemscope itemtype="https://schema.org/ImageObject" itemid="https://a.example/lamp.jpg"><div></div><figcaption>The lamp</figcaption></figure>',
      '![](https://a.example/lamp.jpg)\n\nThe lamp',
    ],
  ]);
});

describe('prices', () => {
  follows([
    [
      'in boxes are written as they are read to people',
      '<div role="text" aria-label="$549.00"><span aria-hidden="true"><price><sign>$</sign><dollars>549</dollars><cents>.00</cents></price></span></div>',
      '$549.00',
    ],
    [
      'with a stressed amount or raised cents are one text, without the dash of an empty range',
      '<div class="price">$<strong>649</strong><sup>.99</sup> <span><abbr title="to">–</abbr></span></div><div><span class="item-price">$<b>12</b><sup>99</sup></span></div><p class="price">12<sup>99</sup> €</p><p class="price">€ <b>1.299</b><sup>50</sup></p><p class="price">1.299<sup>00</sup> €</p><p class="price"><sup>$</sup><b>8</b><sup>50</sup></p><p class="price">€ <b>7</b>,<sup>50</sup></p>',
      '$649.99\n\n$12.99\n\n12,99 €\n\n€ 1.299,50\n\n1.299,00 €\n\n$8.50\n\n€ 7,50',
    ],
    [
      'keep the marks of notes, what is stressed as a whole, and what else is in their element',
      [
        '<div class="price">$49<sup>1</sup></div><div class="price">€<b>49</b><sup>2</sup></div>',
        '<div class="price"><strong>$12.99</strong></div><div class="price-note">from $<b>5</b> on</div>',
        '<div class="price"><div><b>$12</b></div><div>50</div></div>',
        '<div class="price"><a href="https://a.example/buy">$<b>12</b><sup>99</sup></a></div>',
        '<div class="price"><s>$<b>8</b>.00</s></div>',
        '<div class="price"><b>6</b> <span>15,00 €</span></div><div class="price"><strong>$20</strong> <span>24</span></div>',
        '<div class="price">$<b>12</b><small>99</small></div>',
        `<div class="price">$<b>12</b>${' '.repeat(45)}<span>per month, plus a fee of $99</span></div>`,
      ].join(''),
      '$49¹\n\n€**49**²\n\n**$12.99**\n\nfrom $**5** on\n\n**$12**\n\n50\n\n[$**12**⁹⁹](https://a.example/buy)\n\n~~$**8**.00~~\n\n**6** 15,00 €\n\n**$20** 24\n\n$**12**99\n\n$**12** per month, plus a fee of $99',
    ],
    [
      'in boxes stay struck out',
      '<div>$549.00 <span role="text" aria-label="$600"><s aria-hidden="true">$600</s></span></div>',
      '$549.00 ~~$600~~',
    ],
    [
      'before a reduction are struck out, also by a class, and stand apart from the others',
      '<p><span class="line-through">$499</span> <span>$199</span></p><div><span>$7</span><span class="x text-decoration-line-through">$9</span><span>2 off</span></div><p><span class="Strike">$5</span><span class="striker">$4</span></p>',
      '~~$499~~ $199\n\n$7 ~~$9~~ 2 off\n\n~~$5~~ $4',
    ],
    [
      'that are named as the original or old ones are struck out beside others only',
      '<div><span class="price-original">$100</span> <span class="price">$90</span></div><div><span class="price price--rrp">$80</span> <span class="price">$75</span></div><div><p>Desk</p><p><span class="original-price">From $70</span></p></div>',
      '~~$100~~ $90\n\n~~$80~~ $75\n\nDesk\n\nFrom $70',
    ],
  ]);
});

describe('links', () => {
  follows([
    [
      'that show no more than the icon of a feed are left out',
      '<p>Tides <a href="https://a.test/rss/tides.xml"><img src="https://a.test/icons/rss_feed.gif" alt="RSS"></a></p><a href="https://a.test/rss"><img src="https://a.test/chart.gif" alt="Chart"></a><p><a href="https://a.test/feedback"><img src="https://a.test/feed.png" alt="Feed"></a></p>',
      'Tides\n\n[![Chart](https://a.test/chart.gif)](https://a.test/rss)\n\n[![Feed](https://a.test/feed.png)](https://a.test/feedback)',
    ],
    [
      'that lead nowhere are text',
      '<p>By <a href="" target="_blank">Ada</a>, <a class="name" href=" ">Bo</a>, <a href="#">Cy</a></p>',
      'By Ada, Bo, Cy',
    ],
    ['that lead nowhere around blocks are text', '<a href=""><div><h2>High tide</h2></div>', '## High tide'],
    [
      'that are texts end before a line break',
      '<p>See https://a.test/a<br>or www.b.test<br>or others<br>at home</p>',
      'See https://a.test/a  \nor www.b.test  \nor others\\\nat home',
    ],
    [
      'around a card may be on a title beside boxes',
      '<a href="https://a.test/"><div><img src="https://a.test/a.jpg" alt="A lamp"></div><div><span>Brass lamps</span><div>43% off</div></div></a>',
      '![A lamp](https://a.test/a.jpg)\n\n[Brass lamps](https://a.test/)\n\n43% off',
    ],
    [
      'around a card are not on a badge before its title',
      '<a href="https://a.test/"><span>New</span><div>Brass lamps</div><div>$43</div></a>',
      'New\n\n[Brass lamps](https://a.test/)\n\n$43',
    ],
    [
      'have no title that is the fragment of their URL',
      '<p><a href="https://a.test/#lamp.light" title="lamp.light">light</a> or <a href="https://a.test/#oil" title="Of rape">oil</a></p>',
      '[light](https://a.test/#lamp.light) or [oil](https://a.test/#oil "Of rape")',
    ],
    [
      'around a card are written in its first line of text, not around its image',
      '<a href="https://a.test/"><div><img src="https://a.test/a.jpg" alt="A lamp"></div><div><i></i><div></div><span><span>Brass lamps</span></span></div><div>Ada Lind</div></a>',
      '![A lamp](https://a.test/a.jpg)\n\n[Brass lamps](https://a.test/)\n\nAda Lind',
    ],
    [
      'around an image whose text is that of the heading beside it are those of the heading, too',
      '<div><a href="https://a.test/a"><img src="https://a.test/a.jpg" alt="Brass Lamps"></a><h3>BRASS LAMPS</h3></div><div><a href="https://a.test/b.jpg"><img src="https://a.test/b.jpg" alt="Glass"></a><h3>Glass</h3></div>',
      '[![Brass Lamps](https://a.test/a.jpg)](https://a.test/a)\n\n### [BRASS LAMPS](https://a.test/a)\n\n[![Glass](https://a.test/b.jpg)](https://a.test/b.jpg)\n\n### Glass',
    ],
    [
      'around an image are not those of a heading with more words, or further down',
      '<h2>Interview with Ada Lind</h2><p><a href="/ada"><img src="https://a.test/a.jpg" alt="Ada Lind"></a></p><h2>Interview with Bo Ek</h2><p>Bo reads.</p><p><a href="/bo"><img src="https://a.test/b.jpg" alt="Tides"></a></p><p>He writes.</p><h2>Tides</h2>',
      '## Interview with Ada Lind\n\n[![Ada Lind](https://a.test/a.jpg)](https://site.example/ada)\n\n## Interview with Bo Ek\n\nBo reads.\n\n[![Tides](https://a.test/b.jpg)](https://site.example/bo)\n\nHe writes.\n\n## Tides',
    ],
    [
      'have no title that repeats their text',
      '<a href="https://a.test/" title="Salt and  oil"><b>Salt</b> and oil</a> <a href="https://a.test/b" title="Ships">Boats</a>',
      '[**Salt** and oil](https://a.test/) [Boats](https://a.test/b "Ships")',
    ],
    [
      'lose a title that repeats their URL',
      '<a href="https://a.example/" title="https://a.example/">A</a> <a href="https://b.example/" title="External: https://b.example/">B</a>',
      '[A](https://a.example/) [B](https://b.example/)',
    ],
    [
      'lose a title with markup, which a script shows',
      '<a href="https://a.example/" title="<p>The note</p>">1</a>',
      '[1](https://a.example/)',
    ],
    [
      'lose a title that is a text of its own',
      `<a href="https://a.example/" title="${'The note says more. '.repeat(20)}">1</a>`,
      '[1](https://a.example/)',
    ],
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

const post = 'The keepers of the lamp at Narvik write down each ship that passes the pier.';

describe('boxes that are named questions', () => {
  const answer = '<div class="faq__answer">Hulls.</div>';
  follows([
    [
      'are titles, where an answer follows',
      `<div class="faq__question">What is tar for? <div class="icon"></div></div>${answer}`,
      '**What is tar for?**\n\nHulls.',
    ],
    [
      'are text without an answer',
      '<div class="question">Which tar?</div><div>Any.</div>',
      'Which tar?\n\nAny.',
    ],
    ['are text where they ask nothing', `<div class="question">Tar</div>${answer}`, 'Tar\n\nHulls.'],
    [
      'are text where they have several lines',
      `<div class="question"><p>Tar?</p><p>Which?</p></div>${answer}`,
      'Tar?\n\nWhich?\n\nHulls.',
    ],
    [
      'are text where they are longer than a question',
      `<div class="question">${'Tar, and more tar. '.repeat(15)}Why?</div>${answer}`,
      `${'Tar, and more tar. '.repeat(15)}Why?\n\nHulls.`,
    ],
  ]);
});

describe('buttons', () => {
  follows([
    [
      'that are options of a product stay, each as a line',
      '<div role="radiogroup"><button role="radio"><span>Oak</span></button><button role="radio"><span>Elm +$9</span></button></div>',
      'Oak\n\nElm +$9',
    ],
    [
      'that open a panel below are its title, like that of details',
      '<button aria-expanded="true" aria-controls="a">What is tar for?</button><div id="a">Hulls.</div><div><button aria-expanded="false">Which tar is it?</button></div>',
      '**What is tar for?**\n\nHulls.\n\nWhich tar is it?',
    ],
    [
      'in a line of text, a link or a label are part of it',
      ['div', 'li', 'blockquote', 'a href="https://a.test/"', 'label']
        .map(
          (box) =>
            `<${box}>Oil <button aria-expanded="false" aria-controls="b">Oars Of The Keeper</button> well</${box.split(' ')[0]}>`,
        )
        .join('<hr>'),
      ['', '', '> ', '[', '']
        .map((mark) => `${mark}Oil Oars Of The Keeper well${mark === '[' ? '](https://a.test/)' : ''}`)
        .join('\n\n---\n\n'),
    ],
    [
      'that open a part of an accordion stay, however short, and those that say whether it is open do not',
      '<button class="accordion__button" aria-expanded="false">Care</button><p>Oil it.</p><button class="accordion__button" aria-expanded="false">Collapsed</button><button aria-expanded="false">Sizes</button>',
      'Care\n\nOil it.',
    ],
    [
      'that are enumerated in a sentence stay',
      '<p>Rated for: <button>fit</button>, <button>warmth</button>, <button>looks</button></p><p>Share it on <button>Mast</button>, <button>Sail</button></p>',
      'Rated for: fit, warmth, looks\n\nShare it on ,',
    ],
    [
      'that are the date of a post stay',
      '<button><time datetime="2026-05-03">3 May</time></button>',
      '3 May',
    ],
    [
      'with a long text for screen readers are left out',
      '<p>Lamp</p><button><span class="sr-only">Add the brass lamp of the lighthouse keeper to </span>Compare</button>',
      'Lamp',
    ],
    [
      'with a long text for screen readers of Eventbrite are left out',
      '<p>Lamp</p><button><span class="eds-is-hidden-accessible">Share this event: How to read the tide at Skerry</span></button>',
      'Lamp',
    ],
    [
      'with a long text stay',
      '<button>How long does the lamp of the lighthouse burn?</button>',
      'How long does the lamp of the lighthouse burn?',
    ],
    [
      'that also say something else than a date are left out',
      'a <button>Listen <time datetime="PT5M">5 min</time></button>',
      'a',
    ],
  ]);
});

describe('controls that change the size of the text', () => {
  const sizes = (...signs: string[]): string =>
    signs.map((sign) => `<a href="javascript:zoom()">${sign}</a>`).join(' ');

  follows([
    [
      'three letters that scripts answer are dropped',
      '<p>Ann Miller</p><div><a class="font" href="#">A</a> <a href="#">A+</a> <a href="#">A++</a></div><p>Pears ripen.</p>',
      'Ann Miller\n\nPears ripen.',
    ],
    [
      'spans are controls where a script answers a click',
      '<p>Pears ripen.</p><div><span onclick="setFontSize(1)">A</span><span onclick="setFontSize(2)">A</span></div>',
      'Pears ripen.',
    ],
    [
      'they are dropped with their label and its brackets',
      `<p>3 May, Orchard Daily 【字号：${sizes('大', '中', '小')}】 by Ann</p>`,
      '3 May, Orchard Daily by Ann',
    ],
    [
      'a label in an element of its own is dropped, too',
      `<div><span>Font size:</span> <s>${sizes('T')}</s> | <s>${sizes('T')}</s></div><p>Pears ripen.</p>`,
      'Pears ripen.',
    ],
    [
      'each may have its brackets',
      '<p>By Ann, 文字大小：【<a href="javascript:f(2)">大</a>】【<a href="javascript:f(1)">小</a>】</p>',
      'By Ann,',
    ],
    [
      'links to letters of an index are kept',
      '<p>Pears: <a class="font" href="#A">A</a> <a class="font" href="#a">a</a></p>',
      'Pears: [A](https://site.example/page#A) [a](https://site.example/page#a)',
    ],
    [
      'sizes of food, grades and letters that name nothing of the text stay',
      '<p>份量：<a href="#">大</a> <a href="#">小</a></p><p>Ratings: <a href="#">AA</a> <a href="#">A</a></p><p>我喜欢这种字体 <a href="#">大</a> <a href="#">小</a></p>',
      '份量：大 小\n\nRatings: AA A\n\n我喜欢这种字体 大 小',
    ],
    [
      'a single letter is kept',
      '<p>Vitamin <a href="#">A</a> is in carrots.</p>',
      'Vitamin A is in carrots.',
    ],
    [
      'letters of different alphabets are kept',
      '<p><a href="#">A</a> <a href="#">T</a> <a href="#">大</a></p>',
      'A T 大',
    ],
    ['a sentence before them is kept', `<p>We print the font: ${sizes('A', 'A')}</p>`, 'We print the font:'],
  ]);
});

describe('tools of manuals', () => {
  follows([
    [
      'that offer an account below a text are left out',
      '<p>Roles grant permissions.</p><cloud-free-trial><h2>Try it for yourself</h2><p>New customers get $300.</p></cloud-free-trial>',
      'Roles grant permissions.',
    ],
    [
      'of RDoc are left out',
      '<h3>row(<i>oars</i>) <span class="method-click-advice">click to toggle source</span></h3><p>Rows.</p>',
      '### row(*oars*)\n\nRows.',
    ],
    [
      'of Sphinx are left out',
      '<dl><dt>row(<em>oars</em>)<a class="reference external" href="/row.py#L1"><span class="viewcode-link"><span class="pre">[source]</span></span></a></dt><dd>Rows.</dd></dl>',
      '- **row(*oars*)**: Rows.',
    ],
    [
      'of rustdoc are left out',
      '<a href="javascript:void(0)" class="collapse-toggle">[<span class="inner">−</span>]</a><p><code>fn row()</code><a class="srclink rightside" href="/src/row.rs#1">source</a> <span class="since">1.0.0</span> · <a class="src" href="/src/row.rs#1">[src]</a></p><details class="toggle" open><summary class="hideme"><span>Expand description</span></summary><p>Rows.</p></details>',
      '`fn row()` 1.0.0\n\nRows.',
    ],
    [
      'are no links and summaries with words of their own',
      '<p><a class="src" href="https://a.test/">The source</a></p><details open><summary class="hideme">Oars</summary><p>Two.</p></details>',
      '[The source](https://a.test/)\n\n**Oars**\n\nTwo.',
    ],
  ]);
});

describe('switches of captions', () => {
  follows([
    [
      'are no text',
      '<figure><img src="https://a.test/a.jpg" alt="Oak"><figcaption>Ann Tarn <b class="hide-caption"><b>hide caption</b></b></figcaption></figure><b class="toggle-caption">toggle caption</b>',
      '![Oak](https://a.test/a.jpg)\n\nAnn Tarn',
    ],
  ]);
});

const whole =
  'Three hours a week are enough for the lamp, and the fourth is for the book of tides, which nobody reads.';

test.for([
  ['another text', '<p>Two hours a week are enough for the lamp, and the third …</p>'],
  ['a text that ends otherwise', `<p>${whole.slice(0, 60)} is being sent…</p>`],
  ['a text that is not cut', `<p>${whole.slice(0, 55)}</p>`],
  ['a short text', `<p>${whole.slice(0, 30)}…</p>`],
  ['an element of another kind', `<div>${whole.slice(0, 55)}…</div>`],
  ['a text with a long end', `<p>${whole.slice(0, 55)}… and so on, as in the book below</p>`],
  ['a text with a link of its own', `<p><a href="/b">${whole.slice(0, 55)}</a>…</p>`],
  ['a text with an image', `<p><img src="/a.png" alt="a">${whole.slice(0, 55)}…</p>`],
  ['a text that it stays hidden behind', `<p>${whole.slice(0, 55)}…</p>`, '<p display="none">'],
] as const)('a hidden text does not replace %s', async ([, shown, hidden = '<p hidden>']) => {
  const markdown = await markdownOf(`<main>${shown}${hidden}${whole}</p></main>`);

  expect(markdown).toMatch(/(?:Three|Two) hours a week/);
  expect(markdown).not.toContain('which nobody reads');
});

test('a text is replaced neither by one as long as it, nor where it is hidden itself', async () => {
  const asLong = `<p>${whole}…</p><p hidden>${whole}</p>`;
  const hidden = `<p>Oars</p><p hidden>${whole.slice(0, 55)}…</p><p hidden>${whole}</p>`;

  expect(await markdownOf(`<main>${asLong}</main>`)).toBe(`${whole}…\n`);
  expect(await markdownOf(`<main>${hidden}</main>`)).toBe('Oars\n');
});

describe('the shadow tree of a component', () => {
  const shadow = (html: string): string => `<template shadowrootmode="open">${html}</template>`;

  follows([
    [
      'is read in the shadow trees of other components',
      `<app-root>${shadow(`<h2>App</h2><x-page>${shadow(`<p>One.</p><x-card>${shadow('<p>Two.</p>')}</x-card>`)}</x-page>`)}</app-root>`,
      '## App\n\nOne.\n\nTwo.',
    ],
    [
      'is read in the children of other components',
      `<x-a>${shadow('<h2>A</h2><slot></slot>')}<x-b>${shadow('<p>In B.</p>')}</x-b></x-a>`,
      '## A\n\nIn B.',
    ],
    [
      'has its own slots: those of a component inside it are for what that one is given',
      `<x-a>${shadow(`<x-b>${shadow('<p><slot>Nothing.</slot></p>')}</x-b><h2><slot></slot></h2>`)}A</x-a>`,
      'Nothing.\n\n## A',
    ],
    [
      'passes on to a component inside it what it is given',
      `<x-a>${shadow(`<x-b>${shadow('<h2><slot name="title"></slot></h2><slot></slot>')}<slot slot="title" name="head"></slot><slot></slot></x-b>`)}<p>Text.</p><b slot="head">Head</b></x-a>`,
      '## Head\n\nText.',
    ],
    [
      'is the first of several; children without a slot are not shown',
      `<x-a>${shadow('<p>One.</p>')}${shadow('<p>Two.</p>')}<p>Three.</p></x-a>`,
      'One.',
    ],
  ]);
});

describe('what style sheets for a width hide', () => {
  const sheet = (media: string, rules: string): string => `<style media="${media}">${rules}</style>`;
  const both =
    '<div class="ae af"><p>Oars</p></div><div class="ct dh"><p>Sails</p></div><p>Masts of pine</p>';
  follows([
    [
      'is dropped where the screen is wide',
      sheet('all and (min-width: 1080px)', '.af{color:red;display:none}.dh{display:flex}') + both,
      'Sails\n\nMasts of pine',
    ],
    [
      'is dropped up to a width beyond that of the screen',
      sheet('(max-width:1400px)', '.af{display:none}') + both,
      'Sails\n\nMasts of pine',
    ],
    [
      'stays where the screen is narrow',
      sheet('all and (max-width: 551.98px)', '.ct{display:none}') + both,
      'Oars\n\nSails\n\nMasts of pine',
    ],
    [
      'stays where the screen is wider',
      sheet('(min-width: 1920px)', '.ct{display:none}') + both,
      'Oars\n\nSails\n\nMasts of pine',
    ],
    [
      'stays where it is hidden on paper',
      sheet('print', '.ct{display:none}') + both,
      'Oars\n\nSails\n\nMasts of pine',
    ],
    [
      'stays where it is most of the page',
      sheet('(min-width: 900px)', '.ct{display:none}') + both.replace('Sails', 'Sails of flax, and of hemp'),
      'Oars\n\nSails of flax, and of hemp\n\nMasts of pine',
    ],
    ['stays without a width', `<style>.ct{display:none}</style>${both}`, 'Oars\n\nSails\n\nMasts of pine'],
    [
      'stays where another of its classes is shown',
      sheet('(min-width: 900px)', '.ct{display:none}.dh{display:block}') + both,
      'Oars\n\nSails\n\nMasts of pine',
    ],
  ]);
});

describe('hidden content', () => {
  follows([
    [
      'replaces its beginning, which is shown until a reader asks for all',
      `<p><span>${whole.slice(0, 55)}...<i>…Read More</i></span> <span style="display:none">${whole} <b>Read Less</b></span></p>`,
      whole,
    ],
    [
      'replaces its beginning where a class hides it',
      `<div>${whole.slice(0, 60)} … See more</div><div class="hide">${whole}</div>`,
      whole,
    ],
    [
      'is dropped where a pointer opens it beside a sign, although it is running text',
      `<lamp-popover><button>?</button><div style="display:none"><h3>Weight</h3>${whole.repeat(4)}</div></lamp-popover><p>${'Oars. '.repeat(200)}</p>`,
      'Oars. '.repeat(200).trim(),
    ],
    [
      'is dropped where styled-system says so',
      '<p>Oars</p><div display="none"><span>0:00</span><span>/ 0:00</span></div><p>Sails</p>',
      'Oars\n\nSails',
    ],
    [
      'is a caption that all cards show while the pointer is on them',
      '<div><div class="opacity-0 group-hover:opacity-100"><h4>View details</h4></div><p>Oars</p></div>'.repeat(
        3,
      ) + '<div class="opacity-0 group-hover:opacity-100">View the oars</div>',
      'Oars\n\nOars\n\nOars\n\nView the oars',
    ],
    [
      'is what a pointer shows',
      '<p>1,000 results, with ads <span><span role="tooltip">Sellers may pay for them.</span></span></p>',
      '1,000 results, with ads',
    ],
    [
      'is a text for screen readers that these skip',
      '<p>$5 <span class="sr-only" aria-hidden="true">The price is $5</span> <span class="sr-only">was $6</span></p>',
      '$5 was $6',
    ],
    [
      'is a message that a script says to screen readers, but no number and no text of a link',
      '<p>Lamp</p><p class="sr-only" role="status">Added to your cart</p><p>A <span class="u-text-sr-only" aria-live="polite">Loading results</span>brass lamp, <span class="sr-only" role="status">4 of 5 stars</span> <a href="https://a.test/"><span class="sr-only" aria-live="polite">Basket</span></a></p>',
      'Lamp\n\nA brass lamp, 4 of 5 stars [Basket](https://a.test/)',
    ],
    [
      'is what only programs read: URLs as microdata, and the settings of a section',
      '<div itemprop="image">https://a.test/a.jpg</div><div class="section-metadata"><div><div>Style</div><div>Dark</div></div></div><p>Text</p>',
      'Text',
    ],
    [
      'is no URL that is shown as a link or in a sentence, and no text in a box of such a name',
      '<p>Visit <a itemprop="url" href="https://a.test/">https://a.test/</a> or <span itemprop="url">https://b.test/</span></p><div class="section-metadata">By Ann Tarn</div>',
      'Visit <https://a.test/> or https://b.test/\n\nBy Ann Tarn',
    ],
    [
      'has no width and no height, or opens over the page',
      '<h2 style="height: 0;width: 0;overflow: hidden;">Lamps of brass</h2><div popover="manual">Trailers</div><p style="height:0;overflow:hidden">Text</p>',
      'Text',
    ],
    [
      'is no note that a button opens over the page',
      '<p>Text</p><button popovertarget="n1">1</button><div popover id="n1"><p>Dug in 1712 by the keeper.</p></div>',
      'Text\n\nDug in 1712 by the keeper.',
    ],
    [
      'of translated pages is not taken for messages where a click opens it',
      `<a href="#faq">Open</a><div id="faq" style="display:none">${[1, 2, 3, 4, 5].map((at) => `<p data-i18n="faq.${at}">The well is ${at} metres deep.</p>`).join('')}</div>`,
      `[Open](https://site.example/page#faq)\n\n${[1, 2, 3, 4, 5].map((at) => `The well is ${at} metres deep.`).join('\n\n')}`,
    ],
    [
      'is a table of messages with their keys, however long they are',
      `<div style="display:none">${['Sold out', 'Coming soon', 'In stock', 'Unavailable', 'We are sorry, the largest quantity that you are able to buy at this price is two. '.repeat(4)].map((text, at) => `<div data-tkey="m${at}">${text}</div>`).join('')}</div><p>Text</p>`,
      'Text',
    ],
    [
      'is the label of a unit price that a product does not have',
      '<p>$19.99</p><small class="unit-price caption hidden"><span>Unit price</span> / <span>per</span></small><small class="unit-price hidden md:block"><span>Unit price</span> $2 / <span>per kg</span></small>',
      '$19.99\n\nUnit price $2 / per kg',
    ],
    [
      'is no image for a theme beside another one for a width',
      '<img class="max-md:hidden" src="https://a.test/2023.png" alt="2023"><img class="hidden dark:block" src="https://a.test/2024.png" alt="2024">',
      '![2023](https://a.test/2023.png)![2024](https://a.test/2024.png)',
    ],
    [
      'is left out when a class of that name hides it, but not the headline',
      '<h1 class="display-none">Lamps</h1><b class="aok-hidden">{}</b><a class="button w-condition-invisible">Listen</a><div class="display--none"><p>Returning keepers sign in here.</p></div><p>Text<span class="updated rich-snippet-hidden">2019-01-07T17:27:31+02:00</span></p>',
      '# Lamps\n\nText',
    ],
    [
      'is not the state of a script, however long',
      `<p>Lamps</p><div hidden>{"lamps": [${Array.from({ length: 90 }, (_, at) => `"lamp-${at}"`).join(', ')}]}</div>`,
      'Lamps',
    ],
    [
      'is not the number to which a script counts up',
      '<p><span class="elementor-counter-number" data-to-value="2500" data-delimiter=",">0</span> boats</p><div class="et_pb_number_counter" data-number-value="100+"><p><span class="percent-value"></span></p><h3>Keepers</h3></div>',
      '2,500 boats\n\n100+\n\n### Keepers',
    ],
    [
      'is of the variants that Framer writes that for one width of screens',
      '<div class="ssr-variant hidden-p"><h1>Lamps</h1></div><div class="ssr-variant hidden-d hidden-t"><h1>Lamps</h1></div><div class="ssr-variant hidden-t hidden-p"><p>Brass</p></div><div class="ssr-variant hidden-d hidden-p"><p>Brass</p></div><div class="ssr-variant hidden-d hidden-t"><p>Brass</p></div><div class="ssr-variant">Oak</div>',
      '# Lamps\n\nBrass\n\nOak',
    ],
    [
      'is the variant with less text of two that Framer writes',
      '<div class="ssr-variant hidden-d"><p>Call</p></div><div class="ssr-variant hidden-p hidden-t"><p>On large screens</p></div>',
      'On large screens',
    ],
    [
      'is left out when it is named after phones beside the same for desktops',
      '<h2 class="title desktop">Lamps of Skerry</h2><h2 class="title mobile">Lamps of Skerry</h2><p class="phone">Call</p><p class="pc">Write</p><img class="sp" src="https://a.test/s.png" alt="Ann"><img class="pc" src="https://a.test/w.png" alt="Ann">',
      '# Lamps of Skerry\n\nCall\n\nWrite\n\n![Ann](https://a.test/w.png)',
    ],
    [
      'is the table for phones beside the one for desktops, which has more columns',
      '<table id="pc"><tr><th>Part no.</th><th>Price</th><th>Photo</th></tr><tr><td>MA-139</td><td>9,900</td><td>large</td></tr></table><table id="smartphone" class="other"><tr><th>No.</th><th>Price</th></tr><tr><td>MA-139</td><td>9,900</td></tr></table>',
      '| Part no. | Price | Photo |\n| --- | --- | --- |\n| MA-139 | 9,900 | large |',
    ],
    [
      'is left out when it is the same for the dark theme',
      '<img class="dark:hidden" src="https://a.test/day.png" alt="Lamp"><img class="hidden dark:block" src="https://a.test/night.png" alt="Lamp at night"><p>Text</p>',
      '![Lamp](https://a.test/day.png)\n\nText',
    ],
    [
      'is left out when it stands before the same for wide screens',
      '<img class="lg:hidden" src="https://a.test/phone.png" alt="Lamp"><img class="max-lg:hidden" src="https://a.test/wide.png" alt="Lamp"><p>Text</p>',
      '![Lamp](https://a.test/wide.png)\n\nText',
    ],
    [
      'is the explanation of an abbreviation',
      '<p>The <abbr title="Tide Authority">TA<span aria-hidden="true" class="e-tooltip">Tide Authority</span></abbr> says so.</p>',
      'The TA says so.',
    ],
    [
      'are the marks of a slider',
      '<ol class="carousel-indicators"><li data-slide-to="0"></li><li data-slide-to="1"></li></ol><p>Text</p>',
      'Text',
    ],
    [
      'is kept with the others of its kind that hold running text',
      `${[7, 8, 9, 1].map((count) => `<h3>Why ${count}?</h3><div class="kAHMfN" style="visibility:hidden"><p>${'The lamp burns until the ferry is in. '.repeat(count)}</p></div>`).join('')}<div class="note" hidden><p>Sent.</p></div>`,
      [7, 8, 9, 1]
        .map(
          (count) => `### Why ${count}?\n\n${'The lamp burns until the ferry is in. '.repeat(count).trim()}`,
        )
        .join('\n\n'),
    ],
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
      'is left out when the same begins the next box for wide screens',
      '<div><span class="xl:hidden">Kept by:</span><div><span class="hidden xl:block">Kept by:</span> the pilots</div></div>',
      'Kept by: the pilots',
    ],
    [
      'is left out where only its class hides it and its text is shown elsewhere',
      `<div class="hidden"><span>Ada</span><article>${post}</article></div><p>By Ada</p><p>${post}</p>`,
      `By Ada\n\n${post}`,
    ],
    [
      'is kept where only its class hides it and the other copy is hidden, too',
      `<div class="hidden"><p>${'The lamp is lit. '.repeat(5)}</p></div><div style="display:none"><p>${'The lamp is lit. '.repeat(5)}</p></div>`,
      'The lamp is lit. '.repeat(5).trim(),
    ],
    [
      'is kept where only its class hides it and it tells another price',
      `<div><p>${'The lamp is lit. '.repeat(5)}</p><p>$9</p></div><div class="hidden"><p>${'The lamp is lit. '.repeat(5)}</p><p>$90</p></div>`,
      `${'The lamp is lit. '.repeat(5).trim()}\n\n$9\n\n${'The lamp is lit. '.repeat(5).trim()}\n\n$90`,
    ],
    [
      'is kept where only its class hides it and its text is shown nowhere else',
      `<div class="hidden">${post}</div><div class="hidden">${post}</div>`,
      `${post}\n\n${post}`,
    ],
    [
      'is kept where another class shows it on wide screens',
      `<div class="hidden min-[80rem]:block">${post}</div><p>${post}</p>`,
      `${post}\n\n${post}`,
    ],
    [
      'is kept on narrow screens when it says something else',
      '<p class="md:hidden">The lamp</p><p class="hidden md:block">The mill</p>',
      'The lamp\n\nThe mill',
    ],
    ['is left out in a box of content', '<div class="content"><p hidden>a</p>b</div>', 'b'],
    ['is left out as a box of content', '<div class="content" hidden>a</div>b', 'b'],
    ['is kept when found by searching', '<p hidden="until-found">a</p>', 'a'],
    [
      'has its heading, however short, which is a button',
      '<div><button aria-controls="facts" aria-expanded="false"><span><h2>Details</h2></span></button><div id="facts"><p>Oak</p></div></div>',
      '## Details\n\nOak',
    ],
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

describe('tables', () => {
  const row = (name: string, count: number): string =>
    `<tr><td><h2>${name}</h2></td><td><p><span>${count}</span></p></td><td><p>farm</p></td></tr>`;

  follows([
    [
      'have no row of data as their head, nor a row above a total',
      '<table><tr><td>1</td><td>Gold</td><td>3</td></tr><tr><th>2</th><td>Silver</td><td>3</td></tr></table><table><tr><td>Ann</td><td>a</td><td>b</td></tr><tr><th colspan="3">Total: 8</th></tr></table>',
      '| | | |\n| --- | --- | --- |\n| 1 | Gold | 3 |\n| 2 | Silver | 3 |\n\n| | | |\n| --- | --- | --- |\n| Ann | a | b |\n| Total: 8 | | |',
    ],
    [
      'have the names of their columns in the first row where each other row begins with its own name',
      '<table><tr><td>Boat</td><td>Oars</td><td>Sails</td></tr><tr><th scope="row">Gull</th><td>2</td><td>1</td></tr></table>',
      '| Boat | Oars | Sails |\n| --- | --- | --- |\n| Gull | 2 | 1 |',
    ],
    [
      'keep numbers that are alone in a cell, also beside notes',
      '<p>A farm.<sup>1</sup> A mill.<sup>2</sup></p><table><tr><td>Herpel</td><td><p><span>1</span></p></td></tr><tr><td>Brink</td><td><p><span>2</span></p></td></tr></table>',
      'A farm.¹ A mill.²\n\n| Herpel | 1 |\n| --- | --- |\n| Brink | 2 |',
    ],
    [
      'of short values are tables, also with headings in their cells',
      `<table>${row('Herpel', 9)}${row('Brink', 8)}${row('Bleche', 7)}</table>`,
      '| Herpel | 9 | farm |\n| --- | --- | --- |\n| Brink | 8 | farm |\n| Bleche | 7 | farm |',
    ],
    [
      'keep the bullets of points in a cell',
      '<table><tr><th>Bring</th><th>Who</th></tr><tr><td><ul><li>oars</li> <li> a <b>lamp</b></li></ul></td><td><ul><li>Ann</li></ul></td></tr></table>',
      '| Bring | Who |\n| --- | --- |\n| • oars<br>• a **lamp** | Ann |',
    ],
  ]);
});

test('a frame whose URL holds URLs without end is read in time', async () => {
  const nested = 'https://a.test/embed?url='.repeat(20_000);

  expect(await markdownOf(`<p>Text</p><iframe src="${nested}"></iframe>`)).toBe('Text\n');
});

test('a table of short values stays one, however far its source is indented', async () => {
  const cell = (text: string): string => `<td>${`${' '.repeat(160)}\n`.repeat(8)}${text}</td>`;

  expect(
    await markdownOf(
      `<main><p>For 12:</p><table><tr>${cell('50 ml')}${cell('Milk')}</tr><tr>${cell('100 g')}${cell('Butter')}</tr></table></main>`,
    ),
  ).toContain('| 100 g | Butter |');
});

describe('cells of a table', () => {
  const table = (yes: string, no: string): string =>
    `<table><tr><th>Plan</th><th>Oars</th><th>Sails</th></tr><tr><td>Boat</td><td>${yes}</td><td>${no}</td></tr></table>`;
  const written = (yes: string, no: string): string =>
    `| Plan | Oars | Sails |\n| --- | --- | --- |\n| Boat | ${yes} | ${no} |`;
  follows([
    [
      'have the mark that an icon font shows in them',
      table(
        '<i class="fa-solid fa-check"></i>',
        '<span><i class="bi bi-x-lg" aria-hidden="true"></i></span>',
      ),
      written('✓', '✗'),
    ],
    [
      'have the label or the title of a drawn icon in them',
      table(
        '<span><svg class="plan-icon" role="img"><title>Included</title><path d="M0 0"/></svg></span>',
        '<svg aria-label="Not included"><use href="#no"/></svg>',
      ),
      written('Included', 'Not included'),
    ],
    [
      'have the label of a box that draws an icon, and keep its characters',
      table(
        '<span role="img" aria-label="Included"><svg></svg></span>',
        '<span role="img" aria-label="cross mark">❌</span>',
      ),
      written('Included', '❌'),
    ],
    [
      'have no mark beside a text, or of another icon',
      table('<i class="fa fa-check"></i> two', '<i class="fa fa-anchor"></i> none'),
      written('two', 'none'),
    ],
  ]);
});

describe('a rating that is drawn as stars', () => {
  const stars = (label: string): string =>
    `<span role="img" aria-label="${label}"><svg></svg><svg></svg></span>`;
  follows([
    ['is written in words', `<p>Rating: ${stars('4 out of 5 stars')}</p>`, 'Rating: 4 out of 5 stars'],
    [
      'is written in words of any language, with a fraction',
      `<p>Bewertung: ${stars('4,5 von 5')}</p><p>Note : ${stars('4,5/5')}</p>`,
      'Bewertung: 4,5 von 5\n\nNote : 4,5/5',
    ],
    [
      'may be an SVG with a title',
      '<p>Rating: <svg role="img"><title>3 stars</title></svg></p>',
      'Rating: 3 stars',
    ],
    [
      'is not written beside its own number',
      `<p>Rating: ${stars('4.5 out of 5 stars')} 4.5 (120)</p>`,
      'Rating: 4.5 (120)',
    ],
    [
      'is not written without a word before it, as on cards',
      `<div><p>Oars</p>${stars('4 out of 5 stars')}</div>`,
      'Oars',
    ],
    [
      'is not written for stars that a visitor clicks, one by one, and not in links and headings',
      `<p>Rate it. ${stars('1 star')}${stars('2 stars')}</p><p><a href="https://a.test/">Reviews ${stars('4 of 5')}</a></p><h2>Oar ${stars('4 of 5')}</h2>`,
      'Rate it.\n\n[Reviews](https://a.test/)\n\n## Oar',
    ],
    [
      'is a rating, and no other label',
      `<p>Oars ${stars('Clock')}${stars('Chart of the tides from 2020 to 2024')}</p>`,
      'Oars',
    ],
  ]);
});

describe('recordings', () => {
  follows([
    [
      'of Vidyard are links in place of their pictures',
      '<img class="vidyard-player-embed" src="https://play.vidyard.com/9Zvbpebtpv1NZfHBztbWbX.jpg"><img class="vidyard-player-embed" src="" data-uuid="aMuCzZThMAbtyvQKTEXSGj" alt="Rowing">',
      '[Vidyard video](https://play.vidyard.com/9Zvbpebtpv1NZfHBztbWbX)\n\n[Rowing](https://play.vidyard.com/aMuCzZThMAbtyvQKTEXSGj)',
    ],
    [
      'are named by what a player shows where it cannot play',
      '<video src="https://a.test/1.mp4"><track kind="captions"><p>Exercise: rowing</p></video>',
      '[Exercise: rowing](https://a.test/1.mp4)',
    ],
    [
      'on GitHub are named by their file',
      '<details open><summary><svg></svg><span>demo.mp4</span></summary><video src="https://a.test/1.mp4" controls></video></details><details><summary>Look</summary><video src="https://a.test/2.mp4"></video></details>',
      '[demo.mp4](https://a.test/1.mp4)\n\n**Look**\n\n[Video](https://a.test/2.mp4)',
    ],
    [
      'are not named by a link to the file, or by a request for another browser',
      '<audio src="https://a.test/1.mp3"><a href="https://a.test/1.mp3">https://a.test/1.mp3</a></audio><video src="https://a.test/1.mp4">Twoja przeglądarka nie obsługuje wideo</video>',
      '[Audio](https://a.test/1.mp3)\n\n[Video](https://a.test/1.mp4)',
    ],
  ]);
});

describe('embedded posts and previews', () => {
  const frame =
    '<iframe class="wp-embedded-content" style="position: absolute" src="https://a.test/b/embed/#?secret=4Q" title="“Oars” — Skerry"></iframe>';
  const quotation = (secret: string, style = ''): string =>
    `<blockquote class="wp-embedded-content" data-secret="${secret}" style="${style}"><p><a href="https://a.test/b">Oars</a></p></blockquote>`;
  follows([
    [
      'of WordPress are the link that the page has for them',
      `${quotation('4Q')}<p>${frame}</p>`,
      '> [Oars](https://a.test/b)',
    ],
    [
      'of WordPress are what the frame names where the link is that of another one',
      `${quotation('7X')}<p>${frame}</p>`,
      '> [Oars](https://a.test/b)\n\n[“Oars” — Skerry](https://a.test/b/embed/#?secret=4Q)',
    ],
    [
      'of WordPress are what the frame names where a script hides the link',
      `${quotation('4Q', 'display: none;')}<p>${frame}</p>`,
      '[“Oars” — Skerry](https://a.test/b/embed/#?secret=4Q)',
    ],
    [
      'of WordPress without such a link are what the frame names',
      frame,
      '[“Oars” — Skerry](https://a.test/b/embed/#?secret=4Q)',
    ],
    [
      'in a forum are those that its script would show',
      `<p>See <span data-s9e-mediaembed="reddit" data-s9e-mediaembed-iframe='["scrolling","no","src","https:\\/\\/s9e.github.io\\/iframe\\/2\\/reddit.min.html#tides\\/comments\\/1e6c#theme=auto"]'></span></p><p><span data-s9e-mediaembed="googlesheets" data-s9e-mediaembed-iframe='["src","https:\\/\\/docs.example\\/sheet"]'></span></p>`,
      'See\n\n[Post on Reddit](https://www.reddit.com/r/tides/comments/1e6c)\n\n[googlesheets](https://docs.example/sheet)',
    ],
    [
      'are not what a frame for sharing names',
      '<p>Text</p><iframe src="https://a.test/share?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DLlbUwLx785k"></iframe>',
      'Text',
    ],
    [
      'of a service that embeds anything are what its URL names',
      '<iframe data-src="https://a.test/embed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DLlbUwLx785k"></iframe>',
      '[YouTube video](https://www.youtube.com/watch?v=LlbUwLx785k)',
    ],
    [
      'in frames of another site of the publisher are what the frame names',
      '<iframe class="lazyload" data-src="https://a.test/embed/inset/iframe?id=youtube-video-LlbUwLx785k"></iframe><iframe data-src="/embed/inset/iframe?id=vimeo-12345678"></iframe>',
      '[YouTube video](https://www.youtube.com/watch?v=LlbUwLx785k)\n\n[Vimeo video](https://vimeo.com/12345678)',
    ],
    [
      'of links are the links with their titles',
      '<aside class="onebox allowlistedgeneric"><header><a href="https://a.example/b">a.example</a></header><article><h3><a href="https://a.example/b">A lamp</a></h3><p>All about it</p></article></aside>',
      '[A lamp](https://a.example/b)',
    ],
    [
      'that link as a whole are the links, too',
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example/b"><div class="kg-bookmark-title">A lamp</div><div>All about it</div></a></figure>',
      '[A lamp](https://a.example/b)',
    ],
    [
      'of files keep their code',
      '<aside class="onebox githubblob"><h4><a href="https://a.example/b">main.c</a></h4><pre><code>int main(){}</code></pre></aside>',
      '#### [main.c](https://a.example/b)\n\n```\nint main(){}\n```',
    ],
    [
      'of XenForo are links, too',
      '<div class="bbCodeBlock bbCodeBlock--unfurl"><h3><a href="https://a.example/b">A lamp</a></h3><div>All about it</div></div>',
      '[A lamp](https://a.example/b)',
    ],
    [
      'without a text are the links to them',
      '<blockquote class="twitter-tweet"><a href="https://x.com/ann/status/1">Tweet may have been deleted</a></blockquote>',
      '[Post on X](https://x.com/ann/status/1)',
    ],
    [
      'behind a banner for consent are the links to them',
      '<div class="ConsentBannerWrapper-x"><h4>Content</h4><p>It can be viewed on the site it <a href="https://vimeo.com/123456">originates</a> from.</p></div>',
      '[Vimeo video](https://vimeo.com/123456)',
    ],
    [
      'with a text keep it',
      '<blockquote class="twitter-tweet">We won <a href="https://x.com/ann/status/1">May 4</a></blockquote>',
      '> We won [May 4](https://x.com/ann/status/1)',
    ],
  ]);
});

describe('the date of a card', () => {
  const card = (above: string, below: string): string =>
    `<a href="https://a.test/1"><div><span>${above}</span></div><h2>Lamps</h2><p>All about 3 lamps</p><div><span>${below}</span></div></a>`;

  follows([
    [
      'is written once, below the title',
      card('1 hr ago', '1 hr ago'),
      '## [Lamps](https://a.test/1)\n\nAll about 3 lamps\n\n1 hr ago',
    ],
  ]);

  test.for([
    ['another date', '58 mins ago', '1 hr ago'],
    ['no date', '424 likes', '424 likes'],
    ['the same date behind other words', 'Published </span><span>3 May 2021', '3 May 2021'],
  ])('is written above the title where %s is below', async ([, above = '', below = '']) => {
    const markdown = await markdownOf(card(above, below));

    expect(markdown.indexOf(above)).toBeLessThan(markdown.indexOf('Lamps'));
    expect(markdown.indexOf(below, markdown.indexOf('Lamps'))).toBeGreaterThan(0);
  });
});

describe('a list of pages in two layouts', () => {
  const names = ['Lamp', 'Oar', 'Sail'];
  const card = (name: string, text = ''): string =>
    `<li><a href="https://a.test/${name}"><img src="https://a.test/${name}.png" alt=""></a><h3><a href="https://a.test/${name}">${name}</a></h3>${text}</li>`;
  const grid = (text: (name: string) => string = () => '<p>$9</p>', of = names): string =>
    `<div><ul class="grid">${of.map((name) => card(name, text(name))).join('')}</ul></div>`;
  const list = `<ul class="list">${names.map((name) => card(name, `<p>A fine ${name}</p><p>$9</p>`)).join('')}</ul>`;
  const timesOf = async (html: string): Promise<number> =>
    (await markdownOf(`<main>${html}</main>`)).split('### [Oar]').length - 1;

  test('is written once, as the list that says more', async () => {
    expect(await timesOf(grid() + list)).toBe(1);
    expect(await markdownOf(`<main>${grid()}${list}</main>`)).toContain('A fine Oar');
    expect(await markdownOf(`<main>${list}${grid()}</main>`)).toContain('A fine Oar');
  });

  test.for([
    [
      'says something else of the pages',
      grid((name) => `<p>${name}s were carved by hand in Bergen until 1920</p>`),
    ],
    ['leads to other pages', grid(undefined, ['Lamp', 'Oar', 'Mast'])],
    ['has another order', grid(undefined, ['Oar', 'Lamp', 'Sail'])],
    ['has another number of pages', grid(undefined, ['Lamp', 'Oar'])],
  ])('is written twice where one %s', async ([, other = '']) => {
    expect(await timesOf(list + other)).toBe(2);
  });

  test('is written twice where it is a menu without images and titles', async () => {
    const menu = `<ul>${names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul>`;

    expect((await markdownOf(`<main>${menu}${menu}</main>`)).split('[Oar]')).toHaveLength(3);
  });
});

describe('lists', () => {
  follows([
    [
      'that count down have their numbers in the text',
      '<ol reversed><li><figure></figure><h3>Oak</h3><p>Heavy.</p></li><li>2. Elm</li><li><b>Ash</b></li></ol><ol reversed start="9"><li>Yew</li></ol>',
      '- ### 3. Oak\n\n  Heavy.\n\n- 2\\. Elm\n- **1. Ash**\n\n* 9\\. Yew',
    ],
    [
      'of slides with headlines are the slides',
      '<ul class="slides"><li><h1>Oars</h1></li><li><h1>Sails</h1><p>Wide.</p></li></ul>',
      '# Oars\n\n# Sails\n\nWide.',
    ],
    [
      'of steps with headlines keep their numbers',
      '<ol class="steps"><li><h1>Oars</h1></li><li><h1>Sails</h1></li></ol>',
      '1. # Oars\n2. # Sails',
    ],
    [
      'of one section beside an empty item are the section',
      '<ul class="path"><li class="page"><h2>Oars</h2></li><li class="fade"></li></ul>',
      '## Oars',
    ],
    [
      'of definitions without terms have a point for each',
      '<dl><dd>Oars</dd><dd>Sails</dd></dl>',
      '- Oars\n- Sails',
    ],
    [
      'without items are indented text',
      '<ul>My goal is to <i>build</i> a boat, and a shed.</ul>',
      'My goal is to *build* a boat, and a shed.',
    ],
    [
      'without items are one item in another list',
      '<ol><li>Boats</li><ul><b>Examples</b> – oars, sails</ul><li>Sheds</li></ol>',
      '1. Boats\n   - **Examples** – oars, sails\n2. Sheds',
    ],
    [
      'keep headings of cards in their items',
      '<ul><li><h3>Oars</h3></li><li><h3>Sails</h3></li></ul>',
      '- ### Oars\n- ### Sails',
    ],
    [
      'are paragraphs that begin with a dash and several spaces, as word processors write them',
      '<p>-&nbsp;&nbsp; oars</p><p>-&nbsp;&nbsp; sails</p>',
      '- oars\n- sails',
    ],
    ['are not what people say in turn', '<p>–&nbsp;Hello!</p><p>– &nbsp;Ada?</p>', '– Hello!\n\n– Ada?'],
    [
      'of terms that lead to chapters and are not defined are no list of terms',
      '<dl><dt><a href="/1">One</a></dt><dd><dl><dt><a href="/2">Two</a></dt></dl></dd></dl><dl><dt><a href="/3">Oar</a></dt><dd>It rows.</dd></dl>',
      '- [One](https://site.example/1)\n  - [Two](https://site.example/2)\n\n- **[Oar](https://site.example/3)**: It rows.',
    ],
    [
      'of terms with a colon of their own have no other one',
      '<dl><dt><b>Parameters:</b></dt><dd>line</dd><dt>Note: </dt><dd>None</dd></dl>',
      '- **Parameters:** line\n- **Note:** None',
    ],
    [
      'of terms that nothing defines have the terms alone',
      '<dl><dt>Returns:</dt><dd></dd><dt>Oar</dt><dd><span> </span></dd><dt>Sail</dt><dt></dt><dd>It is wide.</dd></dl>',
      '- **Returns:**\n- **Oar**\n- **Sail**: It is wide.',
    ],
    [
      'of one section each are the sections',
      '<ul class="blockList"><li class="blockList"><ul class="blockList"><li class="blockList"><h3>Methods</h3><ul class="blockList"><li class="blockList"><h4>row</h4><p>Rows.</p><ul><li>One</li></ul></li></ul><ul class="blockList"><li><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></li></ul></li></ul></li></ul>',
      '### Methods\n\n#### row\n\nRows.\n\n- One\n\n| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'of one section each stay apart, however many follow one another',
      ['row', 'sail', 'steer'].map((name) => `<ul><li><h4>${name}</h4><p>Now.</p></li></ul>`).join(''),
      '#### row\n\nNow.\n\n#### sail\n\nNow.\n\n#### steer\n\nNow.',
    ],
    [
      'of one reply to a comment stay',
      '<ul><li>Row.<ul><li><h3>Re: Row</h3>No.</li></ul></li><li>Sail.</li></ul>',
      '- Row.\n  - ### Re: Row\n\n    No.\n\n- Sail.',
    ],
    [
      'of cards with headings stay, also in a list of one item',
      '<ul><li>Oars<ul><li><h3>Ash</h3></li><li><h3>Elm</h3></li></ul></li></ul>',
      '- Oars\n  - ### Ash\n  - ### Elm',
    ],
    [
      'lose the numbers that their items write themselves',
      '<ol><li><span class="rank">1. </span><a href="https://a.test/1">Lamps</a></li><li><p>2.</p><p>Oars</p></li></ol>',
      '1. [Lamps](https://a.test/1)\n2. Oars',
    ],
    [
      'keep numbers that are others than theirs',
      '<ol><li>2. Lamps</li><li>1. Oars</li></ol><ol><li>1. Sails</li></ol>',
      '1. 2\\. Lamps\n2. 1\\. Oars\n\n1) 1\\. Sails',
    ],
    [
      'of tasks in Confluence have their states',
      '<ul class="inline-task-list"><li class="checked"><span>Buy tar</span></li><li><span>Paint</span></li></ul>',
      '- [x] Buy tar\n- [ ] Paint',
    ],
    [
      'of tasks in exports of Notion have their states',
      '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>Buy tar</span></li><li><div class="checkbox checkbox-off"></div> <span>Paint</span></li><li><div class="checkbox-on">New</div> Oars</li></ul>',
      '- [x] Buy tar\n- [ ] Paint\n- New\n\n  Oars',
    ],
    [
      'have no boxes of tasks for the checkboxes that open their menus',
      '<ul><li><input class="md-nav__toggle" type="checkbox" checked> Lamps</li><li><input type="checkbox" checked> Oars</li></ul>',
      '- Lamps\n- [x] Oars',
    ],
    [
      'lose the bullets that their items write themselves',
      '<ul><li>• Brass</li><li>•&nbsp;<b>Glass</b></li><li>•• Wood</li></ul><ul><li>● Open</li><li>■ Closed</li></ul>',
      '- Brass\n- **Glass**\n- •• Wood\n\n* ● Open\n* ■ Closed',
    ],
    [
      'of items that only indent further lists begin with what these hold, or go on below the item before',
      '<ul><li><br><ul><li><ul><li>one</li><li>two</li></ul></li></ul></li><li>three</li><li><ol><li>four</li></ol></li></ul>',
      '- one\n- two\n- three\n  1. four',
    ],
    [
      'of another kind stay in the item that indents them',
      '<ol><li> <ul><li>one</li></ul></li><li>two</li></ol>',
      '1. - one\n2. two',
    ],
    [
      'of lists only stay as they are, and so do numbers that begin elsewhere',
      '<ul><li><ul><li>one</li></ul></li><li><ul><li>two</li></ul></li></ul><ol><li><ol start="5"><li>five</li></ol></li></ol>',
      '- - one\n- - two\n\n1. 5. five',
    ],
    [
      'with an image before a further list keep both',
      '<ul><li><img src="https://a.test/a.png" alt="A"><ul><li>one</li></ul></li></ul>',
      '- ![A](https://a.test/a.png)\n  - one',
    ],
    [
      'are not paragraphs with ticks, or with signs for words left out',
      '<p>✓ Oars</p><p>✗ Sail</p><p>✓ Lamp</p><p>●● Ltd</p><p>●● Inc</p>',
      '✓ Oars\n\n✗ Sail\n\n✓ Lamp\n\n●● Ltd\n\n●● Inc',
    ],
    [
      'lose items that a script left empty',
      '<ul><li class="was"></li><li class="price">€49</li></ul>',
      '- €49',
    ],
    [
      'of one image keep their number',
      '<ol><li><img src="https://a.test/a.jpg" alt="Lamp"></li></ol>',
      '1. ![Lamp](https://a.test/a.jpg)',
    ],
    [
      'of bullets have no hidden line',
      '<p style="display:none">• Old price</p><p>• Strong</p><p>• Light</p>',
      '- Strong\n- Light',
    ],
    [
      'of bullets lose no line without one',
      '<p>• one<br><b></b>two<br><img src="https://a.test/a.png" alt="Lamp"></p><p><a id="b"></a>• three</p>',
      '- one\\\n  two\\\n  ![Lamp](https://a.test/a.png)\n- three',
    ],
    [
      'are lines of a paragraph that each begin with a bullet',
      '<p>• two oars<br>• a <b>lamp</b><br></p><p>▪ rope<br>of hemp</p>',
      '- two oars\n- a **lamp**\n- rope\\\n  of hemp',
    ],
    [
      'are paragraphs in a row that begin with a bullet',
      '<p>Bring:</p><p>• two oars</p><p><b>•&nbsp;</b>a <b>lamp</b></p><p>Then row.</p><p>• Ann</p>',
      'Bring:\n\n- two oars\n- a **lamp**\n\nThen row.\n\n• Ann',
    ],
    [
      'of one image are the image',
      '<ul><li><a href="https://a.example/a.jpg"><img src="https://a.example/a.jpg" alt="Lamp"></a></li></ul>',
      '[![Lamp](https://a.example/a.jpg)](https://a.example/a.jpg)',
    ],
    [
      'of one definition each are one list',
      '<dl><dt>Oak</dt><dd>Hard</dd></dl><dl><dt>Pine</dt><dd>Soft</dd></dl>',
      '- **Oak**: Hard\n\n- **Pine**: Soft',
    ],
    [
      'in a link keep their text',
      '<a href="https://a.example/"><h3>Pro</h3><ul><li>10 GB</li><li>5 users</li></ul></a>',
      '### [Pro](https://a.example/)\n\n- 10 GB\n- 5 users',
    ],
    [
      'with numbers of their own stay apart',
      '<ol start="4"><li>Four</li></ol><ol start="7"><li>Seven</li></ol><ol start="9"><li>Nine</li></ol>',
      '4. Four\n\n7) Seven\n\n9. Nine',
    ],
    [
      'in a link only arrange its images',
      '<ul><li><a href="https://a.example/"><ul><li><img src="https://a.example/a.jpg" alt="Lamp"></li></ul></a><p>$9</p></li></ul>',
      '- [![Lamp](https://a.example/a.jpg)](https://a.example/)\n\n  $9',
    ],
    [
      'of one item each are one list',
      '<ul><li>One</li></ul> <ul><li>Two</li></ul><ul><li>Three</li></ul>',
      '- One\n- Two\n- Three',
    ],
    [
      'of several items stay apart',
      '<ul><li>One</li><li>Two</li></ul><ul><li>Three</li><li>Four</li></ul>',
      '- One\n- Two\n\n* Three\n* Four',
    ],
  ]);
});

test('a statistic with its own number as a mark is no footnote', async () => {
  const fact = (at: number): string =>
    `<p><span>${at}.</span> <span>${at} in ten rows<sup>${at}</sup></span></p>`;
  const markdown = await markdownOf(`<main>${fact(1)}${fact(2)}</main>`);

  expect(markdown).not.toContain('[^');
  expect(markdown).toContain('2 in ten rows²');
});

test('a list as a grid for wide screens and as rows for narrow ones is written once', async () => {
  const entries = (more: (name: string) => string): string =>
    ['oak', 'elm', 'ash', 'fir'].map((name) => `<a href="/${name}">${name}</a> ${more(name)}`).join('');
  const grid = `<div class="hidden md:grid">${entries(() => '$9')}</div>`;
  const rows = (more: (name: string) => string): string => `<div class="md:hidden">${entries(more)}</div>`;
  const short = rows(() => 'lamp');

  expect(await markdownOf(grid + short)).not.toContain('lamp');
  expect(await markdownOf(grid + short.replaceAll('href="/', 'href="/more/'))).toContain('lamp');
  expect(await markdownOf(grid + rows((name) => `A lamp of ${name} wood`))).toContain('A lamp of');
});

test('the day of the last change behind that of publication is left out', async () => {
  const days =
    '<p>Posted <time class="entry-date published">25 May 2026</time><time class="updated">3 June 2026</time></p>';

  expect(await markdownOf(days)).toBe('Posted 25 May 2026\n');
  expect(await markdownOf(days.replace(' published', ''))).toContain('3 June');
});

test('a list with the only headline in its only item arranges the page, and is no list', async () => {
  const page = '<ul><li><h1>The lamp</h1><p>It is lit.</p></li></ul>';

  expect(await markdownOf(page)).toBe('# The lamp\n\nIt is lit.\n');
  expect(await markdownOf(page.replace('</li>', '</li><li>Next</li>'))).toContain('- # The lamp');
});

test('a table with one cell left is text', async () => {
  const table =
    '<table><tr><td class="x" align="right">Ann</td><td>The lamp is lit.</td></tr><tr><td class="x">Day</td><td class="x">Night</td></tr></table>';

  expect((await readPage(table, { excludeTags: ['.x'] })).markdown).toBe('The lamp is lit.\n');
});

test('the number of comments before a quotation or emphasis is left out', async () => {
  const counter = '<a class="article-link comments_count">0</a>';
  const text = 'Ann lit the lamp. '.repeat(6).trim();

  expect(await markdownOf(`<p>${counter}«${text}»</p><p>${counter}<em>${text}</em></p>`)).toBe(
    `«${text}»\n\n*${text}*\n`,
  );
});

test('the number of comments in a line is left out', async () => {
  const counter = '<a class="article-link comments_count">0</a>';

  expect(
    await markdownOf(
      `<p>${counter}${'Ann lit the lamp. '.repeat(6)}</p><p>${counter} comments</p><p><a class="comment-link" href="#c">12 people</a></p>`,
    ),
  ).toBe(
    `${'Ann lit the lamp. '.repeat(6).trim()}\n\n0 comments\n\n[12 people](https://site.example/page#c)\n`,
  );
});

describe('joiners', () => {
  follows([
    [
      'that join nothing are left out',
      '<p>\u200d</p><p>\u200d<b>Tide</b>\u200d<b>\u200d</b></p><p>Low<i>\u200d</i> tide</p>',
      '**Tide**\n\nLow tide',
    ],
    ['between elements join them', '<p><b>क्</b>\u200d<b>ष</b></p>', '**क्\u200dष**'],
    [
      'in an emoji, or between letters, stay',
      '<p>\u{1F937}\u200d♂️ क्\u200dष</p>',
      '\u{1F937}\u200d♂️ क्\u200dष',
    ],
  ]);
});

describe('parts of a line', () => {
  follows([
    [
      'that are a quotation have marks once, those of the page before our own',
      '<p>She said: „<q>Row</q>“ and <q>«Sail»</q>, then l’<q>Arrêt</q>, «&nbsp;<q>Oui</q>&nbsp;», <q>"Two" is more</q> and <q>b</q><q>“c” d</q>.</p>',
      'She said: „Row“ and «Sail», then l’“Arrêt”, « Oui », “"Two" is more” and “b”““c” d”.',
    ],
    [
      'that are an arrow between two words, or all of a cell, stay',
      '<p>Berlin <b><span aria-hidden="true">→</span></b> Paris, <b>Settings<span aria-hidden="true">›</span></b><b>Privacy</b></p><table><tr><th>Port</th><th>Trend</th></tr><tr><td>Kiel</td><td><span aria-hidden="true">↑</span></td></tr></table>',
      'Berlin **→** Paris, **Settings›Privacy**\n\n| Port | Trend |\n| --- | --- |\n| Kiel | ↑ |',
    ],
    [
      'that are an arrow for the eye are left out',
      '<p><a href="https://a.test/">See prices<span aria-hidden="true"> → </span></a></p><p>Settings <span aria-hidden="true">›</span> Privacy</p>',
      '[See prices](https://a.test/)\n\nSettings › Privacy',
    ],
    [
      'are apart where they are a figure and what it is of',
      '<div><span class="a">97%</span><span class="b">Omnichannel resolution</span></div>',
      '97% Omnichannel resolution',
    ],
    [
      'in links are one name where an editor split it, and an index of letters is not',
      '<ul><li>see <a href="https://a.test/m">@</a><a href="https://a.test/M">M</a><a href="https://a.test/@m">ia44</a></li><li><a href="https://a.test/a">A</a><a href="https://a.test/b">B</a></li><li><a href="https://x.test/a">X</a><a href="https://a.test/f">facebook</a></li></ul>',
      '- see [@](https://a.test/m)[M](https://a.test/M)[ia44](https://a.test/@m)\n- [A](https://a.test/a) [B](https://a.test/b)\n- [X](https://x.test/a) [facebook](https://a.test/f)',
    ],
    [
      'have no space before a comma, whatever element it is in',
      '<p><a href="https://a.test/"><span>The lamp</span></a><span style="font-weight: 400">, which burns</span></p>',
      '[The lamp](https://a.test/), which burns',
    ],
    [
      'that are links to different pages stand apart, also behind a question',
      '<p><a href="https://a.test/#a">What is tar?</a><a href="https://a.test/b">Uses</a></p>',
      '[What is tar?](https://a.test/#a) [Uses](https://a.test/b)',
    ],
    [
      'that are abbreviations stay apart from the next word',
      '<div><span class="pos">adj.</span><span class="def">Of large size</span></div>',
      'adj. Of large size',
    ],
    [
      'that are the module and the name of a function are one word',
      '<dl><dt><span class="sig-prename"><span>functools.</span></span><span class="sig-name"><span>partial</span></span><a class="headerlink" href="#functools.partial">¶</a></dt><dd>Calls later.</dd></dl>',
      '- **functools.partial**: Calls later.',
    ],
    [
      'that are the class and the name of an attribute are one word',
      '<dl><dt><span class="sig-prename descclassname"><span>Repr.</span></span><span class="sig-name descname"><span>maxlevel</span></span></dt><dd>A limit.</dd></dl>',
      '- **Repr.maxlevel**: A limit.',
    ],
    [
      'that are parts of a name in code are one word',
      '<p><span class="a">std::</span><span class="b">vector</span>, <span class="a">Lamp.</span><span class="b">light_up</span>, <span class="a">get_</span><span class="b">oars</span>, <span class="a">rows[</span><span class="b">first</span>]</p>',
      'std::vector, Lamp.light_up, get_oars, rows[first]',
    ],
    [
      'that are a title and a name stay apart',
      '<div><span class="title">Dr.</span><span class="name">McTarn</span> <span class="pos">adj.</span><span class="def">large</span></div>',
      'Dr. McTarn adj. large',
    ],
    [
      'that name the author of a quotation stand above it, in a box, too',
      '<blockquote><div><cite>Ann wrote:</cite>Light it.</div></blockquote>',
      '> Ann wrote:\n>\n> Light it.',
    ],
    [
      'laid out beside each other by style are words of their own',
      '<div><span class="a">Anna</span><time>May</time></div>',
      'Anna May',
    ],
    [
      'that are the time and the date of a day stay apart, not the digits of one number',
      '<p><time datetime="2012-01-05T21:35"><span class="hour">21:35</span>05.01.2012</time> <time><b>2</b>:<i>35</i></time> 2<b>1</b></p>',
      '21:35 05.01.2012 **2**:*35* 2**1**',
    ],
    [
      'that screen readers skip stay apart from what they read instead',
      '<div><span aria-hidden="true">(4)</span><span class="note">four reviews</span></div>',
      '(4) four reviews',
    ],
    [
      'that screen readers skip are left out beside the same words for them',
      '<div><span class="spoken">Price $79.99</span> <span aria-hidden="true"><b>$79</b><sup>99</sup></span></div>',
      'Price $79.99',
    ],
    [
      'that screen readers skip are left out in lines of their own, too',
      '<section><div aria-hidden="true">Now $449.00</div><span class="spoken">current price Now $449.00, Was $799.00</span><div aria-hidden="true"><span aria-hidden="true">$799.00</span></div></section>',
      'current price Now $449.00, Was $799.00',
    ],
    [
      'that are crossed out for the eye alone are left out, too',
      '<p><del aria-hidden="true">$169</del> <span class="screen-reader-text">Original price was: $169.</span><ins aria-hidden="true">$101</ins><span class="screen-reader-text">Current price is: $101.</span></p>',
      'Original price was: $169. Current price is: $101.',
    ],
    [
      'that screen readers skip stay where only their letters are in other words',
      '<p><span aria-hidden="true">O</span><span class="r">nce upon</span> <span aria-hidden="true">5</span> <span>of 15 seats</span></p>',
      'Once upon 5 of 15 seats',
    ],
    [
      'that are the two prices of a range are repeated in one text for screen readers',
      [
        '<p class="price"><span aria-hidden="true">$49.90</span> <span aria-hidden="true">–</span> <span aria-hidden="true">$69.90</span><span class="screen-reader-text">Price range: $49.90 through $69.90</span></p>',
        '<p class="price"><span aria-hidden="true">$49.90</span> <span aria-hidden="true">–</span> <span aria-hidden="true">$69.90</span><span class="screen-reader-text">Price up to $89.90</span></p>',
      ].join(''),
      'Price range: $49.90 through $69.90\n\n$49.90 – $69.90 Price up to $89.90',
    ],
    [
      'that screen readers skip may be one word, which they read before it',
      '<p><span>10<span class="sr-only"> minutes</span></span> <span aria-hidden="true">minutes</span></p><p><span>10<span class="sr-only"> minutes</span></span> <span aria-hidden="true">mixing</span></p>',
      '10 minutes\n\n10 minutes mixing',
    ],
    [
      'that screen readers skip stay beside other words for them',
      '<div><span class="spoken">Was $89</span><span aria-hidden="true">$79</span></div>',
      'Was $89 $79',
    ],
    [
      'that are prices are those of the case that a theme shows',
      ['price price--on-sale', 'price']
        .map(
          (box) =>
            `<div class="${box}"><div class="price__container"><div class="price__regular">Price $299</div><div class="price__sale">Sale $179</div></div></div>`,
        )
        .join(''),
      'Sale $179\n\nPrice $299',
    ],
    [
      'that screen readers skip stay alone where they are abbreviations',
      '<p>$49.91<span aria-hidden="true">/mo.</span><span class="visually-hidden"> per month</span></p>',
      '$49.91/mo.',
    ],
    [
      'for screen readers are no part of the headline',
      '<h1><span class="visually-hidden">Collection: </span>Brass lamps</h1>',
      '# Brass lamps',
    ],
    [
      'that are prices stay apart',
      '<div><span>$499.99</span><span class="before">$599.99</span></div>',
      '$499.99 $599.99',
    ],
    [
      'that are links to different pages stay apart, also in a paragraph',
      '<p><a href="https://a.example/">Shop men</a><a href="https://b.example/">Shop women</a></p>',
      '[Shop men](https://a.example/) [Shop women](https://b.example/)',
    ],
    [
      'that are links to one page are one link within a word',
      '<p><a href="https://a.example/">un</a><a href="https://a.example/">known</a></p>',
      '[unknown](https://a.example/)',
    ],
    [
      'that are links to one page are several otherwise',
      '<p><a href="https://a.example/">Ferry</a><a href="https://a.example/">2 hours ago</a></p><p><a href="https://a.example/">un</a><a href="https://b.example/">known</a></p><p><a href="https://a.example/" title="A">un</a><a href="https://a.example/">known</a></p>',
      '[Ferry](https://a.example/)[2 hours ago](https://a.example/)\n\n[un](https://a.example/)[known](https://b.example/)\n\n[un](https://a.example/ "A")[known](https://a.example/)',
    ],
    [
      'that are links in Chinese need no space',
      '<p><a href="https://a.example/">北京</a><a href="https://b.example/">上海</a></p>',
      '[北京](https://a.example/)[上海](https://b.example/)',
    ],
    [
      'that are a number and its unit stay together',
      '<p><span>5</span><span aria-hidden="true" class="u">%</span></p>',
      '5%',
    ],
    [
      'that are links to parts of a word stay together',
      '<p><a href="https://a.example/">micro</a><a href="https://b.example/">scopic</a></p>',
      '[micro](https://a.example/)[scopic](https://b.example/)',
    ],
    [
      'that are a price and words behind it are apart, and a unit is not',
      '<div><span class="now">$123.95</span><span class="was">Was $154.95</span> <span class="a">$5</span><span class="b">bn</span></div>',
      '$123.95 Was $154.95 $5bn',
    ],
    [
      'that are a rank and a name are apart, and the number of an issue and what follows are not',
      '<p><span class="position">#1</span><strong>Anthills</strong> <a href="https://a.test/12">#12</a><span>, by Ada</span></p>',
      '#1 **Anthills** [#12](https://a.test/12), by Ada',
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
      'are labels of more letters behind a word, and not endings of ordinals and names',
      '<p><span><a href="https://a.test/">tomcat8</a></span><sup><small>AUR</small></sup>, Skerry<sup>beta</sup>, XIX<sup>ème</sup>, M<sup>lle</sup> Lind, Sail<sup>TM</sup>, Mast<sup>SM</sup>, 18 €<sup>inkl. Mwst.</sup>, CO<sup>net</sup></p>',
      '[tomcat8](https://a.test/) AUR, Skerry beta, XIXème, Mlle Lind, Sail™, Mast℠, 18 €inkl. Mwst., COnet',
    ],
    [
      'that are exponents stay exponents, and ordinals and marks words',
      '<p>2<sup>s</sup>, (a+b)<sup>k</sup>, x<sup>2n</sup>, 2<sup>n-1</sup>, 1<sup>e</sup>, 2<sup>nd</sup>, M<sup>r</sup> and word<sup>b</sup></p>',
      '2ˢ, (a+b)ᵏ, x²ⁿ, 2ⁿ⁻¹, 1e, 2nd, Mr and wordb',
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
    [
      'that begins with a sign and a space begins behind them',
      '<p>on site<strong>, print from afar</strong>, and go</p>',
      'on site, **print from afar**, and go',
    ],
    [
      'is not what icons of Amazon hold for screen readers',
      '<p><i aria-hidden="true" class="a-icon a-icon-star"><span>4.4 of 5</span></i> <i class="air">dry</i></p>',
      '4.4 of 5 *dry*',
    ],
    [
      'may be that of a class in a line of text',
      '<p>Tides are <span class="italic">high</span>, <span class="text-lg font-bold">very</span> high. <span class="font-bold">+2 %</span></p><p><span class="font-bold">Oars</span></p>',
      'Tides are *high*, **very** high. +2 %\n\nOars',
    ],
    [
      'of a price that no longer holds may be that of its box',
      '<div><div>€88</div><div class="text-base line-through">€114</div></div>',
      '€88\n\n~~€114~~',
    ],
    ['leaves spaces outside', 'a<b> b </b>c', 'a **b** c'],
    ['separates by wider spaces, too', '東京　<b>港区</b>\u2003<i>月曜</i>', '東京 **港区** *月曜*'],
    ['is joined with its like', '<b>a</b><b>b</b>', '**ab**'],
    [
      'is not repeated inside its like',
      '<dl><dt><b>Oak</b></dt><dd>Hard <b><strong>wood</strong></b></dd></dl>',
      '- **Oak**: Hard **wood**',
    ],
    ['is dropped where Markdown cannot express it', 'a<b>.</b>b', 'a.b'],
    ['by style is emphasis', '<span style="font-weight:bold">a</span>', '**a**'],
    ['undone by style is dropped', '<b style="font-weight:normal">a</b>', 'a'],
    [
      'undone by a class is dropped, unless another one stresses the words',
      '<p><em class="text-xs not-italic">2 min</em> and <em class="not-italic font-bold">never</em></p>',
      '2 min and **never**',
    ],
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
