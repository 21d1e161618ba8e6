import { describe, expect, test } from 'vitest';

import { authorFacts } from '#shared/content/main-content/dropped/author-facts.ts';
import { postButtons } from '#shared/content/main-content/dropped/post-buttons.ts';
import { signatures } from '#shared/content/main-content/dropped/signatures.ts';
import { postLabels } from '#shared/content/main-content/dropped/post-labels.ts';
import { pageBlocks } from './page-blocks.ts';

function labelsIn(html: string): string[] {
  const { context, units, kept, title, textsOf } = pageBlocks(html);
  return textsOf(postLabels({ context, units, kept, title }));
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

test('the heading of a reply that only repeats the title is a label', () => {
  const page = (subject: string): string =>
    `<title>Which oil for the lamp? - Skerry</title><h1>Which oil for the lamp?</h1><h3>${subject}</h3><p>Rape.</p>`;

  expect(labelsIn(page('Re: Which oil for the lamp?'))).toEqual(['Re: Which oil for the lamp?']);
  expect(labelsIn(page('Re: Which oil? Rape!'))).toEqual([]);
  expect(labelsIn(page('Re: oil'))).toEqual([]);
  expect(labelsIn(page('Which oil for the lamp?'))).toEqual([]);
  expect(labelsIn(page('Re: oil for the lamp'))).toEqual([]);
});

test.each([
  '<div class="notice">Last edited by <a href="/ada">Ada</a> on 12. Sep 2024, 11:14, edited 4 times in total.</div>',
  '<p><em>Last edited by Ada (2026-05-09 15:49:34)</em></p>',
  '<p>Zuletzt bearbeitet von Ada am 9. Mai 2026</p>',
  '<p>Отредактировано Ada 09.05.2026 15:49</p>',
  '<p data-excludequote><strong>Edited <time>May 22, 2024</time> by Ada</strong></p>',
  '<div><span data-excludequote><strong>Edited <time>May 22, 2024</time> by Ada</strong> <a href="/log">(see edit history)</a></span></div>',
])('the note that a post was edited is a label: %s', (note) => {
  expect(labelsIn(`<p>The lamp is lit.</p>${note}`)).toHaveLength(1);
});

test.each([
  '<mark data-excludequote>Tip</mark> Keep the lamp cold (at 2 degrees)',
  'Edited May 22, 2024 by Ada: the book of the lamp has nine chapters.',
  'Last edited by Ada, the book of the lamp tells of every keeper.',
  'This post was edited by Ada on 3 May 2024 to correct the name of the keeper.',
  'Last modified by the Act of 12 June 2014, which raised the fee to 40 pounds.',
  'Отредактировано 14 рукописей, из них 3 мая 2024 издано шесть.',
  `Last edited by Ada in 2021, the book ${'of the lamp '.repeat(14)}is out.`,
  '<span data-excludequote>Edited <time>May 22, 2024</time> by Ada<br>The keeper of the year was wrong.</span>',
])('a sentence about something that was edited is kept: %s', (sentence) => {
  expect(labelsIn(`<p>The lamp is lit.</p><p>${sentence}</p>`)).toEqual([]);
});

test('a heading, a cell or an item is no such note', () => {
  const note = 'Last edited by Ada on 12 May 2024';

  expect(
    labelsIn(
      `<h2>${note}</h2><ul><li>${note}</li><li>Oil</li></ul><table><tr><td>Oil</td><td>${note}</td></tr></table>`,
    ),
  ).toEqual([]);
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
  const post = (posts: number, text = 'The lamp is lit.'): string =>
    `<tr><td>4 May 2022</td></tr><tr><td><div>Group: users</div><div>Posts: <b>${posts}</b></div></td><td>${text}</td></tr>`;
  const factsIn = (html: string): string[] => {
    const { context, units, kept, title, textsOf } = pageBlocks(html);
    return textsOf(authorFacts({ context, units, kept, title }));
  };

  test('is found with the lines beside it', () => {
    expect(factsIn(`<table>${post(8)}${post(9)}</table>`)).toEqual([
      'Group: users',
      'Posts: 8',
      'Group: users',
      'Posts: 9',
    ]);
  });

  const twice = (html: string): string => `<p>4 May 2022</p>${html.repeat(2)}`;
  const list = (...lines: readonly string[]): string =>
    `<ul>${lines.map((each) => `<li>${each}</li>`).join('')}</ul>`;

  test.for([
    ['of one author', `<table>${post(8)}</table>`],
    [
      'in sentences',
      twice('<div><p>Posts: 40 of them hold the pier, and each is older than the lamp.</p></div>'),
    ],
    ['without a number', twice('<div><div>Posts: none</div></div>')],
    ['of a tariff', twice(list('Minutes: 500', 'Messages: 1000', 'Data: 5 GB'))],
    ['of an event', twice(list('Lieu : salle des fêtes', 'Inscription : 15 euros'))],
    ['of a team', twice(list('Position: Goalkeeper', 'Joined: 2019'))],
    ['of boards without a date', list('Posts: 40', 'Threads: 5').repeat(2)],
  ])('is kept %s', ([, html = '']) => {
    expect(factsIn(html)).toEqual([]);
  });

  test('is told from a short post in the same box', () => {
    const box =
      '<div><div>Joined: 4 May 2019</div><div>Posts: 31</div><div>Solution: replace the wick.</div></div>';

    expect(factsIn(`<p>5 May 2022</p>${box.repeat(2)}`)).not.toContain('Solution: replace the wick.');
  });
});

describe('a signature', () => {
  const line = '_'.repeat(18);
  const signaturesIn = (html: string): string[] => {
    const { context, units, kept, title, textsOf } = pageBlocks(html);
    return textsOf(signatures({ context, units, kept, title }));
  };

  test('is found below its line, in a box of its own', () => {
    const post = `<div>It is lit.</div><div>${line}<br>Row slowly</div>`;
    expect(signaturesIn(post.repeat(2))).toEqual([`${line} Row slowly`, `${line} Row slowly`]);
  });

  const posts = (signature: string, count = 2): string =>
    `<div class="post"><div class="post-body"><p>It is lit.</p></div>${signature}</div>`.repeat(count) +
    '<div class="post"><p>Reply</p></div>'.repeat(2);

  test.for(['ipsEntry__signature', 'message-signature', 'signature', 'user-signature', 'member-signature'])(
    'is found in a box named %s',
    (name) => {
      expect(signaturesIn(posts(`<aside class="${name}"><p>Row slowly</p></aside>`))).toEqual([
        'Row slowly',
        'Row slowly',
      ]);
    },
  );

  test.for([
    ['the declaration of a method', posts('<div class="signature"><code>readTide(at)</code></div>')],
    [
      'the end of a letter',
      '<article class="post"><p>Dear Ann</p><div class="signature">Bo Ek</div></article>',
    ],
    ['a long text', posts(`<div class="signature"><p>${'Row slowly. '.repeat(60)}</p></div>`)],
    ['above all posts', `<div class="signature">Row slowly</div>${posts('')}`],
    ['in a line of text', posts('<span class="signature">Row slowly</span>')],
  ])('is not %s, whatever its box is called', ([, html = '']) => {
    expect(signaturesIn(html)).toEqual([]);
  });

  test('is not the byline of a post that is called so', () => {
    expect(
      signaturesIn('<div class="answer"><p>It is lit.</p><div class="post-signature">ann</div></div>'),
    ).toEqual([]);
  });

  test.for([
    ['the notes of a text', `<div>It is lit.</div><div>${line}<br>1. The log of 1911</div>`],
    ['the rest of a text', `<div>It is lit.<br><br>${line}<br>It is out.</div>`.repeat(2)],
    ['the gaps of an exercise', `<ol><li>${line} lights the lamp.</li><li>${line} rows over.</li></ol>`],
    ['where a contract is signed', `<p>${line}<br>Ada Lind, seller</p><p>${line}<br>Bo Ek, buyer</p>`],
  ])('is not %s', ([, html = '']) => {
    expect(signaturesIn(html)).toEqual([]);
  });
});

test('images that reply to a post, or tell whether its author is there, are its buttons', () => {
  const { context } = pageBlocks(
    `<p>The lamp <img src="/charts/online.png"> is lit. <a href="/newreply.php?p=1">Reply</a></p>
     <img src="/user_offline.gif"><a href="/newreply.php?do=newreply&amp;p=1"><img src="/quote.gif"></a>
     <a href="/report.php?id=5"><img src="/covers/annual.jpg" alt="Annual report"></a>`,
  );

  expect(
    postButtons(context.tree).map((node) => ('attribs' in node ? (node.attribs['href'] ?? node.name) : '')),
  ).toEqual(['img', 'https://pages.test/newreply.php?do=newreply&p=1']);
});
