import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';

const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** A shorter part of a title may be the name of the site or of a section. */
const minTitleShare = 0.5;
/** A shorter heading stands in many titles. */
const minHeadlineCharacters = 4;

/** Whether a heading is most of the page's title, or what the title begins with. */
function isInTitle(heading: string, title: string): boolean {
  if (heading.length < minHeadlineCharacters || !title.includes(heading)) return false;
  return title.startsWith(heading) || heading.length >= minTitleShare * title.length;
}

/**
 * The block of the page's headline: of the h1 in the page's title, if all of them have the same text, the last
 * before the accepted text, else the first; -1 without one.
 */
export function headlineBlock({ tree, page }: BlockContext, title: string, accepted: Uint8Array): number {
  const whole = bare(title);
  const text = accepted.indexOf(1);
  let headline = '';
  let found = -1;
  for (
    let block = page.headingLevel.indexOf(1);
    block >= 0;
    block = page.headingLevel.indexOf(1, block + 1)
  ) {
    const heading = bare(tree.blocks[block]?.text ?? '');
    if (!isInTitle(heading, whole)) continue;
    if (headline !== '' && heading !== headline) return -1;
    headline = heading;
    if (found < 0 || block < text) found = block;
  }
  return found;
}

/** Whether an accepted heading has the text of a block. */
export function isHeadingAccepted(
  { tree, page }: BlockContext,
  block: number,
  accepted: Uint8Array,
): boolean {
  const text = bare(tree.blocks[block]?.text ?? '');
  return tree.blocks.some(
    (other, at) => accepted[at] === 1 && (page.headingLevel[at] ?? 0) > 0 && bare(other.text) === text,
  );
}
