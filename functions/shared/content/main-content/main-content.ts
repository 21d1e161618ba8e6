import type { Document } from 'domhandler';

import { everything, type Selection, without } from '#shared/content/dom/selection.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { blockContext, type MainContentContext } from '#shared/content/main-content/blocks/context.ts';
import { nameOf } from '#shared/content/main-content/blocks/page.ts';
import { blockTree, type BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { marksWithoutNote } from '#shared/content/main-content/related/notes.ts';
import { attachRelatedBlocks } from '#shared/content/main-content/related/related-blocks.ts';
import trainedWeights from './content-model.json' with { type: 'json' };
import { type ContentModel, readContentModel } from './content-model.ts';
import { type BlockJudgement, judgeBlocks } from './judge-blocks.ts';
import { selectionOfBlocks } from './selection-of-blocks.ts';

/**
 * Trained as docs/content-quality.md describes. Read here, not in content-model.ts: training must work without it.
 */
const trainedContentModel = readContentModel(trainedWeights);

const maxBarePageWords = 150;
const frames = new Set(['nav', 'header', 'footer', 'aside', 'form']);

/**
 * Whether a page without links or frames is so short that all of it is kept: too little text for the model to be
 * reliable.
 */
const isBarePage = (tree: BlockTree): boolean =>
  tree.blocks.reduce((sum, { shape }) => sum + shape.words, 0) <= maxBarePageWords &&
  tree.blocks.every(({ linkWords }) => linkWords === 0) &&
  tree.nodes.every((_, node) => !frames.has(nameOf(tree, node)));

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const maxSubjectCharacters = 60;

function traceChoice(
  { blocks }: BlockTree,
  { chances, threshold, accepted, expected }: BlockJudgement,
  kept: Uint8Array,
  trace: Trace,
): void {
  const from = `blocks from a chance of ${percent(threshold)} on`;
  trace.add({ step: 'main content', verdict: 'chosen', reason: `${from}, expected F1 ${percent(expected)}` });
  blocks.forEach(({ text }, block) => {
    const chance = chances[block] ?? 0;
    const by = kept[block] === accepted[block] ? '' : ', belongs to the text beside it';
    trace.add({
      step: 'block',
      verdict: kept[block] === 1 ? 'kept' : 'dropped',
      reason: `content with a chance of ${percent(chance)}${by}`,
      subject: text.slice(0, maxSubjectCharacters),
      score: Math.round(chance * 1_000) / 1_000,
    });
  });
}

/** Selects the main content of a page. A page without words is kept whole. */
export function chooseMainContent(
  document: Document,
  context: MainContentContext,
  trace?: Trace,
  model: ContentModel = trainedContentModel,
): Selection {
  const tree = blockTree(document);
  const isWordless = tree.blocks.every(({ shape }) => shape.words === 0);
  if (isWordless || isBarePage(tree)) {
    const reason = isWordless ? 'a page without words' : 'a short page without links or frames';
    trace?.add({ step: 'main content', verdict: 'everything', reason });
    return everything;
  }
  const blocks = blockContext(tree, context);
  const judgement = judgeBlocks(blocks, model);
  const { units, chances, accepted } = judgement;
  const kept = attachRelatedBlocks(blocks, units, chances, accepted, context.title);
  if (trace !== undefined) traceChoice(tree, judgement, kept, trace);
  return without(selectionOfBlocks(blocks.page, kept), marksWithoutNote(tree, kept));
}
