import { type BlockContext, wideningsUntil } from '#shared/content/main-content/blocks/context.ts';

/** How far the surroundings of the title may widen until they hold the text under it. */
const reach = 3;

/**
 * The choice with the page's title, when that is a first-level heading right above the text that was chosen: texts
 * without their title are what readers miss first, and a short title looks like a menu's entry to the model.
 */
export function withTitle(context: BlockContext, accepted: Uint8Array): Uint8Array {
  const { page, titleBlock } = context;
  const first = accepted.indexOf(1);
  const isAbove = titleBlock >= 0 && titleBlock < first && page.headingLevel[titleBlock] === 1;
  if (!isAbove || wideningsUntil(page, titleBlock, first, reach) === reach) return accepted;
  const titled = Uint8Array.from(accepted);
  titled[titleBlock] = 1;
  return titled;
}
