import { blockChances } from './block-chances.ts';
import type { BlockContext } from './block-context.ts';
import { chancesOf } from './block-forest.ts';
import { indivisibleUnits, smoothChances, type Unit } from './block-smoothing.ts';
import { candidateColumns, candidateRows } from './candidate-features.ts';
import { type Candidate, candidatesOf } from './candidate-list.ts';
import type { ContentModel } from './content-model.ts';
import type { PageTypeDecision } from './page-type.ts';

export interface JudgedCandidate extends Candidate {
  /** 0–1: the F1 that is expected of it. */
  readonly expected: number;
}

export interface BlockJudgement {
  readonly pageType: PageTypeDecision;
  /** For every block the chance that it is content; equal within a table or code block. */
  readonly chances: Float32Array;
  /** Best first; empty when the page has no text. */
  readonly candidates: readonly JudgedCandidate[];
  /** The page's code blocks and tables. */
  readonly units: readonly Unit[];
}

/** How much more F1 another way must promise than the classifier: the forecast is no finer than this. */
const classifierLead = 0.06;

const rankOf = ({ name, expected }: JudgedCandidate): number =>
  expected + (name === 'classifier' ? classifierLead : 0);

export function judgeBlocks(context: BlockContext, model: ContentModel): BlockJudgement {
  const { tree } = context;
  const { pageType, chances: apart } = blockChances(context, model);
  const units = indivisibleUnits(tree);
  const chances = smoothChances(context, units, apart);
  const words = Float32Array.from(tree.blocks, ({ shape }) => shape.words);
  const found = candidatesOf(context, words, chances, units);
  const rows = candidateRows(found, words, chances, pageType.chances);
  const expected = chancesOf(model.candidates, rows, candidateColumns.length);
  const candidates = found
    .map((candidate, at) => Object.assign({ expected: expected[at] ?? 0 }, candidate))
    .sort((a, b) => rankOf(b) - rankOf(a));
  return { pageType, chances, candidates, units };
}
