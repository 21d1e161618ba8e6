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

/** In elements of which most paragraphs are kept, those between the first and the last kept one. */
function paragraphsOfTexts(page: BlockPage, kept: Uint8Array): readonly number[] {
  const { tree, count } = page;
  const texts = new Map<number, number[]>();
  for (let block = 0; block < count; block++) {
    if (!isParagraph(page, block)) continue;
    const element = tree.parent[tree.blocks[block]?.container ?? -1] ?? -1;
    const paragraphs = texts.get(element);
    if (paragraphs === undefined) texts.set(element, [block]);
    else paragraphs.push(block);
  }
  return [...texts.values()].flatMap((paragraphs) => {
    const keptOnes = paragraphs.filter((block) => kept[block] === 1);
    if (keptOnes.length < Math.max(minKeptParagraphs, minKeptShare * paragraphs.length)) return [];
    const [first = 0, last = 0] = [keptOnes[0], keptOnes.at(-1)];
    return paragraphs.filter((block) => block > first && block < last);
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
  const missed = paragraphsOfTexts(page, kept).filter((block) => kept[block] === 0 && isLikely(block));
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
