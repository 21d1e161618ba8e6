import { type ChildNode, isTag } from 'domhandler';

import { type BlockPage, RunningSum } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { isPictureAtEdge } from '#shared/content/main-content/related/related-images.ts';
import { leadPicture } from '#shared/content/main-content/related/lead-image.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { type Selection, selectionOf, without } from '#shared/content/dom/selection.ts';

/** Taken with what is left of them: a list without its dropped items is still a list. */
const structural = nameSet(
  'ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote figure figcaption details summary pre p h1 h2 h3 h4 h5 h6 a',
);

interface Chosen {
  readonly kept: ChildNode[];
  readonly removed: ChildNode[];
}

/**
 * The nodes that output the accepted blocks and nothing else of the text. A node whose blocks are all accepted
 * is taken whole; what has no text of its own (images, rules, players) follows the blocks on both sides of it, or
 * the one that it stands beside at the edge of an element, or leads the text.
 */
export function selectionOfBlocks(page: BlockPage, accepted: Uint8Array): Selection {
  const { kept, removed } = chosenNodes(page.tree, accepted);
  const lead = leadPicture(page, accepted);
  return without(selectionOf(lead === undefined ? kept : [...kept, lead]), removed);
}

function chosenNodes(tree: BlockTree, accepted: Uint8Array): Chosen {
  const sum = new RunningSum(accepted.length, (block) => accepted[block] ?? 0);
  const chosen: Chosen = { kept: [], removed: [] };
  let keptUntil = 0;
  let node = 0;
  while (node < tree.nodes.length) {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const end = tree.end[node] ?? node + 1;
    const found = tree.nodes[node];
    if (found === undefined) break;
    const inKept = node < keptUntil;
    const taken = sum.over(from, to);
    const isWhole =
      from === to
        ? followsNeighbours(accepted, from) || isPictureAtEdge(tree, node, sum)
        : taken === to - from;
    if (isWhole) {
      if (!inKept) chosen.kept.push(found);
      node = end;
    } else if (taken === 0) {
      if (inKept) chosen.removed.push(found);
      node = end;
    } else {
      if (!inKept && isTag(found) && structural.has(found.name)) {
        chosen.kept.push(found);
        keptUntil = end;
      }
      node += 1;
    }
  }
  return chosen;
}

/** `at` = the block that follows the textless node. */
function followsNeighbours(accepted: Uint8Array, at: number): boolean {
  const before = at === 0 ? accepted[0] : accepted[at - 1];
  const after = at >= accepted.length ? accepted[accepted.length - 1] : accepted[at];
  return before === 1 && after === 1;
}
