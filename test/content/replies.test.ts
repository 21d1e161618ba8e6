import { describe, expect, test } from 'vitest';

import { markdownOf } from './read-page.ts';

const comment = (says: string, replies = ''): string =>
  `<div class="comment"><p>${says}</p>${replies === '' ? '' : `<div class="replies">${replies}</div>`}</div>`;

describe('replies', () => {
  test('are quoted within what they answer, one level each', async () => {
    const html = comment('one', comment('two', comment('three')) + comment('four')) + comment('five');

    expect(await markdownOf(`<main>${html}</main>`)).toBe('one\n\n> two\n>\n> > three\n\n> four\n\nfive\n');
  });

  test('of elements that a page has named itself are quoted', async () => {
    const html =
      '<x-comment><p>one</p><x-comment><p>two</p></x-comment></x-comment><x-comment><p>three</p></x-comment>';

    expect(await markdownOf(`<main>${html}</main>`)).toBe('one\n\n> two\n\nthree\n');
  });

  test('stay items where they are nested lists', async () => {
    const html =
      '<ol><li class="comment">one<ol><li class="comment">two</li></ol></li><li class="comment">three</li></ol>';

    expect(await markdownOf(`<main>${html}</main>`)).toBe('1. one\n   1. two\n2. three\n');
  });

  test('are not seen in frames within frames', async () => {
    const frames =
      '<div class="comments"><div class="comments"><div class="comments"><p>one</p></div></div></div>';
    const thread = `<div class="comment">${comment('three')}${comment('four')}${comment('five')}</div>`;
    const boxes = '<div class="comment"><div class="comment"><p>two</p></div></div>';
    const rows =
      '<div class="row"><p>a</p><div class="row"><p>b</p></div></div><div class="row"><p>c</p></div>';

    expect(await markdownOf(`<main>${frames}${boxes}${thread}${rows}</main>`)).toBe(
      'one\n\ntwo\n\nthree\n\nfour\n\nfive\n\na\n\nb\n\nc\n',
    );
  });

  test('of a quarrel without end are quoted no deeper than anybody can read', async () => {
    const quarrel = Array.from({ length: 40 }).reduce<string>(
      (inner, _, at) => comment(`no ${40 - at}`, inner),
      '',
    );

    const markdown = await markdownOf(`<main>${quarrel}</main>`);

    expect(markdown).toContain('no 40');
    expect(Math.max(...markdown.split('\n').map((line) => line.split('>').length - 1))).toBe(8);
  });
});
