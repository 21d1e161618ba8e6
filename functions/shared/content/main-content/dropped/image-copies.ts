import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';

import { isBlock, rawText } from '#shared/content/dom/element-display.ts';
import { imageKey, isSameFile } from '#shared/content/dom/image-names.ts';
import type { Choice, Selection } from '#shared/content/dom/selection.ts';
import { isImageUrl } from '#shared/content/main-content/related/shown-images.ts';

/** The surroundings of an image. */
interface Place {
  readonly link: Element | undefined;
  /** Marks repeat in the cells of a table, and captions stay below their image. */
  readonly mayRepeat: boolean;
}

interface Shown {
  readonly image: Element;
  readonly target: string;
}

/** Before the text of an element is its indentation. */
const sampleCharacters = 80;

const altOf = ({ attribs }: Element): string => attribs['alt']?.trim() ?? '';

/** The page that an image leads to; empty without a link, and with one to a larger copy of the image. */
function targetOf(link: Element | undefined): string {
  const { href = '' } = link?.attribs ?? {};
  return isImageUrl(href) ? '' : href;
}

const hasText = (node: ChildNode): boolean =>
  (isText(node) && node.data.trim() !== '') ||
  (isTag(node) && !isBlock(node) && rawText(node, sampleCharacters).trim() !== '');

/** Whether an image is no part of a line of text. */
function isAlone(image: Element): boolean {
  for (let node: Element = image; ;) {
    for (const side of ['prev', 'next'] as const) {
      let beside = node[side];
      while (beside !== null && isText(beside) && beside.data.trim() === '') beside = beside[side];
      if (beside !== null && hasText(beside)) return false;
    }
    const { parent } = node;
    if (parent === null || !isTag(parent) || isBlock(parent)) return true;
    node = parent;
  }
}

const cells = new Set(['td', 'th']);
const isCaptioned = ({ name, children }: Element): boolean =>
  name === 'figure' &&
  children.some((child) => isTag(child) && child.name === 'figcaption' && rawText(child).trim() !== '');

/** The images of a selection that show nothing new. */
class CopyFinder {
  readonly copies: Element[] = [];
  readonly #shown = new Map<string, Shown>();
  /** The images of one link without text between them. */
  #run: Element[] = [];

  readonly #selection: Selection;

  constructor(selection: Selection) {
    this.#selection = selection;
  }

  visit(nodes: readonly ChildNode[], above: Choice, place: Place): void {
    for (const node of nodes) {
      const choice = this.#selection.of(node, above);
      if (choice === 'drop') continue;
      if (isText(node)) {
        if (node.data.trim() !== '') this.#endRun();
      } else if (isTag(node) && node.name === 'img') this.#image(node, place);
      else if (isTag(node)) this.#element(node, choice, place);
    }
  }

  #element(element: Element, choice: Choice, { link, mayRepeat }: Place): void {
    const isLink = element.name === 'a' && 'href' in element.attribs;
    if (isLink) this.#run = [];
    this.visit(element.children, choice, {
      link: isLink ? element : link,
      mayRepeat: mayRepeat || cells.has(element.name) || isCaptioned(element),
    });
    if (isLink) this.#endRun();
  }

  #image(image: Element, { link, mayRepeat }: Place): void {
    if (link !== undefined) this.#run.push(image);
    const { src = '' } = image.attribs;
    if (src === '' || src.startsWith('data:') || mayRepeat) return;
    const target = targetOf(link);
    const key = imageKey(src);
    const before = this.#shown.get(key);
    if (before === undefined) this.#shown.set(key, { image, target });
    else if (this.#isCopy(image, target, before)) this.copies.push(image);
  }

  #isCopy(image: Element, target: string, before: Shown): boolean {
    const [alt, other] = [altOf(image), altOf(before.image)];
    return (
      (target === '' || target === before.target) &&
      (alt === '' || other === '' || alt === other) &&
      isSameFile(image.attribs['src'] ?? '', before.image.attribs['src'] ?? '') &&
      isAlone(image)
    );
  }

  /** The second of two images in a link is shown while the pointer is on it. */
  #endRun(): void {
    const [, second] = this.#run;
    if (this.#run.length === 2 && second !== undefined) this.copies.push(second);
    this.#run = [];
  }
}

/**
 * The images that stand apart from the text and are shown above already, as galleries are for narrow screens, and the second
 * images of links.
 */
export function imageCopies(document: Document, selection: Selection): readonly ChildNode[] {
  const finder = new CopyFinder(selection);
  finder.visit(document.children, 'through', { link: undefined, mayRepeat: false });
  return finder.copies;
}
