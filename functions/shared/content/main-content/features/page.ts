import { isTag } from 'domhandler';

import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { phraseMarks } from '#shared/content/main-content/blocks/phrases.ts';
import { log, ratio } from './feature-group.ts';

interface PageFeature {
  readonly name: string;
  readonly of: (context: BlockContext) => number;
}

function shareWithClass({ tree }: BlockContext): number {
  let found = 0;
  for (const node of tree.nodes) if (isTag(node) && node.attribs['class'] !== undefined) found += 1;
  return ratio(found, tree.nodes.length);
}

const tags = (name: string): PageFeature => ({
  name: `page.tag.${name}`,
  of: ({ page }) => log(page.tags.get(name) ?? 0),
});

const phraseFeatures = phraseMarks.map((mark, at): PageFeature => ({
  name: `page.says.${mark}`,
  of: ({ page }) => log(page.saying[at] ?? 0),
}));

export const pageFeatures: readonly PageFeature[] = [
  { name: 'page.words', of: ({ page }) => log(page.words.over(0, page.count)) },
  { name: 'page.blocks', of: ({ page }) => log(page.count) },
  {
    name: 'page.linkDensity',
    of: ({ page }) => ratio(page.linkWords.over(0, page.count), page.words.over(0, page.count)),
  },
  {
    name: 'page.prose',
    of: ({ page }) => ratio(page.prose.over(0, page.count), page.words.over(0, page.count)),
  },
  { name: 'page.proseWords', of: ({ page }) => log(page.prose.over(0, page.count)) },
  { name: 'page.headings', of: ({ page }) => log(page.headings.over(0, page.count)) },
  { name: 'page.topScore', of: ({ top }) => log(top.score) },
  {
    name: 'page.topOfProse',
    of: ({ page, tree, top }) =>
      top.node < 0
        ? 0
        : ratio(
            page.prose.over(tree.from[top.node] ?? 0, tree.to[top.node] ?? 0),
            page.prose.over(0, page.count),
          ),
  },
  {
    name: 'page.mostAlike',
    of: ({ repetition }) => log(repetition.alike.reduce((most, alike) => Math.max(most, alike), 0)),
  },
  ...['p', 'li', 'article', 'main', 'img', 'form'].map(tags),
  ...phraseFeatures,
  { name: 'page.classes', of: shareWithClass },
];
