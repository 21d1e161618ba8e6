import { describe, expect, test } from 'vitest';

import { markdownOf } from '../read-page.ts';

const comment = (says: string, replies = ''): string =>
  `<div class="comment"><p>${says}</p>${replies === '' ? '' : `<div class="replies">${replies}</div>`}</div>`;

describe('replies', () => {
  test('are quoted inside the comment that they reply to, one level each', async () => {
    const html = comment('one', comment('two', comment('three')) + comment('four')) + comment('five');

    expect(await markdownOf(`<main>${html}</main>`)).toBe('one\n\n> two\n>\n> > three\n\n> four\n\nfive\n');
  });

  test('in custom elements are quoted', async () => {
    const html =
      '<x-comment><p>one</p><x-comment><p>two</p></x-comment></x-comment><x-comment><p>three</p></x-comment>';

    expect(await markdownOf(`<main>${html}</main>`)).toBe('one\n\n> two\n\nthree\n');
  });

  test('stay list items in nested lists', async () => {
    const html =
      '<ol><li class="comment">one<ol><li class="comment">two</li></ol></li><li class="comment">three</li></ol>';

    expect(await markdownOf(`<main>${html}</main>`)).toBe('1. one\n   1. two\n2. three\n');
  });

  test('are quoted inside a comment that is only an image', async () => {
    const html = `${comment('<img src="https://a.test/a.jpg">', comment('two'))}${comment('three')}`;

    expect(await markdownOf(`<main>${html}</main>`)).toBe('![](https://a.test/a.jpg)\n\n> two\n\nthree\n');
  });

  const box = (inside: string): string => `<div class="comment">${inside}</div>`;
  const flat = 'one\n\ntwo\n\nthree\n';
  const [one, two, three] = ['one', 'two', 'three'].map((says) => comment(says));

  test.for([
    ['a frame around comments', box(`${one}${two}${three}`), flat],
    ['a frame with a heading', box(`<h2>Talk</h2>${one}${two}${three}`), `## Talk\n\n${flat}`],
    ['a frame with a script', box(`<script>begin()</script>${one}${two}${three}`), flat],
    [
      'a frame with a plural name',
      `<div class="comments"><p>one</p><div class="comments"><p>two</p><div class="comments"><p>three</p></div></div></div>`,
      flat,
    ],
    ['only two boxes', box('<p>one</p><div class="comment"><p>two</p></div>') + '<p>three</p>', flat],
    [
      'boxes of another name',
      '<div class="row"><p>one</p><div class="row"><p>two</p></div></div><div class="row"><p>three</p></div>',
      flat,
    ],
    [
      'the text of a comment beside its author',
      box(`<p>one</p>${box('<p>two</p>')}`) + box(`<p>three</p>${box('<p>four</p>')}`),
      `${flat}\nfour\n`,
    ],
    [
      'the text of a comment in an element inside',
      ['one', 'two', 'three']
        .map((says) => `<article class="comment"><section class="comment">${says}</section></article>`)
        .join(''),
      flat,
    ],
  ])('are not found in %s', async ([, html = '', markdown]) => {
    expect(await markdownOf(`<main>${html}</main>`)).toBe(markdown);
  });

  test('are not quoted when the caller selects one of them', async () => {
    const thread = comment('one', comment('two', '<div class="comment" id="c"><p>three</p></div>'));

    expect(await markdownOf(`<main>${thread}</main>`, { includeTags: ['#c'] })).toBe('three\n');
  });

  test('in boxes in nested lists stay list items', async () => {
    const item = (says: string, replies = ''): string =>
      `<li><div class="comment"><p>${says}</p>${replies}</div></li>`;
    const html = `<ul>${item('one', `<ul>${item('two')}</ul>`)}${item('three')}</ul>`;

    expect(await markdownOf(`<main>${html}</main>`)).not.toContain('>');
  });

  test('are quoted at most eight levels deep', async () => {
    const nested = Array.from({ length: 40 }).reduce<string>(
      (inner, _, at) => comment(`no ${40 - at}`, inner),
      '',
    );

    const markdown = await markdownOf(`<main>${nested}</main>`);

    expect(markdown).toContain('no 40');
    expect(Math.max(...markdown.split('\n').map((line) => line.split('>').length - 1))).toBe(8);
  });
});
