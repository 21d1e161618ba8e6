import { areSiblings, type BlockPage, elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';

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

const subtitleName =
  /(?:^|[\s_-])(?:sub-?titles?|sub-?head(?:ing|line)?s?|cross-?head(?:ing)?s?|intertitles?)(?:$|[\s_-])/i;
const maxSubtitleWords = 15;

/** Whether a block is a heading by its class, between paragraphs of its own element. */
function isSubtitle(page: BlockPage, before: number, block: number, after: number): boolean {
  const { tree, words, linkWords, prose } = page;
  const container = tree.blocks[block]?.container ?? -1;
  const isNamed = subtitleName.test(elementAt(tree, container)?.attribs['class'] ?? '');
  if (!isNamed || linkWords.over(block, block + 1) > 0 || prose.over(before, before + 1) === 0) return false;
  const parentOf = (at: number): number => tree.parent[tree.blocks[at]?.container ?? -1] ?? -1;
  const isBetween = parentOf(before) === parentOf(block) && parentOf(after) === parentOf(block);
  return isBetween && words.over(block, block + 1) <= maxSubtitleWords;
}

/**
 * The dropped paragraphs and subtitles between kept ones of the same element: where half of a long text is as likely as the
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
        if (isSubtitle(page, before, between, block)) missed.push(between);
        const isLikely = (chances[between] ?? 0) >= minChance && words.over(between, between + 1) >= minWords;
        if (!isLikely || !isParagraph(page, between)) continue;
        if (areSiblings(page, before, between) || areSiblings(page, between, block)) missed.push(between);
      }
    before = block;
  }
  return missed;
}
