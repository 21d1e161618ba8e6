import type { BlockPage } from './page.ts';

const minParagraphCharacters = 25;
const charactersPerPoint = 100;
const maxLengthPoints = 3;
/** How many ancestors a paragraph gives points to, fewer to further ones. */
const maxLevels = 5;

/** The element with the most points from paragraphs in it, in the manner of Arc90's Readability. */
export interface TopContainer {
  readonly node: number;
  readonly score: number;
  readonly scores: ReadonlyMap<number, number>;
}

const shareAtLevel = (level: number): number => (level === 0 ? 1 : level === 1 ? 0.5 : 1 / (level * 3));

export function topContainer(page: BlockPage): TopContainer {
  const { tree, words, linkWords } = page;
  const scores = new Map<number, number>();
  tree.blocks.forEach((block) => {
    const { shape } = block;
    if (shape.chars < minParagraphCharacters || block.linkWords > shape.words / 2) return;
    const points = 1 + shape.commas + Math.min(shape.chars / charactersPerPoint, maxLengthPoints);
    let node = tree.parent[block.container] ?? -1;
    for (let level = 0; level < maxLevels && node >= 0; level++) {
      scores.set(node, (scores.get(node) ?? 0) + points * shareAtLevel(level));
      node = tree.parent[node] ?? -1;
    }
  });
  let best = { node: -1, score: 0 };
  for (const [node, raw] of scores) {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const score = raw * (1 - linkWords.over(from, to) / Math.max(1, words.over(from, to)));
    scores.set(node, score);
    if (score > best.score) best = { node, score };
  }
  return { ...best, scores };
}
