import type { Document } from 'domhandler';

import { blockContext, type MainContentContext } from './block-context.ts';
import { isWithin } from './block-page.ts';
import { selectionOfBlocks } from './block-selection.ts';
import { blockTree } from './block-tree.ts';
import { everything, type Selection } from './selection.ts';
import type { Trace } from './trace.ts';

export type { MainContentContext } from './block-context.ts';

export type PageType =
  | 'article'
  | 'documentation'
  | 'forum'
  | 'product'
  | 'listing'
  | 'collection'
  | 'service';

export interface MainContent {
  readonly selection: Selection;
  readonly pageType: PageType;
  /** Name of the way of choosing that won. */
  readonly candidate: string;
  /** 0–1: the share of the content that the choice is expected to have got right. */
  readonly confidence: number;
}

/** Which part of a page is its content. A page without any text is kept whole. */
export function chooseMainContent(
  document: Document,
  context: MainContentContext,
  trace?: Trace,
): MainContent {
  const tree = blockTree(document);
  const { top } = blockContext(tree, context);
  const accepted = Uint8Array.from(tree.blocks, (_, block) => (isWithin(tree, block, top.node) ? 1 : 0));
  trace?.add({ step: 'main content', verdict: 'readability', reason: 'the container with most prose' });
  return {
    selection: accepted.includes(1) ? selectionOfBlocks(tree, accepted) : everything,
    pageType: 'article',
    candidate: 'readability',
    confidence: 0.5,
  };
}
