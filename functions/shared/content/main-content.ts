import type { Document } from 'domhandler';

import { isBarePage } from './bare-page.ts';
import { withBelongings } from './belongings.ts';
import { blockContext, type MainContentContext } from './block-context.ts';
import { type BlockJudgement, type JudgedCandidate, judgeBlocks } from './block-judgement.ts';
import { selectionOfBlocks } from './block-selection.ts';
import { marksWithoutNote } from './chosen-notes.ts';
import { blockTree, type BlockTree } from './block-tree.ts';
import type { ContentModel } from './content-model.ts';
import { trainedContentModel } from './content-model-weights.ts';
import type { PageType } from './page-type.ts';
import { everything, type Selection, without } from './selection.ts';
import type { Trace } from './trace.ts';

export type { MainContentContext } from './block-context.ts';
export type { PageType } from './page-type.ts';

export interface MainContent {
  readonly selection: Selection;
  readonly pageType: PageType;
  /** Name of the way of choosing that won. */
  readonly candidate: string;
  /** 0–1: the F1 that the choice is expected to have. */
  readonly confidence: number;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const longestSubject = 60;

function tellChoice(
  { blocks }: BlockTree,
  { chances, candidates }: BlockJudgement,
  best: JudgedCandidate,
  accepted: Uint8Array,
  trace: Trace,
): void {
  const ranking = candidates.map(({ name, expected }) => `${name} ${percent(expected)}`).join(', ');
  trace.add({ step: 'main content', verdict: best.name, reason: `expected F1: ${ranking}` });
  blocks.forEach(({ text }, block) => {
    const by = accepted[block] === best.accepted[block] ? `by ${best.name}` : 'belongs to the text beside it';
    trace.add({
      step: 'block',
      verdict: accepted[block] === 1 ? 'kept' : 'dropped',
      reason: `content with a chance of ${percent(chances[block] ?? 0)}, ${by}`,
      subject: text.slice(0, longestSubject),
    });
  });
}

/** Which part of a page is its content. A page without any text is kept whole. */
export function chooseMainContent(
  document: Document,
  context: MainContentContext,
  trace?: Trace,
  model: ContentModel = trainedContentModel,
): MainContent {
  const tree = blockTree(document);
  const blocks = blockContext(tree, context);
  const judgement = judgeBlocks(blocks, model);
  const { type: pageType, chances: typeChances } = judgement.pageType;
  const sureness = percent(Math.max(...typeChances));
  trace?.add({ step: 'page type', verdict: pageType, reason: `${sureness} sure` });
  const [best] = judgement.candidates;
  if (best === undefined) return { selection: everything, pageType, candidate: 'everything', confidence: 0 };
  if (isBarePage(tree)) {
    trace?.add({
      step: 'main content',
      verdict: 'everything',
      reason: 'a short page without links or frames',
    });
    return { selection: everything, pageType, candidate: 'everything', confidence: 1 };
  }
  const accepted = withBelongings(blocks, judgement.units, judgement.chances, best.accepted);
  if (trace !== undefined) tellChoice(tree, judgement, best, accepted, trace);
  return {
    selection: without(selectionOfBlocks(tree, accepted), marksWithoutNote(tree, accepted)),
    pageType,
    candidate: best.name,
    confidence: best.expected,
  };
}
