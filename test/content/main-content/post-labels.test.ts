import { expect, test } from 'vitest';

import { postLabels } from '#shared/content/main-content/dropped/post-labels.ts';
import { pageBlocks } from './page-blocks.ts';

function labelsIn(html: string): string[] {
  const { context, kept, textsOf } = pageBlocks(html);
  return textsOf(postLabels(context, kept));
}

test('the number of a post that is alone in a list is a label', () => {
  expect(
    labelsIn('<ul><li><i class="icon"></i></li><li><a href="/p/8">#8</a></li></ul><p>It is lit.</p>'),
  ).toEqual(['#8']);
});

test('a number in a list with other entries, or in a text, is kept', () => {
  expect(labelsIn('<ul><li>#8</li><li>#9</li></ul><p>#8</p>')).toEqual([]);
});

test('boxes of these names that hold a headline or a whole text are kept', () => {
  const text = '<p>The lamp is lit every night by whoever rows over.</p>'.repeat(40);

  expect(labelsIn('<h1 class="user-title">Ada Lind</h1>')).toEqual([]);
  expect(labelsIn(`<div class="p-description"><time>May 4</time>${text}</div>`)).toEqual([]);
});

test('the rank of an author is a label', () => {
  expect(labelsIn('<h5 class="userTitle message-userTitle">Veteran</h5><p class="title">Lamps</p>')).toEqual([
    'Veteran',
  ]);
});

test('so is the line under the title that says when a thread began', () => {
  const facts = (date: string): string => `<div class="p-description"><ul><li>Begun ${date}</li></ul></div>`;

  expect(labelsIn(facts('<time>May 4</time>'))).toEqual(['Begun May 4']);
  expect(labelsIn(facts('by all who row'))).toEqual([]);
});
