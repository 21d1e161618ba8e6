import type { ChildNode, ParentNode } from 'domhandler';

/** `keep` = output this node; `through` = not chosen itself, but something below it is; `drop` = skip all of it. */
export type Choice = 'keep' | 'through' | 'drop';

/**
 * The part of a document that is output. Writers (Markdown, HTML) walk down the document and ask at every node,
 * with the choice for its parent as `above`. A selection never changes the document.
 */
export interface Selection {
  readonly of: (node: ChildNode, above: Choice) => Choice;
}

export const everything: Selection = { of: () => 'keep' };

export const nothing: Selection = { of: () => 'drop' };

const ancestorsOf = (nodes: Iterable<ChildNode>): Set<ParentNode> => {
  const above = new Set<ParentNode>();
  for (const node of nodes)
    for (let at = node.parent; at !== null && !above.has(at); at = at.parent) above.add(at);
  return above;
};

/** The given nodes with everything below them. */
export function selectionOf(kept: Iterable<ChildNode>): Selection {
  const chosen = new Set(kept);
  const onTheWay = ancestorsOf(chosen);
  return {
    of: (node, above) => {
      if (above === 'keep' || chosen.has(node)) return 'keep';
      return onTheWay.has(node as ParentNode) ? 'through' : 'drop';
    },
  };
}

export function without(selection: Selection, removed: Iterable<ChildNode>): Selection {
  const gone = new Set(removed);
  if (gone.size === 0) return selection;
  return { of: (node, above) => (gone.has(node) ? 'drop' : selection.of(node, above)) };
}

/** The selection and the given nodes, with what it does not drop of them. */
export function including(selection: Selection, added: Iterable<ChildNode>): Selection {
  const nodes = new Set(added);
  if (nodes.size === 0) return selection;
  const onTheWay = ancestorsOf(nodes);
  return {
    of: (node, above) => {
      if (nodes.has(node)) return 'keep';
      const own = selection.of(node, above);
      return own === 'drop' && onTheWay.has(node as ParentNode) ? 'through' : own;
    },
  };
}

export function withChoices(selection: Selection, choices: ReadonlyMap<ChildNode, Choice>): Selection {
  return { of: (node, above) => choices.get(node) ?? selection.of(node, above) };
}
