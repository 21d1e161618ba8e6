import type { BlockContext } from './block-context.ts';
import { elementAt, isWithin, nameOf, RunningSum } from './block-page.ts';
import { fillContainers, fillGaps, settleHeadings, settleUnits, type Unit } from './block-smoothing.ts';
import type { BlockTree } from './block-tree.ts';
import { bestThreshold } from './candidate-threshold.ts';

export const candidateNames = [
  'classifier',
  'strict classifier',
  'broad classifier',
  'span',
  'container',
  'readability',
  'semantic',
  'declared',
  'density',
] as const;

export type CandidateName = (typeof candidateNames)[number];

/** One way of telling content from the rest. */
export interface Candidate {
  readonly name: CandidateName;
  /** 1 for the blocks that are kept. */
  readonly accepted: Uint8Array;
}

function marked(count: number, isKept: (block: number) => boolean): Uint8Array {
  const kept = new Uint8Array(count);
  for (let block = 0; block < count; block++) kept[block] = isKept(block) ? 1 : 0;
  return kept;
}

const within = (tree: BlockTree, nodes: readonly number[]): Uint8Array => {
  const accepted = new Uint8Array(tree.blocks.length);
  for (const node of nodes) accepted.fill(1, tree.from[node] ?? 0, tree.to[node] ?? 0);
  return accepted;
};

/** The elements that the page itself calls its main part; its articles where it names none. */
function semantic({ tree }: BlockContext): Uint8Array {
  const mains: number[] = [];
  const articles: number[] = [];
  let articlesEnd = 0;
  tree.nodes.forEach((_, node) => {
    const name = nameOf(tree, node);
    if (name === 'main' || elementAt(tree, node)?.attribs['role'] === 'main') mains.push(node);
    if (name !== 'article' || node < articlesEnd) return;
    articles.push(node);
    articlesEnd = tree.end[node] ?? 0;
  });
  return within(tree, mains.length > 0 ? mains : articles);
}

const mostlyDeclared = 0.6;

/** From the first to the last block that the declared article body repeats. */
function declared({ tree, declared }: BlockContext): Uint8Array {
  const isDeclared = (share: number): boolean => share >= mostlyDeclared;
  const first = declared.inBody.findIndex(isDeclared);
  const last = declared.inBody.findLastIndex(isDeclared);
  return marked(tree.blocks.length, (block) => first >= 0 && block >= first && block <= last);
}

/** What a linked word and a block of its own take away from a run of text. */
const linkedWordCost = 3;
const blockCost = 6;

/**
 * The run of blocks with the highest sum of plain words less the cost of links and breaks (maximum subsequence
 * segmentation: Pasternack and Roth, WWW 2009).
 */
function densest({ tree }: BlockContext): Uint8Array {
  let best = { from: 0, to: 0, sum: 0 };
  let run = { from: 0, sum: 0 };
  tree.blocks.forEach(({ shape, linkWords }, block) => {
    const gain = shape.words - linkWords * (1 + linkedWordCost) - blockCost;
    run = run.sum > 0 ? { from: run.from, sum: run.sum + gain } : { from: block, sum: gain };
    if (run.sum > best.sum) best = { from: run.from, to: block + 1, sum: run.sum };
  });
  return marked(tree.blocks.length, (block) => block >= best.from && block < best.to);
}

/** A container that holds this share of the accepted words is where the content is. */
const holdsContent = 0.95;

/** Everything in the smallest container that holds nearly all that the classifier accepts. */
function smallestContainer({ tree, page }: BlockContext, accepted: Uint8Array): Uint8Array {
  const kept = new RunningSum(page.count, (block) =>
    accepted[block] === 1 ? (tree.blocks[block]?.shape.words ?? 0) : 0,
  );
  const all = kept.over(0, page.count);
  let node = tree.blocks[accepted.indexOf(1)]?.container ?? -1;
  while (node >= 0 && kept.over(tree.from[node] ?? 0, tree.to[node] ?? 0) < holdsContent * all)
    node = page.wider[node] ?? -1;
  return all === 0 ? new Uint8Array(page.count) : marked(page.count, (block) => isWithin(tree, block, node));
}

const strictness = 1.5;
const breadth = 0.6;
const certain = 0.9;

/** All ways of choosing that found anything. None of them splits one of the `units`. */
export function candidatesOf(
  context: BlockContext,
  words: Float32Array,
  chances: Float32Array,
  units: readonly Unit[],
): readonly Candidate[] {
  const { tree, top } = context;
  const { count } = context.page;
  const threshold = bestThreshold(words, chances);
  const from = (least: number): Uint8Array => {
    const above = marked(count, (block) => (chances[block] ?? 0) >= least);
    const settled = settleHeadings(context.page, chances, fillGaps(units, chances, above));
    return fillContainers(tree, chances, settled);
  };
  const classifier = from(threshold);
  const first = classifier.indexOf(1);
  const last = classifier.lastIndexOf(1);
  const found: Readonly<Record<CandidateName, Uint8Array>> = {
    classifier,
    'strict classifier': from(Math.min(certain, threshold * strictness)),
    'broad classifier': from(threshold * breadth),
    span: marked(count, (block) => block >= first && block <= last && first >= 0),
    container: smallestContainer(context, classifier),
    readability: top.node < 0 ? new Uint8Array(count) : within(tree, [top.node]),
    semantic: semantic(context),
    declared: declared(context),
    density: densest(context),
  };
  return candidateNames
    .map((name) => ({ name, accepted: settleUnits(tree, units, found[name]) }))
    .filter(({ accepted }) => accepted.includes(1));
}
