import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';

import { isBlock, isSilent } from '#shared/content/dom/element-display.ts';
import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { isSignature } from '#shared/content/dom/signature.ts';
import type { Choice, Selection } from '#shared/content/dom/selection.ts';
import { type Attribution, differ, OpenBlock, withMarksOf } from './open-block.ts';
import { type ElementStart, PagePosition } from './page-position.ts';
import { readText, rewindLine } from './post-line.ts';
import { isAvatar } from './post-marks.ts';

/** The smallest element with a kept text, its author and its date. */
export interface Post extends Attribution, ElementStart {
  readonly element: Element;
  readonly choice: Choice;
  readonly to: number;
  /** The URL of the link that the text begins with, as the text of a teaser does. */
  readonly firstLink: string | undefined;
}

/** A name beside a date, whether or not a text of that person is kept. */
interface Byline {
  readonly author: string;
  /** Number of the last element before its end. */
  readonly at: number;
}

export interface FoundPosts {
  readonly posts: readonly Post[];
  readonly bylines: readonly Byline[];
  /** Numbers of headings, or of links in them, that lead to other pages: the posts under them are teasers. */
  readonly linkedHeadings: readonly number[];
}

/** Dropped parts with more elements (ranks, badges and buttons count) are menus, not bylines. */
const maxBylineElements = 200;

/** Microdata may declare an author or a date beside what is shown. */
const isDeclaration = ({ name, attribs }: Element): boolean => name === 'meta' && 'itemprop' in attribs;

/** `ipsReact`, `reactionsBar`, `message-reactions`: who liked a post. */
const reactionsName = /(?:^|[\s_-])(?:ipsReact|reactionsBar|(?:\w+-)?reactions|likers|liked-by)(?:\s|$)/;

const isReactions = ({ attribs }: Element): boolean => reactionsName.test(attribs['class'] ?? '');

const quotations = new Set(['blockquote', 'pre', 'q']);
const cells = new Set(['td', 'th']);

/**
 * Reads a page once: collects marks line by line, joins them block by block, and records each attributed block with
 * text as a post.
 */
class PostFinder {
  readonly posts: Post[] = [];
  readonly bylines: Byline[] = [];
  readonly position = new PagePosition();
  readonly #selection: Selection;
  readonly #index: ElementIndex;
  /** How many quotations are around: their texts are no posts. */
  #quotations = 0;
  /** Whether the last `dt` labels a name or date that is not the post's, such as "Joined". */
  #isAsideTerm = false;

  constructor(selection: Selection, index: ElementIndex) {
    this.#selection = selection;
    this.#index = index;
  }

  read(nodes: readonly ChildNode[], above: Choice, block: OpenBlock): void {
    for (const node of nodes) {
      const choice = above === 'drop' ? 'drop' : this.#selection.of(node, above);
      if (isText(node)) this.#readText(node.data.trim(), choice, block);
      else if (isTag(node) && (!isSilent(node.name) || isDeclaration(node))) {
        const isDropped = choice === 'drop' && above !== 'drop';
        const isMenu = isDropped && this.#index.elementsIn(node) > maxBylineElements;
        // The names, dates and headings of a signature, and the readers that liked a post, are not the post's.
        const isOfOthers = choice !== 'keep' && (isSignature(node) || isReactions(node));
        if (!isMenu && !isOfOthers) this.#readElement(node, choice, block);
      }
    }
  }

  #readText(text: string, choice: Choice, { line }: OpenBlock): void {
    if (text === '') return;
    readText(text, line, choice === 'keep', this.position.link);
    if (choice === 'keep') this.position.addKeptText(text.length);
  }

  #readElement(element: Element, choice: Choice, block: OpenBlock): void {
    const { position } = this;
    if (element.name === 'img') {
      // Avatars and the images of teasers do not count as text.
      if (choice === 'keep' && !position.isInLinkToPage && !isAvatar(element)) block.line.hasImage = true;
      return;
    }
    position.enter(element);
    if (isBlock(element)) this.#readBlock(element, choice, block);
    else this.#readInline(element, choice, block);
    position.leave(element);
  }

  #readInline(element: Element, choice: Choice, block: OpenBlock): void {
    const { line, marks: before } = block;
    const start = { ...line };
    this.read(element.children, choice, block);
    if (element.children.some(isTag)) line.aside = start.aside;
    const marks = withMarksOf(element, block.marks, before);
    if (!differ(marks, before)) return;
    block.markLine(marks, before);
    const isOwnMark = [marks.author, marks.date, marks.points].some((mark) => mark?.element === element);
    if (block.line === line && (isOwnMark || !line.endsSentence)) rewindLine(line, start, isOwnMark);
    if (start.aside !== undefined) {
      const isOtherTime = start.aside === 'otherTime';
      const { author, date, points } = before;
      block.marks = { ...marks, author, ...(isOtherTime ? { date, points } : {}) };
      line.aside = isOtherTime ? 'otherTime' : undefined;
    }
    if (block.marks.author !== before.author && block.marks.date !== before.date)
      this.#attribute(block, element);
  }

  #readBlock(element: Element, choice: Choice, around: OpenBlock): void {
    around.endLine();
    const { start } = this.position;
    const postsBefore = this.posts.length;
    const block = new OpenBlock();
    const isQuotation = quotations.has(element.name);
    if (isQuotation) this.#quotations += 1;
    this.read(element.children, choice, block);
    if (isQuotation) this.#quotations -= 1;
    const marks = withMarksOf(element, block.marks, block.marks);
    if (differ(marks, block.marks)) block.line.length = 0;
    block.marks = marks;
    if (marks.date === undefined && this.posts.length === postsBefore) block.readDate(element);
    this.#readTerm(element, block);
    block.endLine();
    if (cells.has(element.name) && block.isOnlyMark) around.markCells += 1;
    if (element.name === 'tr') block.clearDataRow();
    // The author of a quotation is not the post's.
    if (isQuotation || this.#quotations > 0) around.textLength += block.textLength;
    else {
      this.#addPost(element, choice, start, block);
      around.add(block);
    }
  }

  #readTerm({ name }: Element, block: OpenBlock): void {
    if (name === 'dt') this.#isAsideTerm = block.line.aside !== undefined;
    else if (name === 'dd' && this.#isAsideTerm) block.clearMarks();
  }

  #addPost(element: Element, choice: Choice, start: ElementStart, block: OpenBlock): void {
    const to = this.position.element;
    const ownAuthor = block.readOwnAuthor(element);
    if (ownAuthor !== undefined) this.bylines.push({ author: ownAuthor.text, at: to });
    this.#attribute(block, element);
    const post = block.takePost();
    if (post === undefined) return;
    const { attribution, firstLink } = post;
    this.posts.push({ ...attribution, ...start, element, choice, to, firstLink });
  }

  #attribute(block: OpenBlock, holder: Element): void {
    const author = block.attribute(holder);
    if (author !== undefined) this.bylines.push({ author: author.text, at: this.position.element });
  }
}

export function findPosts(document: Document, selection: Selection, index: ElementIndex): FoundPosts {
  const finder = new PostFinder(selection, index);
  finder.read(document.children, 'through', new OpenBlock());
  const { posts, bylines, position } = finder;
  return {
    posts: posts.toSorted((a, b) => a.from - b.from),
    bylines,
    linkedHeadings: position.linkedHeadings,
  };
}
