import { type BlockPage, RunningSum } from '#shared/content/main-content/blocks/page.ts';
import { isInLink, leadsElsewhere, showsPicture } from './shown-images.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';
import { captionedPictures } from './captioned-images.ts';
import { blocksUnderTitle } from './lead-image.ts';

/** For every block, 1 when it is accepted, or when only blocks of pictures stand between it and an accepted one. */
function leadsToAccepted(pictures: readonly BlockRun[], accepted: Uint8Array): Uint8Array {
  const leads = Uint8Array.from(accepted);
  const inPicture = new Uint8Array(accepted.length);
  for (const { from, to } of pictures) inPicture.fill(1, from, to);
  for (let block = accepted.length - 2; block >= 0; block--)
    if (inPicture[block] === 1 && leads[block + 1] === 1) leads[block] = 1;
  return leads;
}

/** A card has fewer words. */
const leastOfText = 80;

/** Whether an element is a text, of which most is accepted. `accepted` sums the words of accepted blocks. */
function isText({ tree, words }: BlockPage, node: number, accepted: RunningSum): boolean {
  const from = tree.from[node] ?? 0;
  const to = tree.to[node] ?? 0;
  const kept = accepted.over(from, to);
  return kept >= leastOfText && kept * 2 >= words.over(from, to);
}

/**
 * Takes the captioned pictures that stand between accepted blocks, that an accepted text begins or ends with, and
 * the first between the title and the text: captions read unlike the text that they interrupt.
 */
export function withPictures(page: BlockPage, accepted: Uint8Array): Uint8Array {
  const { tree, wider, words } = page;
  const pictures = captionedPictures(page);
  const leads = leadsToAccepted(pictures, accepted);
  const acceptedWords = new RunningSum(accepted.length, (block) =>
    accepted[block] === 1 ? words.over(block, block + 1) : 0,
  );
  const all = Uint8Array.from(accepted);
  const lead = blocksUnderTitle(page, accepted);
  const leading = pictures.find(({ from, to, isOwn }) => isOwn && from >= lead.from && to <= lead.to);
  if (leading !== undefined) all.fill(1, leading.from, leading.to);
  for (const { node, from, to, isPlain, isOwn } of pictures) {
    const around = wider[node] ?? -1;
    const isAfterAccepted = all[from - 1] === 1;
    const isBeforeAccepted = leads[to] === 1;
    const isFirst = isPlain && around >= 0 && tree.from[around] === from;
    const isLast = isPlain && around >= 0 && tree.to[around] === to;
    const isBeside = isAfterAccepted ? isBeforeAccepted || isLast : isBeforeAccepted && isFirst;
    if (isBeside || (isOwn && isFirst && isText(page, around, acceptedWords))) all.fill(1, from, to);
  }
  return all;
}

/**
 * Whether a node without text shows a picture, and an element that is accepted for the most part begins or ends
 * with it and accepted text, or holds it after accepted text. `accepted` sums 1 for each accepted block.
 */
export function isPictureAtEdge(tree: BlockTree, node: number, accepted: RunningSum): boolean {
  let around = tree.parent[node] ?? -1;
  while (around >= 0 && tree.from[around] === tree.to[around]) around = tree.parent[around] ?? -1;
  if (around < 0) return false;
  const from = tree.from[around] ?? 0;
  const to = tree.to[around] ?? 0;
  const at = tree.from[node] ?? 0;
  const beside = at === from ? at : at - 1;
  const isMostly = accepted.over(from, to) * 2 >= to - from;
  if (!isMostly || accepted.over(beside, beside + 1) === 0) return false;
  const isAtEdge = at === from || at === to;
  // What other texts begin with are pictures that lead to them.
  const isOfTextBefore = () => !isInLink(tree, node) && !leadsElsewhere(tree, node);
  return (isAtEdge || isOfTextBefore()) && showsPicture(tree, node, around);
}
