const post = (author: string): string =>
  `<div class="comment"><b class="author">${author}</b> <time datetime="2026-05-04">now</time><p>Text.</p></div>`;

/** About `size` characters of `unit`, repeated. */
const repeated = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length));

/** Pages made to cost more time than their size explains, by name, each of about the given number of characters. */
export const hostilePages: Readonly<Record<string, (size: number) => string>> = {
  'open tags': (size) => repeated('<div>', size),
  'nested lists': (size) => repeated('<ul><li>', size),
  'nested quotations': (size) => repeated('<blockquote>a', size),
  'nested tables': (size) => repeated('<table><tr><td>', size),
  'nested links': (size) => repeated('<a href="/a">b', size),
  'unclosed formatting': (size) => repeated('<b><i>x<p>', size),
  'misnested formatting': (size) => repeated('<b><div></b>y</div>', size),
  'formatting with changing attributes': (size) =>
    Array.from({ length: size / 20 }, (_, at) => `<font color=${at}>z<p>`).join(''),
  'end tags without start tags': (size) => repeated('</p></div></b>', size),
  'attributes of one tag': (size) => `<p ${repeated('a1=b ', size)}>text</p>`,
  'distinct attributes of one tag': (size) =>
    `<p ${Array.from({ length: size / 8 }, (_, at) => `a${at}=b`).join(' ')}>text</p>`,
  'one endless attribute': (size) => `<a href="${repeated('x', size)}">text</a>`,
  'endless URLs of images': (size) =>
    `<img src="/${repeated('a-', size / 2)}"><img src="/${repeated('a-', size / 2)}.jpg">`,
  entities: (size) => repeated('&amp;&lt;&#1;&#x110000;&bogus;', size),
  'null bytes': (size) => repeated('\0<p\0>a\0</p>', size),
  'one endless word': (size) => `<p>${repeated('word', size)}</p>`,
  'one question and its answer over and over': (size) =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'FAQPage', mainEntity: [{ name: 'q', acceptedAnswer: { text: repeated('a', size / 2) } }] })}</script>${repeated('<p>q</p><p>aab</p>', size / 2)}`,
  'one endless word before a button': (size) => `<p>${repeated('word', size)}<button>more</button> of it</p>`,
  'markup characters': (size) => `<p>${repeated('*_`[]()<>#|~\\', size)}</p>`,
  'backticks of all lengths': (size) =>
    `<code>${Array.from({ length: Math.sqrt(size * 2) }, (_, at) => '`'.repeat(at + 1)).join(' ')}</code>`,
  'unclosed comments': (size) => repeated('<!-- a ', size),
  'unclosed CDATA sections': (size) => repeated('<![CDATA[ a ', size),
  'unclosed scripts': (size) => repeated('<script>', size),
  'wide table': (size) => `<table><tr>${repeated('<td>a</td>', size)}</tr></table>`,
  'long table': (size) => `<table>${repeated('<tr><td>a</td><td>b</td></tr>', size)}</table>`,
  'cells that span everything': (size) =>
    `<table>${repeated('<tr><td rowspan=65534 colspan=1000>a</td></tr>', size)}</table>`,
  'headings with anchors': (size) => repeated('<h2>a<a href="#a">#</a></h2>', size),
  'footnote marks': (size) =>
    Array.from(
      { length: size / 60 },
      (_, at) => `<p>a<sup><a href="#fn${at}">${at % 99}</a></sup></p><li id=fn${at}>n</li>`,
    ).join(''),
  'footnote marks of one note': (size) =>
    `${repeated('<sup><a href="#fn1">1</a></sup>', size)}<ol class="footnotes"><li id="fn1">note</li></ol>`,
  'lazy images': (size) => repeated('<img data-src=/a.jpg srcset="/b.jpg 1x, /c.jpg 2x">', size),
  'lists of tabs': (size) => repeated('<ul class="wpb_tabs_nav"></ul>', size),
  'spaces before a name and its date': (size) =>
    `<div data-reply-id="1"><div>${' '.repeat(size)}ada · <span>03/05/2026 19:44</span></div><p>Oars</p></div>`,
  'one endless srcset': (size) => `<img srcset="${repeated('/a.jpg 1x, ', size)}">`,
  math: (size) => `<script src="mathjax.js"></script><p>${repeated('\\(a $b$ ', size)}</p>`,
  'inline elements side by side': (size) =>
    `<div>${repeated('<span class=a>b</span><time>c</time>', size)}</div>`,
  'nested hidden elements': (size) => repeated('<div style="display:none">some text that is here', size),
  'definition lists': (size) => `<dl>${repeated('<dt>a<dd>b', size)}</dl>`,
  'code blocks': (size) => repeated('<pre class="highlight"><code>a</code></pre>', size),
  'one code block of many elements': (size) =>
    `<pre><code>${repeated('<span class=k>a</span>', size)}</code></pre>`,
  'empty lines in a line of code': (size) =>
    `<pre><code><span class="line">${repeated('<span class="line"></span>', size)}x</span></code></pre>`,
  'blocks of code below one spoken caption': (size) =>
    `<figure><figcaption class="sr-only">${repeated('<b>w</b>', size / 2)}</figcaption>${repeated('<pre>x</pre>', size / 2)}</figure>`,
  'spoken permalinks of one heading': (size) =>
    `<h1 id="x">Title${repeated('<a href="#x"><i class="sr-only">foo bar</i></a>', size)}</h1>`,
  'spoken permalinks in drawings in one heading': (size) =>
    `<h1 id="x">Title${repeated('<svg><a href="#x"><text class="sr-only">foo bar</text></a></svg>', size)}</h1>`,
  'kinds of one folder': (size) =>
    `<ul><li class="folder">${repeated('<b></b>', size / 2)}${repeated('<i class="sr-only">Folder</i>', size / 2)}`,
  'arrows of one link': (size) => `<a href="/x">t${repeated('<span aria-hidden=true>→</span>', size)}</a>`,
  'captions of one image': (size) =>
    `<div class="bucketwrap image"><img src="/a.png">${repeated('<i>x</i><div aria-label="Image caption">c</div>', size)}</div>`,
  'nested callouts': (size) =>
    repeated('<div class="admonition note"><p class="admonition-title">a</p>', size),
  'tabs and panels in one box': (size) =>
    `${repeated('<div role=tablist><b role=tab>a</b></div>', size / 2)}${repeated('<div role=tabpanel>x</div>', size / 2)}`,
  'tabs of one panel': (size) => `<div id=t role=tabpanel>x</div>${repeated('<a href="#t">a</a>', size)}`,
  templates: (size) => repeated('<div><template shadowrootmode=open><slot></slot></template>', size),
  'shadow trees of one element': (size) =>
    `<div>${repeated('<template shadowrootmode=open><p>a</p></template><p>b</p>', size)}</div>`,
  'nested shadow trees': (size) => repeated('<x-a><template shadowrootmode=open><slot>a</slot>', size),
  'slots deep in shadow trees': (size) =>
    repeated(
      `<x-a><template shadowrootmode=open>${'<div>'.repeat(70)}<slot>a</slot>${'</div>'.repeat(70)}</template>`,
      size,
    ),
  ruby: (size) => repeated('<ruby>a<rt>b', size),
  'svg in html in svg': (size) => repeated('<svg><foreignObject><p>a', size),
  'math in text in math': (size) => repeated('<math><mtext><p>a', size),
  'math in math': (size) => repeated('<math><mrow>', size),
  selects: (size) => repeated('<select><option>a', size),
  'meta elements': (size) => `<head>${repeated('<meta property="og:image" content="/a.png">', size)}</head>`,
  'nested microdata': (size) => repeated('<div itemscope itemprop=a>', size),
  'JSON-LD blocks': (size) => repeated('<script type="application/ld+json">{"a":[1]}</script>', size),
  'headings of nested emphasis': (size) => repeated('<h2><b><i><b><i>a</i></b></i></b></h2>', size),
  'elements of a page’s own': (size) => repeated('<tide>a</tide> b ', size),
  'links that share': (size) => repeated('<p><a href="/share?/share?url=http">a</a> b', size),
  'one endless link that shares': (size) => `<p>a <a href="${repeated('/share?', size)}">b</a></p>`,
  'nested posts of networks': (size) =>
    `<p>a</p>${repeated('<blockquote class="twitter-tweet">a b c d e f g h i j k l m n', size)}`,
  'nested details': (size) => repeated('<details><summary>a</summary>b', size),
  'last lines with a colon': (size) => `${repeated('<p>keywords:</p>', size)}<p>a</p>`,
  'lists of linked images': (size) => repeated('<ul><li><a href="/a"><img src="/b.png"></a></li></ul>', size),
  'links over one card': (size) =>
    `<div>${repeated('<a href="/a" aria-label="some other tide"></a>', size)}<h3>the tides of may</h3></div>`,
  'headings with open formatting': (size) => repeated('<h3>a<b>', size),
  'labels of authors without names': (size) =>
    `${repeated('<div><b>Written by</b></div>', size / 2)}${repeated('<a href="/author/x">x</a>', size / 2)}`,
  'headings with labels': (size) => repeated('<h3><div>a<h3><div>b</div>c', size),
  'nested lists of the same pages': (size) =>
    repeated(
      `<ul>${['a', 'b', 'c'].map((name) => `<li><a href="/${name}"><img src="/a.png"></a><h3>a</h3></li>`).join('')}</ul><ul><li>`,
      size,
    ),
  'clipped texts': (size) =>
    repeated(
      `<p>some text of the page that nobody reads to its end${'…'.repeat(25)}${'a'.repeat(54)}!</p><p hidden>some text of the page that nobody reads to its end, and more</p>`,
      size,
    ),
  'nested hidden copies': (size) =>
    repeated(`<div class="hidden"><p>${'some text of the page '.repeat(4)}</p>`, size),
  'copies of the declared image': (size) =>
    `<meta property="og:image" content="/a.png">${repeated('<p>some text of the page<img src="/a.png">', size)}`,
  'labels of notices in each other': (size) => repeated('<div><p>Note</p><i></i>', size),
  'trees of files in each other': (size) =>
    `<article id="nd-page">${repeated('<div class="not-prose"><svg></svg><i>', size)}</article>`,
  'fields in each other': (size) => repeated('<div data-component-part="field-header">a', size),
  'tabs of ReadMe in each other': (size) =>
    `<div class="markdown-body">${repeated('<div class="tabgroup"><p>a</p>', size)}`,
  'cards of Ghost in each other': (size) => repeated('<div class="kg-card kg-file-card"><i>a</i>', size),
  'lines of docutils in each other': (size) =>
    repeated('<div class="line-block"><div class="line">a</div>', size),
  'texts that open in Confluence in each other': (size) =>
    `<div class="ak-renderer-document">${repeated('<div data-node-type="expand" data-title="a" data-panel-type="b">', size)}`,
  'tasks of Confluence in each other': (size) =>
    `<div class="ak-renderer-document">${repeated('<div data-task-list-local-id><div data-task-local-id>', size)}`,
  'changes of the page': (size) =>
    repeated('<p>last modified <time datetime="2026-05-04">May 4</time> ', size),
  'authors and dates around many elements': (size) =>
    `${post('ann')}${post('bernd')}${'<span itemprop="author"><time class="date">'.repeat(60)}${repeated('<b></b>', size)}`,
};
