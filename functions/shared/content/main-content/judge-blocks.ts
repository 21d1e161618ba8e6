import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { blockRows } from '#shared/content/main-content/features/block-features.ts';
import { chancesOf } from '#shared/content/main-content/model/forest.ts';
import { lengthsOf } from '#shared/content/main-content/blocks/page.ts';
import {
  fillContainers,
  fillGaps,
  fillHoles,
  fillLists,
  settleHeadings,
  settleUnits,
} from '#shared/content/main-content/choice/adjustments.ts';
import { smoothChances } from '#shared/content/main-content/choice/smoothing.ts';
import { indivisibleUnits, listsOfLines, type Unit } from '#shared/content/main-content/blocks/units.ts';
import type { ContentModel } from './content-model.ts';
import { bestThreshold, expectedF1 } from '#shared/content/main-content/choice/expected-f1.ts';

export interface BlockJudgement {
  /** For every block the chance that it is content; equal within a table or code block. */
  readonly chances: Float32Array;
  /** The chance from which on blocks are taken, before what belongs together is settled. */
  readonly threshold: number;
  /** 1 for the blocks that are content. None of the `units` is split. */
  readonly accepted: Uint8Array;
  /** 0–1: the F1 that is expected of them. */
  readonly expected: number;
  /** The page's code blocks, tables and plain lists. */
  readonly units: readonly Unit[];
}

/** Which blocks of a page are content: at least one of a page that has words. */
export function judgeBlocks(context: BlockContext, model: ContentModel): BlockJudgement {
  const { tree, page } = context;
  const units = indivisibleUnits(tree);
  const chances = smoothChances(context, units, chancesOf(model.blocks, blockRows(context, model.words)));
  const words = lengthsOf(tree);
  const threshold = bestThreshold(words, chances);
  const above = Uint8Array.from(chances, (chance) => (chance >= threshold ? 1 : 0));
  const settled = settleHeadings(page, chances, fillGaps(units, chances, above));
  const whole = settleUnits(tree, units, fillContainers(tree, chances, settled));
  // All that is above the threshold may be a heading whose section is none.
  const any = whole.includes(1) ? whole : above;
  const accepted = fillHoles(page, chances, threshold, fillLists(tree, listsOfLines(tree), any));
  return { chances, threshold, accepted, expected: expectedF1(words, chances, accepted), units };
}
