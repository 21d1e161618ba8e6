import { type BlockContext, wideningsUntil } from '#shared/content/main-content/blocks/context.ts';
import { isWithin } from '#shared/content/main-content/blocks/page.ts';
import { fillGaps } from '#shared/content/main-content/choice/adjustments.ts';
import type { Unit } from '#shared/content/main-content/blocks/units.ts';
import { withNotes } from './notes.ts';
import { withPictures } from './related-images.ts';

/** How far the surroundings of the title may widen until they hold the text under it. */
const titleReach = 3;

/**
 * The choice with the page's title, when that is a first-level heading right above the text that was chosen: texts
 * without their title are what readers miss first, and a short title looks like a menu's entry to the model.
 */
function withTitle(context: BlockContext, accepted: Uint8Array): Uint8Array {
  const { page, titleBlock } = context;
  const first = accepted.indexOf(1);
  const isAbove = titleBlock >= 0 && titleBlock < first && page.headingLevel[titleBlock] === 1;
  if (!isAbove || wideningsUntil(page, titleBlock, first, titleReach) === titleReach) return accepted;
  const titled = Uint8Array.from(accepted);
  titled[titleBlock] = 1;
  return titled;
}

/** Whether the smallest container around `block` and the unit after it ends with the unit. */
function endsContainer({ tree, page }: BlockContext, block: number, { from, to }: Unit): boolean {
  let node = tree.blocks[block]?.container ?? -1;
  while (node >= 0 && !isWithin(tree, from, node)) node = page.wider[node] ?? -1;
  return node < 0 || tree.to[node] === to;
}

/** Takes the code or table that an accepted text ends with: a tutorial's last listing is as good as its first. */
function withEndings(context: BlockContext, units: readonly Unit[], accepted: Uint8Array): Uint8Array {
  const all = Uint8Array.from(accepted);
  for (const unit of units)
    if (all[unit.from - 1] === 1 && endsContainer(context, unit.from - 1, unit))
      all.fill(1, unit.from, unit.to);
  return all;
}

/** How far the surroundings of a heading may widen until they hold the text under it. */
const headingReach = 3;
/** What has a smaller chance to be content is the name of a site or a menu, however near it stands. */
const leastOfHeading = 0.1;

/** How far the surroundings of a text may widen until they hold the heading of its own box. */
const boxReach = 2;

/**
 * A heading that is a link names what it leads to, unless it is the title of the page, which leads to itself, or
 * stands in one box with a text on what it leads to.
 */
function namesOtherText({ page, titleBlock }: BlockContext, block: number): boolean {
  const { words, linkWords } = page;
  const isLink = linkWords.over(block, block + 1) === words.over(block, block + 1);
  return isLink && block !== titleBlock && wideningsUntil(page, block + 1, block, boxReach) === boxReach;
}

/** Takes the headings right above accepted text. From below, so that a heading brings the one above itself. */
function withHeadings(context: BlockContext, chances: Float32Array, accepted: Uint8Array): Uint8Array {
  const { page } = context;
  const all = Uint8Array.from(accepted);
  for (let block = page.count - 2; block >= 0; block--) {
    const isMissing = all[block] === 0 && (page.headingLevel[block] ?? 0) > 0 && all[block + 1] === 1;
    if (!isMissing || (chances[block] ?? 0) < leastOfHeading || namesOtherText(context, block)) continue;
    if (wideningsUntil(page, block, block + 1, headingReach) < headingReach) all[block] = 1;
  }
  return all;
}

/** What was chosen, with what belongs to it. */
export function withBelongings(
  context: BlockContext,
  units: readonly Unit[],
  chances: Float32Array,
  accepted: Uint8Array,
): Uint8Array {
  const { tree } = context;
  const solid = units.filter(({ kind }) => kind !== 'list');
  const noted = withNotes(tree, withTitle(context, accepted));
  const filled = withPictures(context.page, fillGaps(solid, chances, noted));
  return withHeadings(context, chances, withEndings(context, solid, filled));
}
