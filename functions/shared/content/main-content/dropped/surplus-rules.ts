import type { ChildNode } from 'domhandler';

import { nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { imageAt } from '#shared/content/main-content/related/images/shown-images.ts';

const maxItemLevels = 4;
/** More nodes above a rule are no wrappers of it. */
const maxNodesAbove = 12;

/** Whether a rule is what a list item begins with: the item before it ends there anyway. */
function opensItem(tree: BlockTree, rule: number): boolean {
  const item = nodeAround(tree, rule, maxItemLevels, (node) => nameOf(tree, node) === 'li');
  if (item < 0 || rule - item > maxNodesAbove || tree.from[item] !== tree.from[rule]) return false;
  for (let node = item; node < rule; node++) if (imageAt(tree, node) !== undefined) return false;
  return true;
}

/**
 * The rules before the first kept block, after the last, right after another, and at the beginning of an item: they
 * separate nothing. `shown` has 1 for each node that is kept.
 */
export function surplusRules(tree: BlockTree, kept: Uint8Array, shown: Uint8Array): readonly ChildNode[] {
  const [first, last] = [kept.indexOf(1), kept.lastIndexOf(1)];
  let above = -1;
  return tree.nodes.filter((_, node) => {
    const name = nameOf(tree, node);
    if (shown[node] === 1 && imageAt(tree, node) !== undefined) above = -1;
    if (name !== 'hr') return false;
    const at = tree.from[node] ?? 0;
    const followsRule = above >= 0 && !kept.subarray(above, at).includes(1);
    const isSurplus = at <= first || at > last || followsRule || opensItem(tree, node);
    above = at;
    return isSurplus;
  });
}
