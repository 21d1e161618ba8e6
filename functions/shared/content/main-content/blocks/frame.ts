import { elementAt, nameOf, nodeAround } from './page.ts';
import type { BlockTree } from './tree.ts';

/** Elements around these frame nothing. */
const content = new Set(['body', 'main']);
const framing = new Set(['footer', 'nav', 'header', 'aside', 'form', 'dialog']);
const framingName =
  /foot|(?:^|[\s_-])(?:nav|menu|sidebar|topbar|top-bar|cookie|modal|popup|fly-?out|drawer|off-?canvas|overlay)/i;

/** Whether a node is in the frame of the page, such as a menu or the footer, or in a form. */
export function isInFrame(tree: BlockTree, node: number): boolean {
  const isEdge = (around: number): boolean => {
    const { class: names = '', id = '' } = elementAt(tree, around)?.attribs ?? {};
    const name = nameOf(tree, around);
    return content.has(name) || framing.has(name) || framingName.test(names) || framingName.test(id);
  };
  const edge = nodeAround(tree, node, Number.POSITIVE_INFINITY, isEdge);
  return edge >= 0 && !content.has(nameOf(tree, edge));
}
