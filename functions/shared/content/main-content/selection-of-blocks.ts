import { type ChildNode, isTag } from 'domhandler';

import { nameSet } from '#shared/content/dom/html-elements.ts';
import { type Selection, selectionOf, without } from '#shared/content/dom/selection.ts';
import { type BlockPage, RunningSum } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { leadImage } from '#shared/content/main-content/related/lead-image.ts';
import { isImageAtEdge } from '#shared/content/main-content/related/related-images.ts';

/** Kept with whatever is left of them: a list without its dropped items is still a list. */
const structural = nameSet(
  'ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote figure figcaption details summary pre p h1 h2 h3 h4 h5 h6 a',
);

interface Chosen {
  readonly kept: ChildNode[];
  readonly removed: ChildNode[];
}

/**
 * Selects the accepted blocks and no other text. A node whose blocks are all accepted is kept whole. A node without
 * text (image, rule, player) is kept between two accepted blocks, beside an accepted block at the edge of its
 * element, or as the image that leads the text.
 */
export function selectionOfBlocks(page: BlockPage, accepted: Uint8Array): Selection {
  const { kept, removed } = chosenNodes(page.tree, accepted);
  const lead = leadImage(page, accepted);
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
      from === to ? followsNeighbours(accepted, from) || isImageAtEdge(tree, node, sum) : taken === to - from;
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

/** Whether the blocks on both sides of a textless node are accepted. `at` = the block after it. */
function followsNeighbours(accepted: Uint8Array, at: number): boolean {
  const before = at === 0 ? accepted[0] : accepted[at - 1];
  const after = at >= accepted.length ? accepted[accepted.length - 1] : accepted[at];
  return before === 1 && after === 1;
}
