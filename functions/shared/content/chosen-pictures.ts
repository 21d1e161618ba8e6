import { type BlockPage, elementAt, nameOf, type RunningSum } from './block-page.ts';
import type { BlockRun } from './block-smoothing.ts';
import type { BlockTree } from './block-tree.ts';

const media = new Set(['img', 'picture', 'svg', 'video', 'audio', 'iframe']);

/** Code and tables in figures are units of their own, and a figure of figures is a group. */
const notCaptioned = new Set(['pre', 'table', 'figure']);

/** `wp-caption`, `image-caption`, MediaWiki's `thumbinner`: a picture with its caption on pages without `figure`. */
const captionedName = /(?:^|[\s_-])(?:caption|thumbinner)(?:$|[\s_-])/i;
/** Longer texts beside a picture are no caption. */
const longestCaption = 60;

interface Picture extends BlockRun {
  readonly node: number;
}

/** Looks no further than to a figure inside, so that figures in figures cost no more than figures in a row. */
function holdsPicture(tree: BlockTree, box: number): boolean {
  let hasMedia = false;
  for (let node = box + 1; node < (tree.end[box] ?? box); node++) {
    const name = nameOf(tree, node);
    if (notCaptioned.has(name)) return false;
    if (media.has(name)) hasMedia = true;
  }
  return hasMedia;
}

/** Figures and boxes with a picture or player and a caption, the outermost of those in each other. */
function captionedPictures({ tree, words }: BlockPage): readonly Picture[] {
  const pictures: Picture[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    if (to <= from) continue;
    const element = elementAt(tree, node);
    if (element === undefined) continue;
    const isFigure = element.name === 'figure';
    const isBox =
      !isFigure &&
      captionedName.test(element.attribs['class'] ?? '') &&
      words.over(from, to) <= longestCaption;
    if ((!isFigure && !isBox) || !holdsPicture(tree, node)) continue;
    pictures.push({ node, from, to });
    if (isBox) node = (tree.end[node] ?? node + 1) - 1;
  }
  return pictures;
}

/** For every block, 1 when it is accepted, or when only blocks of pictures stand between it and an accepted one. */
function leadsToAccepted(pictures: readonly BlockRun[], accepted: Uint8Array): Uint8Array {
  const leads = Uint8Array.from(accepted);
  const inPicture = new Uint8Array(accepted.length);
  for (const { from, to } of pictures) inPicture.fill(1, from, to);
  for (let block = accepted.length - 2; block >= 0; block--)
    if (inPicture[block] === 1 && leads[block + 1] === 1) leads[block] = 1;
  return leads;
}

/**
 * Takes the captioned pictures that stand between accepted blocks, or that an accepted text begins or ends with:
 * captions read unlike the text that they interrupt.
 */
export function withPictures(page: BlockPage, accepted: Uint8Array): Uint8Array {
  const { tree, wider, headings } = page;
  const pictures = captionedPictures(page);
  const leads = leadsToAccepted(pictures, accepted);
  const all = Uint8Array.from(accepted);
  for (const { node, from, to } of pictures) {
    const around = wider[node] ?? -1;
    const isAfterAccepted = all[from - 1] === 1;
    const isBeforeAccepted = leads[to] === 1;
    // What has a heading, and text on one side only, is a teaser.
    const mayBeEdge = around >= 0 && headings.over(from, to) === 0;
    const isFirst = mayBeEdge && tree.from[around] === from;
    const isLast = mayBeEdge && tree.to[around] === to;
    if (isAfterAccepted ? isBeforeAccepted || isLast : isBeforeAccepted && isFirst) all.fill(1, from, to);
  }
  return all;
}

/** Small pictures that stand beside text and say nothing. */
const signName = /(?:^|[^a-z])(?:icons?|logo|avatar|gravatar|userpic|stars?|status\w*)(?:$|[^a-z])/i;

function showsPicture(tree: BlockTree, node: number): boolean {
  for (let inside = node; inside < (tree.end[node] ?? node); inside++) {
    const element = elementAt(tree, inside);
    if (element === undefined || !media.has(element.name)) continue;
    const { src = '', class: names = '' } = element.attribs;
    if (!signName.test(names) && !signName.test(src)) return true;
  }
  return false;
}

/**
 * Whether a node without text shows a picture, and an element that is accepted for the most part begins or ends
 * with it and accepted text. `accepted` sums 1 for each accepted block.
 */
export function isPictureAtEdge(tree: BlockTree, node: number, accepted: RunningSum): boolean {
  let around = tree.parent[node] ?? -1;
  while (around >= 0 && tree.from[around] === tree.to[around]) around = tree.parent[around] ?? -1;
  if (around < 0) return false;
  const from = tree.from[around] ?? 0;
  const to = tree.to[around] ?? 0;
  const at = tree.from[node] ?? 0;
  const beside = at === from ? at : at - 1;
  const isAtEdge = at === from || at === to;
  const isMostlyAccepted = accepted.over(from, to) * 2 >= to - from;
  return isAtEdge && isMostlyAccepted && accepted.over(beside, beside + 1) === 1 && showsPicture(tree, node);
}
