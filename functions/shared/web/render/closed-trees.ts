import type { CDPSession, Protocol } from 'puppeteer-core';

import type { IsolatedWorld } from './isolated-world.ts';
import { type PageMeasure, rememberClosedTree } from './page-scripts.ts';

/** A page with more characters of content has it outside of closed shadow trees. */
const maxCharacters = 200;
/** All nodes are listed. */
const maxElements = 10_000;
const maxTrees = 200;

async function closedRoots(cdp: CDPSession): Promise<readonly Protocol.DOM.Node[]> {
  const [, listed] = await Promise.allSettled([
    cdp.send('DOM.enable'),
    cdp.send('DOM.getFlattenedDocument', { depth: -1, pierce: true }),
  ]);
  const nodes = listed.status === 'fulfilled' ? listed.value.nodes : [];
  return nodes
    .flatMap(({ shadowRoots = [] }) => shadowRoots)
    .filter(({ shadowRootType }) => shadowRootType === 'closed')
    .slice(0, maxTrees);
}

/**
 * Has the isolated world read the closed shadow trees of a page that shows next to nothing without them. Scripts cannot
 * reach them, and the page does not notice.
 */
export async function openClosedTrees(
  cdp: CDPSession,
  world: IsolatedWorld,
  { content, elements }: PageMeasure,
): Promise<void> {
  if (content >= maxCharacters || elements > maxElements) return;
  // The document may be replaced meanwhile, and trees of frames belong to other documents: what is found is read.
  await Promise.allSettled(
    (await closedRoots(cdp)).map(({ backendNodeId }) => world.callOn(backendNodeId, rememberClosedTree)),
  );
}
