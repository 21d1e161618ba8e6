import { isSameImage } from '#shared/content/dom/image-names.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, isWithin } from '#shared/content/main-content/blocks/page.ts';
import { isInLink, showsImage } from './shown-images.ts';

/** Elements around the image and the text: those of a page that is not an article hold everything. */
const maxLevels = 12;

/** The first accepted block of running text; -1 without one. */
function textBegins({ page }: BlockContext, accepted: Uint8Array): number {
  for (let block = accepted.indexOf(1); block >= 0; block = accepted.indexOf(1, block + 1))
    if (page.prose.over(block, block + 1) > 0) return block;
  return -1;
}

/** The smallest element around a node that holds a block; -1 for the document. */
function around({ tree }: BlockContext, node: number, block: number): number {
  let above = tree.parent[node] ?? -1;
  for (let level = 0; level < maxLevels && above >= 0 && !isWithin(tree, block, above); level++)
    above = tree.parent[above] ?? -1;
  return above;
}

/**
 * The node of the declared image (`og:image`) nearest above the text. -1 if there is no such node, or if the accepted text
 * shows the image already.
 */
export function declaredImage(context: BlockContext, accepted: Uint8Array): number {
  const { tree, image } = context;
  const text = image === undefined ? -1 : textBegins(context, accepted);
  if (image === undefined || text < 0) return -1;
  const end = accepted.lastIndexOf(1);
  let found = -1;
  for (let node = 0; node < tree.nodes.length; node++) {
    const element = elementAt(tree, node);
    if (element?.name !== 'img' || !isSameImage(element.attribs['src'] ?? '', image)) continue;
    const at = tree.from[node] ?? 0;
    if (at > text) return at <= end ? -1 : found;
    found = node;
  }
  if (found < 0 || isInLink(tree, found)) return -1;
  return showsImage(tree, found, around(context, found, text)) ? found : -1;
}
