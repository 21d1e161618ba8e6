import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { findDate } from '#shared/values/dates.ts';

const maxCharacters = 60;
const maxWords = 10;
/** One line with a date may say when the page was written. */
const minKept = 2;

/**
 * The dropped lines with the author and date of a post, in an element where those of other posts are kept: guest books
 * have no element for each post.
 */
export function bylinesOfPosts({ tree, page }: BlockContext, kept: Uint8Array): readonly number[] {
  const lines = tree.blocks.flatMap(({ text }, block) => {
    const isAbovePost = kept[block + 1] === 1 && page.prose.over(block + 1, block + 2) > 0;
    const isLine =
      isAbovePost && text.length <= maxCharacters && page.words.over(block, block + 1) <= maxWords;
    return isLine && /\d/.test(text) && findDate(text) !== undefined ? [block] : [];
  });
  return [...Map.groupBy(lines, (block) => tree.blocks[block]?.container ?? -1).values()].flatMap((alike) => {
    const missing = alike.filter((block) => kept[block] === 0);
    return alike.length - missing.length >= minKept ? missing : [];
  });
}
