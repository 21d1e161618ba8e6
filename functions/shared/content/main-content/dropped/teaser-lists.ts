import { bitOf } from '#shared/content/dom/class-words.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { hrefOf, isWithin, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { Unit } from '#shared/content/main-content/blocks/units.ts';
import { wordsOfLine } from './line-words.ts';
import headingWords from './teaser-headings.json' with { type: 'json' };
import lineWords from './teaser-lines.json' with { type: 'json' };
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';

/** Longer lines are sentences. */
const maxHeadingCharacters = 60;

const setOf = (byLanguage: Readonly<Record<string, readonly string[]>>): ReadonlySet<string> =>
  new Set(Object.values(byLanguage).flat().map(wordsOfLine));
const headings = setOf(headingWords);
/** Headings with a colon behind them only: without one, they are sections or begin a sentence. */
const announcing = setOf(lineWords.headings);
/** Before the name of a site or person. */
const ofSites = setOf(lineWords.ofSites);
/** Before a colon and the headline of another page. */
const openings = setOf(lineWords.beforeHeadlines);
const maxHeadingWords = Math.max(...Array.from(headings, (words) => words.split(' ').length));
/** Shorter links after such an opening are the names of chapters and commands. */
const minHeadlineWords = 5;
/** Longer lines are lists of sources. */
const maxLineWords = 30;
const colonAtEnd = /[:：]\s*$/u;
const domain = /[\p{L}\p{N}]\.\p{L}{2,}/u;
const maxNameWords = 4;

/** Whether a heading goes on with the name of a site or person: "Mehr zum Thema auf Hafen.de", "More from Ann Tarn:". */
function namesSite(words: readonly string[]): boolean {
  for (let at = Math.max(1, words.length - 1 - maxNameWords); at < words.length; at++) {
    const opening = words.slice(0, at).join(' ');
    if (ofSites.has(opening)) return true;
    if (at > 1 && at < words.length - 1 && headings.has(opening)) return true;
  }
  return false;
}

/** Whether a line is a heading of teasers, such as "Related stories", also with the name of the site behind it. */
export function isTeaserHeading(text: string): boolean {
  if (text.length > maxHeadingCharacters) return false;
  const line = wordsOfLine(text);
  if (headings.has(line)) return true;
  const hasColon = colonAtEnd.test(text);
  if (hasColon && announcing.has(line)) return true;
  return (hasColon || domain.test(text)) && namesSite(line.split(' '));
}

/** "See also" may be a term of a definition or the heading of a column. */
const labels = new Set(['dt', 'dd', 'th', 'td', 'summary', 'figcaption', 'caption']);

/** A line with at least this share of words in links leads to another page. */
const minLinkedShare = 0.6;
/** A shorter line beside teasers is a date, a section or a number of readers. */
const maxLabelWords = 7;
/** The summary of a teaser; longer texts are paragraphs of the page. */
const maxSummaryWords = 60;
/** A single teaser without this many beside it may stand between paragraphs of the page, so that what follows it is text. */
const minTeasersWithSummaries = 2;
/** Where teasers have a larger share of the kept words, the page is a list of other pages. */
const maxShare = 0.8;
/** Wider than the box of the list and the box around it, an element holds the text, too. */
const maxWidenings = 3;
const maxLinkLevels = 4;

const document = /\.(?:pdf|docx?|xlsx?|pptx?|zip)(?:[?#]|$)/i;
/** The host of a URL without `www.`; empty for a relative one, which has no site of its own. */
const siteOf = (url: string): string => URL.parse(url)?.host.replace(/^www\./, '') ?? '';

/** Where the links in an element lead, or the link around it. */
function linksIn(tree: BlockTree, container: number): readonly string[] {
  const found: string[] = [];
  const around = nodeAround(tree, container, maxLinkLevels, (node) => nameOf(tree, node) === 'a');
  const from = around < 0 ? container : around;
  for (let node = Math.max(0, from); node < (tree.end[from] ?? 0); node++) {
    const href = hrefOf(tree, node);
    if (href !== undefined) found.push(href);
  }
  return found;
}

/** Finds lists of other pages among the kept blocks: a heading such as "Related stories", and teasers below it. */
class TeaserFinder {
  readonly #context: BlockContext;
  readonly #kept: Uint8Array;
  readonly #solid: Uint8Array;

  constructor(context: BlockContext, units: readonly Unit[], kept: Uint8Array) {
    this.#context = context;
    this.#kept = kept;
    this.#solid = new Uint8Array(kept.length);
    for (const { from, to, kind } of units) if (kind !== 'list') this.#solid.fill(1, from, to);
  }

  find(): ReadonlySet<number> {
    const found = new Set<number>();
    const { page } = this.#context;
    const { words } = page;
    let all = 0;
    for (let block = 0; block < this.#kept.length; block++)
      if (this.#kept[block] === 1) all += words.over(block, block + 1);
    for (let block = 0; block < this.#kept.length; block++) {
      const isKept = this.#kept[block] === 1;
      // The heading may be dropped already, and its teasers not.
      if (this.#solid[block] === 1 || (!isKept && (page.headingLevel[block] ?? 0) === 0)) continue;
      if (isKept && this.#isLineOfLinks(block)) found.add(block);
      else if (this.#isHeading(block)) {
        const end = this.#endOfTeasers(block);
        for (let below = block; below < end; below++) found.add(below);
        block = Math.max(block, end - 1);
      }
    }
    let dropped = 0;
    for (const block of found) if (this.#kept[block] === 1) dropped += words.over(block, block + 1);
    return dropped > maxShare * all ? new Set() : found;
  }

  #isHeading(block: number): boolean {
    const { tree, page } = this.#context;
    const { text = '', container = -1 } = tree.blocks[block] ?? {};
    return page.headingLevel[block] !== 1 && isTeaserHeading(text) && !labels.has(nameOf(tree, container));
  }

  /** Whether a block is a heading of teasers and links in one line: "Read also: Another page". */
  #isLineOfLinks(block: number): boolean {
    const { text = '', linkWords = 0, shape } = this.#context.tree.blocks[block] ?? {};
    if (linkWords === 0 || shape === undefined || this.#context.page.headingLevel[block] === 1) return false;
    const words = wordsOfLine(text.slice(0, maxHeadingCharacters)).split(' ');
    const least = Math.max(1, Math.floor(shape.words - linkWords) - 1);
    for (let count = Math.min(maxHeadingWords, words.length - 1); count >= least; count--)
      if (headings.has(words.slice(0, count).join(' '))) return true;
    if (shape.words > maxLineWords) return false;
    const colon = text.slice(0, maxHeadingCharacters).search(/[:：]/u);
    const opening = colon > 0 ? wordsOfLine(text.slice(0, colon)) : '';
    if (announcing.has(opening)) return true;
    return linkWords >= minHeadlineWords && openings.has(opening) && this.#leadsToPages(block);
  }

  /** Whether the links of a block lead to pages of this site: others are sources. */
  #leadsToPages(block: number): boolean {
    const { tree, url } = this.#context;
    const { container = -1 } = tree.blocks[block] ?? {};
    const site = siteOf(url);
    const links = linksIn(tree, container);
    return links.length > 0 && links.every((href) => siteOf(href) === site && !document.test(href));
  }

  /** One past the last block of the teasers below a heading; the heading itself without any. */
  #endOfTeasers(heading: number): number {
    const { tree, page } = this.#context;
    const level = page.headingLevel[heading] ?? 0;
    const box = this.#boxAround(heading);
    const end = box < 0 ? heading : (tree.to[box] ?? 0);
    const isNamed = box >= 0 && ((tree.marks[box] ?? 0) & bitOf.related) !== 0;
    if (isNamed && page.words.over(heading, end) <= maxSummaryWords) return end;
    let last = heading;
    let links = 0;
    let hasSummary = false;
    const droppedLinks = new Map<string, number>();
    for (let block = heading + 1; block < end; block++) {
      const { text = '' } = tree.blocks[block] ?? {};
      if (this.#kept[block] !== 1) {
        if (this.#isLink(block)) droppedLinks.set(text, block);
        continue;
      }
      if (this.#solid[block] === 1 || this.#isHeading(block)) break;
      const words = page.words.over(block, block + 1);
      // The link over a card says its headline for screen readers, and is dropped.
      const isLink = this.#isLink(block) || this.#isInCard(block, droppedLinks.get(text));
      const own = page.headingLevel[block] ?? 0;
      // Below a label that is no heading, any heading of the text ends the list.
      if (!isLink && own > 0 && (level === 0 || own <= level)) break;
      const isSummary = !isLink && words > maxLabelWords;
      if (isSummary && (links === 0 || hasSummary || words > maxSummaryWords)) break;
      if (isLink) links += 1;
      hasSummary = isSummary || (hasSummary && !isLink);
      if (isLink || links >= minTeasersWithSummaries) last = block;
    }
    return links > 0 ? last + 1 : heading;
  }

  #isLink(block: number): boolean {
    const { words, linkWords } = this.#context.page;
    const length = words.over(block, block + 1);
    return length > 0 && linkWords.over(block, block + 1) >= minLinkedShare * length;
  }

  /** Whether the smallest element around a headline and a link has no other heading. */
  #isInCard(headline: number, link: number | undefined): boolean {
    const { tree, page } = this.#context;
    if (link === undefined) return false;
    let card = tree.blocks[headline]?.container ?? -1;
    while (card >= 0 && !isWithin(tree, link, card)) card = page.wider[card] ?? -1;
    return card >= 0 && page.headings.over(tree.from[card] ?? 0, tree.to[card] ?? 0) === 1;
  }

  /** The smallest element around a heading that holds more than it; -1 where it is too far. */
  #boxAround(heading: number): number {
    const { tree, page } = this.#context;
    let node = tree.blocks[heading]?.container ?? -1;
    for (let steps = 0; steps < maxWidenings && node >= 0; steps++) {
      if (isWithin(tree, heading + 1, node)) return node;
      node = page.wider[node] ?? -1;
    }
    return -1;
  }
}

/** The kept blocks of lists that lead to other pages. */
export const teaserLists = ({ context, units, kept }: KeptText): ReadonlySet<number> =>
  new TeaserFinder(context, units, kept).find();
