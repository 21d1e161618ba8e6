import { describe, expect, test } from 'vitest';

import { follows } from './follows.ts';
import { readPage } from '../read-page.ts';

test('a quotation of which only the attribution is kept says so', async () => {
  const quoted = (by: string): string =>
    `<blockquote><div>${by}</div><div class="words">The plum is in flower.</div></blockquote>`;

  const { markdown } = await readPage(
    `<main>${quoted('<a href="https://a.test/1">Ann said:</a>')}<p>Yes.</p>${quoted('Bo is glad.')}</main>`,
    { excludeTags: ['.words'] },
  );

  expect(markdown).toBe('> [Ann said:](https://a.test/1)\n>\n> […]\n\nYes.\n\n> Bo is glad.\n');
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
      'of phpBB have a date behind their author, and no arrow to the post',
      '<blockquote><div><cite><a href="https://a.test/u/1">Ann</a> wrote: <a href="https://a.test/t/7#p1">↑</a><span class="responsive-hide">12. Sep 2024, 08:42</span></cite>Light it.</div></blockquote><blockquote><div><cite>Bo wrote: <a href="https://a.test/t/7#p2">↑</a></cite>No.</div></blockquote>',
      '> [Ann](https://a.test/u/1) wrote: 12. Sep 2024, 08:42\n>\n> Light it.\n\n> Bo wrote:\n>\n> No.',
    ],
    [
      'keep an arrow that is more than a way to the post',
      '<blockquote>Light it. <cite><a href="https://a.test/book">↑ The log</a></cite></blockquote><blockquote>Go <a href="https://a.test/up">↑</a></blockquote>',
      '> Light it. [↑ The log](https://a.test/book)\n\n> Go [↑](https://a.test/up)',
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
