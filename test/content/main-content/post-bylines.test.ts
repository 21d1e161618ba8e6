import { describe, expect, test } from 'vitest';

import { bylinesOfPosts } from '#shared/content/main-content/related/post-bylines.ts';
import { pageBlocks } from './page-blocks.ts';

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
