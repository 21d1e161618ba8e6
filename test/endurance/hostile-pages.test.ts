import { describe, expect, test } from 'vitest';

import { isTag, type ParentNode } from 'domhandler';

import { parseHtml } from '#shared/content/html/parse-html.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
import { hostilePages } from '../content/hostile-pages.ts';
import { readPage } from '../content/read-page.ts';

const pages = Object.entries(hostilePages);

function depthOf(root: ParentNode): number {
  let deepest = 0;
  const stack: (readonly [ParentNode, number])[] = [[root, 0]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [node, depth] = top;
    deepest = Math.max(deepest, depth);
    for (const child of node.children) if (isTag(child)) stack.push([child, depth + 1]);
  }
  return deepest;
}

/** Room for a busy machine; nothing is asserted of the time. */
const timeout = 60_000;

describe('a page made to be costly', { timeout }, () => {
  test.for([
    ['fifty thousand open tags', hostilePages['open tags']?.(250_000)],
    ['elements 50,000 deep', `${'<i>'.repeat(50_000)}deep${'</i>'.repeat(50_000)}`],
    ['a million attributes', `<p ${'a=b '.repeat(1_000_000)}>text</p>`],
    ['a megabyte of entities', hostilePages['entities']?.(1_000_000)],
    ['a megabyte with null bytes', hostilePages['null bytes']?.(1_000_000)],
    ['a table of fifty thousand cells', hostilePages['long table']?.(725_000)],
  ] as const)('%s: is converted without an error', async ([, page = '']) => {
    await expect(readPage(page, { formats: ['markdown', 'html'] })).resolves.toHaveProperty('markdown');
  });

  test('formatting that is never closed does not multiply a page', () => {
    const page = hostilePages['formatting with changing attributes']?.(500_000) ?? '';
    const { document } = parseHtml(page);
    let elements = 0;
    const stack: ParentNode[] = [document];
    for (let top = stack.pop(); top !== undefined; top = stack.pop())
      for (const child of top.children)
        if (isTag(child)) {
          elements += 1;
          stack.push(child);
        }

    const tags = page.split('<').length - 1;
    expect(elements).toBeLessThan(2 * tags);
  });

  test('no tree is so deep that a walk over it could overflow', () => {
    const depths = pages.map(([, make]) => {
      const page = parsePage({
        bytes: Buffer.from(make(40_000)),
        contentType: 'text/html',
        url: 'https://a.test/',
      });
      return page.kind === 'html' ? depthOf(page.document) : 0;
    });

    expect(Math.max(...depths)).toBeLessThan(400);
  });
});
