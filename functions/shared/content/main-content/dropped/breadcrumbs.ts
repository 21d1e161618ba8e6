import type { ChildNode, Element } from 'domhandler';

import { type BlockPage, elementAt } from '#shared/content/main-content/blocks/page.ts';
import { remembered } from '#shared/kernel/remembered.ts';

/** Names of the trail. "has-breadcrumbs" is a page with one, "tag-breadcrumbs" an article about bread. */
const trailName =
  /(?:^|\s)(?:(?!(?:has|with|without|no|hide|show|tag|category)[-_])[a-z0-9]+[-_]{1,2})*bread[-_]?crumbs?(?:nav|list|trail)?(?:[-_]{1,2}[\w-]*)?(?:\s|$)/i;
const isTrailName = remembered((names): boolean => trailName.test(names));
const trailLabel = /^bread[- ]?crumbs?(?:\s+(?:navigation|nav|trail|menu))?$/i;
const trailType = /\bBreadcrumbList\b/;

function isNamedTrail({ attribs }: Element): boolean {
  const { class: names, id, itemtype, typeof: type, 'aria-label': label } = attribs;
  return (
    (names !== undefined && isTrailName(names)) ||
    (id !== undefined && isTrailName(id)) ||
    (itemtype !== undefined && trailType.test(itemtype)) ||
    (type !== undefined && trailType.test(type)) ||
    (label !== undefined && trailLabel.test(label))
  );
}

/** Boxes with more words are named after the trail that they begin with. */
const maxWords = 40;
/** An entry in a list in a navigation, and boxes around them. */
const maxLevels = 6;

/** The outermost trail around a node, since its entries may have names of their own; -1 without one. */
function trailAround({ tree, words, headings }: BlockPage, from: number): number {
  let found = -1;
  let node = from;
  for (let level = 0; level < maxLevels && node >= 0; level++) {
    const element = elementAt(tree, node);
    const [first, last] = [tree.from[node] ?? 0, tree.to[node] ?? 0];
    if (words.over(first, last) > maxWords || headings.over(first, last) > 0) break;
    if (element !== undefined && isNamedTrail(element)) found = node;
    node = tree.parent[node] ?? -1;
  }
  return found;
}

/**
 * The elements of kept links that say where the page is in its site, by names or microdata; none where nothing else is
 * kept. The model sees them: the text begins after them.
 */
export function breadcrumbs(page: BlockPage, kept: Uint8Array): readonly ChildNode[] {
  const { tree } = page;
  const trails = new Set<number>();
  tree.blocks.forEach(({ linkWords, container }, block) => {
    const trail = kept[block] === 1 && linkWords > 0 ? trailAround(page, container) : -1;
    if (trail >= 0) trails.add(trail);
  });
  const others = Uint8Array.from(kept);
  for (const trail of trails) others.fill(0, tree.from[trail], tree.to[trail]);
  return others.includes(1) ? [...trails].flatMap((trail) => tree.nodes[trail] ?? []) : [];
}
