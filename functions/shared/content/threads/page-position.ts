import { type Element, isText } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { headings } from '#shared/content/dom/html-elements.ts';
import { authorMark } from './post-marks.ts';

const imageUrl = /\.(?:jpe?g|png|gif|webp|avif)\b|attachment|image/i;

/** URL of a link to another page; '' for a link to a fragment or an image, `undefined` for other elements. */
function linkOf({ name, attribs: { href } }: Element): string | undefined {
  if (name !== 'a' || href === undefined) return undefined;
  return href.includes('#') || imageUrl.test(href) ? '' : href;
}

const maxBadgeWords = 2;

/** Whether a link is no more than a badge beside what precedes it: "Moderator", or an icon. */
function isBadge(link: Element): boolean {
  const { prev } = link;
  if (prev !== null && isText(prev) && /\p{L}/u.test(prev.data)) return false;
  return (rawText(link, 60).match(/[\p{L}\p{N}]+/gu) ?? []).length <= maxBadgeWords;
}

export interface ElementStart {
  readonly from: number;
  /** Characters of kept text before it, without headings. */
  readonly textBefore: number;
  /** Characters of these before the last heading. */
  readonly textBeforeHeading: number;
}

/** The position of a walk through a page: elements and kept text so far, and the links and headings around. */
export class PagePosition {
  element = 0;
  /** Numbers of headings, or of links in them, that lead to other pages. */
  readonly linkedHeadings: number[] = [];
  #textBefore = 0;
  #textBeforeHeading = 0;
  #headings = 0;
  /** Whether the last heading begins with the name of an author; a badge may follow. */
  #namesAuthor = false;
  readonly #links: string[] = [];

  get start(): ElementStart {
    return { from: this.element, textBefore: this.#textBefore, textBeforeHeading: this.#textBeforeHeading };
  }

  /** The innermost link; see `linkOf`. */
  get link(): string | undefined {
    return this.#links.at(-1);
  }

  get isInLinkToPage(): boolean {
    return (this.link ?? '') !== '';
  }

  addKeptText(length: number): void {
    if (this.#headings === 0) this.#textBefore += length;
  }

  enter(element: Element): void {
    this.element += 1;
    const link = linkOf(element);
    const isHeading = headings.has(element.name);
    const isLinkInHeading = link !== undefined && link !== '' && this.#headings > 0;
    const isLinked = isLinkInHeading || (isHeading && this.isInLinkToPage);
    if (isHeading) this.#namesAuthor = false;
    if (isLinked) {
      const isAuthor = authorMark(element) !== undefined;
      if (!isAuthor && !(this.#namesAuthor && isBadge(element))) this.linkedHeadings.push(this.element);
      this.#namesAuthor ||= isAuthor;
    }
    if (link !== undefined) this.#links.push(link);
    if (!isHeading) return;
    this.#headings += 1;
    this.#textBeforeHeading = this.#textBefore;
  }

  leave({ name, attribs }: Element): void {
    if (name === 'a' && attribs['href'] !== undefined) this.#links.pop();
    if (headings.has(name)) this.#headings -= 1;
  }
}
