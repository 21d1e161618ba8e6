import type { ChildNode, Element } from 'domhandler';

import { findElement, rawText } from '#shared/content/dom/element-display.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { remembered } from '#shared/kernel/remembered.ts';

const trailName = /(?:^|[\s_-])bread-?crumbs?(?:$|[\s_-])/i;
const hasTrailName = remembered((names): boolean => trailName.test(names));
const trailType = /\/BreadcrumbList$/;
/** Whole pages are inside elements that are named after the trail which they begin with. */
const maxCharacters = 300;

const isHeading = ({ name }: Element): boolean => /^h[1-6]$/.test(name);

function isNamedTrail({ attribs }: Element): boolean {
  const { class: names, itemtype, 'aria-label': label } = attribs;
  return (
    (names !== undefined && hasTrailName(names)) ||
    (itemtype !== undefined && trailType.test(itemtype)) ||
    (label !== undefined && trailName.test(label))
  );
}

const isTrail = (element: Element): boolean =>
  rawText(element, maxCharacters + 1).trim().length <= maxCharacters &&
  findElement(element, isHeading) === undefined;

/** An entry in a list in a navigation, and boxes around them. */
const maxLevels = 6;

/** The outermost trail around a node: its entries have names of their own. */
function trailAround(tree: BlockTree, from: number): Element | undefined {
  let found: Element | undefined;
  let node = from;
  for (let level = 0; level < maxLevels && node >= 0; level++) {
    const element = elementAt(tree, node);
    if (element !== undefined && isNamedTrail(element) && isTrail(element)) found = element;
    node = tree.parent[node] ?? -1;
  }
  return found;
}

/**
 * The elements of kept links that say where the page is in its site, by names or microdata. The model sees them: the text
 * begins after them.
 */
export function breadcrumbs(tree: BlockTree, kept: Uint8Array): readonly ChildNode[] {
  const found = new Set<Element>();
  tree.blocks.forEach(({ linkWords, container }, block) => {
    const trail = kept[block] === 1 && linkWords > 0 ? trailAround(tree, container) : undefined;
    if (trail !== undefined) found.add(trail);
  });
  return [...found];
}
