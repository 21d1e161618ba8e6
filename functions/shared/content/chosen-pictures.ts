import { bitOf, type NameMark } from './block-keywords.ts';
import { type BlockPage, elementAt, nameOf, type RunningSum } from './block-page.ts';
import type { BlockTree } from './block-tree.ts';
import type { BlockRun } from './block-units.ts';

const media = new Set(['img', 'picture', 'svg', 'video', 'audio', 'iframe']);

/** Code and tables in figures are units of their own, and a figure of figures is a group. */
const notCaptioned = new Set(['pre', 'table', 'figure']);

/** `wp-caption`, `image-caption`, MediaWiki's `thumbinner`: a picture with its caption on pages without `figure`. */
const captionedName = /(?:^|[\s_-])(?:caption|thumbinner)(?:$|[\s_-])/i;
/** Longer texts beside a picture are no caption. */
const longestCaption = 60;

/** Small pictures that stand beside text and say nothing. */
const signName = /(?:^|[^a-z])(?:icons?|logo|avatar|gravatar|userpic|stars?|status\w*)(?:$|[^a-z])/i;

/** Parts of the frame that stand inside articles, too. */
const frameMarks: readonly NameMark[] = ['related', 'person', 'action', 'overlay'];
const frameBits = frameMarks.reduce((bits, mark) => bits | bitOf[mark], 0);

/** Adverts and signs of networks, which say nothing of the blocks of text. */
const frameName =
  /(?:^|[^a-z])(?:ads?|adverts?|advertisement|adsense|banners?|sponsor(?:ed)?|promo|shar(?:e|ing)|socials?|reklam[ay])(?:$|[^a-z])/i;

function isOfFrame(tree: BlockTree, node: number): boolean {
  const { class: names = '', id = '' } = elementAt(tree, node)?.attribs ?? {};
  return ((tree.marks[node] ?? 0) & frameBits) !== 0 || frameName.test(names) || frameName.test(id);
}

/** Whether a node shows a picture that is neither a sign nor, by the names in it and up to `around`, of the frame. */
function showsPicture(tree: BlockTree, node: number, around: number): boolean {
  for (let above = node; above >= 0 && above !== around; above = tree.parent[above] ?? -1)
    if (isOfFrame(tree, above)) return false;
  let isShown = false;
  for (let inside = node; inside < (tree.end[node] ?? node); inside++) {
    const element = elementAt(tree, inside);
    if (element === undefined) continue;
    if (isOfFrame(tree, inside)) return false;
    const { src = '', class: names = '' } = element.attribs;
    isShown ||= media.has(element.name) && !signName.test(names) && !signName.test(src);
  }
  return isShown;
}

interface Picture extends BlockRun {
  readonly node: number;
  /** It has a caption rather than a title, and says nothing of the frame. */
  readonly isPlain: boolean;
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

/** A teaser has a heading, or nothing but links. */
function isTeaser({ words, linkWords, headings }: BlockPage, from: number, to: number): boolean {
  return headings.over(from, to) > 0 || linkWords.over(from, to) === words.over(from, to);
}

/** Figures, and boxes with a picture or player and a caption, the outermost of those in each other. */
function captionedPictures(page: BlockPage): readonly Picture[] {
  const { tree, words, wider } = page;
  const pictures: Picture[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const element = elementAt(tree, node);
    if (to <= from || element === undefined) continue;
    const isFigure = element.name === 'figure';
    const isBox =
      captionedName.test(element.attribs['class'] ?? '') && words.over(from, to) <= longestCaption;
    if ((!isFigure && !isBox) || !holdsPicture(tree, node)) continue;
    const isPlain = !isTeaser(page, from, to) && showsPicture(tree, node, wider[node] ?? -1);
    if (isFigure || isPlain) pictures.push({ node, from, to, isPlain });
    if (!isFigure) node = (tree.end[node] ?? node + 1) - 1;
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
  const { tree, wider } = page;
  const pictures = captionedPictures(page);
  const leads = leadsToAccepted(pictures, accepted);
  const all = Uint8Array.from(accepted);
  for (const { node, from, to, isPlain } of pictures) {
    const around = wider[node] ?? -1;
    const isAfterAccepted = all[from - 1] === 1;
    const isBeforeAccepted = leads[to] === 1;
    const isFirst = isPlain && around >= 0 && tree.from[around] === from;
    const isLast = isPlain && around >= 0 && tree.to[around] === to;
    if (isAfterAccepted ? isBeforeAccepted || isLast : isBeforeAccepted && isFirst) all.fill(1, from, to);
  }
  return all;
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
  return (
    isAtEdge &&
    isMostlyAccepted &&
    accepted.over(beside, beside + 1) === 1 &&
    showsPicture(tree, node, around)
  );
}
