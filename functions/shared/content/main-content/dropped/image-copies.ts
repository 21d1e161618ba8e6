import { type ChildNode, type Element, isTag, isText, type ParentNode } from 'domhandler';

import { findElement, isBlock, rawText } from '#shared/content/dom/element-display.ts';
import { ancestor } from '#shared/content/dom/element-edit.ts';
import { imageKey, isSameFile } from '#shared/content/dom/image-names.ts';
import type { Choice, Selection } from '#shared/content/dom/selection.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { isImageUrl } from '#shared/content/main-content/related/shown-images.ts';

interface ShownImage {
  readonly image: Element;
  /** The place in the tree. */
  readonly node: number;
  readonly link: Element | undefined;
}

/** Before the text of an element is its indentation. */
const sampleCharacters = 80;

const sourceOf = ({ attribs }: Element): string => attribs['src'] ?? '';
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

const maxLevels = 12;

const isLink = ({ name, attribs }: Element): boolean => name === 'a' && 'href' in attribs;

/** Whether an image repeats on purpose: as a mark in the cell of a table, or above a caption of its own. */
const repeats = (image: Element): boolean =>
  ancestor(
    image,
    maxLevels,
    ({ name, children }) =>
      name === 'td' ||
      name === 'th' ||
      (name === 'figure' &&
        children.some(
          (child) => isTag(child) && child.name === 'figcaption' && rawText(child).trim() !== '',
        )),
  ) !== undefined;

/** The image that a node is or holds: that of a `<picture>` may be in a `<noscript>` that has been opened. */
function imageAt(tree: BlockTree, node: number): Element | undefined {
  const element = elementAt(tree, node);
  if (element?.name === 'picture') return findElement(element, ({ name }) => name === 'img');
  return element?.name === 'img' ? element : undefined;
}

/** The images of a selection, in document order. */
function shownImages(tree: BlockTree, selection: Selection): readonly ShownImage[] {
  const choices = new Map<ParentNode, Choice>();
  const choiceOf = (node: ChildNode): Choice => {
    const { parent } = node;
    if (parent === null) return 'through';
    let above = choices.get(parent);
    if (above === undefined) {
      above = isTag(parent) ? choiceOf(parent) : 'through';
      choices.set(parent, above);
    }
    return above === 'drop' ? 'drop' : selection.of(node, above);
  };
  const shown: ShownImage[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    const image = imageAt(tree, node);
    if (image !== undefined && choiceOf(image) !== 'drop')
      shown.push({ image, node, link: ancestor(image, maxLevels, isLink) });
  }
  return shown;
}

/** Whether an image shows and links nothing that the one above does not. */
const isCopy = ({ image, link }: ShownImage, before: ShownImage): boolean => {
  const target = targetOf(link);
  const [alt, other] = [altOf(image), altOf(before.image)];
  return (
    (target === '' || target === targetOf(before.link)) &&
    (alt === '' || other === '' || alt === other) &&
    isSameFile(sourceOf(image), sourceOf(before.image)) &&
    !repeats(image) &&
    isAlone(image)
  );
};

/** The second of two images in a link, which is shown while the pointer is on it. */
function secondInLink(images: readonly ShownImage[], tree: BlockTree): readonly Element[] {
  const [first, second] = images;
  if (images.length !== 2 || first === undefined || second?.link === undefined) return [];
  return tree.from[first.node] === tree.from[second.node] && isAlone(second.image) ? [second.image] : [];
}

/**
 * The images that stand apart from the text and are shown above already, as galleries are for narrow screens, and the second
 * images of links.
 */
export function imageCopies(tree: BlockTree, selection: Selection): readonly ChildNode[] {
  const images = shownImages(tree, selection);
  const first = new Map<string, ShownImage>();
  const copies = images.filter((shown) => {
    const source = sourceOf(shown.image);
    if (source === '' || source.startsWith('data:')) return false;
    const key = imageKey(source);
    const before = first.get(key);
    if (before === undefined && !repeats(shown.image)) first.set(key, shown);
    return before !== undefined && isCopy(shown, before);
  });
  const byLink = Map.groupBy(images, ({ link }) => link);
  return [
    ...copies.map(({ image }) => image),
    ...[...byLink.values()].flatMap((ofLink) => secondInLink(ofLink, tree)),
  ];
}
