import type { Element } from 'domhandler';

import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

interface CardLimits {
  /** Siblings of one kind, itself included. */
  readonly minAlike: number;
  readonly maxBlocks: number;
}

const spaces = /\s+/;
const namesOf = ({ attribs }: Element): readonly string[] => (attribs['class'] ?? '').trim().split(spaces);

/** The tag and first class of an element with a class. */
function familyOf(tree: BlockTree, node: number): string | undefined {
  const element = elementAt(tree, node);
  const [first = ''] = element === undefined ? [] : namesOf(element);
  return element === undefined || first === '' ? undefined : `${element.name} ${first}`;
}

/** The most usual kind of these nodes, and those of them that have all of its classes. */
function variantsOf(tree: BlockTree, nodes: readonly number[], kinds: Int32Array) {
  const [usual = []] = [...Map.groupBy(nodes, (node) => kinds[node]).values()].toSorted(
    (one, other) => other.length - one.length,
  );
  const [model = -1] = usual;
  const element = elementAt(tree, model);
  const names = element === undefined ? [] : namesOf(element);
  const variants = nodes.filter((node) => {
    const own = elementAt(tree, node);
    return own !== undefined && new Set(names).isSubsetOf(new Set(namesOf(own)));
  });
  return { kind: kinds[model] ?? -1, variants };
}

/**
 * The nodes with two blocks or more that stand in rows, such as the cards of a list, by their tag and class. A sibling that
 * has all classes of the others, and the same first one, is of their kind, too (`card`, `card sold-out`).
 */
export function cardsByKind(
  { tree, repetition }: BlockContext,
  { minAlike, maxBlocks }: CardLimits,
): readonly (readonly number[])[] {
  const { alike, kinds } = repetition;
  const isCard = (node: number): boolean => {
    const size = (tree.to[node] ?? 0) - (tree.from[node] ?? 0);
    return size >= 2 && size <= maxBlocks;
  };
  const kindOf = new Map<number, number>();
  const parents = new Set<number>();
  for (let node = 0; node < tree.nodes.length; node++) {
    if ((alike[node] ?? 0) < minAlike || !isCard(node)) continue;
    kindOf.set(node, kinds[node] ?? -1);
    parents.add(tree.parent[node] ?? -1);
  }
  for (const parent of parents) {
    if (parent < 0) continue;
    const children: number[] = [];
    const end = tree.end[parent] ?? parent;
    for (let child = parent + 1; child < end; child = tree.end[child] ?? end)
      if (isCard(child)) children.push(child);
    for (const [family, nodes] of Map.groupBy(children, (child) => familyOf(tree, child)))
      if (family !== undefined && nodes.length >= minAlike) {
        const { kind, variants } = variantsOf(tree, nodes, kinds);
        for (const node of variants) kindOf.set(node, kind);
      }
  }
  const nodes = [...kindOf.keys()].toSorted((one, other) => one - other);
  return [...Map.groupBy(nodes, (node) => kindOf.get(node)).values()];
}

/** Elements with more blocks are sections. */
export const maxCardBlocks = 20;
/** Elements with more words are posts of a discussion. */
const maxCardWords = 120;

export const isShort = ({ tree, page }: BlockContext, card: number): boolean =>
  page.words.over(tree.from[card] ?? 0, tree.to[card] ?? 0) <= maxCardWords;

export const minTitleWords = 2;

/** The title of a card: its first heading, else its first link of two words or more; -1 without either. */
export function titleOfCard({ tree, page }: BlockContext, card: number): number {
  let link = -1;
  for (let block = tree.from[card] ?? 0; block < (tree.to[card] ?? 0); block++) {
    if ((page.headingLevel[block] ?? 0) > 0) return block;
    if (link < 0 && (tree.blocks[block]?.linkWords ?? 0) >= minTitleWords) link = block;
  }
  return link;
}

export const isTitleAccepted = (context: BlockContext, card: number, accepted: Uint8Array): boolean =>
  accepted[titleOfCard(context, card)] === 1;

export interface Part {
  readonly block: number;
  readonly card: number;
}

/** The blocks of cards by their place: the elements around them, up to their card. */
export function partsByPlace(
  { tree, repetition }: BlockContext,
  cards: readonly number[],
): readonly (readonly Part[])[] {
  const places = new Map<string, Part[]>();
  for (const card of cards)
    for (let block = tree.from[card] ?? 0; block < (tree.to[card] ?? 0); block++) {
      let place = '';
      for (let node = tree.blocks[block]?.container ?? -1; node > card; node = tree.parent[node] ?? -1)
        place += `${repetition.kinds[node] ?? -1} `;
      const parts = places.get(place) ?? [];
      places.set(place, parts);
      parts.push({ block, card });
    }
  return [...places.values()];
}

const minNameCharacters = 4;
/** With more words around it, a text says something of what it names. */
const maxWordsAround = 6;

/** Whether a line is another text of its card with few words around it: "Add the walnut lamp to your favourites". */
export function repeatsPartOf({ tree }: BlockContext, line: number, card: number): boolean {
  const { text: own = '', shape } = tree.blocks[line] ?? {};
  const maxWordsOfName = (shape?.words ?? 0) - maxWordsAround;
  return tree.blocks
    .slice(tree.from[card] ?? 0, tree.to[card] ?? 0)
    .some(
      ({ text: name, shape: { words } }) =>
        name.length >= minNameCharacters &&
        own.length > name.length &&
        words >= maxWordsOfName &&
        own.includes(name),
    );
}
