import { describe, expect, test } from 'vitest';

import { keptTexts, sentence } from './page-blocks.ts';

describe('a post of a discussion', () => {
  const post = (text: string, name = 'post-body'): string =>
    `<article><h4>Keeper</h4><div class="${name}">${text}</div></article>`;
  const answers = ['Yes', 'No', 'Perhaps'].map((text) => post(`${text}+`)).join('');

  test('is kept where most posts are, also with a quotation', () => {
    const html = `${answers}${post('<blockquote>Is it lit?</blockquote>It is lit')}${answers}`;

    expect(keptTexts(html)).toEqual(expect.arrayContaining(['Is it lit?', 'It is lit']));
  });

  test.for(['msg_body', 'Message userContent', 'forum-post-content', 'post" data-msgid="7'])(
    'is known by its name: %s',
    (name) => {
      const html = ['Yes', 'No', 'Perhaps'].map((text) => post(`${text}+`, name)).join('');

      expect(keptTexts(`${html}${post('It is lit', name)}`)).toContain('It is lit');
    },
  );

  test.for([
    ['where few posts are kept', `${post('It is lit')}${post('It is not')}${answers}`, 0.3],
    ['where it looks like something else', `${answers}${post('It is lit')}`, 0.2],
    ['where it is a signature', `${answers}<div class="signature">${post('It is lit')}</div>`, 0.3],
    ['where it has another name', `${answers}${post('It is lit', 'notice')}`, 0.3],
  ] as const)('is not kept for its place %s', ([, html, chance]) => {
    expect(keptTexts(html, chance)).not.toContain('It is lit');
  });
});

describe('the first paragraph of a post', () => {
  const post = (first: string): string =>
    `<article><h4>Keeper</h4><div class="post-body">${first}<p>It is lit at dusk+</p></div></article>`;
  const posts = (first: string): string =>
    post(first) + ['A', 'B', 'C'].map((at) => post(`<p>${at}+</p>`)).join('');

  test('is kept where the second is', () => {
    expect(keptTexts(posts('<p>Ask the ferryman.</p>'), 0.25)).toContain('Ask the ferryman.');
  });

  test.for([
    ['where it looks like an advertisement', posts('<p>Ask the ferryman.</p>'), 0.15],
    [
      'of a few comments beside others',
      post('<p>Ask the ferryman.</p>').repeat(3) + posts('').replaceAll('post-body', 'comment-text'),
      0.25,
    ],
    [
      'that says whom a post answers',
      posts(`<p>Ask the ferryman.</p><blockquote>${sentence('Skerry')}+</blockquote>`),
      0.25,
    ],
  ] as const)('is not kept for its place %s', ([, html, chance]) => {
    expect(keptTexts(html, chance)).not.toContain('Ask the ferryman.');
  });

  test('is not kept where it is a name', () => {
    expect(keptTexts(posts('<p>Ada Lind</p>'), 0.25)).not.toContain('Ada Lind');
  });
});

describe('a quotation in a post', () => {
  const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
  const quoting = (quoted: string): string =>
    `<div class="post-body"><blockquote><a href="/p/1">Ann said:</a><p>${quoted}</p></blockquote>It is lit+</div>`;
  const other = '<div class="post-body">It is not+</div>';
  const page = (html: string): string => `<article class="thread"><i class="post"></i>${html}</article>`;
  const thread = (html: string): string =>
    page(`<div class="posts"><div class="post">${html}</div>${other}</div>`);

  test.for([
    ['with its author', 'Is it lit?'],
    ['also a long one, where the page has no other copy', words(90)],
  ])('is kept with the answer, %s', ([, quoted = '']) => {
    expect(keptTexts(thread(quoting(quoted)), 0.05)).toEqual(
      ['Ann said:', quoted.slice(0, 300), 'It is lit+', 'It is not+'].map((text) =>
        expect.stringContaining(text.slice(0, 100)),
      ),
    );
  });

  test.for([
    ['Ann+ posted...', 'Is it lit?', true],
    ['Ann+ posted...', words(40), false],
    ['Ann+ was here.', 'Is it lit?', false],
  ] as const)(
    'is kept between the line that announces it and the answer, where it is short: %s',
    ([line, quoted, isKept]) => {
      const html =
        `<td class="message"><cite>${line}</cite><br><blockquote>${quoted}</blockquote>It is lit+</td>`.replace(
          '+</cite>',
          '</cite>',
        );

      expect(keptTexts(`<table><tr>${html}</tr></table>`, 0.05).some((text) => quoted.startsWith(text))).toBe(
        isKept,
      );
    },
  );

  test('is kept in a post that is named by its role', () => {
    const html = thread(quoting('Is it lit?')).replaceAll('class="post-body"', 'data-role="commentContent"');

    expect(keptTexts(html, 0.05)).toContain('Is it lit?');
  });

  test('keeps only its attribution when it is long and the page shows it elsewhere', () => {
    const first = `<div class="post-body"><p>${words(90)}</p>Tell me+</div>`;
    const kept = ['Tell me+', 'It is lit+', 'It is not+'];

    expect(keptTexts(thread(first + quoting(words(90))), 0.05)).toEqual([
      'Tell me+',
      'Ann said:',
      ...kept.slice(1),
    ]);
    const dated = quoting(words(90)).replace('Ann said:', 'Ann wrote: Sat Feb 24, 2024 12:41 pm');
    expect(keptTexts(thread(first + dated), 0.05)[1]).toContain('Ann wrote');
    const timed = quoting(words(90)).replace('Ann said:', 'On 3/5/2024 at 7:29 PM, Ann said:');
    expect(keptTexts(thread(first + timed), 0.05)[1]).toContain('Ann said');
    const unsigned = quoting(words(90)).replace('Ann said:', 'Yesterday');
    expect(keptTexts(thread(first + unsigned), 0.05)).toEqual(kept);
  });

  test('is kept where it is a small part of a post: which one it answers, nothing else says', () => {
    const [asked, rest] = [words(40), `so ${words(50)}`];
    const first = `<div class="post-body"><p>${asked}</p><p>${rest}</p>Tell me+</div>`;

    expect(keptTexts(thread(first + quoting(asked)), 0.05)).toContain(asked);
    expect(keptTexts(thread(first + quoting(rest)), 0.05)).not.toContain(rest);
  });

  test('is dropped with its post', () => {
    const html = thread(quoting('Is it lit?').replace('+', ''));

    expect(keptTexts(html, 0.05)).toEqual(['It is not+']);
  });
});

describe('a link to another site in a post', () => {
  const post = (html: string): string => `<div class="post"><div class="post-body">${html}</div></div>`;
  const others = post('<p>It is not+</p>') + post('<p>It is+</p>') + post('<p>Thanks+</p>');
  const keptIn = (html: string, chance = 0.2): string[] =>
    keptTexts(`<article class="thread">${post(html)}${others}</article>`, chance);
  const sheet = '<p><a href="https://sheets.example/1">The sheet</a></p>';

  test.for([
    ['in a line of its own', sheet],
    ['around a box', '<a href="https://sheets.example/1"><div>The sheet</div></a>'],
  ] as const)('is kept with the words beside it, %s', ([, link]) => {
    expect(keptIn(`<p>It is lit, see+</p>${link}`)).toContain('The sheet');
  });

  test('keeps no link of the forum behind it in the same box', () => {
    const box =
      '<div>It is lit, see+<br><br><a href="/report">Report this</a><br><br><a href="https://a.example/">A</a></div>';

    expect(keptIn(box)).not.toContain('Report this');
  });

  test.for([
    ['of a signature', `<p>It is lit+</p><hr>${sheet}`, 0.2],
    ['that looks like an advertisement', `<p>It is lit+</p>${sheet}`, 0.05],
    ['to a page of the forum', '<p>It is lit+</p><p><a href="/join">The sheet</a></p>', 0.2],
    [
      'in a line of other words',
      '<p>It is lit+</p><p>Edited on Monday by the author: <a href="https://sheets.example/1">The sheet</a></p>',
      0.2,
    ],
    ['in a post that is dropped', sheet, 0.2],
  ] as const)('is not kept %s', ([, html, chance]) => {
    expect(keptIn(html, chance).filter((text) => text.includes('The sheet'))).toEqual([]);
  });
});
