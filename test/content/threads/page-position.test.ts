import { isTag } from 'domhandler';
import { describe, expect, test } from 'vitest';

import { findElement } from '#shared/content/dom/element-text.ts';
import { parseHtml } from '#shared/content/html/parse-html.ts';
import { PagePosition } from '#shared/content/threads/page-position.ts';

/** Enters and leaves the elements of the body; every text is kept. */
function walk(html: string): PagePosition {
  const position = new PagePosition();
  const visit = (element: ReturnType<typeof parseHtml>['body']): void => {
    for (const child of element.children) {
      if (!isTag(child)) {
        position.addKeptText('data' in child ? child.data.length : 0);
        continue;
      }
      position.enter(child);
      visit(child);
      position.leave(child);
    }
  };
  visit(parseHtml(html).body);
  return position;
}

describe('the position of a walk', () => {
  test('counts elements, and kept text without headings', () => {
    expect(walk('<p>Plum</p><h2>Trees</h2><p>Pear <b>tree</b></p>').start).toEqual({
      from: 4,
      textBefore: 'Plum'.length + 'Pear tree'.length,
      textBeforeHeading: 'Plum'.length,
    });
  });

  test.for([
    ['a heading in a link', '<a href="/t"><h2>Trees</h2></a>', [2]],
    ['a link in a heading', '<h2><a href="/t">Trees</a></h2>', [2]],
    ['no link to a fragment', '<h2><a href="#t">Trees</a></h2>', []],
    ['no link to an image', '<h2><a href="/tree.jpg">Trees</a></h2>', []],
    [
      'no badge beside the name of an author',
      '<h3><a class="author" href="/u/ann">ann</a> <a href="/staff">Moderator</a></h3><h3><a href="/t">Trees</a></h3>',
      [5],
    ],
    [
      'a title after the name of an author',
      '<h3><a class="author" href="/u/ann">ann</a> on <a href="/t">Trees</a></h3>',
      [3],
    ],
    ['no link to an author', '<h2><a class="author" href="/u/ann">ann</a></h2>', []],
  ] as const)('notes %s as a linked heading', ([, html, expected]) => {
    expect(walk(html).linkedHeadings).toEqual(expected);
  });

  test('knows the innermost link until its end', () => {
    const position = new PagePosition();
    const { body } = parseHtml('<a href="/t"><b>Trees</b></a>');
    const link = findElement(body, ({ name }) => name === 'a');
    if (link === undefined) throw new Error('the page has a link');

    position.enter(link);
    expect([position.link, position.isInLinkToPage]).toEqual(['/t', true]);

    position.leave(link);
    expect([position.link, position.isInLinkToPage]).toEqual([undefined, false]);
  });
});
