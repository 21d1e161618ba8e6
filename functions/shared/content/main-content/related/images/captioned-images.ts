import { type BlockPage, elementAt, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { type BlockRun, blocksOf } from '#shared/content/main-content/blocks/units.ts';
import { leadsElsewhere, media, showsImage } from './shown-images.ts';

/** Code and tables in figures are units of their own, and a figure of figures is a group. */
const notCaptioned = new Set(['pre', 'table', 'figure']);

/**
 * `wp-caption`, `image-caption`, MediaWiki's `thumbinner`: an image with its caption on pages without `figure`, or
 * the caption alone.
 */
const captionName =
  /(?:^|[\s_-])(?:caption|thumbinner|image-legend|credits?|photographer|licen[cs]e[-_]info|(?:image|img|media|photo|pic)[-_]copyright|legendas?|l[eé]gendes?|bildunterschrift|bildtext|bildlegende|pie-?(?:de-?)?foto|didascalia|fot[oó]graf[oa]?)(?:$|[\s_-])/i;
const maxCaptionWords = 60;
/** The owner of an image, or of the whole site in its footer. */
const ownerName = /(?:^|[\s_-])copyright(?:$|[\s_-])/i;
const maxOwnerWords = 8;
const maxFooterLevels = 12;

const footerName = /(?:^|[\s_-])footer(?:$|[\s_-])/i;

function isFooter(tree: BlockTree, node: number): boolean {
  const { class: names = '', id = '', role } = elementAt(tree, node)?.attribs ?? {};
  return (
    nameOf(tree, node) === 'footer' || role === 'contentinfo' || footerName.test(names) || footerName.test(id)
  );
}

function namesOwner({ tree, words }: BlockPage, node: number, names: string): boolean {
  const { from, to } = blocksOf(tree, node);
  return (
    ownerName.test(names) &&
    words.over(from, to) <= maxOwnerWords &&
    nodeAround(tree, node, maxFooterLevels, (around) => isFooter(tree, around)) < 0
  );
}

export interface CaptionedImage extends BlockRun {
  readonly node: number;
  /** Its caption has the usual length and is no title, and no name marks it as boilerplate. */
  readonly isPlain: boolean;
  /** It is plain, and links to nothing but a larger copy of itself. */
  readonly isOwn: boolean;
}

/**
 * Number of images or players in a box; 0 when it holds another figure with text, so that nested figures take linear time.
 */
function imagesIn(tree: BlockTree, box: number): number {
  let count = 0;
  for (let node = box + 1; node < (tree.end[box] ?? box); node++) {
    const name = nameOf(tree, node);
    if (notCaptioned.has(name) && tree.from[node] !== tree.to[node]) return 0;
    if (media.has(name)) count += 1;
  }
  return count;
}

/** Nodes of a gallery: nested figures are looked through once for each level. */
const maxGalleryNodes = 500;

/**
 * Number of figures in a figure with a caption of its own that holds nothing but images and captions, as galleries of WordPress;
 * 0 for others.
 */
function figuresInGallery(tree: BlockTree, gallery: number): number {
  const end = tree.end[gallery] ?? gallery;
  if (end - gallery > maxGalleryNodes) return 0;
  let figures = 0;
  let captionBlocks = 0;
  let hasOwnCaption = false;
  for (let node = gallery + 1; node < end; node++) {
    const name = nameOf(tree, node);
    if (name === 'figure') figures += 1;
    if (name !== 'figcaption') continue;
    captionBlocks += (tree.to[node] ?? 0) - (tree.from[node] ?? 0);
    hasOwnCaption ||= tree.parent[node] === gallery;
    node = (tree.end[node] ?? node + 1) - 1;
  }
  const { from, to } = blocksOf(tree, gallery);
  return hasOwnCaption && captionBlocks === to - from ? figures : 0;
}

const maxCaptionLevels = 3;
/** An image, its copy for browsers without scripts and an icon to enlarge it; more images are a gallery. */
const maxImagesPerCaption = 3;

/** The photographer, the agency and the license. */
const maxCreditWords = 6;

/** The box of an image and the caption `node`, which has all the words in the box but a credit; -1 without one. */
function boxOfCaption({ tree, words }: BlockPage, node: number): number {
  const { from, to } = blocksOf(tree, node);
  let box = tree.parent[node] ?? -1;
  for (let level = 0; level < maxCaptionLevels && box >= 0; level++) {
    const all = blocksOf(tree, box);
    const others = all.to - all.from - (to - from);
    const otherWords = words.over(all.from, all.to) - words.over(from, to);
    if (others > 1 || otherWords > maxCreditWords) return -1;
    const count = imagesIn(tree, box);
    if (count > 0) return count <= maxImagesPerCaption ? box : -1;
    box = tree.parent[box] ?? -1;
  }
  return -1;
}

/** A teaser has a heading, or nothing but links. */
function isTeaser({ tree, words, linkWords, headings }: BlockPage, node: number): boolean {
  const from = tree.from[node] ?? 0;
  const to = tree.to[node] ?? 0;
  const isAllLinked = linkWords.over(from, to) === words.over(from, to);
  return headings.over(from, to) > 0 || (isAllLinked && leadsElsewhere(tree, node));
}

function captionedImage(page: BlockPage, node: number, captions = 1): CaptionedImage {
  const { tree, words, wider } = page;
  const from = tree.from[node] ?? 0;
  const to = tree.to[node] ?? 0;
  const isPlain =
    words.over(from, to) <= captions * maxCaptionWords &&
    !isTeaser(page, node) &&
    showsImage(tree, node, wider[node] ?? -1);
  const isOwn = isPlain && !leadsElsewhere(tree, node);
  return { node, from, to, isPlain, isOwn };
}

/** Galleries, figures, and boxes with an image or player and a caption; of nested boxes, the outermost. */
export function captionedImages(page: BlockPage): readonly CaptionedImage[] {
  const { tree, words } = page;
  const images: CaptionedImage[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const element = elementAt(tree, node);
    if (to <= from || element === undefined) continue;
    if (element.name === 'figure') {
      if (imagesIn(tree, node) > 0) {
        images.push(captionedImage(page, node));
        continue;
      }
      const figures = figuresInGallery(tree, node);
      const gallery = figures === 0 ? undefined : captionedImage(page, node, figures + 1);
      if (gallery?.isPlain === true) images.push(gallery);
      continue;
    }
    // Some pages write it beside the figure.
    const { class: names = '' } = element.attribs;
    const isNamed = element.name === 'figcaption' || captionName.test(names) || namesOwner(page, node, names);
    if (!isNamed || words.over(from, to) > maxCaptionWords) continue;
    const isBox = imagesIn(tree, node) > 0;
    const box = isBox ? node : boxOfCaption(page, node);
    if (box < 0) continue;
    const image = captionedImage(page, box);
    if (isBox ? image.isPlain : image.isOwn) images.push(image);
    node = (tree.end[node] ?? node + 1) - 1;
  }
  return images;
}
