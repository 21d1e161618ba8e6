import { type ChildNode, Document, Element, isTag, isText, Text } from 'domhandler';

export interface TreeCopy<Tree extends Document> {
  readonly document: Tree;
  readonly copiesOf: (elements: ReadonlySet<Element>) => ReadonlySet<Element>;
}

/**
 * A second tree with the same elements and text, for a step that changes elements in place. Attributes are shared:
 * nothing changes them after normalisation.
 */
export function copyTree<Tree extends Document>(document: Tree): TreeCopy<Tree> {
  const copies = new Map<Element, Element>();
  const copyAll = (nodes: readonly ChildNode[], parent: Document | Element): ChildNode[] => {
    const children: ChildNode[] = [];
    let previous: ChildNode | null = null;
    for (const node of nodes) {
      const copy = copyOf(node);
      if (copy === undefined) continue;
      copy.parent = parent;
      copy.prev = previous;
      if (previous !== null) previous.next = copy;
      previous = copy;
      children.push(copy);
    }
    return children;
  };
  const copyOf = (node: ChildNode): Text | Element | undefined => {
    if (isText(node)) return new Text(node.data);
    if (!isTag(node)) return undefined;
    const copy = new Element(node.name, node.attribs);
    if (node.namespace !== undefined) copy.namespace = node.namespace;
    copies.set(node, copy);
    copy.children = copyAll(node.children, copy);
    return copy;
  };
  const root = new Document([]);
  root.children = copyAll(document.children, root);
  return {
    document: root as Tree,
    copiesOf: (elements) =>
      new Set([...elements].map((element) => copies.get(element)).filter((copy) => copy !== undefined)),
  };
}
