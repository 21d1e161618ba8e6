import { type BlockPage, elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';

/** More paragraphs in a row are a text of their own. */
const maxParagraphs = 3;
const minWords = 10;
/** A paragraph with a smaller chance asks for a subscription, however it is placed. */
const minChance = 0.2;

/** Whether a block is prose in a `p`. */
function isParagraph({ tree, prose }: BlockPage, block: number): boolean {
  const container = tree.blocks[block]?.container ?? -1;
  return nameOf(tree, container) === 'p' && prose.over(block, block + 1) > 0;
}

/** Whether two blocks are in elements of the same name and class, in the same element. */
function areSiblings({ tree }: BlockPage, one: number, other: number): boolean {
  const first = tree.blocks[one]?.container ?? -1;
  const second = tree.blocks[other]?.container ?? -1;
  if (first < 0 || tree.parent[first] !== tree.parent[second]) return false;
  const [a, b] = [elementAt(tree, first), elementAt(tree, second)];
  return a?.name === b?.name && a?.attribs['class'] === b?.attribs['class'];
}

/**
 * The dropped paragraphs between kept ones of the same element: where half of a long text is as likely as the
 * threshold, the choice is by chance.
 */
export function missedParagraphs(
  page: BlockPage,
  chances: Float32Array,
  kept: Uint8Array,
): readonly number[] {
  const { words } = page;
  const missed: number[] = [];
  let before = kept.indexOf(1);
  for (let block = before + 1; before >= 0 && block < page.count; block++) {
    if (kept[block] === 0) continue;
    if (block - before > 1 && block - before <= maxParagraphs + 1)
      for (let between = before + 1; between < block; between++) {
        const isLikely = (chances[between] ?? 0) >= minChance && words.over(between, between + 1) >= minWords;
        if (!isLikely || !isParagraph(page, between)) continue;
        if (areSiblings(page, before, between) || areSiblings(page, between, block)) missed.push(between);
      }
    before = block;
  }
  return missed;
}
