import { authorFacts } from './author-facts.ts';
import { boilerplateLines } from './boilerplate-lines.ts';
import { contentsLabels } from './contents-labels.ts';
import { copyrightLines } from './copyright-line.ts';
import type { KeptText } from './kept-text.ts';
import {
  buttonsAboveHeadings,
  headingsOfDropped,
  labelsAtEnd,
  labelsBeforeHeadline,
  namesOfDroppedPanels,
} from './labels.ts';
import { readerRequests } from './page-requests.ts';
import { paidLists } from './paid-lists.ts';
import { postLabels } from './post-labels.ts';
import { secondCopies } from './second-copies.ts';
import { signatures } from './signatures.ts';
import { tagLines } from './tag-lines.ts';
import { teaserLists } from './teaser-lists.ts';

type Reasons = ReadonlyMap<number, string>;

/** The kept blocks without those that are dropped. */
export const withoutBlocks = (kept: Uint8Array, dropped: Reasons): Uint8Array =>
  Uint8Array.from(kept, (isKept, block) => (dropped.has(block) ? 0 : isKept));

/**
 * The kept blocks that operate the page, ask for a subscription or consent, or are one of `notices` for subscribers, each
 * with the reason to drop it.
 */
export function operatingLines(text: KeptText, notices: readonly number[]): Map<number, string> {
  const requests = readerRequests(text);
  const lines = boilerplateLines({ ...text, kept: withoutBlocks(text.kept, requests) });
  const forSubscribers = notices.map((block) => [block, 'says that the rest is for subscribers'] as const);
  return new Map([...lines, ...requests, ...forSubscribers]);
}

interface JudgedText extends KeptText {
  /** Two functions of a manual may say the same of themselves. */
  readonly isManual: boolean;
  /** The brands of the product that the page is about. */
  readonly brands: readonly string[];
}

/** Finds blocks to drop; `dropped` has those that are dropped already. */
type Finder = (text: JudgedText, dropped: Reasons) => Iterable<number>;

/** Reasons to drop a block. In their order: the last ones read what the others drop. The last reason of a block counts. */
const rules: readonly (readonly [reason: string, Finder])[] = [
  ['labels a post', postLabels],
  ['tells of the author of a post', authorFacts],
  ['a signature', signatures],
  ['says whose copyright it is', copyrightLines],
  ['names the tags of the page', tagLines],
  ['an advertisement', paidLists],
  ['leads to other pages', teaserLists],
  ['repeats text above', (text) => (text.isManual ? [] : secondCopies(text))],
  ['repeats the heading below', buttonsAboveHeadings],
  [
    'heads a list of links that is not there',
    (text, dropped) => contentsLabels({ ...text, kept: withoutBlocks(text.kept, dropped) }),
  ],
  ['names a section of the site', (text) => labelsBeforeHeadline(text, text.brands)],
  ['names a tab that was dropped', namesOfDroppedPanels],
  ['a heading of what was dropped', headingsOfDropped],
  ['heads what was dropped', labelsAtEnd],
];

/** The kept blocks that say nothing or nothing new, with the reason to drop them. */
export function boilerplate(text: JudgedText, notices: readonly number[]): Reasons {
  const dropped = operatingLines(text, notices);
  for (const [reason, find] of rules) for (const block of find(text, dropped)) dropped.set(block, reason);
  // A page of nothing else is delivered as it is.
  return text.kept.every((isKept, block) => isKept === 0 || dropped.has(block)) ? new Map() : dropped;
}
