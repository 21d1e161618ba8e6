import { wideningsUntil } from '#shared/content/main-content/blocks/context.ts';
import {
  type BlockPage,
  isWithin,
  RunningSum,
  weighedSum,
} from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { BlockRun, Unit } from '#shared/content/main-content/blocks/units.ts';

/** Keeps a unit as a whole when at least half of its words are accepted, else drops it as a whole. */
export function completeUnits(tree: BlockTree, units: readonly Unit[], accepted: Uint8Array): Uint8Array {
  const completed = Uint8Array.from(accepted);
  const words = weighedSum(tree, () => 1);
  const kept = weighedSum(tree, (block) => accepted[block] ?? 0);
  for (const { from, to } of units)
    completed.fill(kept.over(from, to) >= words.over(from, to) / 2 ? 1 : 0, from, to);
  return completed;
}

/** A unit with a smaller chance is not kept for its neighbours' sake. */
const minGapChance = 0.03;

/** The markup of an example, its style and its script; more units in a row are a part of the page in itself. */
const maxUnitsInRow = 3;

/**
 * Keeps a unit (table, code block, list), or some in a row, between accepted blocks: they belong to the text that they
 * interrupt.
 */
export function fillGaps(units: readonly Unit[], chances: Float32Array, accepted: Uint8Array): Uint8Array {
  const filled = Uint8Array.from(accepted);
  const isLikely = ({ from }: Unit): boolean => (chances[from] ?? 0) >= minGapChance;
  units.forEach(({ from }, first) => {
    if (accepted[from - 1] !== 1) return;
    let end = from;
    for (const unit of units.slice(first, first + maxUnitsInRow)) {
      if (unit.from !== end || !isLikely(unit)) return;
      end = unit.to;
      if (accepted[end] === 1) filled.fill(1, from, end);
    }
  });
  return filled;
}

/** A section with an accepted heading is kept when the mean chance of its words is at least this. */
const minSectionChance = 0.3;
const maxSectionWidenings = 3;
/** Fewer accepted headings of one level that are links are no list of cards. */
const minHeadlines = 4;
const minHeadlineWords = 3;
/** Fewer words below the headline of a card are its author, its age or a label, and no section. */
const maxLabelWords = 8;

/** For each level, how many accepted headings are links: the headlines of cards. */
function headlinesByLevel(
  { count, headingLevel, words, linkWords }: BlockPage,
  accepted: Uint8Array,
): Uint32Array {
  const headlines = new Uint32Array(7);
  for (let block = 0; block < count; block++) {
    const level = headingLevel[block] ?? 0;
    const linked = linkWords.over(block, block + 1);
    const isHeadline = linked >= minHeadlineWords && linked === words.over(block, block + 1);
    if (level > 0 && isHeadline && accepted[block] === 1) headlines[level] = (headlines[level] ?? 0) + 1;
  }
  return headlines;
}

/**
 * Keeps no heading without its section: adds the section under an accepted heading, or drops the heading. An h1
 * stays.
 */
export function completeSections(page: BlockPage, chances: Float32Array, accepted: Uint8Array): Uint8Array {
  const { tree, headingLevel } = page;
  const completed = Uint8Array.from(accepted);
  const words = weighedSum(tree, () => 1);
  const likely = weighedSum(tree, (block) => chances[block] ?? 0);
  const taken = new RunningSum(page.count, (block) => accepted[block] ?? 0);
  /** Whether accepted text goes on below the box of a heading: a name and a badge above the facts of a card. */
  const isAboveText = (heading: number, to: number, next: number): boolean => {
    const offset = accepted.subarray(to, next).indexOf(1);
    return (
      offset >= 0 && wideningsUntil(page, heading, to + offset, maxSectionWidenings) < maxSectionWidenings
    );
  };
  const headlines = headlinesByLevel(page, accepted);
  /** Whether a heading is the headline of a card in a list: a link, with no more than a label below. */
  const isHeadline = (heading: number, from: number, to: number): boolean =>
    (headlines[headingLevel[heading] ?? 0] ?? 0) >= minHeadlines &&
    page.linkWords.over(heading, from) >= minHeadlineWords &&
    page.words.over(from, to) <= maxLabelWords;
  let nextHeading = page.count;
  for (let block = page.count - 1; block >= 0; block--) {
    const level = headingLevel[block] ?? 0;
    if (level === 0) continue;
    const from = block + 1;
    const around = page.wider[tree.blocks[block]?.container ?? -1] ?? -1;
    const to = Math.min(nextHeading, around < 0 ? page.count : (tree.to[around] ?? 0));
    const next = nextHeading;
    nextHeading = block;
    if (accepted[block] === 0 || to <= from || taken.over(from, to) > 0) continue;
    if (likely.over(from, to) >= minSectionChance * words.over(from, to)) completed.fill(1, from, to);
    // Only a sign is between the heading and the first part of its section.
    else if (level > 1 && (headingLevel[next] ?? 0) > level && completed[next] === 1) continue;
    else if (level > 1 && !isHeadline(block, from, to) && !isAboveText(block, to, next)) completed[block] = 0;
  }
  return completed;
}

/** A container with at least this share of accepted words is kept as a whole, … */
const minAcceptedShare = 0.85;
/** … unless it holds a dropped block with a smaller chance. */
const minDroppedChance = 0.25;

/**
 * Keeps containers as a whole that are mostly accepted, so that a list does not lose the one entry that reads
 * differently.
 */
export function fillContainers(tree: BlockTree, chances: Float32Array, accepted: Uint8Array): Uint8Array {
  const filled = Uint8Array.from(accepted);
  const words = weighedSum(tree, () => 1);
  const kept = weighedSum(tree, (block) => accepted[block] ?? 0);
  const unlikely = new RunningSum(tree.blocks.length, (block) =>
    accepted[block] === 0 && (chances[block] ?? 0) < minDroppedChance ? 1 : 0,
  );
  let node = 0;
  while (node < tree.nodes.length) {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const isMost = kept.over(from, to) >= minAcceptedShare * words.over(from, to);
    if (to > from && isMost && unlikely.over(from, to) === 0) {
      filled.fill(1, from, to);
      node = tree.end[node] ?? node + 1;
    } else node += 1;
  }
  return filled;
}

/**
 * Keeps a list of lines as a whole when half of its words are accepted: a "see also" list is kept or dropped as a
 * whole.
 */
export function fillLists(tree: BlockTree, lists: readonly BlockRun[], accepted: Uint8Array): Uint8Array {
  const filled = Uint8Array.from(accepted);
  const words = weighedSum(tree, () => 1);
  const kept = weighedSum(tree, (block) => accepted[block] ?? 0);
  for (const { from, to } of lists)
    if (kept.over(from, to) * 2 >= words.over(from, to)) filled.fill(1, from, to);
  return filled;
}

/** A hole is filled only if its blocks have at least this share of the threshold. */
const minShareOfThreshold = 0.7;
/** A hole is at most a line and a heading. */
const maxHoleBlocks = 2;
const maxHoleWords = 60;
/** A hole is filled only if at least this share of the words of the element around it is accepted prose. */
const minProseShare = 0.8;
const maxHoleWidenings = 2;

/** Keeps the lines between two accepted blocks of a text that only just missed the threshold. */
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
    (chances[at] ?? 0) < minShareOfThreshold * threshold ? 1 : 0,
  );
  const isText = (node: number): boolean => {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    return prose.over(from, to) >= minProseShare * words.over(from, to);
  };
  let from = accepted.indexOf(1) + 1;
  for (let block = from; block < page.count; block++) {
    if (accepted[block] === 0) continue;
    const isHole = block > from && block - from <= maxHoleBlocks && words.over(from, block) <= maxHoleWords;
    if (isHole && unlikely.over(from, block) === 0) {
      const around = nodeAround(page, from - 1, block, maxHoleWidenings);
      if (around >= 0 && isText(around)) filled.fill(1, from, block);
    }
    from = block + 1;
  }
  return filled;
}

/** The container around `block` that also holds `other`, at most `maxSteps` widenings away; -1 without one. */
function nodeAround({ tree, wider }: BlockPage, block: number, other: number, maxSteps: number): number {
  let node = tree.blocks[block]?.container ?? -1;
  for (let steps = 0; steps < maxSteps && node >= 0 && !isWithin(tree, other, node); steps++)
    node = wider[node] ?? -1;
  return node >= 0 && isWithin(tree, other, node) ? node : -1;
}

/** Fewer peers are a coincidence. */
const minPeers = 3;
const minAcceptedPeers = 2 / 3;
/** A peer is kept only if it has at least this share of the threshold. */
const minShareForPeers = 0.6;

/**
 * Keeps the peers (see `blockPeers`) of blocks that are mostly accepted if they only just missed the threshold: a list
 * that lacks entries is worse than one too many.
 */
export function fillPeers(
  peers: Int32Array,
  chances: Float32Array,
  threshold: number,
  accepted: Uint8Array,
): Uint8Array {
  const counts = new Map<number, number>();
  const taken = new Map<number, number>();
  peers.forEach((group, block) => {
    counts.set(group, (counts.get(group) ?? 0) + 1);
    taken.set(group, (taken.get(group) ?? 0) + (accepted[block] ?? 0));
  });
  return accepted.map((isAccepted, block) => {
    const group = peers[block] ?? -1;
    const count = counts.get(group) ?? 0;
    if (isAccepted === 1 || group < 0 || count < minPeers) return isAccepted;
    const isMost = (taken.get(group) ?? 0) >= minAcceptedPeers * count;
    return isMost && (chances[block] ?? 0) >= minShareForPeers * threshold ? 1 : 0;
  });
}
