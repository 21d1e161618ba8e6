import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { type BlockPage, wordCountsOf } from '#shared/content/main-content/blocks/page.ts';
import { inPostTexts, textsOfPosts } from '#shared/content/main-content/blocks/post-texts.ts';
import { indivisibleUnits, listsOfLines, type Unit } from '#shared/content/main-content/blocks/units.ts';
import {
  fillContainers,
  fillGaps,
  fillHoles,
  fillLists,
  fillPeers,
  completeSections,
  completeUnits,
} from '#shared/content/main-content/choice/adjustments.ts';
import { bestThreshold, expectedF1 } from '#shared/content/main-content/choice/expected-f1.ts';
import { firstChances } from '#shared/content/main-content/choice/first-chances.ts';
import { smoothChances } from '#shared/content/main-content/choice/smoothing.ts';
import { blockPeers } from '#shared/content/main-content/choice/peers.ts';
import { blockRows } from '#shared/content/main-content/features/block-features.ts';
import { chanceRows } from '#shared/content/main-content/features/chances.ts';
import { chancesOf } from '#shared/content/main-content/model/score-rows.ts';
import type { ContentModel } from './content-model.ts';

export interface BlockJudgement {
  /** For each block, the chance (0–1) that it is content; equal within a unit. */
  readonly chances: Float32Array;
  /** The chance from which on blocks are accepted, before adjustments. */
  readonly threshold: number;
  /** 1 for blocks that are content. No unit is split. */
  readonly accepted: Uint8Array;
  readonly expected: number;
  readonly units: readonly Unit[];
}

/** Below this share of the page's words, posts are comments under a text. */
const minPostShare = 0.3;

/** Whether a page is mostly posts. Their lines differ, so that one says little of the next. */
function isDiscussion(page: BlockPage): boolean {
  const posts = textsOfPosts(page);
  if (posts.length === 0) return false;
  const inPosts = inPostTexts(page, posts);
  let words = 0;
  inPosts.forEach((isIn, block) => {
    if (isIn === 1) words += page.words.over(block, block + 1);
  });
  return words >= minPostShare * page.words.over(0, page.count);
}

/** Decides which blocks of a page are content. Accepts at least one block of a page that has words. */
export function judgeBlocks(context: BlockContext, model: ContentModel): BlockJudgement {
  const { tree, page } = context;
  const units = indivisibleUnits(tree);
  const peers = blockPeers(context);
  const first = chancesOf(model.blocks, blockRows(context, model.words));
  const second = isDiscussion(page)
    ? first
    : chancesOf(model.chances, chanceRows(context, firstChances(context, units, peers, first)));
  const chances = smoothChances(tree, units, peers, second);
  const words = wordCountsOf(tree);
  const threshold = bestThreshold(words, chances);
  const above = Uint8Array.from(chances, (chance) => (chance >= threshold ? 1 : 0));
  const complete = fillPeers(peers, chances, threshold, above);
  const sectioned = completeSections(page, chances, fillGaps(units, chances, complete));
  const whole = completeUnits(tree, units, fillContainers(tree, chances, sectioned));
  // The only block above the threshold may be a heading that is dropped because its section is not accepted.
  const any = whole.includes(1) ? whole : above;
  const accepted = fillHoles(page, chances, threshold, fillLists(tree, listsOfLines(tree), any));
  return { chances, threshold, accepted, expected: expectedF1(words, chances, accepted), units };
}
