import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';

import { isBlock, isSilent } from './element-display.ts';
import {
  authorMark,
  dateMark,
  dateOfLine,
  mayBeMark,
  ownAuthor,
  pointsMark,
  type PostMark,
} from './post-marks.ts';
import type { Choice, Selection } from './selection.ts';

/** Who wrote something, and when. */
export interface Attribution {
  readonly author: PostMark;
  readonly date: PostMark;
  readonly points: PostMark | undefined;
  /** The smallest element with all of it. */
  readonly holder: Element;
}

/** The smallest element with a text that is kept and who wrote it. */
export interface Post extends Attribution {
  readonly element: Element;
  readonly choice: Choice;
  /** Place of the element among the elements of the document, and of the last one in it. */
  readonly from: number;
  readonly to: number;
  /** Characters that are kept before it, those of headings left out. */
  readonly lead: number;
  /** How many of these stand before the last heading. */
  readonly leadOfHeading: number;
}

/** Somebody named beside a date, whatever of theirs is kept. */
export interface Byline {
  readonly author: string;
  /** Place of the last element before its end. */
  readonly at: number;
}

export interface FoundPosts {
  readonly posts: readonly Post[];
  readonly bylines: readonly Byline[];
  /** Places of headings that lead elsewhere: what is told under them is only announced. */
  readonly announcements: readonly number[];
}

/** What a part of the document holds that belongs to no post yet. */
interface Loose {
  author: PostMark | undefined;
  date: PostMark | undefined;
  points: PostMark | undefined;
  attribution: Attribution | undefined;
  /** Characters of kept text, lines about author and date left out. */
  said: number;
  /** Characters of kept text in the line, author and date left out. */
  line: number;
  isLineMarked: boolean;
}

/** What stands in a line beside an author or a date is about them, up to this many characters. */
const longestRemark = 24;

const quotations = new Set(['blockquote', 'pre', 'q']);
const heading = /^h[1-6]$/;

/** Bullets and strokes between a name and a date say nothing. */
const longestSign = 3;
const speaks = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** Characters of a text. */
function saidIn(data: string): number {
  const text = data.trim();
  return text.length > longestSign || speaks.test(text) ? text.length : 0;
}

function nothing(): Loose {
  return {
    author: undefined,
    date: undefined,
    points: undefined,
    attribution: undefined,
    said: 0,
    line: 0,
    isLineMarked: false,
  };
}

function endLine(loose: Loose): void {
  if (!loose.isLineMarked || loose.line > longestRemark) loose.said += loose.line;
  loose.line = 0;
  loose.isLineMarked = false;
}

/** A name and the handle beside it. */
const withHandle = (name: PostMark, around: PostMark | undefined): PostMark =>
  around?.text.startsWith(`${name.text} @`) === true ? around : name;

/** The first one, but for those that only look like it. */
const firstMark = (first: PostMark | undefined, later: PostMark | undefined): PostMark | undefined =>
  first === undefined || (later?.isDeclared === true && !first.isDeclared) ? (later ?? first) : first;

const firstAttribution = (
  first: Attribution | undefined,
  later: Attribution | undefined,
): Attribution | undefined =>
  first === undefined || (later?.author.isDeclared === true && !first.author.isDeclared)
    ? (later ?? first)
    : first;

function passOn(from: Loose, to: Loose): void {
  to.author = firstMark(to.author, from.author);
  to.date = firstMark(to.date, from.date);
  to.points ??= from.points;
  to.attribution = firstAttribution(to.attribution, from.attribution);
  to.said += from.said;
}

const leadsElsewhere = ({ name, attribs }: Element): boolean =>
  name === 'a' && attribs['href'] !== undefined && !attribs['href'].includes('#');

/** Everything in a page that somebody has written at some time, in the order of its beginnings. */
export function findPosts(document: Document, selection: Selection): FoundPosts {
  const posts: Post[] = [];
  const bylines: Byline[] = [];
  const announcements: number[] = [];
  let elements = 0;
  let kept = 0;
  let links = 0;
  let headings = 0;
  let keptAtHeading = 0;

  /** Asks the element itself where nothing in it has told. Whether either has. */
  const isMarked = (
    element: Element,
    loose: Loose,
    author: PostMark | undefined,
    date: PostMark | undefined,
    points: PostMark | undefined,
  ): boolean => {
    if (!mayBeMark(element)) return loose.author !== author || loose.date !== date || loose.points !== points;
    if (loose.author === author) loose.author = firstMark(author, authorMark(element));
    else if (loose.author !== undefined) loose.author = withHandle(loose.author, authorMark(element));
    if (loose.date === date || loose.date?.isDeclared === false)
      loose.date = firstMark(loose.date, dateMark(element));
    loose.points ??= pointsMark(element);
    return loose.author !== author || loose.date !== date || loose.points !== points;
  };
  /** Joins author and date at the smallest element that holds both. */
  const attribute = (loose: Loose, holder: Element): void => {
    const { author, date, points } = loose;
    if (author === undefined || date === undefined) return;
    bylines.push({ author: author.text, at: elements });
    loose.attribution = firstAttribution(loose.attribution, { author, date, points, holder });
    loose.author = undefined;
    loose.date = undefined;
    loose.points = undefined;
  };

  const visitLine = (element: Element, choice: Choice, loose: Loose): void => {
    const { author, date, points, line } = loose;
    visit(element.children, choice, loose);
    if (!isMarked(element, loose, author, date, points)) return;
    loose.isLineMarked = true;
    loose.line = Math.min(loose.line, line);
    if (loose.author !== author && loose.date !== date) attribute(loose, element);
  };
  const visitBlock = (element: Element, choice: Choice, around: Loose): void => {
    endLine(around);
    const [from, lead, leadOfHeading, postsBefore] = [elements, kept, keptAtHeading, posts.length];
    const loose = nothing();
    visit(element.children, choice, loose);
    const { author, date, points } = loose;
    if (isMarked(element, loose, author, date, points)) loose.line = 0;
    if (loose.date === undefined && posts.length === postsBefore) loose.date = dateOfLine(element);
    endLine(loose);
    // Who is quoted has not written the post.
    if (quotations.has(element.name)) {
      around.said += loose.said;
      return;
    }
    const named = ownAuthor(element);
    if (named !== undefined) bylines.push({ author: named.text, at: elements });
    // Posts inside may have answered; then the date is theirs, and taken.
    if (loose.date !== undefined) loose.author = firstMark(loose.author, named);
    attribute(loose, element);
    const { attribution, said } = loose;
    if (attribution !== undefined && said > 0) {
      posts.push({ ...attribution, element, choice, from, to: elements, lead, leadOfHeading });
      loose.attribution = undefined;
      loose.said = 0;
    }
    passOn(loose, around);
  };
  const visit = (nodes: readonly ChildNode[], above: Choice, loose: Loose): void => {
    for (const node of nodes) {
      const choice = above === 'drop' ? 'drop' : selection.of(node, above);
      if (isText(node) && choice === 'keep') {
        const length = saidIn(node.data);
        loose.line += length;
        if (headings === 0) kept += length;
      }
      if (!isTag(node) || isSilent(node.name)) {
        // A picture is said, too.
        if (isTag(node) && node.name === 'img' && choice === 'keep') loose.line += longestRemark + 1;
        continue;
      }
      elements += 1;
      const [isLink, isHeading] = [leadsElsewhere(node), heading.test(node.name)];
      const isLinkedHeading = (isLink && headings > 0) || (isHeading && links > 0);
      if (isLinkedHeading && authorMark(node) === undefined) announcements.push(elements);
      if (isLink) links += 1;
      if (isHeading) {
        headings += 1;
        keptAtHeading = kept;
      }
      (isBlock(node) ? visitBlock : visitLine)(node, choice, loose);
      if (isLink) links -= 1;
      if (isHeading) headings -= 1;
    }
  };
  visit(document.children, 'through', nothing());
  return { posts: posts.toSorted((a, b) => a.from - b.from), bylines, announcements };
}
