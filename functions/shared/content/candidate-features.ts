import { type Candidate, candidateNames } from './candidate-list.ts';
import { expectedF1 } from './candidate-threshold.ts';
import { pageTypes } from './page-type.ts';

/** What the columns of a candidate's row mean. */
export const candidateColumns: readonly string[] = [
  'name',
  'expected.f1',
  'expected.precision',
  'expected.recall',
  'size.ofPage',
  'size.words',
  'size.blocks',
  'chance.outside',
  'chance.page',
  'chance.doubt',
  ...candidateNames.map((name) => `agrees.${name}`),
  ...pageTypes.map((type) => `type.${type}`),
];

const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
const log = (count: number): number => Math.log2(1 + count);

interface Mass {
  readonly words: number;
  readonly content: number;
}

function massOf(words: Float32Array, chances: Float32Array, isCounted: (block: number) => boolean): Mass {
  let all = 0;
  let content = 0;
  words.forEach((count, block) => {
    if (!isCounted(block)) return;
    all += count;
    content += count * (chances[block] ?? 0);
  });
  return { words: all, content };
}

/** F1 of one choice when the other is taken for the truth: chances of 0 and 1. */
const agreement = (words: Float32Array, one: Uint8Array, other: Float32Array | undefined): number =>
  other === undefined ? -1 : expectedF1(words, other, one);

/** Share of the page's words in blocks of which the classifier cannot say either. */
const doubtOf = (words: Float32Array, chances: Float32Array, all: number): number =>
  ratio(
    words.reduce((sum, count, block) => {
      const chance = chances[block] ?? 0;
      return sum + count * 4 * chance * (1 - chance);
    }, 0),
    all,
  );

/** One row a candidate, in the order of `candidateColumns`. */
export function candidateRows(
  candidates: readonly Candidate[],
  words: Float32Array,
  chances: Float32Array,
  typeChances: Float32Array,
): Float32Array {
  const width = candidateColumns.length;
  const rows = new Float32Array(candidates.length * width);
  const byName = new Map(candidates.map(({ name, accepted }) => [name, new Float32Array(accepted)]));
  const page = massOf(words, chances, () => true);
  const doubt = doubtOf(words, chances, page.words);
  candidates.forEach(({ name, accepted }, at) => {
    const inside = massOf(words, chances, (block) => accepted[block] === 1);
    const row = [
      candidateNames.indexOf(name),
      expectedF1(words, chances, accepted),
      ratio(inside.content, inside.words),
      ratio(inside.content, page.content),
      ratio(inside.words, page.words),
      log(inside.words),
      log(accepted.reduce((sum, kept) => sum + kept, 0)),
      ratio(page.content - inside.content, page.words - inside.words),
      ratio(page.content, page.words),
      doubt,
      ...candidateNames.map((other) => agreement(words, accepted, byName.get(other))),
      ...typeChances,
    ];
    rows.set(row, at * width);
  });
  return rows;
}
