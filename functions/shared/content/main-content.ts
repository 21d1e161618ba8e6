import type { Document } from 'domhandler';

import { blockContext, type MainContentContext } from './block-context.ts';
import { type BlockJudgement, judgeBlocks } from './block-judgement.ts';
import { selectionOfBlocks } from './block-selection.ts';
import { blockTree, type BlockTree } from './block-tree.ts';
import type { ContentModel } from './content-model.ts';
import { trainedContentModel } from './content-model-weights.ts';
import type { PageType } from './page-type.ts';
import { everything, type Selection } from './selection.ts';
import { withTitle } from './title-block.ts';
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

function tell({ blocks }: BlockTree, { chances, pageType, candidates }: BlockJudgement, trace: Trace): void {
  const sureness = percent(Math.max(...pageType.chances));
  trace.add({ step: 'page type', verdict: pageType.type, reason: `${sureness} sure` });
  const [best] = candidates;
  if (best === undefined) return;
  const ranking = candidates.map(({ name, expected }) => `${name} ${percent(expected)}`).join(', ');
  trace.add({ step: 'main content', verdict: best.name, reason: `expected F1: ${ranking}` });
  blocks.forEach(({ text }, block) =>
    trace.add({
      step: 'block',
      verdict: best.accepted[block] === 1 ? 'kept' : 'dropped',
      reason: `content with a chance of ${percent(chances[block] ?? 0)}, by ${best.name}`,
      subject: text.slice(0, longestSubject),
    }),
  );
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
  const pageType = judgement.pageType.type;
  if (trace !== undefined) tell(tree, judgement, trace);
  const [best] = judgement.candidates;
  if (best === undefined) return { selection: everything, pageType, candidate: 'everything', confidence: 0 };
  return {
    selection: selectionOfBlocks(tree, withTitle(blocks, best.accepted)),
    pageType,
    candidate: best.name,
    confidence: best.expected,
  };
}
