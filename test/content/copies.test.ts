import { describe, expect, test } from 'vitest';

import { blockContext } from '#shared/content/block-context.ts';
import { blockTree } from '#shared/content/block-tree.ts';
import { withoutCopies } from '#shared/content/chosen-copies.ts';
import { parseHtml } from '#shared/content/parse-html.ts';

/** What is left of a page that was chosen whole, but for what has the class `frame`. */
function leftOf(html: string): string[] {
  const tree = blockTree(parseHtml(html).document);
  const context = blockContext(tree, { url: 'https://pages.test/a' });
  const accepted = Uint8Array.from(tree.blocks, ({ text }) => (text.startsWith('Frame') ? 0 : 1));
  const left = withoutCopies(context, accepted);
  return tree.blocks.filter((_, block) => left[block] === 1).map(({ text }) => text.split(' ')[0] ?? '');
}

const passage = (name: string): string =>
  `${name} was lit for the first time by a keeper who had never seen the sea before that autumn, and he left in spring.`;
const [lamp, boat] = [passage('Lamp'), passage('Boat')];

describe('a passage that a page sets twice', () => {
  test('for wide and for narrow screens is kept once', () => {
    const html = `<div class="wide"><h3>Light</h3><p class="w">${lamp}</p></div>
      <p>End</p><div class="narrow"><h4>Light</h4><p class="n">${lamp}</p></div>`;

    expect(leftOf(html)).toEqual(['Light', 'Lamp', 'End']);
  });

  test('as a lead and in its text is kept in its text', () => {
    expect(leftOf(`<div class="lead">${lamp}</div><main><p>${boat}</p><p>${lamp}</p></main>`)).toEqual([
      'Boat',
      'Lamp',
    ]);
  });

  test.for([
    ['in the same markup', `<p>${lamp}</p><p>${boat}</p><p>${lamp}</p>`, ['Lamp', 'Boat', 'Lamp']],
    ['where one quotes the other', `<p>${lamp}</p><blockquote>${lamp}</blockquote>`, ['Lamp', 'Lamp']],
    [
      'where one is a row of a table',
      `<p>${lamp}</p><table><tr><td>${lamp}</td></tr></table>`,
      ['Lamp', 'Lamp'],
    ],
    [
      'in few words',
      '<div class="a">Lamp out</div><p>One</p><div class="b">Lamp out</div>',
      ['Lamp', 'One', 'Lamp'],
    ],
    [
      'of which only the beginning is the same',
      `<div class="a">Long ${'word '.repeat(300)}one</div><div class="b">Long ${'word '.repeat(300)}two</div>`,
      ['Long', 'Long'],
    ],
  ] as const)('%s is kept twice', ([, html, left]) => {
    expect(leftOf(html)).toEqual(left);
  });

  test('is no reason to drop what was chosen once', () => {
    expect(leftOf(`<div class="a">Frame ${lamp}</div><p>${lamp}</p>`)).toEqual(['Lamp']);
  });
});
