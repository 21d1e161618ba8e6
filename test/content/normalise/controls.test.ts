import { describe, expect, test } from 'vitest';

import { markdownOf } from '../read-page.ts';
import { follows } from './follows.ts';

test('the line that opens a text of Confluence is its title', async () => {
  const text = '<div class="expand-content expand-hidden"><p>Hulls.</p></div>';
  const box =
    '<div class="expand-control"><span class="expand-control-icon"></span><span>Why tar</span></div>';

  expect(await markdownOf(`<div class="expand-container">${box}${text}</div>`)).toBe(
    '**Why tar**\n\nHulls.\n',
  );
  expect(await markdownOf(`<div>${box}<p>Hulls.</p></div>`)).toBe('Why tar\n\nHulls.\n');
});

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

describe('buttons of references of APIs', () => {
  const code = (status: string, meaning: string): string =>
    `<div><button disabled><strong>${status} </strong><div><p>${meaning}</p></div></button></div>`;
  const operation = '<div><button><span>get</span><span>/boats</span></button></div>';
  follows([
    [
      'that show a method and a path, or a status code and its meaning, are lines of text',
      `<h2>Boats</h2>${operation}<h3>Responses</h3>${code('200', 'OK')}${code('4XX', 'No such <code>boat</code>')}`,
      '## Boats\n\nget /boats\n\n### Responses\n\n**200** OK\n\n**4XX** No such `boat`',
    ],
    [
      'that show a link to the operation and what it does are one line, too',
      '<h2>Boats</h2><div><button aria-expanded="true"><span>POST</span><div><span><a href="https://a.test/#add">/boats</a></span><div>Add a boat</div></div></button></div>',
      '## Boats\n\nPOST [/boats](https://a.test/#add) Add a boat',
    ],
    [
      'stay with any status code of an operation, with `default`, without a meaning and with one in quotation marks',
      `<h2>Boats</h2>${operation}<h3>Responses</h3><div><button><strong>404 </strong></button></div>${code('429', '"Too many" boats')}${code('default', 'Error')}<div><button>Defaults</button><button>2000 boats</button></div>`,
      '## Boats\n\nget /boats\n\n### Responses\n\n**404**\n\n**429** "Too many" boats\n\n**default** Error',
    ],
    [
      'are the only ones that may begin with a number, and "Post/Edit" is a tool',
      `<h2>Boats</h2><div><button>Post/Edit</button></div>${code('200', 'comments')}`,
      '## Boats',
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
      'of Jupyter are left out',
      '<div class="jp-InputPrompt jp-InputArea-prompt">In&nbsp;[1]:</div><pre>row(2)</pre><div class="prompt output_prompt">Out[1]:</div><pre>3</pre><div class="input_prompt">In the boat:</div>',
      '```\nrow(2)\n```\n\n```\n3\n```\n\nIn the boat:',
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
