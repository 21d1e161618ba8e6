import {
  type BlockPage,
  nameOf,
  nodeAround,
  nodesThat,
  RunningSum,
} from '#shared/content/main-content/blocks/page.ts';
import { type BlockRun, blocksOf } from '#shared/content/main-content/blocks/units.ts';

const maxCaptionWords = 60;
const maxCaptionLevels = 3;

/** The dropped captions of figures whose table, code, quotation or player is kept whole. */
export function captionsOfFigures({ tree, words }: BlockPage, kept: Uint8Array): readonly BlockRun[] {
  const captions = nodesThat(tree, (node) => nameOf(tree, node) === 'figcaption');
  if (captions.length === 0) return [];
  const keptBlocks = new RunningSum(kept.length, (block) => kept[block] ?? 0);
  return captions.flatMap((node) => {
    const caption = blocksOf(tree, node);
    const figure = nodeAround(tree, node, maxCaptionLevels, (around) => nameOf(tree, around) === 'figure');
    if (figure < 0 || words.over(caption.from, caption.to) > maxCaptionWords) return [];
    const { from, to } = blocksOf(tree, figure);
    const others = to - from - (caption.to - caption.from);
    const keptOthers = keptBlocks.over(from, to) - keptBlocks.over(caption.from, caption.to);
    return others > 0 && keptOthers === others ? [caption] : [];
  });
}
