import { expect, test } from 'vitest';

import { contentsLabels } from '#shared/content/main-content/dropped/contents-labels.ts';
import { pageBlocks } from './page-blocks.ts';

function labelsIn(html: string): string[] {
  const { context, units, kept, title, textsOf } = pageBlocks(html);
  return textsOf(contentsLabels({ context, units, kept, title }));
}

const text = '<p>The keeper rows over every night.</p>'.repeat(3);

test.for(['<h3>Table of Contents</h3>', '<h2>In diesem Artikel:</h2>', '<p>目次</p>'])(
  'a label above a table of contents that is not there: %s',
  (label) => {
    expect(labelsIn(`<h1>Lamps</h1>${label}${text}`)).toHaveLength(1);
  },
);

test.for([
  '<a href="#oil">Oil</a>',
  '<p>Choose a part of this text:</p><p><a href="#oil">Oil</a></p>',
  '<ul><li>Oil</li></ul>',
  '<pre>1 Oil</pre>',
])('the label of contents that are listed stays: %s', (list) => {
  expect(labelsIn(`<h1>Lamps</h1><h2>On this page</h2>${list}${text}`)).toEqual([]);
});

test('a word that heads other things is a label in a box of contents only', () => {
  expect(labelsIn(`<h2>Contents</h2>${text}`)).toEqual([]);
  expect(labelsIn(`<div class="elementor-toc__header"><h4>Contents</h4></div>${text}`)).toEqual(['Contents']);
});

test('the title of a page is no label', () => {
  expect(labelsIn(`<h1>Table of contents</h1>${text}`)).toEqual([]);
});
