import { isTag } from 'domhandler';
import { describe, expect, test } from 'vitest';

import { breadcrumbs } from '#shared/content/main-content/dropped/breadcrumbs.ts';
import { pageBlocks } from './page-blocks.ts';

function dropped(html: string): string[] {
  const { context, kept } = pageBlocks(html);
  return breadcrumbs(context.tree, kept).map((node) => (isTag(node) ? node.name : 'text'));
}

const links = '<li><a href="/">Home</a></li><li>Fire pits</li>';

describe('breadcrumbs', () => {
  test.for([
    `<nav aria-label="breadcrumb"><ol>${links}</ol></nav>`,
    `<nav class="chakra-breadcrumb css-1"><ol>${links}</ol></nav>`,
    `<nav itemscope itemtype="https://schema.org/BreadcrumbList"><ol>${links}</ol></nav>`,
    `<nav class="site-breadcrumbs"><ol>${links}</ol></nav>`,
  ])('are dropped: %s', (html) => {
    expect(dropped(`${html}<h1>Fire pits</h1><p>All of our fire pits.</p>`)).toEqual(['nav']);
  });

  test.for([
    ['that hold the headline', `<div class="breadcrumbs"><a href="/">Home</a><h1>Fire pits</h1></div>`],
    ['without a link', '<p class="breadcrumb">Rub the dough into crumbs.</p>'],
    [
      'that hold the text',
      `<div class="has breadcrumb"><a href="/">Home</a><p>${'Rub the dough into crumbs. '.repeat(20)}</p></div>`,
    ],
    ['of another name', '<ul class="breadcrumbed-chicken"><li><a href="/r">Recipe</a></li></ul>'],
  ])('are no elements %s', ([, html]) => {
    expect(dropped(html!)).toEqual([]);
  });
});
