import { type ChildNode, type Element, isTag, isText, type ParentNode } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { ancestor, nodeBeside } from '#shared/content/dom/element-edit.ts';
import { imageKey, isImageUrl, isSameFile } from '#shared/content/dom/image-names.ts';
import type { Choice, Selection } from '#shared/content/dom/selection.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { imageAt } from '#shared/content/main-content/related/images/shown-images.ts';

interface ShownImage {
  readonly image: Element;
  /** The place in the tree. */
  readonly node: number;
  readonly link: Element | undefined;
}

/** Enough to get past the indentation of an element. */
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

/** Whether an image is no part of a line of text, or of lines with breaks between them. */
function isAlone(image: Element): boolean {
  for (let node: Element = image; ;) {
    for (const side of ['prev', 'next'] as const) {
      let beside = nodeBeside(node, side);
      while (beside !== null && isTag(beside) && beside.name === 'br') beside = nodeBeside(beside, side);
      if (beside !== null && hasText(beside)) return false;
    }
    const { parent } = node;
    if (parent === null || !isTag(parent) || isBlock(parent)) return true;
    node = parent;
  }
}

const maxLevels = 12;

const isLink = ({ name, attribs }: Element): boolean => name === 'a' && 'href' in attribs;

/** `✓`, "yes". */
const maxSignCharacters = 3;
const saysByRepeating = nameSet('td th dd');
const captioned = /(?:^|[\s_-])caption(?:$|[\s_-])/i;
const maxCaptionLevels = 3;

const isCaptioned = (box: Element): boolean =>
  (box.name === 'figure' || captioned.test(box.attribs['class'] ?? '')) && rawText(box).trim() !== '';

/** Whether an image repeats on purpose: as a mark of a fact, or above a caption of its own. */
const repeats = (image: Element): boolean => {
  const alt = altOf(image);
  return (
    (alt !== '' && alt.length <= maxSignCharacters) ||
    ancestor(image, maxLevels, ({ name }) => saysByRepeating.has(name)) !== undefined ||
    ancestor(image, maxCaptionLevels, isCaptioned) !== undefined
  );
};

const isQuoted = (image: Element): boolean =>
  ancestor(image, maxLevels, ({ name }) => name === 'blockquote') !== undefined;

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

/** Whether the text before an image points to it: "Look at the plan again:". */
const isAnnounced = (tree: BlockTree, { node }: ShownImage): boolean =>
  /[:：]\s*$/u.test(tree.blocks[(tree.from[node] ?? 0) - 1]?.tail ?? '');

/** Whether an image shows and links nothing that the one above does not. */
function isCopy(tree: BlockTree, shown: ShownImage, before: ShownImage): boolean {
  const { image, link } = shown;
  const target = targetOf(link);
  const [alt, other] = [altOf(image), altOf(before.image)];
  return (
    (target === '' || target === targetOf(before.link)) &&
    (alt === '' || other === '' || alt === other) &&
    isSameFile(sourceOf(image), sourceOf(before.image)) &&
    isAlone(image) &&
    !isAnnounced(tree, shown)
  );
}

/** Cards with fewer may be about both images: before and after. */
const minCards = 3;

/** The second images of links with two, without a text between them: cards show it while the pointer is on them. */
function secondsInLinks(tree: BlockTree, images: readonly ShownImage[]): readonly Element[] {
  const pairs = [...Map.groupBy(images, ({ link }) => link)].flatMap(([link, [first, second, ...more]]) => {
    const isPair = link !== undefined && first !== undefined && second !== undefined && more.length === 0;
    return isPair && tree.from[first.node] === tree.from[second.node] && isAlone(second.image)
      ? [{ first: first.image, second: second.image }]
      : [];
  });
  return pairs
    .filter(({ first, second }) => {
      const [alt, other] = [altOf(first), altOf(second)];
      return other === '' || alt === other || (alt !== '' && pairs.length >= minCards);
    })
    .map(({ second }) => second);
}

/** A picture may stand in the text, above it, in a gallery and in a card. */
const minPlaces = 5;

/** For the URL of each image, between how many blocks of text the page shows it. */
function placesOf(tree: BlockTree): ReadonlyMap<string, number> {
  const places = new Map<string, { count: number; block: number }>();
  for (let node = 0; node < tree.nodes.length; node++) {
    const image = imageAt(tree, node);
    if (image === undefined) continue;
    const source = sourceOf(image);
    const block = tree.from[node] ?? 0;
    const before = places.get(source);
    if (before?.block === block) continue;
    places.set(source, { count: (before?.count ?? 0) + 1, block });
  }
  return new Map([...places].map(([source, { count }]) => [source, count]));
}

/** A name that a program has made up, as no author writes it: `d46agja`. */
const isMadeUp = (alt: string): boolean => /^(?=.*\d)(?=.*[a-z])[a-z\d]{5,12}$/.test(alt);

/** The images with a made-up name that a page shows at many places: they wait for advertisements. */
function placeholders(tree: BlockTree, images: readonly ShownImage[]): readonly Element[] {
  let places: ReadonlyMap<string, number> | undefined;
  return images
    .filter(({ image, link }) => link === undefined && isMadeUp(altOf(image)) && isAlone(image))
    .filter(({ image }) => ((places ??= placesOf(tree)).get(sourceOf(image)) ?? 0) >= minPlaces)
    .map(({ image }) => image);
}

/**
 * The images that stand apart from the text and are shown above already, as galleries are for narrow screens, and the second
 * images of links. Copies without a text between them are dropped before (`normalise/images/images.ts`).
 */
export function repeatedImages(tree: BlockTree, selection: Selection): readonly ChildNode[] {
  const images = shownImages(tree, selection);
  const first = new Map<string, ShownImage>();
  const copies = images.filter((shown) => {
    const source = sourceOf(shown.image);
    if (source === '' || source.startsWith('data:')) return false;
    const key = imageKey(source);
    const before = first.get(key);
    if (before !== undefined) return !repeats(shown.image) && isCopy(tree, shown, before);
    if (!repeats(shown.image) && !isQuoted(shown.image)) first.set(key, shown);
    return false;
  });
  return [
    ...copies.map(({ image }) => image),
    ...placeholders(tree, images),
    ...secondsInLinks(tree, images),
  ];
}
