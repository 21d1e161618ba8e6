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

/** An element with so many kept paragraphs, and so large a share of them, is one text. */
const minKeptParagraphs = 10;
const minKeptShare = 2 / 3;

/** The dropped paragraphs in the middle of a text: an element most of whose paragraphs are kept. */
function paragraphsOfTexts(page: BlockPage, dropped: readonly number[], kept: Uint8Array): readonly number[] {
  const { tree, count } = page;
  if (dropped.length === 0) return [];
  const elementOf = (block: number): number => tree.parent[tree.blocks[block]?.container ?? -1] ?? -1;
  const texts = new Map(dropped.map((block) => [elementOf(block), { all: 0, kept: 0, first: -1, last: -1 }]));
  for (let block = 0; block < count; block++) {
    const text = texts.get(elementOf(block));
    if (text === undefined || !isParagraph(page, block)) continue;
    text.all += 1;
    if (kept[block] === 0) continue;
    text.kept += 1;
    if (text.first < 0) text.first = block;
    text.last = block;
  }
  return dropped.filter((block) => {
    const text = texts.get(elementOf(block));
    if (text === undefined || text.kept < Math.max(minKeptParagraphs, minKeptShare * text.all)) return false;
    return block > text.first && block < text.last;
  });
}

/**
 * The dropped paragraphs and subtitles between kept ones of the same element: where much of a text is as likely as the
 * threshold, the choice is by chance.
 */
export function missedParagraphs(
  page: BlockPage,
  chances: Float32Array,
  kept: Uint8Array,
): readonly number[] {
  const isLikely = (block: number): boolean =>
    (chances[block] ?? 0) >= minChance && page.words.over(block, block + 1) >= minWords;
  const dropped: number[] = [];
  for (let block = 0; block < page.count; block++)
    if (kept[block] === 0 && isLikely(block) && isParagraph(page, block)) dropped.push(block);
  const missed = [...paragraphsOfTexts(page, dropped, kept)];
  let before = kept.indexOf(1);
  for (let block = before + 1; before >= 0 && block < page.count; block++) {
    if (kept[block] === 0) continue;
    if (block - before > 1 && block - before <= maxParagraphs + 1)
      for (let between = before + 1; between < block; between++) {
        if (isSubtitle(page, before, between, block)) missed.push(between);
        if (!isLikely(between) || !isParagraph(page, between)) continue;
        if (areSiblings(page, before, between) || areSiblings(page, between, block)) missed.push(between);
      }
    before = block;
  }
  return missed;
}
