import { type BlockContext, wideningsUntil } from '#shared/content/main-content/blocks/context.ts';

/** A heading with a smaller chance is the name of a site or a menu, however near it is. */
export const minHeadingChance = 0.1;

const maxBoxWidenings = 2;

/**
 * Whether a heading names another page: all of it is a link, and it is neither the title nor in one box with the
 * text below.
 */
export function namesOtherText({ page, titleBlock }: BlockContext, block: number): boolean {
  const { words, linkWords } = page;
  const isLink = linkWords.over(block, block + 1) === words.over(block, block + 1);
  return (
    isLink &&
    block !== titleBlock &&
    wideningsUntil(page, block + 1, block, maxBoxWidenings) === maxBoxWidenings
  );
}
