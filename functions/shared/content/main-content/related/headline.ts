import { foldedLetters } from '#shared/content/dom/words.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { type BlockPage, RunningSum } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

/** A shorter part of a title may be the name of the site or of a section. */
const minTitleShare = 0.5;
/** A shorter heading stands in many titles. */
const minHeadlineCharacters = 4;

/** Whether a heading is most of the page's title, or what the title begins with. */
function isInTitle(heading: string, title: string): boolean {
  if (heading.length < minHeadlineCharacters || !title.includes(heading)) return false;
  return title.startsWith(heading) || heading.length >= minTitleShare * title.length;
}

/** Between the parts of a title. */
const separator = /\s+[-–—|·»:]\s+/;

/** Whether a heading is a part of a title; the last part is the name of the site. */
const isPartOf = (heading: string, title: string): boolean =>
  heading.length >= minHeadlineCharacters &&
  title
    .split(separator)
    .slice(0, -1)
    .some((part) => foldedLetters(part) === heading);

/** The only h1 of a page; -1 where there are several or none. */
function onlyH1({ headingLevel }: BlockPage): number {
  const first = headingLevel.indexOf(1);
  return headingLevel.includes(1, first + 1) ? -1 : first;
}

/**
 * The block of the page's headline: of the h1 in the page's title, if all of them have the same text, the last
 * before the accepted text, else the first. Without one, the only h1 where it is a part of the title, or a lower heading
 * that is the title; -1 without any.
 */
export function headlineBlock({ tree, page }: BlockContext, title: string, accepted: Uint8Array): number {
  const whole = foldedLetters(title);
  const text = accepted.indexOf(1);
  let headline = '';
  let found = -1;
  for (
    let block = page.headingLevel.indexOf(1);
    block >= 0;
    block = page.headingLevel.indexOf(1, block + 1)
  ) {
    const heading = foldedLetters(tree.blocks[block]?.text ?? '');
    if (!isInTitle(heading, whole)) continue;
    if (headline !== '' && heading !== headline) return -1;
    headline = heading;
    if (found < 0 || block < text) found = block;
  }
  if (found >= 0) return found;
  const only = onlyH1(page);
  const isPart = only >= 0 && isPartOf(foldedLetters(tree.blocks[only]?.text ?? ''), title);
  return isPart ? only : lowerHeadline(tree, page, whole, text);
}

/** Shorter titles may be those of sections. */
const minLowerCharacters = 12;
const lowerLevels = new Set([2, 3]);

/** The last lower heading before the text that is the whole title: forums write the name of the site as the h1. */
function lowerHeadline(
  { blocks }: BlockTree,
  { headingLevel }: BlockPage,
  title: string,
  text: number,
): number {
  if (title.length < minLowerCharacters) return -1;
  for (let block = text - 1; block >= 0; block--)
    if (lowerLevels.has(headingLevel[block] ?? 0) && foldedLetters(blocks[block]?.text ?? '') === title)
      return block;
  return -1;
}

/** Below more words of sentences, a heading with the words of the title is that of a section. */
const maxProseAbove = 60;

/** Whether an accepted heading has the text of a block, above nearly all of the accepted text. */
export function isHeadingAccepted(
  { tree, page }: BlockContext,
  block: number,
  accepted: Uint8Array,
): boolean {
  const text = foldedLetters(tree.blocks[block]?.text ?? '');
  const prose = new RunningSum(page.count, (at) => (accepted[at] === 1 ? page.prose.over(at, at + 1) : 0));
  return tree.blocks.some(
    (other, at) =>
      accepted[at] === 1 &&
      (page.headingLevel[at] ?? 0) > 0 &&
      foldedLetters(other.text) === text &&
      prose.over(0, at) <= Math.min(maxProseAbove, prose.over(at, page.count)),
  );
}
