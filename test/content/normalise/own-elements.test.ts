import { describe, expect, test } from 'vitest';

import { follows } from './follows.ts';
import { markdownOf, readPage } from '../read-page.ts';

describe('elements of a page’s own', () => {
  test('keep the names by which their dates are read', async () => {
    const post = (by: string): string =>
      `<div class="comment"><p class="meta">by <a class="author" href="/users/${by}">${by}</a>, posted <relative-time datetime="2024-05-01T10:00:00Z">2 days ago</relative-time> here</p><div class="comment-body"><p>The tide of ${by} rises twice each day, and the keeper writes it down.</p></div></div>`;
    const markdown = await markdownOf(`<main><h1>Tides</h1>${['Ann', 'Bo', 'Cy'].map(post).join('')}</main>`);

    expect(markdown).toContain('**Bo** · 2024-05-01');
  });

  test('are words of the paragraph that they stand in, with the point behind them', async () => {
    const sells =
      '<p>The mill sells its flour, of this year and the last, at the market of Holm or on <org value="A">Aldea</org>.</p>';
    const { markdown } = await readPage(`<main><h1>The mill</h1>${sells.repeat(3)}</main>`, {
      onlyMainContent: true,
    });

    expect(markdown?.match(/ or on Aldea\.\n/g)).toHaveLength(3);
  });

  follows([
    [
      'are blocks beside blocks',
      '<p>One</p><subtitle>Two</subtitle><credits>Three</credits><p>Four</p>',
      'One\n\nTwo\n\nThree\n\nFour',
    ],
    ['are words in a line', '<p>One <tide>two</tide> three</p>', 'One two three'],
  ]);
});

describe('the shadow tree of a component', () => {
  const shadow = (html: string): string => `<template shadowrootmode="open">${html}</template>`;

  follows([
    [
      'is read in the shadow trees of other components',
      `<app-root>${shadow(`<h2>App</h2><x-page>${shadow(`<p>One.</p><x-card>${shadow('<p>Two.</p>')}</x-card>`)}</x-page>`)}</app-root>`,
      '## App\n\nOne.\n\nTwo.',
    ],
    [
      'is read in the children of other components',
      `<x-a>${shadow('<h2>A</h2><slot></slot>')}<x-b>${shadow('<p>In B.</p>')}</x-b></x-a>`,
      '## A\n\nIn B.',
    ],
    [
      'has its own slots: those of a component inside it are for what that one is given',
      `<x-a>${shadow(`<x-b>${shadow('<p><slot>Nothing.</slot></p>')}</x-b><h2><slot></slot></h2>`)}A</x-a>`,
      'Nothing.\n\n## A',
    ],
    [
      'passes on to a component inside it what it is given',
      `<x-a>${shadow(`<x-b>${shadow('<h2><slot name="title"></slot></h2><slot></slot>')}<slot slot="title" name="head"></slot><slot></slot></x-b>`)}<p>Text.</p><b slot="head">Head</b></x-a>`,
      '## Head\n\nText.',
    ],
    [
      'is the first of several; children without a slot are not shown',
      `<x-a>${shadow('<p>One.</p>')}${shadow('<p>Two.</p>')}<p>Three.</p></x-a>`,
      'One.',
    ],
  ]);
});
