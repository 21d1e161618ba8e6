import { describe } from 'vitest';

import { follows } from './follows.ts';

describe('code', () => {
  follows([
    [
      'is no description of Wix, whose sentences are paragraphs',
      '<pre data-hook="description">Felt, rolled by hand.\nFor cold floors.\n\nThey last.</pre><pre data-hook="snippet">a = b();</pre>',
      'Felt, rolled by hand.\\\nFor cold floors.\n\nThey last.\n\n```\na = b();\n```',
    ],
    [
      'stays code where Wix names it as something else than a description',
      '<pre data-hook="code-block">npm install felt\nRun it now please.</pre><pre data-hook="product-description">Felt, rolled by hand.</pre>',
      '```\nnpm install felt\nRun it now please.\n```\n\nFelt, rolled by hand.',
    ],
    [
      'keeps its indentation in a cell of a table, where each line is code of its own',
      '<table><tr><th>Code</th><th>Body</th></tr><tr><td>200</td><td><pre><code>{\n    "id":  10 \n}</code></pre></td></tr><tr><td>404</td><td><code>a \n  b</code></td></tr></table>',
      '| Code | Body |\n| --- | --- |\n| 200 | `{`<br>`    "id":  10`<br>`}` |\n| 404 | `a b` |',
    ],
    [
      'keeps the words that Prism calls a header, a line or a line number',
      '<pre class="language-http"><code><span class="token request-line">GET /lamps</span>\n<span class="token header"><span class="token header-name keyword">Host</span>: a.test</span></code></pre><pre class="language-diff"><code><span class="token deleted-sign deleted"><span class="token prefix deleted">-</span><span class="token line">a = 1\n</span></span><span class="token inserted-sign inserted"><span class="token prefix inserted">+</span><span class="token line">a = 2\n</span></span></code></pre><pre class="language-javastacktrace"><code>at a.B(B.java:<span class="token line-number number">10</span>)</code></pre>',
      '```http\nGET /lamps\nHost: a.test\n```\n\n```diff\n-a = 1\n+a = 2\n```\n\n```javastacktrace\nat a.B(B.java:10)\n```',
    ],
    [
      'has no line for an empty one inside a line with text, as VuePress nests them in a diff',
      '<pre><code class="language-diff"><span class="line"><span class="token deleted"><span class="token prefix">-</span><span class="token line">a = 1</span>\n<span class="line"></span></span><span class="token inserted"><span class="token prefix">+</span><span class="token line">a = 2</span>\n<span class="line"></span></span></span></code></pre><pre><code><span class="line"><span class="cl">b</span></span><span class="line"><span class="cl"></span></span><span class="line"><span class="cl">c</span></span></code></pre>',
      '```diff\n-a = 1\n+a = 2\n```\n\n```\nb\n\nc\n```',
    ],
    [
      'keeps the headings of Markdown that CodeMirror colours',
      '<pre class="CodeMirror-line"><span><span class="cm-header cm-header-1"># Lamps</span> by hand</span></pre>',
      '```\n# Lamps by hand\n```',
    ],
    [
      'keeps numbers at the beginning of lines that a highlighter colours',
      '<pre><code><span class="line"><span class="hljs-number">1</span> lamp\n</span><span class="line"><span class="hljs-number">2</span> lamps\n</span><span class="line"><span class="token number">3</span> oars</span></code></pre>',
      '```\n1 lamp\n2 lamps\n3 oars\n```',
    ],
    [
      'is a diff where classes alone say which lines are removed and added',
      '<pre class="shiki language-js"><code><span class="line">lamp({</span>\n<span class="line diff remove">  oil: 1,</span>\n<span class="line diff add">  oil: 2,</span>\n<span class="line"></span>\n<span class="line diff add"></span>\n<span class="line">})</span></code></pre><figure class="frame"><pre data-language="js"><code><div class="ec-line highlight ins"><div class="gutter"><div class="ln">1</div></div><div class="code"><span class="indent">  </span>oil(1)</div></div><div class="ec-line"><div class="code">lamp()</div></div></code></pre></figure>',
      '```diff\n lamp({\n-  oil: 1,\n+  oil: 2,\n\n+\n })\n```\n\n```diff\n+  oil(1)\n lamp()\n```',
    ],
    [
      'is no diff where its lines have their signs, or words of it are named after a change',
      '<pre class="language-diff"><code><span class="line">  lamp</span>\n<span class="line line-remove">- oil 1</span>\n<span class="line line-add">+ oil 2</span></code></pre><pre class="language-js"><code><span class="line">a <span class="add">= 1</span></span>\n<span class="line address">b = 2</span></code></pre>',
      '```diff\n  lamp\n- oil 1\n+ oil 2\n```\n\n```js\na = 1\nb = 2\n```',
    ],
    [
      'stays as it is in the language of diffs, where a changed line is empty or its sign is indented',
      '<pre><code class="language-diff"><span class="line-add line">+ b</span>\n<span class="line line-add"></span>\n<span class="line line-add">+ c</span></code></pre><pre data-language="diff"><code><span class="line">  a</span>\n<span class="line diff add">  + b</span></code></pre>',
      '```diff\n+ b\n\n+ c\n```\n\n```diff\n  a\n  + b\n```',
    ],
    [
      'is no diff without a language where an empty line is changed beside lines that have their signs',
      '<pre><code><span class="line add">+ b</span>\n<span class="line add"></span>\n<span class="line add">+ c</span></code></pre>',
      '```\n+ b\n\n+ c\n```',
    ],
    [
      'is a diff where removed lines begin with a hyphen of their language',
      '<pre><code class="language-yaml"><span class="line">lamps:</span>\n<span class="line diff remove">- old</span>\n<span class="line">- new</span></code></pre><pre><code class="language-sql"><span class="line diff remove">-- old</span>\n<span class="line">SELECT 1</span></code></pre>',
      '```diff\n lamps:\n-- old\n - new\n```\n\n```diff\n--- old\n SELECT 1\n```',
    ],
    [
      'is a diff by whole names of changes and those of tools, and by no name that begins with one',
      '<pre><code><span class="line code-block-diff-add-line">a</span>\n<span class="line">b</span></code></pre><table class="highlight"><tr><td class="blob-num">1</td><td class="blob-code blob-code-deletion">c</td></tr></table><pre><div class="row add-margin">x = 1</div></pre><pre><span class="line added-by-ada">y = 1</span></pre><pre><span class="line line-add-ons">z = 1</span></pre>',
      '```diff\n+a\n b\n```\n\n```diff\n-c\n```\n\n```\nx = 1\n```\n\n```\ny = 1\n```\n\n```\nz = 1\n```',
    ],
    [
      'loses a caption that only screen readers get, and keeps the name of its file',
      '<figure class="frame is-terminal"><figcaption><span class="title"></span><span class="sr-only">Terminal window</span></figcaption><pre data-language="sh"><code>lamp</code></pre></figure><figure><figcaption><span class="title">lamp.ts</span><span class="sr-only">File</span></figcaption><pre data-language="ts"><code>lamp()</code></pre></figure>',
      '```sh\nlamp\n```\n\nlamp.ts File\n\n```ts\nlamp()\n```',
    ],
    [
      'of Medium has an empty line between its paragraphs',
      '<pre><span id="1653">view {<br></span><span id="8776">  <strong>// lamps</strong><br>}</span></pre><pre><span id="a">x</span><span id="b">y</span></pre>',
      '```\nview {\n\n  // lamps\n}\n```\n\n```\nxy\n```',
    ],
    [
      'of Rouge keeps its language where a table numbers the lines',
      '<figure class="highlight"><pre><code class="language-python" data-lang="python"><table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="code"><pre>x = 1\ny = 2\n</pre></td></tr></tbody></table></code></pre></figure>',
      '```python\nx = 1\ny = 2\n```',
    ],
    [
      'of Doxygen has a box for each line, and no tooltips behind them',
      '<div class="fragment"><div class="line"><span class="lineno">    1</span><a class="code" href="/runner">Runner</a> r(1);</div>\n<div class="line"><span class="lineno">    2</span>  r.run();   <span class="comment">// runs</span></div>\n<div class="ttc"><div class="ttname">pipe::Runner</div><div class="ttdoc">Runs jobs.</div></div>\n</div><div class="fragment">Part</div>',
      '```\nRunner r(1);\n  r.run();   // runs\n```\n\nPart',
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
      'takes its language from MediaWiki, from exports of Jupyter, and from the parameters that Confluence writes',
      '<div class="mw-highlight mw-highlight-lang-ini mw-content-ltr"><pre>a</pre></div><div class="highlight hl-ipython3"><pre>b</pre></div><div class="highlight hl-r"><pre>c</pre></div><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: bash; gutter: false; theme: Confluence">d</pre><div class="hl-wide"><pre>e</pre></div>',
      '```ini\na\n```\n\n```python\nb\n```\n\n```r\nc\n```\n\n```bash\nd\n```\n\n```\ne\n```',
    ],
    [
      'has no line numbers of a column beside it, and keeps a number that is no column',
      '<div class="language-ts line-numbers-mode"><pre><code>a\nb</code></pre><div class="line-numbers-wrapper" aria-hidden="true"><span class="line-number">1</span><br><span class="line-number">2</span><br></div></div><div class="gutter">1<br>2</div><pre>c\nd</pre><p>3</p>',
      '```ts\na\nb\n```\n\n```\nc\nd\n```\n\n3',
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
    [
      'keeps what a caption for screen readers says of it',
      '<figure><figcaption class="sr-only">Figure 1. A loop.</figcaption><pre>a</pre></figure><figure><figcaption class="sr-only">The lamp is lit in every second turn</figcaption><pre>b</pre></figure>',
      'Figure 1. A loop.\n\n```\na\n```\n\nThe lamp is lit in every second turn\n\n```\nb\n```',
    ],
    [
      'loses controls and numbers that a highlighter names like its words',
      '<pre><code>a<span class="hljs-copy-button">Copy</span></code></pre><pre><code><span class="cm-copy-button">Copy</span>a = 1</code></pre><pre><code><span class="token linenumber" style="user-select:none">1</span>a</code></pre>',
      '```\na\n```\n\n```\na = 1\n```\n\n```\na\n```',
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
    [
      'has the name of its file above it, without the button beside the name',
      '<div class="nextra-code"><div><span>src/index.ts</span><button title="Copy code">Copy</button></div><pre><code>row();</code></pre></div><div class="codebox"><p>Code: <a href="#">Select all</a></p><pre><code>rest();</code></pre></div>',
      'src/index.ts\n\n```\nrow();\n```\n\n```\nrest();\n```',
    ],
    [
      'with the prompt of Python is a session of it',
      '<div class="highlight-default"><pre>&gt;&gt;&gt; 1 + 1\n2</pre></div><pre>&gt;&gt; 1 + 1\n2</pre>',
      '```pycon\n>>> 1 + 1\n2\n```\n\n```\n>> 1 + 1\n2\n```',
    ],
    ['without text is nothing in a line', 'a <code></code> b', 'a b'],
    [
      'that is a link is a link',
      '<a href="https://a.example/"><code>f()</code></a>',
      '[`f()`](https://a.example/)',
    ],
  ]);
});
