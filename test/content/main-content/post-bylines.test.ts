import { describe, expect, test } from 'vitest';

import { bylinesOfPosts } from '#shared/content/main-content/related/post-bylines.ts';
import { keptTexts, pageBlocks, paragraph, sentence } from './page-blocks.ts';

/** The dropped lines that are bylines, when the lines with a `+` are kept. */
function bylinesIn(html: string): string[] {
  const { context, textsOf } = pageBlocks(html);
  const kept = Uint8Array.from(context.tree.blocks, ({ text }) => Number(text.includes('+')));
  return textsOf(bylinesOfPosts(context, kept));
}

describe('a line of the form that the author and date of other posts have', () => {
  const line = 'Bo Ek, 9 May 2026';
  const text = '<p>The lamp is lit every night+</p>';
  const post = (byline: string, below = text): string => `<section><div>${byline}</div>${below}</section>`;
  const others = (count = 4): string =>
    Array.from({ length: count }, (_, at) => post(`+Ann Tarn, ${at + 1} May 2026`)).join('');

  test('is a byline', () => {
    expect(bylinesIn(post(line) + others())).toEqual([line]);
    expect(bylinesIn(others() + post(line))).toEqual([line]);
  });

  test.for([
    ['where few of the others are kept', post(line) + others(3)],
    ['where a third of the others is dropped', post(line).repeat(2) + others()],
    ['with words after the date', post(`${line} at the pier`) + others()],
    ['with another sign before the date', post('Bo Ek (9 May 2026') + others()],
    ['deeper in the page', `<div>${post(line)}</div>${others()}`],
    ['above a dropped text', post(line, '<p>The lamp is out</p>') + others()],
    [
      'that is the last, far above the next text',
      others() + post(line, `${'<p>The lamp is out</p>'.repeat(12)}${text}`),
    ],
  ])('is not one %s', ([, html = '']) => {
    expect(bylinesIn(html)).toEqual([]);
  });
});

describe('the author and date above a post', () => {
  const posts = (byline: (at: number) => string, text = paragraph('Skerry')): string =>
    `<main>${Array.from({ length: 6 }, (_, at) => `<div class="post"><div>${byline(at)}</div>${text}${text}</div>`).join('')}</main>`;
  const byline = (at: number): string => `Ann Tarn · ${at + 1} May 2026`;
  const kept = (html: string): number => keptTexts(html, 0.05).filter((text) => text.includes('2026')).length;

  test('are kept with its text', () => {
    expect(kept(posts(byline))).toBe(6);
  });

  const quotation = `<div class="quote">${paragraph('Holm').replaceAll('+', '').repeat(9)}</div>`;
  const third = '<div>Ann Tarn · 3 May 2026</div>';
  test.for([
    [
      'with a long quotation, whose element has another class',
      third,
      `<div class="own">Ann Tarn · 3 May 2026</div>${quotation}`,
    ],
    [
      'of the owner, with a badge',
      `<div class="post">${third}`,
      `<div class="post owner"><i>Owner</i>${third}`,
    ],
  ] as const)('are kept also in a post %s', ([, usual, other]) => {
    const html = posts(byline).replace(usual, other);

    expect(html).toContain(other);
    expect(kept(html)).toBe(6);
  });

  test.for([
    ['the posts are dropped', posts(byline, `<p>${sentence('Skerry')}</p>`)],
    ['they tell when a member joined', posts((at) => `<ul><li>Joined ${at + 1} May 2026</li></ul>`)],
  ])('are not kept where %s', ([, html = '']) => {
    expect(kept(html)).toBe(0);
  });
});

describe('the author and date above a post of a guest book', () => {
  const post = (name: string, mark = ''): string =>
    `<b>${name}</b> <i>4 May 2022 20:15${mark}</i>${paragraph('Skerry')}`;
  const page = (...posts: string[]): string => `<div>${posts.join('<hr>')}</div>`;

  test('are kept where those of other posts are', () => {
    expect(keptTexts(page(post('Ann', '+'), post('Ben', '+'), post('Cid')))).toContain(
      'Cid 4 May 2022 20:15',
    );
  });

  test('are not where they are dropped everywhere else', () => {
    expect(keptTexts(page(post('Ann', '+'), post('Ben'), post('Cid')))).not.toContain('Cid 4 May 2022 20:15');
  });
});
