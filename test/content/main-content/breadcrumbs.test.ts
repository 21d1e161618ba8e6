import { isTag } from 'domhandler';
import { describe, expect, test } from 'vitest';

import { breadcrumbs } from '#shared/content/main-content/dropped/breadcrumbs.ts';
import { markdownOf } from '../read-page.ts';
import { pageBlocks } from './page-blocks.ts';

function dropped(html: string): string[] {
  const { context, kept } = pageBlocks(html);
  return breadcrumbs(context.page, kept).map((node) => (isTag(node) ? node.name : 'text'));
}

const links = '<li class="breadcrumb-item"><a href="/">Home</a></li><li>Fire pits</li>';
const text = '<h1>Fire pits</h1><p>All of our fire pits.</p>';

describe('breadcrumbs', () => {
  test.for([
    `<nav aria-label="breadcrumb"><ol>${links}</ol></nav>`,
    `<nav aria-label="Breadcrumb navigation"><ol>${links}</ol></nav>`,
    `<nav class="chakra-breadcrumb css-1"><ol>${links}</ol></nav>`,
    `<nav itemscope itemtype="https://schema.org/BreadcrumbList"><ol>${links}</ol></nav>`,
    `<nav vocab="https://schema.org/" typeof="BreadcrumbList"><ol>${links}</ol></nav>`,
    `<nav class="site-breadcrumbs"><ol>${links}</ol></nav>`,
    `<nav class="breadcrumbNav"><ol>${links}</ol></nav>`,
    `<nav class="piano-breadcrumbs breadcrumbs--no-icons"><ol>${links}</ol></nav>`,
    `<nav id="bread_crumb"><ol>${links}</ol></nav>`,
  ])('are dropped: %s', (html) => {
    expect(dropped(html + text)).toEqual(['nav']);
  });

  test.for([
    ['that hold the headline', `<div class="breadcrumbs"><a href="/">Home</a><h1>Fire pits</h1></div>`],
    ['without a link', '<p class="breadcrumb">Rub the dough into crumbs.</p>'],
    [
      'that hold the text',
      `<div class="breadcrumb">\n${' '.repeat(400)}<a href="/">Home</a>${'<p>Rub the dough.</p>'.repeat(20)}</div>`,
    ],
    ['of another name', '<ul class="breadcrumbed-chicken"><li><a href="/r">Recipe</a></li></ul>'],
    ['with such a tag', '<div class="post tag-breadcrumbs"><a href="/r">Recipe</a></div>'],
    ['of a page that has none', '<div class="page-with-breadcrumb"><a href="/r">Recipe</a></div>'],
    ['with a label about bread', '<div aria-label="Breadcrumb chicken"><a href="/r">Recipe</a></div>'],
  ])('are no elements %s', ([, html]) => {
    expect(dropped(html! + text)).toEqual([]);
  });

  test('stay where nothing else is kept', () => {
    expect(dropped(`<nav class="breadcrumb"><ol>${links}</ol></nav>`)).toEqual([]);
  });

  test('are not in the Markdown of the main content', async () => {
    const paragraph = `<p>${'Three sizes of fire pits burn without smoke, and each of them is made of steel. '.repeat(3)}</p>`;
    const page = `<title>Fire pits</title><main><h1>Fire pits</h1><div class="breadcrumb"><a href="/">Start of the shop</a> <span>Fire pits</span></div>${paragraph.repeat(6)}</main>`;

    expect(await markdownOf(page, { onlyMainContent: true })).not.toContain('Start of the shop');
    expect(await markdownOf(page, { onlyMainContent: false })).toContain('Start of the shop');
  });
});
