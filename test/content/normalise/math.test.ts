import { describe } from 'vitest';

import { follows } from './follows.ts';

describe('math', () => {
  const katex = (name: string): string =>
    `<span class="katex"><math><semantics><mi>${name}</mi><annotation encoding="application/x-tex">${name}</annotation></semantics></math></span>`;
  follows([
    ['come from MathML', '<math><msup><mi>x</mi><mn>2</mn></msup></math>', '$x^2$'],
    [
      'have their numbers as Sphinx writes them before them, and no other number',
      '<div class="math notranslate nohighlight" id="a"><span class="eqno">(1)<a class="headerlink" href="#a">¶</a></span>\\[x^2 = 4\\]</div><p>As <span class="eqno">(2)</span> says.</p>',
      '$$\nx^2 = 4 \\tag{1}\n$$\n\nAs (2) says.',
    ],
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
    [
      'of GitHub are those that its own element typesets, in their line or on lines of their own',
      String.raw`<p>The mean <math-renderer class="js-inline-math" style="display: inline-block">$$\alpha_{i}*b*c$$</math-renderer> 🎉 <g-emoji>🎉</g-emoji> <math-renderer class="js-inline-math">$x_1^2$</math-renderer></p><math-renderer class="js-display-math" style="display: block">$$\sum_{i=1}^n i\\ \text{for } a_i$$</math-renderer><p>Text</p>`,
      String.raw`The mean $\alpha_{i}*b*c$ 🎉 🎉 $x_1^2$` +
        '\n\n$$\n' +
        String.raw`\sum_{i=1}^n i\\ \text{for } a_i` +
        '\n$$\n\nText',
    ],
    [
      'of Substack are in the attributes of an empty box',
      String.raw`<p>The mean is</p><div class="latex-rendered" data-attrs='{"persistentExpression":"\\bar x^2 + y_1","id":"A"}'></div><div class="latex-rendered" data-attrs="{"></div>`,
      'The mean is\n\n$$\n' + String.raw`\bar x^2 + y_1` + '\n$$',
    ],
    ['are not made of prices', '<p>from $5 to $10</p>', 'from $5 to $10'],
  ]);
});
