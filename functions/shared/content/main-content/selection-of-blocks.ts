import { type ChildNode, type Document, isTag } from 'domhandler';

import { nameSet } from '#shared/content/dom/html-elements.ts';
import { type Selection, selectionOf, without } from '#shared/content/dom/selection.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { RunningSum } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { isAdvertLabel } from '#shared/content/main-content/dropped/boilerplate-lines.ts';
import { imagesOfCards } from '#shared/content/main-content/related/cards/card-images.ts';
import { declaredImage, titledImage } from '#shared/content/main-content/related/images/declared-image.ts';
import { galleryAround } from '#shared/content/main-content/related/images/gallery.ts';
import { leadImage } from '#shared/content/main-content/related/images/lead-image.ts';
import { isImageAtEdge } from '#shared/content/main-content/related/images/related-images.ts';
import { surplusRules } from './dropped/surplus-rules.ts';

/** Kept with whatever is left of them: a list without its dropped items is still a list. */
const structural = nameSet(
  'ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote figure figcaption details summary pre p h1 h2 h3 h4 h5 h6 a',
);

/** Whether a node may hold the image of a card; advertisements stand in `aside`. */
const mayHoldImage = (node: ChildNode): boolean =>
  isTag(node) && node.name !== 'aside' && node.children.some(isTag);

interface Chosen {
  readonly kept: ChildNode[];
  readonly removed: ChildNode[];
  /** For each node of the tree, 1 when it is kept with all that it holds. */
  readonly shown: Uint8Array;
}

/**
 * Selects the accepted blocks and no other text. A node whose blocks are all accepted is kept whole. A node without
 * text (image, rule, player) is kept between two accepted blocks, beside an accepted block at the edge of its
 * element, as the image of a card whose like show theirs, or as the image that the page declares, or one
 * right under the title, with the gallery that this one is in.
 */
export function selectionOfBlocks(context: BlockContext, accepted: Uint8Array): Selection {
  const { page } = context;
  const { kept, removed, shown } = chosenNodes(page.tree, accepted);
  const { above, inText } = declaredImage(context, accepted);
  const declared = page.tree.nodes[above] ?? leadImage(page, accepted) ?? page.tree.nodes[inText];
  const lead = declared ?? page.tree.nodes[titledImage(context, accepted)];
  const ofCards = imagesOfCards(context, accepted, shown).map((node) => page.tree.nodes[node]);
  const ofGallery = lead === undefined ? [] : galleryAround(lead);
  const images = [lead, ...ofGallery, ...ofCards].filter((image) => image !== undefined);
  return without(selectionOf([...kept, ...images]), [
    ...removed.flatMap(sparing(images)),
    ...surplusRules(page.tree, accepted, shown),
  ]);
}

/** What to remove instead of a node that holds images which are kept: all that is beside them. */
function sparing(images: readonly ChildNode[]): (node: ChildNode) => readonly ChildNode[] {
  const around = new Set<ChildNode | Document>();
  for (const image of images)
    for (
      let node: ChildNode['parent'] | ChildNode = image;
      node !== null && !around.has(node);
      node = node.parent
    )
      around.add(node);
  const kept = new Set(images);
  const partsOf = (node: ChildNode): readonly ChildNode[] => {
    if (!around.has(node)) return [node];
    return kept.has(node) || !isTag(node) ? [] : node.children.flatMap(partsOf);
  };
  return partsOf;
}

function chosenNodes(tree: BlockTree, accepted: Uint8Array): Chosen {
  const sum = new RunningSum(accepted.length, (block) => accepted[block] ?? 0);
  const titles = titlesOfImages(tree, accepted);
  const titled = new RunningSum(accepted.length, (block) => titles[block] ?? 0);
  const bridged = acrossAdverts(tree, accepted);
  titles.forEach((isTitle, block) => (bridged[block] ||= isTitle));
  const chosen: Chosen = { kept: [], removed: [], shown: new Uint8Array(tree.nodes.length) };
  let keptUntil = 0;
  let node = 0;
  while (node < tree.nodes.length) {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const end = tree.end[node] ?? node + 1;
    const found = tree.nodes[node];
    if (found === undefined) break;
    const inKept = node < keptUntil;
    const taken = sum.over(from, to);
    const isWhole =
      from === to ? followsNeighbours(bridged, from) || isImageAtEdge(tree, node, sum) : taken === to - from;
    if (isWhole) {
      if (!inKept) chosen.kept.push(found);
      chosen.shown.fill(1, node, end);
      node = end;
    } else if (taken === 0 && (titled.over(from, to) === 0 || !mayHoldImage(found))) {
      if (inKept) chosen.removed.push(found);
      node = end;
    } else {
      if (!inKept && isTag(found) && structural.has(found.name)) {
        chosen.kept.push(found);
        keptUntil = end;
      }
      node += 1;
    }
  }
  return chosen;
}

/** The accepted blocks, and the labels of advertisements between two of them: the images behind those belong to the text. */
function acrossAdverts({ blocks }: BlockTree, accepted: Uint8Array): Uint8Array {
  const bridged = Uint8Array.from(accepted);
  for (let block = 1; block < accepted.length; block++) {
    if (bridged[block] === 1 || bridged[block - 1] === 0) continue;
    let end = block;
    while (end < accepted.length && accepted[end] === 0 && isAdvertLabel(blocks[end]?.text ?? '')) end += 1;
    if (end > block && accepted[end] === 1) bridged.fill(1, block, end);
  }
  return bridged;
}

/** The dropped blocks that repeat the accepted one below: the text of a link around the image of a card, above its title. */
const titlesOfImages = ({ blocks }: BlockTree, accepted: Uint8Array): Uint8Array =>
  Uint8Array.from(accepted, (isAccepted, at) => {
    const text = blocks[at]?.text ?? '';
    const isAbove = isAccepted === 0 && accepted[at + 1] === 1;
    return isAbove && text !== '' && text === blocks[at + 1]?.text ? 1 : 0;
  });

/** Whether the blocks on both sides of a textless node are accepted. `at` = the block after it. */
function followsNeighbours(accepted: Uint8Array, at: number): boolean {
  // Before the first text of a page are its menus.
  if (at === 0) return false;
  const before = accepted[at - 1];
  const after = at >= accepted.length ? accepted[accepted.length - 1] : accepted[at];
  return before === 1 && after === 1;
}
