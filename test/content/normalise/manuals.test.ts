import { describe } from 'vitest';

import { follows } from './follows.ts';

const grid = (cells: string): string =>
  `<ul class="summary-list"><li><section><h2>Methods</h2><div class="table-tabs" role="tablist"><button role="tab">All</button><button role="tab">Static</button></div><div class="summary-table two-column-summary"><div class="table-header col-first">Method</div><div class="table-header col-last">Description</div>${cells}</div></section></li></ul>`;
const cell = (text: string): string => `<div class="col-first even-row-color"><code>${text}</code></div>`;
const described = (text: string): string => `<div class="col-last"><div class="block">${text}</div></div>`;

describe('pages of Javadoc', () => {
  follows([
    [
      'have their summaries as tables, without the buttons above, and sections that are no entries of lists',
      `${grid(cell('row()') + described('Rows.') + cell('rest()') + described(''))}<ul class="details-list"><li><h2>Details</h2><ul class="member-list"><li><h3>row</h3><p>Rows.</p></li></ul></li></ul>`,
      '## Methods\n\n| Method | Description |\n| --- | --- |\n| `row()` | Rows. |\n| `rest()` | |\n\n## Details\n\n### row\n\nRows.',
    ],
    [
      'keep the text of a summary whose cells fill no rows',
      grid(`${cell('row()')}<p>Rows.</p>${cell('rest()')}`),
      '## Methods\n\nAll\n\nStatic\n\nMethod\n\nDescription\n\n`row()`\n\nRows.\n\n`rest()`',
    ],
  ]);
});

describe('pages of Asciidoctor', () => {
  follows([
    [
      'have notes below code as a numbered list, and terms beside their definitions as such',
      '<div class="colist arabic"><table><tr><td><i class="conum" data-value="1"></i><b>1</b></td><td>Import</td></tr><tr><td><b>2</b></td><td>Map <b>it</b></td></tr></table></div><div class="hdlist"><table><tr><td class="hdlist1">Oar</td><td class="hdlist2"><p>Moves it.</p></td></tr></table></div>',
      '1. Import\n2. Map **it**\n\n- **Oar**\n\n  Moves it.',
    ],
    [
      'keep a table with a caption where a list would be',
      '<div class="hdlist"><table><caption>Parts</caption><tr><td>Oar</td><td>Moves it</td></tr><tr><td>Sail</td><td>Too</td></tr></table></div>',
      'Parts\n\n| Oar | Moves it |\n| --- | --- |\n| Sail | Too |',
    ],
    [
      'keep their other tables',
      '<div class="tableblock"><table><tr><td>1</td><td>Import</td></tr><tr><td>2</td><td>Map</td></tr></table></div>',
      '| 1 | Import |\n| --- | --- |\n| 2 | Map |',
    ],
  ]);
});

describe('pages of Doxygen', () => {
  follows([
    [
      'have their prototypes as lines of code, with the labels beside them apart',
      '<table class="mlabels"><tr><td class="mlabels-left"><table class="memname"><tr><td class="memname">Runner::Runner </td><td>(</td><td class="paramtype">int&#160;</td><td class="paramname"><em>port</em>, </td></tr><tr><td></td><td></td><td class="paramtype">const char *&#160;</td><td class="paramname"><em>name</em></td></tr><tr><td></td><td>)</td><td></td><td> const</td></tr></table></td><td class="mlabels-right"><span class="mlabels"><span class="mlabel">inline</span><span class="mlabel">static</span></span></td></tr></table>',
      '```\nRunner::Runner(int port, const char * name) const\n```\n\ninline static',
    ],
  ]);
});

describe('verses and addresses of docutils', () => {
  follows([
    [
      'are a paragraph with the breaks of their lines',
      '<div class="line-block"><div class="line">Row,</div><div class="line-block"><div class="line">row <em>on</em></div></div><div class="line">home.</div></div>',
      'Row,\\\nrow *on*\\\nhome.',
    ],
    [
      'are no other boxes of that name',
      '<div class="line-block"><p>Row.</p><p>Rest.</p></div>',
      'Row.\n\nRest.',
    ],
  ]);
});

describe('documents of R Markdown', () => {
  follows([
    [
      'have no headings of their subtitle, authors and date',
      '<h1 class="title toc-ignore">Oars</h1><h3 class="subtitle">Two of them</h3><h4 class="author">Ann Lee</h4><h4 class="date">2026-05-06</h4><h4>Wood</h4>',
      '# Oars\n\nTwo of them\n\nAnn Lee\n\n2026-05-06\n\n#### Wood',
    ],
  ]);
});

describe('references of YARD', () => {
  follows([
    [
      'describe parameters in their lines, and have no links that fold',
      '<h2>Methods <small><a href="#" class="summary_toggle">collapse</a></small></h2><p class="tag_title">Parameters:</p><ul class="param"><li><span class="name">bar</span> &mdash; <div class="inline"><p>the pressure</p></div></li><li><div class="inline"><p>two</p><p>texts</p></div></li></ul>',
      '## Methods\n\nParameters:\n\n- bar — the pressure\n- two\n\n  texts',
    ],
    [
      'have the source of a method without the numbers of its lines',
      '<p class="tag_title">Returns:</p><table class="source_code"><tr><td>\n<pre class="lines">\n\n28\n29</pre>\n</td><td>\n      <pre class="code"># File\n\n<span class="kw">def</span> row</pre>\n</td></tr></table>',
      'Returns:\n\n```ruby\n# File\n\ndef row\n```',
    ],
  ]);
});

describe('pages of DokuWiki', () => {
  follows([
    [
      'have the names of files above their code, and words as images in capitals',
      '<dl class="file"><dt><a href="https://a.test/get" title="Download Snippet" class="mediafile mf_php">boat.php</a></dt><dd><pre class="code file php">row();</pre></dd></dl><p><img src="https://a.test/fixme.svg" class="icon smiley" alt="FIXME"> Oars.</p>',
      'boat.php\n\n```php\nrow();\n```\n\nFIXME Oars.',
    ],
  ]);
});
