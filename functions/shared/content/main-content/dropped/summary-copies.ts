import type { ChildNode } from 'domhandler';

import type { Trace } from '#shared/content/dom/trace.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import type { Block } from '#shared/content/main-content/blocks/text.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { areSiblings, nameOf } from '#shared/content/main-content/blocks/page.ts';
import { media } from '#shared/content/main-content/related/images/shown-images.ts';
import { withoutSpacesAndDashes } from './second-copies.ts';
import { positionsOfOnes } from '#shared/kernel/integers.ts';

/** From the headline to its summary, and from there to the paragraph that begins with it. */
const maxBlocksToSummary = 3;
const maxBlocksToParagraph = 10;
/** The text may begin with another paragraph, or the caption of an image. */
const maxProseBefore = 1;
const maxParagraphs = 4;
const minSummaryWords = 12;

const isAlone = ({ from, to }: BlockTree, node: number): boolean =>
  node >= 0 && (to[node] ?? 0) - (from[node] ?? 0) === 1;

/** A block keeps the first 300 characters: of a longer one the end is unknown. */
const maxComparedCharacters = 290;
const minBegunCharacters = 100;
const isCut = ({ text }: Block): boolean => text.length > maxComparedCharacters;

const holdsMedia = (tree: BlockTree, node: number): boolean => {
  for (let below = node; below < (tree.end[node] ?? node); below++)
    if (media.has(nameOf(tree, below))) return true;
  return false;
};

/** The places from `first` on where the text may begin. */
function beginnings({ page }: BlockContext, blocks: readonly number[], first: number): readonly number[] {
  const found: number[] = [];
  let prose = 0;
  for (let at = first; at < first + maxBlocksToParagraph && prose <= maxProseBefore; at++) {
    const block = blocks[at];
    if (block === undefined) break;
    found.push(at);
    prose += page.prose.over(block, block + 1) > 0 ? 1 : 0;
  }
  return found;
}

/** Whether a long summary begins as the first of the blocks does, and has as many words as those up to the one that ends like it. */
function isJoined({ tree }: BlockContext, following: readonly number[], summary: Block): boolean {
  const [first = ''] = following.map((block) => tree.blocks[block]?.text.trim());
  const isBegun =
    first.length >= minBegunCharacters &&
    summary.text.trim().startsWith(first.slice(0, maxComparedCharacters));
  const end = summary.tail.trim();
  let words = 0;
  return (
    isBegun &&
    following.some((block) => {
      const { shape, tail = '' } = tree.blocks[block] ?? {};
      words += shape?.words ?? 0;
      return tail.trim() === end && words === summary.shape.words;
    })
  );
}

/** Whether kept blocks in a row begin with the words of a summary. */
function beginWith(context: BlockContext, following: readonly number[], summary: Block): boolean {
  if (isCut(summary)) return isJoined(context, following, summary);
  const { tree } = context;
  const said = withoutSpacesAndDashes(summary.text)
    .toLowerCase()
    .replace(/(?<![.…])[.…]+$/, '');
  let text = '';
  let words = 0;
  for (const block of following) {
    const { text: own = '', shape } = tree.blocks[block] ?? {};
    text += withoutSpacesAndDashes(own).toLowerCase();
    words += shape?.words ?? 0;
    if (words >= summary.shape.words) return text.startsWith(said);
    // A longer text is cut in the block.
    if (!said.startsWith(text)) return text.startsWith(said);
  }
  return false;
}

/**
 * The summary under the headline, when the text begins with the same words. What stands beside it without a text, such as
 * the image under the headline, stays.
 */
export function summaryCopies(context: BlockContext, kept: Uint8Array, trace?: Trace): readonly ChildNode[] {
  const { tree, page } = context;
  const blocks = positionsOfOnes(kept);
  const headline = blocks.findIndex((block) => page.headingLevel[block] === 1);
  if (headline < 0) return [];
  return blocks.slice(headline + 1, headline + 1 + maxBlocksToSummary).flatMap((block, offset) => {
    const summary = tree.blocks[block];
    const isSummary =
      summary !== undefined && summary.linkWords === 0 && summary.shape.words >= minSummaryWords;
    if (!isSummary || !isAlone(tree, summary.container)) return [];
    if (holdsMedia(tree, summary.container)) return [];
    const first = headline + offset + 2;
    const isCopy = beginnings(context, blocks, first).some(
      (at) =>
        !areSiblings(page, block, blocks[at] ?? -1) &&
        beginWith(context, blocks.slice(at, at + maxParagraphs), summary),
    );
    if (!isCopy) return [];
    const reason = 'the text below begins with it';
    trace?.add({ step: 'summary', verdict: 'dropped', reason, subject: summary.text });
    return tree.nodes[summary.container] ?? [];
  });
}
