import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import {
  namesOf,
  visitAround,
  type WordOdds,
  wordsOfBlock,
  wordsOfName,
} from '#shared/content/main-content/model/word-odds.ts';
import type { RowWriter } from './feature-group.ts';

const namesColumns = ['own', 'near', 'least', 'sum'] as const;
const textColumns = ['text', 'textLeast'] as const;
const headingsColumns = ['headings', 'headingsLeast'] as const;
const aroundColumns = ['around', 'aroundLeast'] as const;

/** Word odds of the names around a block, of its own text, its headings and the texts around it. */
export const wordFeatureNames: readonly string[] = [
  ...namesColumns,
  ...textColumns,
  ...headingsColumns,
  ...aroundColumns,
].map((name) => `odds.${name}`);

const nearLevels = 2;
/** At this distance a name has half the weight. */
const halfWeightLevels = 3;
const blocksAround = 3;

interface WordScore {
  readonly sum: number;
  readonly least: number;
  readonly known: number;
}

const nothing: WordScore = { sum: 0, least: 0, known: 0 };

function scoreWords(words: readonly string[], odds: ReadonlyMap<string, number>): WordScore {
  let sum = 0;
  let least = 0;
  let known = 0;
  for (const word of words) {
    const score = odds.get(word);
    if (score === undefined) continue;
    sum += score;
    least = Math.min(least, score);
    known += 1;
  }
  return known === 0 ? nothing : { sum, least, known };
}

const meanOf = ({ sum, known }: WordScore): number => (known === 0 ? 0 : sum / known);

/** For a node, the mean odds of the words of its names; NaN without a known word. Pages repeat names. */
function nodeOdds({ tree }: BlockContext, odds: ReadonlyMap<string, number>) {
  const byName = new Map<string, WordScore>();
  const byNode = new Float64Array(tree.nodes.length);
  const isFound = new Uint8Array(tree.nodes.length);
  const find = (node: number): number => {
    let sum = 0;
    let known = 0;
    for (const name of namesOf(tree, node)) {
      let score = byName.get(name);
      if (score === undefined) byName.set(name, (score = scoreWords(wordsOfName(name), odds)));
      sum += score.sum;
      known += score.known;
    }
    return known === 0 ? Number.NaN : sum / known;
  };
  return (node: number): number => {
    if (isFound[node] === 0) {
      byNode[node] = find(node);
      isFound[node] = 1;
    }
    return byNode[node] ?? Number.NaN;
  };
}

function namesWriter(context: BlockContext, { names }: WordOdds): RowWriter {
  const oddsOf = nodeOdds(context, names);
  return (block, row, at) => {
    let own = 0;
    let nearSum = 0;
    let nearKnown = 0;
    let least = 0;
    let sum = 0;
    visitAround(context.tree, block, (node, distance) => {
      const odds = oddsOf(node);
      if (Number.isNaN(odds)) return;
      if (distance === 0) own = odds;
      if (distance <= nearLevels) {
        nearSum += odds;
        nearKnown += 1;
      }
      sum += odds / (1 + distance / halfWeightLevels);
      least = Math.min(least, odds);
    });
    row[at] = own;
    row[at + 1] = nearKnown === 0 ? 0 : nearSum / nearKnown;
    row[at + 2] = least;
    row[at + 3] = sum;
  };
}

interface OpenHeading {
  readonly level: number;
  /** Sum over the heading and the open headings above it. */
  readonly sum: number;
  readonly least: number;
}

/** For each block, the mean and the least of the odds of the headings above it, of all levels. */
function headingOdds({ page }: BlockContext, texts: readonly WordScore[]): Float32Array {
  const found = new Float32Array(page.count * 2);
  const open: OpenHeading[] = [];
  for (let block = 0; block < page.count; block++) {
    const last = open.at(-1);
    if (last !== undefined) found.set([last.sum / open.length, last.least], block * 2);
    const level = page.headingLevel[block] ?? 0;
    if (level === 0) continue;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const odds = meanOf(texts[block] ?? nothing);
    const { sum, least } = open.at(-1) ?? nothing;
    open.push({ level, sum: sum + odds, least: Math.min(least, odds) });
  }
  return found;
}

function aroundWriter(texts: readonly WordScore[]): RowWriter {
  return (block, row, at) => {
    let sum = 0;
    let least = 0;
    let known = 0;
    const to = Math.min(texts.length - 1, block + blocksAround);
    for (let other = Math.max(0, block - blocksAround); other <= to; other++) {
      const score = texts[other] ?? nothing;
      if (other === block || score.known === 0) continue;
      const odds = meanOf(score);
      sum += odds;
      least = Math.min(least, odds);
      known += 1;
    }
    row[at] = known === 0 ? 0 : sum / known;
    row[at + 1] = least;
  };
}

export function wordsWriter(context: BlockContext, odds: WordOdds): RowWriter {
  const { tree } = context;
  const texts = tree.blocks.map((_, block) => scoreWords(wordsOfBlock(tree, block), odds.texts));
  const names = namesWriter(context, odds);
  const headings = headingOdds(context, texts);
  const around = aroundWriter(texts);
  return (block, row, at) => {
    names(block, row, at);
    const ofText = at + namesColumns.length;
    const text = texts[block] ?? nothing;
    row[ofText] = meanOf(text);
    row[ofText + 1] = text.least;
    const ofHeadings = ofText + textColumns.length;
    row[ofHeadings] = headings[block * 2] ?? 0;
    row[ofHeadings + 1] = headings[block * 2 + 1] ?? 0;
    around(block, row, ofHeadings + headingsColumns.length);
  };
}
