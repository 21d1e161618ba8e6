import { describe, expect, test } from 'vitest';

import { authorFacts } from '#shared/content/main-content/dropped/author-facts.ts';
import { signatures } from '#shared/content/main-content/dropped/signatures.ts';
import { postButtons } from '#shared/content/main-content/dropped/surplus-nodes.ts';
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

describe('what a forum tells of the author of each post', () => {
  const post = (posts: number): string =>
    `<tr><td><div>Group: users</div><div>Posts: <b>${posts}</b></div></td><td>The lamp is lit.</td></tr>`;
  const factsIn = (html: string): string[] => {
    const { context, kept, textsOf } = pageBlocks(html);
    return textsOf(authorFacts(context, kept));
  };

  test('is found with the lines beside it', () => {
    expect(factsIn(`<table>${post(8)}${post(9)}</table>`)).toEqual([
      'Group: users',
      'Posts: 8',
      'Group: users',
      'Posts: 9',
    ]);
  });

  test.for([
    ['of one author', post(8)],
    ['in sentences', '<p>Posts: 40 of them hold the pier, and each is older than the lamp.</p>'.repeat(3)],
    ['without a number', '<div><div>Messages: none</div></div>'.repeat(3)],
  ])('is kept %s', ([, html = '']) => {
    expect(factsIn(`<table>${html}</table>`)).toEqual([]);
  });
});

describe('a signature', () => {
  const line = '_'.repeat(18);
  const signaturesIn = (html: string): string[] => {
    const { context, kept, textsOf } = pageBlocks(html);
    return textsOf(signatures(context, kept));
  };

  test('is found below its line, in an element of its own', () => {
    const post = `<div>It is lit.</div><div>${line}<br>Row slowly</div>`;
    expect(signaturesIn(post.repeat(2))).toEqual([`${line} Row slowly`, `${line} Row slowly`]);
  });

  test('is not the rest of a text below a line, nor its notes', () => {
    expect(signaturesIn(`<div>${line}<br>1. The log of 1911</div>`)).toEqual([]);
    expect(signaturesIn(`<div>It is lit.<br><br>${line}<br>It is out.</div>`.repeat(2))).toEqual([]);
  });
});

test('images that reply to a post, or tell whether its author is there, are its buttons', () => {
  const { context } = pageBlocks(
    '<p>The lamp <img src="/charts/online.png"> is lit. <a href="/newreply.php?p=1">Reply</a></p><img src="/user_offline.gif"><a href="/newreply.php?p=1"><img src="/quote.gif"></a>',
  );

  expect(postButtons(context.tree).map((node) => ('name' in node ? node.name : ''))).toEqual(['img', 'a']);
});
