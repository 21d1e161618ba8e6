import { nameSet } from '#shared/content/dom/html-elements.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { type BlockPage, elementAt, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { Unit } from '#shared/content/main-content/blocks/units.ts';
import { textsOfPosts } from '#shared/content/main-content/blocks/post-texts.ts';
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';
import { positionsOfOnes } from '#shared/kernel/integers.ts';

/** Shorter passages repeat on purpose: labels, prices, "Free delivery". */
const minCopyWords = 25;
/** Directly after the first, a shorter passage is a copy, too: a caption for the page and one for the enlarged image. */
const minDoubledWords = 8;
/** A passage of at least this length, with headings of its own, is a copy under any heading: pages may hold an article twice. */
const minArticleWords = 150;
const minArticleHeadings = 2;
const maxQuotationLevels = 6;
const maxListLevels = 5;
const lists = nameSet('ul ol dl');
/** A passage that occurs more often is filler text, or part of each chapter of a manual. */
const maxCopies = 3;
const minFillerWords = 12;
const maxLinkNodes = 40;
const maxLinkLevels = 3;
const maxScreenLevels = 8;
const screenName =
  /(?:^|[\s_-])(?:mobile|desktop|tablet|phone|print|cloned?|duplicate|(?:hidden|visible|show|hide)-(?:xs|sm|md|lg|xl))(?:$|[\s_-])/i;

/** Blocks keep more of their text; how much, and which white space, depends on its markup. Titles of videos have another dash than captions. */
const maxBeginningCharacters = 200;
const endingCharacters = 16;
export const withoutSpacesAndDashes = (text: string): string =>
  text.replaceAll(/[\s\u00ad\u2010-\u2015-]+/g, '');

/** The first letters of a text. Most texts need not be read to their end for them. */
function beginningOf(text: string): string {
  const letters = withoutSpacesAndDashes(text.slice(0, 2 * maxBeginningCharacters));
  const isEnough = letters.length >= maxBeginningCharacters;
  return (isEnough ? letters : withoutSpacesAndDashes(text)).slice(0, maxBeginningCharacters);
}

/** A list repeats on purpose unless the text around it does, too; code and tables always do. */
const solid = { alone: 1, always: 2 } as const;

/** For each heading, the last one before it with a lower level; -1 without one. */
function headingsAbove({ count, headingLevel }: BlockPage): Int32Array {
  const above = new Int32Array(count).fill(-1);
  const open: number[] = [];
  for (let block = 0; block < count; block++) {
    const level = headingLevel[block] ?? 0;
    if (level === 0) continue;
    while (open.length > 0 && (headingLevel[open.at(-1) ?? 0] ?? 0) >= level) open.pop();
    above[block] = open.at(-1) ?? -1;
    open.push(block);
  }
  return above;
}

/**
 * Finds passages that repeat kept ones. The same short text under another heading repeats on purpose, and so do lists,
 * tables, code, quotations and what two posts of a discussion say.
 */
class CopyFinder {
  readonly #context: BlockContext;
  readonly #kept: readonly number[];
  readonly #above: Int32Array;
  readonly #isSolid: Uint8Array;
  readonly #texts: string[] = [];
  /** For each block, the element with the text of its post or -1, once it is asked for. */
  #posts: Int32Array | undefined;

  constructor(context: BlockContext, units: readonly Unit[], kept: Uint8Array) {
    this.#context = context;
    this.#kept = positionsOfOnes(kept);
    this.#above = headingsAbove(context.page);
    this.#isSolid = new Uint8Array(kept.length);
    for (const { from, to, kind } of units)
      this.#isSolid.fill(kind === 'list' ? solid.alone : solid.always, from, to);
  }

  /** The blocks of repeated passages. */
  find(): readonly number[] {
    const first = new Map<string, number>();
    const copied: number[] = [];
    for (let at = 0; at < this.#kept.length;) {
      const key = this.#textAt(at);
      const original = first.get(key);
      const isDoubled = this.#isDoubledHeading(at);
      const length = original === undefined || isDoubled ? 0 : this.#lengthOf(original, at);
      if (isDoubled) copied.push(this.#kept[this.#levelAt(at) < this.#levelAt(at - 1) ? at - 1 : at] ?? 0);
      else if (original !== undefined && this.#isCopy(original, at, length)) {
        for (let inside = 0; inside < length; inside++) copied.push(this.#kept[at + inside] ?? 0);
        // The next copy may follow directly on this one.
        first.set(key, at);
      }
      if (original === undefined) first.set(key, at);
      at += Math.max(1, length);
    }
    return copied;
  }

  #textAt(at: number): string {
    return (this.#texts[at] ??= this.#shortTextAt(at));
  }

  #shortTextAt(at: number): string {
    const block = this.#context.tree.blocks[this.#kept[at] ?? 0];
    if (block === undefined) return '';
    const beginning = beginningOf(block.text);
    return `${block.shape.words} ${beginning} ${withoutSpacesAndDashes(block.tail).slice(-endingCharacters)}`;
  }

  #lengthOf(original: number, copy: number): number {
    let length = 0;
    while (
      copy + length < this.#kept.length &&
      original + length < copy &&
      this.#textAt(original + length) === this.#textAt(copy + length)
    )
      length += 1;
    return length;
  }

  #isCopy(original: number, copy: number, length: number): boolean {
    const { page, occurrences } = this.#context;
    let words = 0;
    let isText = false;
    let isFiller = true;
    for (let at = copy; at < copy + length; at++) {
      const block = this.#kept[at] ?? 0;
      if (this.#isSolid[block] === solid.always || this.#isQuoted(block)) return false;
      const own = page.words.over(block, block + 1);
      words += own;
      isText ||= this.#isSolid[block] === 0;
      isFiller &&= own < minFillerWords || (occurrences[block] ?? 0) > maxCopies;
    }
    if (!isText || !this.#leadWhere(original, copy, length)) return false;
    if (this.#isPartOfList(original, copy, length)) return false;
    if (this.#isSaidTwice(original, copy, length)) return false;
    const isDirect = original + length === copy;
    // Slides of which each has the text and another image.
    if (isDirect && length > 1 && this.#levelAt(copy) > 0) return words >= minDoubledWords;
    if (isFiller) return false;
    if (isDirect) return words >= minDoubledWords;
    if (words >= minArticleWords && this.#headingsIn(copy, length) >= minArticleHeadings) return true;
    if (words < minCopyWords || this.#sectionOf(original) !== this.#sectionOf(copy)) return false;
    return length > 1 || this.#isForScreen(original) || this.#isForScreen(copy);
  }

  #postsOfBlocks(): Int32Array {
    const { page, tree } = this.#context;
    const posts = new Int32Array(page.count).fill(-1);
    for (const post of textsOfPosts(page).flat()) posts.fill(post, tree.from[post], tree.to[post]);
    return posts;
  }

  /** The post that a whole passage is part of; -1 without one. */
  #postOf(at: number, length: number): number {
    this.#posts ??= this.#postsOfBlocks();
    const post = this.#posts[this.#kept[at] ?? 0] ?? -1;
    for (let inside = 1; inside < length; inside++)
      if (this.#posts[this.#kept[at + inside] ?? 0] !== post) return -1;
    return post;
  }

  /** Whether two posts of a discussion share a passage: each says it to somebody. */
  #isSaidTwice(original: number, copy: number, length: number): boolean {
    const [first, second] = [this.#postOf(original, length), this.#postOf(copy, length)];
    if (first < 0 || second < 0 || first === second) return false;
    return !this.#isForScreen(original) && !this.#isForScreen(copy);
  }

  /** The list that a block stands in; -1 without one. */
  #listAround(at: number): number {
    const { tree } = this.#context;
    const container = tree.blocks[this.#kept[at] ?? 0]?.container ?? -1;
    return nodeAround(tree, container, maxListLevels, (node) => lists.has(nameOf(tree, node)));
  }

  /** Whether a passage is some items of a list that has others, and the first copy is in another list: both say something. */
  #isPartOfList(original: number, copy: number, length: number): boolean {
    const list = this.#listAround(copy);
    if (list < 0 || list === this.#listAround(original)) return false;
    const to = this.#context.tree.to[list] ?? 0;
    const from = this.#context.tree.from[list] ?? 0;
    const isOther = (at: number): boolean => {
      const block = this.#kept[at];
      return block !== undefined && block >= from && block < to;
    };
    return isOther(copy - 1) || isOther(copy + length);
  }

  /** The level of a heading, 0 of other blocks. */
  #levelAt(at: number): number {
    return this.#context.page.headingLevel[this.#kept[at] ?? 0] ?? 0;
  }

  /** Whether a heading repeats the one directly above, whatever the number of its words. */
  #isDoubledHeading(at: number): boolean {
    if (at === 0 || this.#levelAt(at) === 0 || this.#levelAt(at - 1) === 0) return false;
    if (this.#textAt(at - 1) !== this.#textAt(at)) return false;
    return this.#linksAt(at - 1) === this.#linksAt(at) || this.#isLinkedTitle(at);
  }

  /** Whether a box holds nothing but a plain title and its copy with a link: shops write the second one for quick views. */
  #isLinkedTitle(at: number): boolean {
    const { page, tree } = this.#context;
    if (this.#linksAt(at - 1) !== '' || this.#levelAt(at - 1) >= this.#levelAt(at)) return false;
    const title = this.#kept[at - 1] ?? 0;
    const box = page.wider[tree.blocks[title]?.container ?? 0] ?? -1;
    return box >= 0 && tree.from[box] === title && tree.to[box] === title + 2 && this.#kept[at] === title + 1;
  }

  #headingsIn(from: number, length: number): number {
    let headings = 0;
    for (let at = from; at < from + length; at++) if (this.#levelAt(at) > 0) headings += 1;
    return headings;
  }

  /**
   * Whether the links of a copy lead to the same pages, or it has none: cards of equal text may stand for different
   * things. The heading of an answer is no copy of the link to it.
   */
  #leadWhere(original: number, copy: number, length: number): boolean {
    for (let at = 0; at < length; at++) {
      const links = this.#linksAt(copy + at);
      const isPlain = links === '' && this.#levelAt(copy + at) === this.#levelAt(original + at);
      if (!isPlain && links !== this.#linksAt(original + at)) return false;
    }
    return true;
  }

  #linksAt(at: number): string {
    const { tree } = this.#context;
    const block = tree.blocks[this.#kept[at] ?? 0];
    if (block === undefined || block.linkWords === 0) return '';
    const { container } = block;
    const end = Math.min(tree.end[container] ?? 0, container + maxLinkNodes);
    const hrefs: string[] = [];
    for (let node = container; node < end; node++) hrefs.push(elementAt(tree, node)?.attribs['href'] ?? '');
    for (let node = tree.parent[container] ?? -1, level = 0; level < maxLinkLevels && node >= 0; level++) {
      hrefs.push(elementAt(tree, node)?.attribs['href'] ?? '');
      node = tree.parent[node] ?? -1;
    }
    return hrefs.join('');
  }

  /** Whether the names of elements around say that they are for some screens only, or a copy made by a script. */
  #isForScreen(at: number): boolean {
    const { tree } = this.#context;
    const container = tree.blocks[this.#kept[at] ?? 0]?.container ?? -1;
    const isNamed = (node: number): boolean => {
      const { class: names = '', id = '' } = elementAt(tree, node)?.attribs ?? {};
      return screenName.test(names) || screenName.test(id);
    };
    return nodeAround(tree, container, maxScreenLevels, isNamed) >= 0;
  }

  #isQuoted(block: number): boolean {
    const { tree } = this.#context;
    const container = tree.blocks[block]?.container ?? -1;
    const isQuotation = (node: number): boolean => nameOf(tree, node) === 'blockquote';
    return nodeAround(tree, container, maxQuotationLevels, isQuotation) >= 0;
  }

  /** The text of the heading that the block stands under. */
  #sectionOf(at: number): string {
    const { headingBefore, page, tree } = this.#context;
    const block = this.#kept[at] ?? 0;
    const level = page.headingLevel[block] ?? 0;
    let heading = headingBefore[block] ?? -1;
    if (level > 0)
      while (heading >= 0 && (page.headingLevel[heading] ?? 0) >= level) heading = this.#above[heading] ?? -1;
    return tree.blocks[heading]?.text ?? '';
  }
}

/** The blocks of passages that are written once more: for narrow screens, for print, for the end of a carousel. */
export const secondCopies = ({ context, units, kept }: KeptText): readonly number[] =>
  new CopyFinder(context, units, kept).find();
