import { wordsOf } from '#shared/content/dom/words.ts';
import { gramsOf, likeness } from '#shared/kernel/likeness.ts';
import type { MetadataEvidence } from '#shared/content/metadata/metadata-evidence.ts';
import { bare } from '#shared/content/metadata/site-names.ts';
import { type Heading, titleText, textOf } from './heading-text.ts';
import { minTitleWords } from './title-parts.ts';
import { maxHeadings, maxHeadlineCharacters, minPostedCharacters } from './page-headings.ts';

/** A lone heading may be worded otherwise than the title for search engines, but is about the same. */
const minLikenessAlone = 0.45;

const minLikenessOfSeveral = 0.6;

/** A heading with few words shares them with many titles: it has to open one. */
const maxLengthOfShort = 0.35;

/** On a page with several headings, one that shares a single word with the title is a section or a menu. */
const minCoverageOfSeveral = 0.4;

const separated = /^\s+[-–—|·•»/]\s/u;

/** How well a heading agrees with a title of other words; 0 when it is another. */
function agreement(heading: string, title: string, isAlone: boolean): number {
  const [shown, declared] = [bare(heading), bare(title)];
  if (shown.length < maxLengthOfShort * declared.length) return declared.startsWith(shown) ? 1 : 0;
  const { ofShorter, ofLonger } = likeness(gramsOf(heading), gramsOf(title));
  const isLike = isAlone
    ? ofShorter >= minLikenessAlone
    : declared.startsWith(shown) || (ofShorter >= minLikenessOfSeveral && ofLonger >= minCoverageOfSeveral);
  return isLike ? ofShorter + ofLonger : 0;
}

/** The heading that agrees best with a title of the page; of several that are one, the longest: others name a section. */
export function bestHeading(headings: readonly Heading[], titles: readonly string[]): Heading | undefined {
  const same = headings.filter(({ text }) => titles.some((title) => bare(title) === bare(text)));
  if (same.length > 0) return same.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  let best: { readonly heading: Heading; readonly score: number } | undefined;
  for (const heading of headings)
    for (const title of titles) {
      const agreed = agreement(heading.text, title, headings.length === 1);
      // A site's name is at the end of most titles.
      const score = agreed > 0 && bare(title).startsWith(bare(heading.text)) ? agreed + 1 : agreed;
      if (score > (best?.score ?? 0)) best = { heading, score };
    }
  return best?.heading;
}

/** The heading with every word of the URL, which leaves out others and has them in any order. */
export function headingOfPath(headings: readonly Heading[], path: string): Heading | undefined {
  const words = wordsOf(path);
  if (words.length < minTitleWords) return undefined;
  return headings.find(({ text }) => {
    const shown = new Set(wordsOf(text));
    return words.every((word) => shown.has(word));
  });
}

/** `Tips` rather than `Tips - Travel forum`, where the page has both as headings. */
export const shorter = (heading: Heading, all: readonly Heading[]): Heading =>
  all.find(
    ({ text }) =>
      text.length < heading.text.length &&
      heading.text.startsWith(text) &&
      separated.test(heading.text.slice(text.length)),
  ) ?? heading;

/**
 * A heading of the second level with exactly the words of the URL, above one of the first level that has others: templates
 * write the headline so, and editors begin the text with a heading of their own.
 */
export function headingAbove(best: Heading, { index }: MetadataEvidence, path: string): Heading | undefined {
  const words = bare(path);
  if (words.length < minPostedCharacters || bare(best.text) === words) return undefined;
  return index
    .named('h2')
    .slice(0, maxHeadings)
    .filter(
      (element) =>
        index.textLength(element) <= maxHeadlineCharacters && index.precedes(element, best.element),
    )
    .map((element) => ({ element, text: titleText(textOf(element.children)) ?? '' }))
    .find(({ text }) => bare(text) === words);
}
