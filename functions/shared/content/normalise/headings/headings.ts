import { type Element, isTag } from 'domhandler';

import { headingNames } from '#shared/content/dom/html-elements.ts';
import {
  classesOf,
  type ElementIndex,
  makeSilent,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { isBehindThreadLabel } from '#shared/content/dom/thread-label.ts';
import { joinHeadingNumbers } from './heading-numbers.ts';
import { dropAnchorBeside, isHeaderLink, isAnchorOfTerm } from './permalinks.ts';
import { editName, cleanHeading } from './clean-heading.ts';
import { lowerPhoto, unwrapInCaption, lowerDatelines, lowerStandfirsts } from './lower-headings.ts';
import { raiseBox, raiseByRole } from './raise-lines.ts';
import { dropIcons, raiseHeadline } from './raise-headline.ts';
import { joinKicker } from './kickers.ts';

/** Removes permalinks, icons and edit links from headings and terms, and makes the headline one of the first level. */
export function normalizeHeadings(index: ElementIndex, url: string, headline?: Element): void {
  const raised = headline === undefined ? [] : raiseHeadline(headline, index);
  lowerStandfirsts(index);
  for (const name of ['div', 'p']) for (const box of index.named(name)) raiseBox(box);
  const hasHeadline = raised.length > 0 || index.named('h1').some((heading) => index.textLength(heading) > 0);
  const byRole = raiseByRole(index, hasHeadline);
  const headings = new Set([...headingNames.flatMap((name) => index.named(name)), ...raised, ...byRole]);
  for (const heading of raised) dropIcons(heading);
  for (const heading of headings) {
    cleanHeading(heading, headings, url);
    joinKicker(heading);
    lowerPhoto(heading);
    if (heading !== headline) unwrapInCaption(heading);
    dropAnchorBeside(heading);
  }
  lowerDatelines(headings, headline, index);
  joinHeadingNumbers(headings);
  for (const term of index.named('dt'))
    for (const child of term.children) if (isTag(child) && isAnchorOfTerm(child)) makeSilent(child);
  for (const link of index.named('a')) if (isHeaderLink(link)) makeSilent(link);
  for (const element of index.named('span')) {
    if (classesOf(element).some((name) => editName.test(name))) makeSilent(element);
    // Between the label and the title of a thread in XenForo: "Solved: The tide tables".
    if (isBehindThreadLabel(element)) setChildren(element, [newText(': ')]);
  }
}
