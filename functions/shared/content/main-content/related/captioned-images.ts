import { type BlockPage, elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';
import { leadsElsewhere, media, showsPicture } from './shown-images.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';

/** Code and tables in figures are units of their own, and a figure of figures is a group. */
const notCaptioned = new Set(['pre', 'table', 'figure']);

/** `wp-caption`, `image-caption`, MediaWiki's `thumbinner`: a picture with its caption on pages without `figure`, or the caption alone. */
const captionedName = /(?:^|[\s_-])(?:caption|thumbinner)(?:$|[\s_-])/i;
/** Longer texts beside a picture are no caption. */
const longestCaption = 60;

export interface CaptionedPicture extends BlockRun {
  readonly node: number;
  /** It has a caption of usual length rather than a title, and says nothing of the frame. */
  readonly isPlain: boolean;
  /** It is plain, and leads nowhere but to itself. */
  readonly isOwn: boolean;
}

/** How many pictures or players a box shows. Looks no further than to a figure inside, so that figures in figures cost no more than figures in a row. */
function picturesIn(tree: BlockTree, box: number): number {
  let count = 0;
  for (let node = box + 1; node < (tree.end[box] ?? box); node++) {
    const name = nameOf(tree, node);
    if (notCaptioned.has(name)) return 0;
    if (media.has(name)) count += 1;
  }
  return count;
}

/** How far above its caption a picture's box may begin. */
const captionLevels = 3;
/** A picture, its copy for when no script runs and a sign to enlarge it; more of them are a gallery. */
const mostOfOneCaption = 3;

/** The box of a picture and the caption `node`, which has all the words in it, -1 when there is none. */
function boxOfCaption(tree: BlockTree, node: number): number {
  let box = tree.parent[node] ?? -1;
  for (let level = 0; level < captionLevels && box >= 0; level++) {
    if (tree.from[box] !== tree.from[node] || tree.to[box] !== tree.to[node]) return -1;
    const count = picturesIn(tree, box);
    if (count > 0) return count <= mostOfOneCaption ? box : -1;
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

function captionedPicture(page: BlockPage, node: number): CaptionedPicture {
  const { tree, words, wider } = page;
  const from = tree.from[node] ?? 0;
  const to = tree.to[node] ?? 0;
  const isPlain =
    words.over(from, to) <= longestCaption &&
    !isTeaser(page, node) &&
    showsPicture(tree, node, wider[node] ?? -1);
  const isOwn = isPlain && !leadsElsewhere(tree, node);
  return { node, from, to, isPlain, isOwn };
}

/** Figures, and boxes with a picture or player and a caption, the outermost of those in each other. */
export function captionedPictures(page: BlockPage): readonly CaptionedPicture[] {
  const { tree, words } = page;
  const pictures: CaptionedPicture[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const element = elementAt(tree, node);
    if (to <= from || element === undefined) continue;
    if (element.name === 'figure') {
      if (picturesIn(tree, node) > 0) pictures.push(captionedPicture(page, node));
      continue;
    }
    const isNamed = captionedName.test(element.attribs['class'] ?? '');
    if (!isNamed || words.over(from, to) > longestCaption) continue;
    const isBox = picturesIn(tree, node) > 0;
    const box = isBox ? node : boxOfCaption(tree, node);
    if (box < 0) continue;
    const picture = captionedPicture(page, box);
    if (isBox ? picture.isPlain : picture.isOwn) pictures.push(picture);
    node = (tree.end[node] ?? node + 1) - 1;
  }
  return pictures;
}
