import {
  type BlockPage,
  isWithin,
  RunningSum,
  weighedSum,
} from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { BlockRun, Unit } from '#shared/content/main-content/blocks/units.ts';

/** Takes a unit whole when most of its words are accepted, else leaves it whole. */
export function settleUnits(tree: BlockTree, units: readonly Unit[], accepted: Uint8Array): Uint8Array {
  const settled = Uint8Array.from(accepted);
  const words = weighedSum(tree, () => 1);
  const kept = weighedSum(tree, (block) => accepted[block] ?? 0);
  for (const { from, to } of units)
    settled.fill(kept.over(from, to) >= words.over(from, to) / 2 ? 1 : 0, from, to);
  return settled;
}

/** A code block or table that is content with less than this chance is not taken for its neighbours' sake. */
const leastInGap = 0.03;

/** Takes a table or code block that stands between accepted blocks: it belongs to the text that it interrupts. */
export function fillGaps(units: readonly Unit[], chances: Float32Array, accepted: Uint8Array): Uint8Array {
  const filled = Uint8Array.from(accepted);
  for (const { from, to } of units)
    if (accepted[from - 1] === 1 && accepted[to] === 1 && (chances[from] ?? 0) >= leastInGap)
      filled.fill(1, from, to);
  return filled;
}

/** A section with an accepted heading is taken when its words are content with this chance, on the whole. */
const leastUnderHeading = 0.3;

/** No accepted heading stands alone: it brings the section under it, or goes when that is none. */
export function settleHeadings(page: BlockPage, chances: Float32Array, accepted: Uint8Array): Uint8Array {
  const { tree, headingLevel } = page;
  const settled = Uint8Array.from(accepted);
  const words = weighedSum(tree, () => 1);
  const likely = weighedSum(tree, (block) => chances[block] ?? 0);
  const taken = new RunningSum(page.count, (block) => accepted[block] ?? 0);
  let nextHeading = page.count;
  for (let block = page.count - 1; block >= 0; block--) {
    const level = headingLevel[block] ?? 0;
    if (level === 0) continue;
    const from = block + 1;
    const around = page.wider[tree.blocks[block]?.container ?? -1] ?? -1;
    const to = Math.min(nextHeading, around < 0 ? page.count : (tree.to[around] ?? 0));
    nextHeading = block;
    if (accepted[block] === 0 || to <= from || taken.over(from, to) > 0) continue;
    if (likely.over(from, to) >= leastUnderHeading * words.over(from, to)) settled.fill(1, from, to);
    else if (level > 1) settled[block] = 0;
  }
  return settled;
}

/** From this share of accepted words on a container is taken whole, … */
const mostlyAccepted = 0.85;
/** … unless it holds a block that is probably none. */
const probablyNot = 0.25;

/**
 * Takes containers whole that are mostly accepted: a list does not lose the one item that is odd. A block
 * that is probably no content keeps the containers around it from being filled.
 */
export function fillContainers(tree: BlockTree, chances: Float32Array, accepted: Uint8Array): Uint8Array {
  const filled = Uint8Array.from(accepted);
  const words = weighedSum(tree, () => 1);
  const kept = weighedSum(tree, (block) => accepted[block] ?? 0);
  const refused = new RunningSum(tree.blocks.length, (block) =>
    accepted[block] === 0 && (chances[block] ?? 0) < probablyNot ? 1 : 0,
  );
  let node = 0;
  while (node < tree.nodes.length) {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const isMost = kept.over(from, to) >= mostlyAccepted * words.over(from, to);
    if (to > from && isMost && refused.over(from, to) === 0) {
      filled.fill(1, from, to);
      node = tree.end[node] ?? node + 1;
    } else node += 1;
  }
  return filled;
}

/** Takes a list of lines whole when most of its words are accepted: of what to see also, no entry is odd. */
export function fillLists(tree: BlockTree, lists: readonly BlockRun[], accepted: Uint8Array): Uint8Array {
  const filled = Uint8Array.from(accepted);
  const words = weighedSum(tree, () => 1);
  const kept = weighedSum(tree, (block) => accepted[block] ?? 0);
  for (const { from, to } of lists)
    if (kept.over(from, to) * 2 >= words.over(from, to)) filled.fill(1, from, to);
  return filled;
}

/** From this share of the threshold on a hole in a text is filled, … */
const nearlyAccepted = 0.7;
/** … when it is no longer than a line and a heading, … */
const mostInHole = 2;
const mostWordsInHole = 60;
/** … and the element around is a text: so many of its words are accepted prose. */
const leastProse = 0.8;
/** How far the surroundings of the text before may widen until they hold the text after. */
const holeReach = 2;

/** Takes the line that was left out between two of a running text, when only just. */
export function fillHoles(
  page: BlockPage,
  chances: Float32Array,
  threshold: number,
  accepted: Uint8Array,
): Uint8Array {
  const { tree, words } = page;
  const filled = Uint8Array.from(accepted);
  const prose = new RunningSum(page.count, (at) => (accepted[at] === 1 ? page.prose.over(at, at + 1) : 0));
  const unlikely = new RunningSum(page.count, (at) =>
    (chances[at] ?? 0) < nearlyAccepted * threshold ? 1 : 0,
  );
  const isText = (node: number): boolean => {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    return prose.over(from, to) >= leastProse * words.over(from, to);
  };
  let from = accepted.indexOf(1) + 1;
  for (let block = from; block < page.count; block++) {
    if (accepted[block] === 0) continue;
    const isHole = block > from && block - from <= mostInHole && words.over(from, block) <= mostWordsInHole;
    if (isHole && unlikely.over(from, block) === 0) {
      const around = nodeAround(page, from - 1, block, holeReach);
      if (around >= 0 && isText(around)) filled.fill(1, from, block);
    }
    from = block + 1;
  }
  return filled;
}

/** The element around `block` that holds `other`, too, at most `most` widenings away; -1 when there is none. */
function nodeAround({ tree, wider }: BlockPage, block: number, other: number, most: number): number {
  let node = tree.blocks[block]?.container ?? -1;
  for (let steps = 0; steps < most && node >= 0 && !isWithin(tree, other, node); steps++)
    node = wider[node] ?? -1;
  return node >= 0 && isWithin(tree, other, node) ? node : -1;
}
