import { findElement } from '#shared/content/dom/element-text.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';

/** A label beside the links: "Filed under:" */
const maxOtherWords = 3;
const tagRel = /(?:^|\s)tag(?:\s|$)/;

/**
 * The kept lines of nothing but links to the tags and categories of a page (`rel="tag"`), with a label at most. In tables
 * and definitions, they are the properties of a product.
 */
export function tagLines({ context: { tree, page }, units, kept }: KeptText): readonly number[] {
  const lines = tree.blocks.flatMap(({ container, linkWords, shape }, block) => {
    if (kept[block] === 0 || linkWords === 0 || shape.words - linkWords > maxOtherWords) return [];
    const isAlone = (tree.to[container] ?? 0) - (tree.from[container] ?? 0) === 1;
    const line = elementAt(tree, container);
    if (line === undefined || !isAlone || (page.headingLevel[block] ?? 0) > 0) return [];
    const box = { children: [line] };
    const holdsLinks = (areTags: boolean): boolean =>
      findElement(
        box,
        ({ name, attribs }) => name === 'a' && tagRel.test(attribs['rel'] ?? '') === areTags,
      ) !== undefined;
    return holdsLinks(true) && !holdsLinks(false) ? [block] : [];
  });
  if (lines.length === 0) return lines;
  const inUnit = new Uint8Array(kept.length);
  for (const { from, to } of units) inUnit.fill(1, from, to);
  return lines.filter((block) => inUnit[block] === 0);
}
