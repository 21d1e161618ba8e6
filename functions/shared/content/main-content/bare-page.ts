import { nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

const mostWords = 150;
/** What sites put around their content. */
const frames = new Set(['nav', 'header', 'footer', 'aside', 'form']);

/**
 * Whether a page is so short, without a link or a frame, that all of it is content: a choice from a few words would
 * tell more of who chooses than of the page.
 */
export const isBarePage = (tree: BlockTree): boolean =>
  tree.blocks.reduce((sum, { shape }) => sum + shape.words, 0) <= mostWords &&
  tree.blocks.every(({ linkWords }) => linkWords === 0) &&
  tree.nodes.every((_, node) => !frames.has(nameOf(tree, node)));
