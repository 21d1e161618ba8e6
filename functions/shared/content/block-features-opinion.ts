import { RunningSum } from './block-page.ts';
import type { RowWriter } from './feature-group.ts';

/** What a second look needs to know of the page: where blocks lie, not what they are. */
export interface BlockFrame {
  readonly count: number;
  readonly words: Float32Array;
  /** For every block `boxes` runs of blocks around it, each wider than the one before: from, to, from, to… */
  readonly boxes: Int32Array;
  /** For every block the number of its group of look-alikes. */
  readonly group: Int32Array;
  readonly headingBefore: Int32Array;
  readonly headingLevel: Uint8Array;
  readonly titleBlock: number;
}

export const boxLevels = 6;

interface Opinions {
  readonly frame: BlockFrame;
  readonly first: Float32Array;
  readonly words: RunningSum;
  readonly kept: RunningSum;
  readonly plain: RunningSum;
  readonly groupMeans: Float32Array;
  readonly sectionEnd: Int32Array;
  readonly strongest: number;
}

interface OpinionFeature {
  readonly name: string;
  readonly of: (opinions: Opinions, block: number) => number;
}

const unknown = -1;
const at = ({ first, frame }: Opinions, block: number): number =>
  block < 0 || block >= frame.count ? unknown : (first[block] ?? unknown);

/** Words count a little even where there are none, so that a run of images is not a division by zero. */
const leastWords = 0.5;
const meanOver = ({ words, kept }: Opinions, from: number, to: number): number =>
  to > from ? kept.over(from, to) / words.over(from, to) : unknown;

const plainOver = ({ plain }: Opinions, from: number, to: number): number =>
  to > from ? plain.over(from, to) / (to - from) : unknown;

/** Over up to `before` blocks before a block, and `after` blocks from it on. */
const meanAround = (opinions: Opinions, block: number, before: number, after: number): number =>
  meanOver(opinions, Math.max(0, block - before), Math.min(opinions.frame.count, block + after));

const boxStart = ({ frame }: Opinions, block: number, level: number): number =>
  frame.boxes[(block * boxLevels + level) * 2] ?? 0;
const boxEnd = ({ frame }: Opinions, block: number, level: number): number =>
  frame.boxes[(block * boxLevels + level) * 2 + 1] ?? 0;

export const opinionFeatures: readonly OpinionFeature[] = [
  { name: 'first.own', of: at },
  ...[-4, -3, -2, -1, 1, 2, 3, 4].map((offset) => ({
    name: `first.${offset < 0 ? 'before' : 'after'}${Math.abs(offset)}`,
    of: (opinions: Opinions, block: number) => at(opinions, block + offset),
  })),
  ...[3, 8, 20].flatMap((reach): OpinionFeature[] => [
    { name: `first.window${reach}`, of: (o, block) => meanAround(o, block, reach, reach + 1) },
    { name: `first.back${reach}`, of: (o, block) => meanAround(o, block, reach, 0) },
    {
      name: `first.ahead${reach}`,
      of: (o, block) => meanOver(o, block + 1, Math.min(o.frame.count, block + 1 + reach)),
    },
  ]),
  ...Array.from({ length: boxLevels }, (_, level): OpinionFeature[] => [
    {
      name: `first.box${level + 1}`,
      of: (o, block) => meanOver(o, boxStart(o, block, level), boxEnd(o, block, level)),
    },
    {
      name: `first.plainBox${level + 1}`,
      of: (o, block) => plainOver(o, boxStart(o, block, level), boxEnd(o, block, level)),
    },
  ]).flat(),
  {
    name: 'first.group',
    of: ({ groupMeans, frame }, block) => groupMeans[frame.group[block] ?? 0] ?? unknown,
  },
  { name: 'first.heading', of: (o, block) => at(o, o.frame.headingBefore[block] ?? -1) },
  {
    name: 'first.section',
    of: (o, block) => meanOver(o, Math.max(0, o.frame.headingBefore[block] ?? 0), o.sectionEnd[block] ?? 0),
  },
  { name: 'first.sectionAhead', of: (o, block) => meanOver(o, block + 1, o.sectionEnd[block] ?? 0) },
  { name: 'first.title', of: (o) => at(o, o.frame.titleBlock) },
  { name: 'first.page', of: (o) => meanOver(o, 0, o.frame.count) },
  { name: 'first.keptWords', of: ({ kept, frame }) => Math.log2(1 + kept.over(0, frame.count)) },
  { name: 'first.strongest', of: ({ strongest }) => strongest },
  {
    name: 'first.keptBefore',
    of: ({ kept, frame }, block) => kept.over(0, block) / kept.over(0, frame.count),
  },
];

/** For every block, where its section ends: at the next heading, or at the end of the page. */
function sectionEnds({ count, headingLevel }: BlockFrame): Int32Array {
  const ends = new Int32Array(count);
  let end = count;
  for (let block = count - 1; block >= 0; block--) {
    ends[block] = end;
    if ((headingLevel[block] ?? 0) > 0) end = block;
  }
  return ends;
}

function meansByGroup({ group, words }: BlockFrame, first: Float32Array): Float32Array {
  const groups = group.reduce((most, value) => Math.max(most, value + 1), 0);
  const kept = new Float32Array(groups);
  const all = new Float32Array(groups);
  group.forEach((id, block) => {
    const weight = (words[block] ?? 0) + leastWords;
    kept[id] = (kept[id] ?? 0) + (first[block] ?? 0) * weight;
    all[id] = (all[id] ?? 0) + weight;
  });
  return kept.map((sum, id) => sum / (all[id] ?? 1));
}

/** Writes the opinions of a block. `first` is the chance, by a first look, that a block is content. */
export function opinionWriter(frame: BlockFrame, first: Float32Array): RowWriter {
  const { count, words } = frame;
  const opinions: Opinions = {
    frame,
    first,
    words: new RunningSum(count, (block) => (words[block] ?? 0) + leastWords),
    kept: new RunningSum(count, (block) => ((words[block] ?? 0) + leastWords) * (first[block] ?? 0)),
    plain: new RunningSum(count, (block) => first[block] ?? 0),
    groupMeans: meansByGroup(frame, first),
    sectionEnd: sectionEnds(frame),
    strongest: first.reduce((most, chance) => Math.max(most, chance), 0),
  };
  return (block, row, at) => {
    for (let column = 0; column < opinionFeatures.length; column++)
      row[at + column] = opinionFeatures[column]?.of(opinions, block) ?? 0;
  };
}
