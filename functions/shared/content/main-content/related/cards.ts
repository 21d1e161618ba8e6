import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';

interface CardLimits {
  /** Siblings of one kind, itself included. */
  readonly minAlike: number;
  readonly maxBlocks: number;
}

/** The nodes with two blocks or more that stand in rows, such as the cards of a list, by their tag and class. */
export function cardsByKind(
  { tree, repetition }: BlockContext,
  { minAlike, maxBlocks }: CardLimits,
): readonly (readonly number[])[] {
  const byKind = new Map<number, number[]>();
  for (let node = 0; node < tree.nodes.length; node++) {
    const size = (tree.to[node] ?? 0) - (tree.from[node] ?? 0);
    if ((repetition.alike[node] ?? 0) < minAlike || size < 2 || size > maxBlocks) continue;
    const kind = repetition.kinds[node] ?? -1;
    const nodes = byKind.get(kind) ?? [];
    byKind.set(kind, nodes);
    nodes.push(node);
  }
  return [...byKind.values()];
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
