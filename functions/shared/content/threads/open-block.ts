import type { Element } from 'domhandler';

import { isByline, isTitle, type Line, newLine } from './post-line.ts';
import {
  authorMark,
  dateMark,
  dateOfLine,
  mayBeMark,
  ownAuthor,
  pointsMark,
  type PostMark,
} from './post-marks.ts';

export interface Attribution {
  readonly author: PostMark;
  readonly date: PostMark;
  readonly points: PostMark | undefined;
  /** The smallest element that holds all of them. */
  readonly holder: Element;
}

/** The marks in a part of the page that belong to no post yet. */
export interface Marks {
  readonly author: PostMark | undefined;
  readonly date: PostMark | undefined;
  readonly points: PostMark | undefined;
  /** Set once an author and a date are found together; further ones start anew. */
  readonly attribution: Attribution | undefined;
}

const noMarks: Marks = { author: undefined, date: undefined, points: undefined, attribution: undefined };

export const differ = (marks: Marks, others: Marks): boolean =>
  marks.author !== others.author || marks.date !== others.date || marks.points !== others.points;

/** The first mark wins, unless a later one is declared in markup and the first was only guessed. */
const firstMark = (first: PostMark | undefined, later: PostMark | undefined): PostMark | undefined =>
  first === undefined || (later?.isDeclared === true && !first.isDeclared) ? (later ?? first) : first;

const firstAttribution = (
  first: Attribution | undefined,
  later: Attribution | undefined,
): Attribution | undefined =>
  first === undefined || (later?.author.isDeclared === true && !first.author.isDeclared)
    ? (later ?? first)
    : first;

/** `around` if it is the name with the handle beside it, else the name. */
const withHandle = (name: PostMark, around: PostMark | undefined): PostMark =>
  around?.text.startsWith(`${name.text} @`) === true ? around : name;

function authorAt(
  element: Element,
  author: PostMark | undefined,
  before: PostMark | undefined,
): PostMark | undefined {
  if (author === before) return firstMark(author, authorMark(element));
  if (author === undefined) return undefined;
  const around = authorMark(element);
  return firstMark(withHandle(author, around), around);
}

/**
 * Adds the marks that the element itself declares, where nothing inside it did. `before`: the marks at the start of
 * the element.
 */
export function withMarksOf(element: Element, marks: Marks, before: Marks): Marks {
  if (!mayBeMark(element)) return marks;
  const { date, points } = marks;
  const isGuessed = date === before.date || date?.isDeclared === false;
  return {
    ...marks,
    author: authorAt(element, marks.author, before.author),
    date: isGuessed ? firstMark(date, dateMark(element)) : date,
    points: points ?? pointsMark(element),
  };
}

/** A block-level element while its content is read: its marks and text that belong to no post yet. */
export class OpenBlock {
  marks: Marks = noMarks;
  line: Line = newLine();
  /** Characters of kept text without bylines; an image counts as one. */
  textLength = 0;
  /** URL of the link that the text begins with; '' when it begins with words, `undefined` before any text. */
  firstLink: string | undefined;
  markCells = 0;
  #marksBeforeLine: Marks | undefined;

  /** Takes the marks of an inline element, which was entered with the marks `before`. */
  markLine(marks: Marks, before: Marks): void {
    this.line.isMarked = true;
    this.marks = marks;
    this.#marksBeforeLine ??= before;
  }

  endLine(): void {
    const { line } = this;
    const marksBefore = this.#marksBeforeLine ?? this.marks;
    this.line = newLine();
    this.#marksBeforeLine = undefined;
    // An image beside a name is an avatar.
    if (line.hasImage && !line.isMarked) this.textLength += 1;
    if (isByline(line)) return;
    // A name inside a sentence is not the post's author.
    if (line.isMarked && line.beginsWithText) this.marks = marksBefore;
    this.textLength += line.length;
    if (line.length > 0) this.firstLink ??= isTitle(line) ? line.url : '';
  }

  readDate(element: Element): void {
    const date = dateOfLine(element, this.marks.author !== undefined);
    if (date === undefined) return;
    this.marks = { ...this.marks, date };
    this.line.isMarked = true;
    this.line.length -= Math.min(this.line.length, date.text.length);
  }

  /** Joins author and date, if both are known, at the smallest element that holds both. Returns the author. */
  attribute(holder: Element): PostMark | undefined {
    const { author, date, points, attribution } = this.marks;
    if (author === undefined || date === undefined) return undefined;
    const found = { author, date, points, holder };
    this.marks = { ...noMarks, attribution: firstAttribution(attribution, found) };
    return author;
  }

  /** Reads the author from an attribute of the element. A block whose date posts inside have used does not keep it. */
  readOwnAuthor(element: Element): PostMark | undefined {
    const author = ownAuthor(element);
    if (this.marks.date !== undefined)
      this.marks = { ...this.marks, author: firstMark(this.marks.author, author) };
    return author;
  }

  clearMarks(): void {
    this.marks = noMarks;
    this.line = newLine();
    this.#marksBeforeLine = undefined;
    this.firstLink = undefined;
    this.markCells = 0;
  }

  /** Removes author and date from a row with a cell for each: it is a row of data. */
  clearDataRow(): void {
    if (this.markCells > 1 && this.textLength > 0)
      this.marks = { ...this.marks, author: undefined, date: undefined };
  }

  get isOnlyMark(): boolean {
    const { author, date } = this.marks;
    return this.textLength === 0 && (author === undefined) !== (date === undefined);
  }

  /** Takes the attribution of the text, if both exist, out of the block: it belongs to a post now. */
  takePost(): { readonly attribution: Attribution; readonly firstLink: string | undefined } | undefined {
    const { attribution } = this.marks;
    if (attribution === undefined || this.textLength === 0) return undefined;
    this.marks = { ...this.marks, attribution: undefined };
    this.textLength = 0;
    return { attribution, firstLink: this.firstLink === '' ? undefined : this.firstLink };
  }

  add(inner: OpenBlock): void {
    const { marks } = this;
    this.marks = {
      author: firstMark(marks.author, inner.marks.author),
      date: firstMark(marks.date, inner.marks.date),
      points: marks.points ?? inner.marks.points,
      attribution: firstAttribution(marks.attribution, inner.marks.attribution),
    };
    if (inner.textLength > 0) this.firstLink ??= inner.firstLink;
    this.textLength += inner.textLength;
  }
}
