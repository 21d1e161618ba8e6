import type { BlockPage } from './page.ts';

/** Shortest text that counts as a paragraph. */
const paragraphChars = 25;
const charsAPoint = 100;
const mostLengthPoints = 3;
/** How many ancestors a paragraph vouches for, the further the less. */
const reach = 5;

/** The element whose paragraphs speak most for it, in the manner of Arc90's Readability. */
export interface TopContainer {
  readonly node: number;
  readonly score: number;
  /** Score of every node that has one. */
  readonly scores: ReadonlyMap<number, number>;
}

const vouching = (level: number): number => (level === 0 ? 1 : level === 1 ? 0.5 : 1 / (level * 3));

export function topContainer(page: BlockPage): TopContainer {
  const { tree, words, linkWords } = page;
  const scores = new Map<number, number>();
  tree.blocks.forEach((block) => {
    const { shape } = block;
    if (shape.chars < paragraphChars || block.linkWords > shape.words / 2) return;
    const points = 1 + shape.commas + Math.min(shape.chars / charsAPoint, mostLengthPoints);
    let node = tree.parent[block.container] ?? -1;
    for (let level = 0; level < reach && node >= 0; level++) {
      scores.set(node, (scores.get(node) ?? 0) + points * vouching(level));
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
