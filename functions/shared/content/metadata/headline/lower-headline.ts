import type { Element } from 'domhandler';

import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { isOfOthers } from '#shared/content/metadata/marks-elsewhere.ts';
import type { MetadataEvidence } from '#shared/content/metadata/metadata-evidence.ts';
import { bare } from '#shared/content/metadata/site-names.ts';
import { type Headline, type Heading, titleText, textOf } from './heading-text.ts';
import { levels, minTitleWords, ideographs, partsOfTitle } from './title-parts.ts';
import { maxHeadings, maxHeadlineCharacters, isInOtherPart, isBreadcrumb } from './page-headings.ts';
import { minHeadlineShare } from './shown-headline.ts';

const titleNames = /title|headline|heading/i;

const notShown = new Set(['title', 'script', 'style', 'a', 'li']);

/** Shorter addresses are those of sections. */
const minPathCharacters = 8;

interface KnownTitles {
  readonly title: string | undefined;
  /** Without the name of the site. */
  readonly named: string | undefined;
  readonly path: string | undefined;
  readonly declared: readonly string[];
}

/** Lists of other pages have a box with a title for each. */
const maxBoxes = 200;

const isHeadingElement = ({ name }: Element): boolean => /^h[1-6]$/.test(name);

/** Boxes with a class or id such as `node-title`; `read-next-title` is that of another page. */
const boxesOfTitles = (index: ElementIndex): readonly Element[] =>
  index.all
    .filter(
      (element) =>
        !notShown.has(element.name) &&
        !isHeadingElement(element) &&
        (titleNames.test(element.attribs['class'] ?? '') || titleNames.test(element.attribs['id'] ?? '')),
    )
    .slice(0, maxBoxes)
    .filter(({ attribs }) => !isOfOthers(attribs['class'] ?? ''));

/**
 * A heading of a lower level, or a box, that has the words of the URL or a declared title, or the end of a title such as
 * `Site : Section : Headline`.
 */
export function lowerHeadline(
  { index }: MetadataEvidence,
  { title, named, path, declared }: KnownTitles,
): Heading | undefined {
  const words = bare(path ?? '');
  const [, ...ends] = title?.split(/\s+::?\s+/) ?? [];
  const last = bare(ends.at(-1) ?? '');
  const known = new Set(declared.map(bare));
  const parts = partsOfTitle(title ?? '');
  const [first = ''] = title?.split(levels) ?? [];
  const candidates = [
    ...['h2', 'h3'].flatMap((name) => index.named(name).slice(0, maxHeadings)),
    ...boxesOfTitles(index),
  ]
    .filter((element) => index.textLength(element) <= maxHeadlineCharacters && !isInOtherPart(element))
    .flatMap((element): readonly Heading[] => {
      const text = titleText(textOf(element.children));
      return text === undefined ? [] : [{ element, text }];
    });
  const isHeadline = ({ element, text }: Heading): boolean => {
    const shown = bare(text);
    const isLong = text.length >= minHeadlineShare * (named ?? '').length;
    // The title of a menu may have the words of its section.
    if (shown === words && (isLong || isHeadingElement(element))) return words.length >= minPathCharacters;
    if (text.split(' ').length < minTitleWords && !ideographs.test(text)) return false;
    const isPart =
      parts.has(shown) && (isLong || (shown === bare(first) && text.split(' ').length > minTitleWords));
    return shown === last || known.has(shown) || isPart;
  };
  return candidates.find(isHeadline);
}

/** Spaces between the words of a title. */
const maxSpaces = 40;

/** Old pages and blogs write their headline as a heading of a lower level, or as a box with such a name. */
export function lesserHeading({ index }: MetadataEvidence, titles: readonly string[]): Element | undefined {
  const known = new Set(titles.map(bare));
  const isTitle = (element: Element): boolean => known.has(bare(textOf(element.children) ?? ''));
  const isShort = (element: Element): boolean => index.textLength(element) <= maxHeadlineCharacters;
  const headings = ['h2', 'h3', 'h4'].flatMap((name) =>
    index.named(name).slice(0, maxHeadings).filter(isShort),
  );
  const named = (): readonly Element[] =>
    index.all
      .filter(({ attribs }) => titleNames.test(attribs['class'] ?? attribs['itemprop'] ?? ''))
      .slice(0, maxHeadings)
      .filter((element) => isShort(element) && !isOfOthers(element.attribs['class'] ?? ''));
  const sizes = titles.map((title) => title.replaceAll(/\s/g, '').length);
  const mayBeTitle = (element: Element): boolean => {
    const length = index.textLength(element);
    const isAsLong = sizes.some((size) => length >= size && length <= size + maxSpaces);
    return isAsLong && !isInOtherPart(element) && !isBreadcrumb(element);
  };
  return (
    headings.find(isTitle) ??
    named().find(isTitle) ??
    index.all.find((element) => !notShown.has(element.name) && mayBeTitle(element) && isTitle(element))
  );
}

/** The first heading that is named a headline and has as many words, on a page without any title. */
export function namedHeading({ index }: MetadataEvidence): Headline {
  for (const element of ['h2', 'h3'].flatMap((name) => index.named(name).slice(0, maxHeadings))) {
    const names = element.attribs['class'] ?? '';
    const isNamed = titleNames.test(names) && !/widget/i.test(names) && !isOfOthers(names);
    if (!isNamed || isInOtherPart(element) || index.textLength(element) > maxHeadlineCharacters) continue;
    const text = titleText(textOf(element.children)) ?? '';
    if (text.split(' ').length >= minTitleWords) return { text, heading: element };
  }
  return { text: undefined, heading: undefined };
}
