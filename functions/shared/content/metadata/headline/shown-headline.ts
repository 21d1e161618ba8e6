import { type Element, isTag, isText } from 'domhandler';

import { isSilent } from '#shared/content/dom/element-display.ts';
import { findDate } from '#shared/values/dates.ts';
import { cleanText } from '#shared/content/metadata/head-facts.ts';
import { bare } from '#shared/content/metadata/site-names.ts';
import { type Heading, textOf } from './heading-text.ts';
import { levels, partsOfTitle } from './title-parts.ts';

/** Headings have fewer parts. */
const maxHeadingParts = 20;

/** The texts of the parts of a heading: of its elements, and of it without the first or the last of them. */
function partsOf({ element }: Heading): readonly string[] {
  const texts: (string | undefined)[] = [];
  const collect = ({ children }: Element): void => {
    const parts = children.filter(
      (child) => (isText(child) && child.data.trim() !== '') || (isTag(child) && !isSilent(child.name)),
    );
    for (const cut of [1, 2]) texts.push(textOf(parts.slice(cut)), textOf(parts.slice(0, -cut)));
    for (const part of parts) {
      if (texts.length > maxHeadingParts) return;
      texts.push(textOf([part]));
      if (isTag(part)) collect(part);
    }
  };
  collect(element);
  return texts.filter((text) => text !== undefined);
}

/** Labels, dates and counters are shorter than the headline beside them. */
export const minHeadlineShare = 0.5;

/** Signs between a label and the headline; before a number they may belong to it. */
const leadingMarks = /^[\s|/–—:·•»›>〉-]+(?=[\p{L}"“„«])/u;

/** A heading without the label, date or counter at its start or end. */
export function shownHeadline(heading: Heading, titles: readonly string[]): string {
  const { text } = heading;
  const known = new Set(titles.map(bare));
  const openings = new Set(titles.map((title) => bare(title.split(levels, 1)[0] ?? '')));
  const isAsLong = (part: string): boolean =>
    bare(part).length > 5 && part.length >= minHeadlineShare * text.length;
  const isTitle = (part: string): boolean => isAsLong(part) && known.has(bare(part));
  // A sentence goes on with a small letter, a label does not.
  const goesOn = (part: string): boolean =>
    text.startsWith(part) && /^\s*\p{Ll}/u.test(text.slice(part.length));
  const isOpening = (part: string): boolean => isAsLong(part) && openings.has(bare(part)) && !goesOn(part);
  const part = partsOf(heading).find(
    (inner) => bare(inner).length < bare(text).length && (isTitle(inner) || isOpening(inner)),
  );
  if (part !== undefined || isTitle(text)) return part?.replace(leadingMarks, '') ?? text;
  const date = findDate(text);
  if (date === undefined) return text;
  const rest = cleanText(date.start === 0 ? text.slice(date.end) : text.slice(0, date.start)) ?? '';
  const isInTitle = (): boolean => titles.some((title) => partsOfTitle(title).has(bare(rest)));
  return isTitle(rest) || (rest.length >= minHeadlineShare * text.length && isInTitle()) ? rest : text;
}
