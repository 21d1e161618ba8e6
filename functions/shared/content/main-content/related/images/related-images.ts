import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { type BlockPage, RunningSum } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';
import { captionedImages } from './captioned-images.ts';
import { declaredImage } from './declared-image.ts';
import { blocksUnderTitle } from './lead-image.ts';
import { isInLink, leadsElsewhere, showsImage } from './shown-images.ts';

/**
 * For each block, 1 when it is accepted, or when only captioned images are between it and the next accepted block.
 */
function reachesAccepted(images: readonly BlockRun[], accepted: Uint8Array): Uint8Array {
  const reaches = Uint8Array.from(accepted);
  const inImage = new Uint8Array(accepted.length);
  for (const { from, to } of images) inImage.fill(1, from, to);
  for (let block = accepted.length - 2; block >= 0; block--)
    if (inImage[block] === 1 && reaches[block + 1] === 1) reaches[block] = 1;
  return reaches;
}

/** Teasers have fewer words. */
const minTextWords = 80;

/** Whether a node is a text that is mostly accepted. `accepted` sums the words of accepted blocks. */
function isText({ tree, words }: BlockPage, node: number, accepted: RunningSum): boolean {
  const from = tree.from[node] ?? 0;
  const to = tree.to[node] ?? 0;
  const kept = accepted.over(from, to);
  return kept >= minTextWords && kept * 2 >= words.over(from, to);
}

/**
 * Adds the captioned images between accepted blocks, those that an accepted text begins or ends with, the first between the
 * title and the text, and the one that the page declares. Captions read unlike the text around them.
 */
export function attachImages(context: BlockContext, accepted: Uint8Array): Uint8Array {
  const { page } = context;
  const { tree, wider, words } = page;
  const images = captionedImages(page);
  const reaches = reachesAccepted(images, accepted);
  const acceptedWords = new RunningSum(accepted.length, (block) =>
    accepted[block] === 1 ? words.over(block, block + 1) : 0,
  );
  const all = Uint8Array.from(accepted);
  const underTitle = blocksUnderTitle(page, accepted);
  const first = images.find(({ from, to, isOwn }) => isOwn && from >= underTitle.from && to <= underTitle.to);
  if (first !== undefined) all.fill(1, first.from, first.to);
  const { above: declared } = declaredImage(context, accepted);
  const own = images.find(({ node }) => declared >= node && declared < (tree.end[node] ?? node));
  if (own?.isPlain === true) all.fill(1, own.from, own.to);
  for (const { node, from, to, isPlain, isOwn } of images) {
    const around = wider[node] ?? -1;
    const isAfterAccepted = all[from - 1] === 1;
    const isBeforeAccepted = reaches[to] === 1;
    const isFirst = isPlain && around >= 0 && tree.from[around] === from;
    const isLast = isPlain && around >= 0 && tree.to[around] === to;
    const isBeside = isAfterAccepted ? isBeforeAccepted || isLast : isBeforeAccepted && isFirst;
    if (isBeside || (isOwn && isFirst && isText(page, around, acceptedWords))) all.fill(1, from, to);
  }
  return all;
}

/**
 * Whether a node without text shows an image that belongs to an accepted block beside it: the element around both
 * is mostly accepted, and either begins or ends with the image or holds it after accepted text. `accepted` sums 1
 * for each accepted block.
 */
export function isImageAtEdge(tree: BlockTree, node: number, accepted: RunningSum): boolean {
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
  // An image that links to another page belongs to the text after it.
  const belongsToTextBefore = () => !isInLink(tree, node) && !leadsElsewhere(tree, node);
  return (isAtEdge || belongsToTextBefore()) && showsImage(tree, node, around);
}
