import type { Document } from 'domhandler';

import { everything, nothing, type Selection, without } from '#shared/content/dom/selection.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { blockContext, type MainContentContext } from '#shared/content/main-content/blocks/context.ts';
import { isInFrame } from '#shared/content/main-content/blocks/frame.ts';
import { frameNames, nameOf } from '#shared/content/main-content/blocks/page.ts';
import { blockTree, type BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { indivisibleUnits } from '#shared/content/main-content/blocks/units.ts';
import { breadcrumbs } from '#shared/content/main-content/dropped/breadcrumbs.ts';
import {
  boilerplate,
  operatingLines,
  withoutBlocks,
} from '#shared/content/main-content/dropped/boilerplate.ts';
import { commentLinks } from '#shared/content/main-content/dropped/boilerplate-lines.ts';
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';
import { slideNumbers } from '#shared/content/main-content/dropped/labels.ts';
import { stockOfCards } from '#shared/content/main-content/related/cards/card-stock.ts';
import { type DeclaredAnswer, declaredFaq } from '#shared/content/main-content/related/declared-faq.ts';
import { type ManualText, manualText } from '#shared/content/main-content/choice/manual-text.ts';
import type { KeptBlocks } from '#shared/content/main-content/related/kept-blocks.ts';
import { titlesOfQuestions } from '#shared/content/main-content/related/faq-questions.ts';
import { declaredSummary } from '#shared/content/main-content/related/declared-summary.ts';
import { marksWithoutNote } from '#shared/content/main-content/related/notes.ts';
import { repeatedImages } from '#shared/content/main-content/dropped/repeated-images.ts';
import { scriptRequests, subscriberNotices } from '#shared/content/main-content/dropped/page-requests.ts';
import type { ProductFacts } from '#shared/content/main-content/related/product/product-facts.ts';
import { addProduct } from '#shared/content/main-content/related/product/product.ts';
import { media } from '#shared/content/main-content/related/images/shown-images.ts';
import { withRelatedBlocks } from '#shared/content/main-content/related/related-blocks.ts';
import { sharingLinks } from '#shared/content/main-content/dropped/sharing-links.ts';
import { stickyBars } from '#shared/content/main-content/dropped/sticky-bars.ts';
import { modalWindows } from '#shared/content/main-content/dropped/modal-windows.ts';
import { summaryCopies } from '#shared/content/main-content/dropped/summary-copies.ts';
import trainedWeights from './content-model.json' with { type: 'json' };
import { type ContentModel, readContentModel } from './content-model.ts';
import { icons } from './dropped/icons.ts';
import { furtherImagesOfCards } from './dropped/images-of-cards.ts';
import { linkedImageLists, logosAbove, menusOfImages } from './dropped/menus-of-images.ts';
import { postButtons } from './dropped/post-buttons.ts';
import { shopButtons } from './dropped/shop-buttons.ts';
import { spokenCopies } from './dropped/spoken-copies.ts';
import { type BlockJudgement, judgeBlocks } from './judge-blocks.ts';
import { selectionOfBlocks } from './selection-of-blocks.ts';

/**
 * Trained as docs/content-quality.md describes. Read here, not in content-model.ts: training must work without it.
 */
const trainedContentModel = readContentModel(trainedWeights);

const isWordless = ({ blocks }: BlockTree): boolean => blocks.every(({ shape }) => shape.words === 0);

const maxBarePageWords = 150;

/**
 * Whether a page without links or frames is so short that all of it is kept: too little text for the model to be
 * reliable.
 */
const isBarePage = (tree: BlockTree): boolean =>
  tree.blocks.reduce((sum, { shape }) => sum + shape.words, 0) <= maxBarePageWords &&
  tree.blocks.every(({ linkWords }) => linkWords === 0) &&
  tree.nodes.every((_, node) => !frameNames.has(nameOf(tree, node)));

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const maxSubjectCharacters = 60;

/** Why a block is kept or dropped: its chance, the rule that added it, or its place in a manual. */
function reasonOf(
  block: number,
  { chances }: BlockJudgement,
  kept: KeptBlocks,
  manual: ManualText | undefined,
): string {
  if (manual !== undefined && manual.text[block] === kept.flags[block])
    return kept.flags[block] === 1 ? 'in the text of a manual' : 'outside of the text of a manual';
  const part = kept.reasonOf(block);
  const by = part === undefined ? '' : `, kept as ${part}`;
  return `content with a chance of ${percent(chances[block] ?? 0)}${by}`;
}

function traceChoice(
  { blocks }: BlockTree,
  judgement: BlockJudgement,
  kept: KeptBlocks,
  dropped: ReadonlyMap<number, string>,
  manual: ManualText | undefined,
  trace: Trace,
): void {
  const { chances, threshold, expected } = judgement;
  const reason =
    manual === undefined
      ? `blocks from a chance of ${percent(threshold)} on, expected F1 ${percent(expected)}`
      : `a manual by ${manual.generator}, which has its text in elements of fixed names`;
  trace.add({ step: 'main content', verdict: 'chosen', reason });
  blocks.forEach(({ text }, block) => {
    const why = dropped.get(block);
    trace.add({
      step: 'block',
      verdict: kept.flags[block] === 1 && why === undefined ? 'kept' : 'dropped',
      reason: why ?? reasonOf(block, judgement, kept, manual),
      subject: text.slice(0, maxSubjectCharacters),
      score: Math.round((chances[block] ?? 0) * 1_000) / 1_000,
    });
  });
}

export interface MainContent {
  readonly selection: Selection;
  /** The page says that the rest of its text is for subscribers; the selection is without this notice. */
  readonly isForSubscribers?: boolean;
}

/** A short page without the lines that operate it. */
function everythingBut(tree: BlockTree, context: MainContentContext, trace: Trace | undefined): MainContent {
  const blocks = blockContext(tree, context);
  const all = new Uint8Array(tree.blocks.length).fill(1);
  const units = indivisibleUnits(tree);
  const title = context.title ?? tree.title;
  const text: KeptText = { context: blocks, units, kept: all, title };
  const notices = subscriberNotices(text);
  const dropped = operatingLines(text, notices);
  const requests = scriptRequests(text, trace);
  if (dropped.size === all.length || dropped.size + requests.length === 0) return { selection: everything };
  for (const [block, reason] of dropped) {
    const subject = tree.blocks[block]?.text.slice(0, maxSubjectCharacters) ?? '';
    trace?.add({ step: 'block', verdict: 'dropped', reason, subject });
  }
  return {
    selection: without(selectionOfBlocks(blocks, withoutBlocks(all, dropped)), requests),
    isForSubscribers: notices.length > 0,
  };
}

/** What a page declares of itself that chooses main content. */
export interface DeclaredFacts extends MainContentContext {
  /** The one product that the page is about, or may be. */
  readonly product?: ProductFacts;
  /** What the page declares that it is about, also for networks. */
  readonly descriptions?: readonly string[];
  /** The questions that the page declares with their answers. */
  readonly answers?: readonly DeclaredAnswer[];
}

/** A page has no content when the chance of its best block is lower, and all of it is in its menus, its footer or forms. */
const minBestChance = 1 / 3;
/** Pages with fewer blocks may be content of an unusual kind. */
const minBlocksAround = 6;

/** Whether all text, images and players of a page are in menus, its footer or forms. */
const isAllInFrame = (tree: BlockTree): boolean =>
  tree.blocks.length >= minBlocksAround &&
  tree.blocks.every(({ container }) => isInFrame(tree, container)) &&
  tree.nodes.every((_, node) => !media.has(nameOf(tree, node)) || isInFrame(tree, node));

const hasLikelyBlock = ({ chances }: BlockJudgement): boolean =>
  chances.some((chance) => chance >= minBestChance);

/** Whether a page has main content: `chooseMainContent` selects something of it. */
export function hasMainContent(document: Document, context: MainContentContext): boolean {
  const tree = blockTree(document);
  if (!isAllInFrame(tree) || isWordless(tree) || isBarePage(tree)) return true;
  return hasLikelyBlock(judgeBlocks(blockContext(tree, context), trainedContentModel));
}

/**
 * Selects the main content of a page: `everything` of a page without words, and `nothing` of one that has only menus and the
 * like, because scripts would write its content, or because it has none.
 */
export function chooseMainContent(
  document: Document,
  { product, descriptions = [], answers = [], ...context }: DeclaredFacts,
  trace?: Trace,
  model: ContentModel = trainedContentModel,
): MainContent {
  const tree = blockTree(document);
  const hasNoWords = isWordless(tree);
  if (hasNoWords || isBarePage(tree)) {
    const reason = hasNoWords ? 'a page without words' : 'a short page without links or frames';
    trace?.add({ step: 'main content', verdict: 'everything', reason });
    return hasNoWords ? { selection: everything } : everythingBut(tree, context, trace);
  }
  const blocks = blockContext(tree, context);
  const judgement = judgeBlocks(blocks, model);
  const { units, chances } = judgement;
  if (!hasLikelyBlock(judgement) && isAllInFrame(tree)) {
    const reason = `no block is content with a chance of ${percent(minBestChance)} or more`;
    trace?.add({ step: 'main content', verdict: 'nothing', reason });
    return { selection: nothing };
  }
  const manual = manualText(blocks.page, context.generator ?? '', judgement.accepted);
  const accepted = manual?.text ?? judgement.accepted;
  const complete = withRelatedBlocks(blocks, units, chances, accepted, context.title);
  const { flags } = complete;
  if (product !== undefined) addProduct(blocks, units, chances, complete, product);
  complete.add('the stock of a kept card', stockOfCards(blocks, flags));
  complete.add('the description that the page declares', [declaredSummary(blocks, descriptions, flags)]);
  complete.add('a question or answer that the page declares', declaredFaq(blocks, answers));
  complete.add('the title of kept questions', titlesOfQuestions(blocks, flags));
  const title = context.title ?? tree.title;
  const text: KeptText = { context: blocks, units, kept: flags, title };
  const notices = subscriberNotices(text);
  const isManual = manual !== undefined;
  const dropped = boilerplate({ ...text, isManual, brands: product?.brands ?? [] }, notices);
  if (trace !== undefined) traceChoice(tree, judgement, complete, dropped, manual, trace);
  const kept = withoutBlocks(flags, dropped);
  const requests = scriptRequests({ ...text, kept }, trace);
  const removed = [
    ...marksWithoutNote(tree, kept),
    ...(manual === undefined ? summaryCopies(blocks, kept, trace) : []),
    ...commentLinks(blocks, kept),
    ...sharingLinks(tree),
    ...breadcrumbs(blocks.page, kept),
    ...stickyBars(blocks.page, kept),
    ...modalWindows(blocks.page, kept),
    ...linkedImageLists(tree),
    ...menusOfImages(tree, kept.indexOf(1)),
    ...logosAbove(blocks, kept.indexOf(1)),
    ...postButtons(tree),
    ...shopButtons(tree, kept),
    ...icons(tree),
    ...spokenCopies(tree),
    ...slideNumbers(blocks.page, kept),
    ...furtherImagesOfCards(blocks.page, kept),
    ...requests,
    ...(manual?.aside ?? []),
  ];
  const selection = without(selectionOfBlocks(blocks, kept), removed);
  return {
    selection: without(selection, repeatedImages(tree, selection)),
    isForSubscribers: notices.length > 0,
  };
}
