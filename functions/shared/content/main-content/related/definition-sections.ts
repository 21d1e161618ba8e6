import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { nodeAround, nameOf, weighedSum } from '#shared/content/main-content/blocks/page.ts';
import type { BlockRun, Unit } from '#shared/content/main-content/blocks/units.ts';

/** A list with a smaller chance is a menu. */
const minChance = 0.25;
/** The element around the list is text when at least this share of its words is kept. */
const minKeptShare = 0.5;
const maxWidenings = 3;
const maxTermLevels = 12;

/**
 * The dropped lists of definitions under a heading in an element that is mostly kept: the modules and functions at the end
 * of a reference, whose names are links.
 */
export function definitionSections(
  { tree, page }: BlockContext,
  units: readonly Unit[],
  chances: Float32Array,
  kept: Uint8Array,
): readonly BlockRun[] {
  const candidates = units.filter(
    ({ from }) =>
      kept[from] === 0 && (chances[from] ?? 0) >= minChance && (page.headingLevel[from - 1] ?? 0) > 0,
  );
  if (candidates.length === 0) return [];
  const words = weighedSum(tree, () => 1);
  const keptWords = weighedSum(tree, (block) => kept[block] ?? 0);
  const isText = (node: number): boolean => {
    const [from, to] = [tree.from[node] ?? 0, tree.to[node] ?? 0];
    return keptWords.over(from, to) >= minKeptShare * words.over(from, to);
  };
  const isInText = (list: number): boolean => {
    let around = page.wider[list] ?? -1;
    for (let step = 0; step < maxWidenings && around >= 0; step++) {
      if (isText(around)) return true;
      around = page.wider[around] ?? -1;
    }
    return false;
  };
  return candidates.flatMap(({ from, to }) => {
    const container = tree.blocks[from]?.container ?? -1;
    const list = nodeAround(tree, container, maxTermLevels, (node) => nameOf(tree, node) === 'dl');
    return list >= 0 && isInText(list) ? [{ from: from - 1, to }] : [];
  });
}
