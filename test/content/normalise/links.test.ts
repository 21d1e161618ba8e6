import { describe, expect, test } from 'vitest';

import { follows } from './follows.ts';
import { markdownOf } from '../read-page.ts';

describe('links', () => {
  follows([
    [
      'that show no more than the icon of a feed are left out',
      '<p>Tides <a href="https://a.test/rss/tides.xml"><img src="https://a.test/icons/rss_feed.gif" alt="RSS"></a></p><a href="https://a.test/rss"><img src="https://a.test/chart.gif" alt="Chart"></a><p><a href="https://a.test/feedback"><img src="https://a.test/feed.png" alt="Feed"></a></p>',
      'Tides\n\n[![Chart](https://a.test/chart.gif)](https://a.test/rss)\n\n[![Feed](https://a.test/feed.png)](https://a.test/feedback)',
    ],
    [
      'through the redirect of Google lead to the page itself, as far as that is on the web',
      '<p><a href="https://www.google.com/url?q=https://x.example/a%3Fb%3D1&amp;sa=D&amp;source=editors">One</a>, <a href="https://www.google.co.uk/url?sa=t&amp;url=http%3A%2F%2Fy.example%2F">two</a>, <a href="https://www.google.com/url?q=javascript:alert(1)">three</a>, <a href="https://www.google.com/search?q=https://x.example/">four</a>, <a href="https://google.example/url?q=https://x.example/">five</a></p>',
      '[One](https://x.example/a?b=1), [two](http://y.example/), [three](https://www.google.com/url?q=javascript:alert(1)), [four](https://www.google.com/search?q=https://x.example/), [five](https://google.example/url?q=https://x.example/)',
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
