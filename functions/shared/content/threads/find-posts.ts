import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';

import { isBlock, isSilent } from '#shared/content/dom/element-display.ts';
import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import {
  authorMark,
  dateMark,
  dateOfLine,
  isAvatar,
  mayBeMark,
  ownAuthor,
  pointsMark,
  type PostMark,
} from './post-marks.ts';
import { emptyLine, isByline, type Line, opensWithLink, readText } from './post-line.ts';
import type { Choice, Selection } from '#shared/content/dom/selection.ts';

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
  /** The address of the link that it begins with, as what is told elsewhere does. */
  readonly announces: string | undefined;
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

interface Marks {
  author: PostMark | undefined;
  date: PostMark | undefined;
  points: PostMark | undefined;
  attribution: Attribution | undefined;
}

/** What a part of the document holds that belongs to no post yet. */
interface Loose extends Marks {
  line: Line;
  /** What was known before the first mark of the line. */
  before: Marks | undefined;
  /** Characters of kept text, lines about author and date left out. */
  said: number;
  /** The address of a link, or an empty text where it begins with words. */
  beginsWith: string | undefined;
  /** How many cells of a row hold an author or a date and nothing else. */
  markCells: number;
}

/** Elements in what tells author and date, with ranks, badges and buttons. */
const largestByline = 200;

const quotations = new Set(['blockquote', 'pre', 'q']);
const heading = /^h[1-6]$/;

const nothing = (): Loose => ({
  author: undefined,
  date: undefined,
  points: undefined,
  attribution: undefined,
  line: emptyLine(),
  before: undefined,
  said: 0,
  beginsWith: undefined,
  markCells: 0,
});

function endLine(loose: Loose): void {
  const { line, before } = loose;
  loose.line = emptyLine();
  loose.before = undefined;
  // Beside a name it shows whoever wrote.
  if (line.hasPicture && !line.isMarked) loose.said += 1;
  if (isByline(line)) return;
  // Whoever a sentence speaks of has not written it.
  if (line.isMarked && line.beginsWithText) Object.assign(loose, before);
  loose.said += line.length;
  if (line.length > 0) loose.beginsWith ??= opensWithLink(line) ? line.address : '';
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
  if (from.said > 0) to.beginsWith ??= from.beginsWith;
  to.said += from.said;
}

const cells = new Set(['td', 'th']);

const picture = /\.(?:jpe?g|png|gif|webp|avif)\b|attachment|image/i;

/**
 * The address of what is told elsewhere; an empty text where a link leads to a part of a page or to a larger
 * picture, `undefined` of what is no link.
 */
function addressOf({ name, attribs: { href } }: Element): string | undefined {
  if (name !== 'a' || href === undefined) return undefined;
  return href.includes('#') || picture.test(href) ? '' : href;
}

/** Everything in a page that somebody has written at some time, in the order of its beginnings. */
export function findPosts(document: Document, selection: Selection, index: ElementIndex): FoundPosts {
  const posts: Post[] = [];
  const bylines: Byline[] = [];
  const announcements: number[] = [];
  let elements = 0;
  let kept = 0;
  /** Addresses of the links around, the innermost last. */
  const links: string[] = [];
  let headings = 0;
  let keptAtHeading = 0;
  let isAsideTerm = false;

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
    else if (loose.author !== undefined) {
      const around = authorMark(element);
      loose.author = firstMark(withHandle(loose.author, around), around);
    }
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
    const { author, date, points, attribution, line } = loose;
    const { length, linked, beginsWithText, endsSentence, aside } = line;
    visit(element.children, choice, loose);
    if (element.children.some(isTag)) line.aside = aside;
    if (!isMarked(element, loose, author, date, points)) return;
    loose.line.isMarked = true;
    const isOwnMark = [loose.author, loose.date, loose.points].some((mark) => mark?.element === element);
    if (loose.line === line && (isOwnMark || !line.endsSentence)) {
      Object.assign(line, { length, linked, endsSentence });
      if (isOwnMark) line.beginsWithText = beginsWithText;
    }
    if (aside !== undefined) {
      loose.author = author;
      if (aside === 'elsewhen') Object.assign(loose, { date, points });
      line.aside = aside === 'elsewhen' ? aside : undefined;
    }
    loose.before ??= { author, date, points, attribution };
    if (loose.author !== author && loose.date !== date) attribute(loose, element);
  };
  const visitBlock = (element: Element, choice: Choice, around: Loose): void => {
    endLine(around);
    const [from, lead, leadOfHeading, postsBefore] = [elements, kept, keptAtHeading, posts.length];
    const loose = nothing();
    visit(element.children, choice, loose);
    const { author, date, points } = loose;
    if (isMarked(element, loose, author, date, points)) loose.line.length = 0;
    if (loose.date === undefined && posts.length === postsBefore) {
      loose.date = dateOfLine(element, loose.author !== undefined);
      if (loose.date !== undefined) {
        loose.line.isMarked = true;
        loose.line.length -= Math.min(loose.line.length, loose.date.text.length);
      }
    }
    if (element.name === 'dt') isAsideTerm = loose.line.aside !== undefined;
    else if (element.name === 'dd' && isAsideTerm) Object.assign(loose, nothing(), { said: loose.said });
    endLine(loose);
    const isMarkCell = loose.said === 0 && (loose.author === undefined) !== (loose.date === undefined);
    if (isMarkCell && cells.has(element.name)) around.markCells += 1;
    // A row of data has a column for each.
    if (element.name === 'tr' && loose.markCells > 1 && loose.said > 0)
      Object.assign(loose, { author: undefined, date: undefined });
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
      const announces = loose.beginsWith === '' ? undefined : loose.beginsWith;
      posts.push({
        ...attribution,
        element,
        choice,
        from,
        to: elements,
        lead,
        leadOfHeading,
        announces,
      });
      loose.attribution = undefined;
      loose.said = 0;
    }
    passOn(loose, around);
  };
  const visit = (nodes: readonly ChildNode[], above: Choice, loose: Loose): void => {
    for (const node of nodes) {
      const choice = above === 'drop' ? 'drop' : selection.of(node, above);
      if (isText(node)) {
        const text = node.data.trim();
        if (text === '') continue;
        readText(text, loose.line, choice === 'keep', links.at(-1));
        if (choice === 'keep' && headings === 0) kept += text.length;
        continue;
      }
      if (!isTag(node) || isSilent(node.name)) continue;
      // Menus and the like are no byline.
      if (choice === 'drop' && above !== 'drop' && index.elementsIn(node) > largestByline) continue;
      // A picture is said, too, but for those of authors and of what is announced.
      const isHere = (links.at(-1) ?? '') === '';
      if (node.name === 'img') {
        if (choice === 'keep' && isHere && !isAvatar(node)) loose.line.hasPicture = true;
        continue;
      }
      elements += 1;
      const address = addressOf(node);
      const isHeading = heading.test(node.name);
      const leadsElsewhere = address !== undefined && address !== '';
      const isLinkedHeading = (leadsElsewhere && headings > 0) || (isHeading && !isHere);
      if (isLinkedHeading && authorMark(node) === undefined) announcements.push(elements);
      if (address !== undefined) links.push(address);
      if (isHeading) {
        headings += 1;
        keptAtHeading = kept;
      }
      (isBlock(node) ? visitBlock : visitLine)(node, choice, loose);
      if (address !== undefined) links.pop();
      if (isHeading) headings -= 1;
    }
  };
  visit(document.children, 'through', nothing());
  return { posts: posts.toSorted((a, b) => a.from - b.from), bylines, announcements };
}
