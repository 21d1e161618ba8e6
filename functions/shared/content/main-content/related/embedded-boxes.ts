import { type Element, isTag } from 'domhandler';

import { previewClass } from '#shared/content/dom/own-markers.ts';
import { type BlockPage, elementAt, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import { isAnnouncement } from './announced-lists.ts';
import { blocksUnderTitle } from './images/lead-image.ts';
import { isNamedAdvert } from './images/shown-images.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';

/** The quotations that the scripts of networks turn into posts. */
const postName =
  /(?:^|\s)(?:twitter-(?:tweet|video)|instagram-media|tiktok-embed|bluesky-embed|mastodon-embed|fb-(?:post|xfbml-parse-ignore)|reddit-(?:embed-bq|card)|telegram-post)(?:\s|$)/i;
/** Previews of links, as they were normalised, and Ghost's boxes in a text. */
const previewName = new RegExp(`(?:^|\\s)(?:${previewClass}|kg-callout-card)(?:\\s|$)`);

/** "View this post on Instagram. A post shared by …" says nothing of it. */
const minWords = 14;
const minPreviewWords = 1;
/** Longer ones hold more than a post. */
const maxWords = 300;

const besideText = new Set(['aside', 'nav', 'footer', 'header']);

/** The link that a player became, or that a page writes in a paragraph of its own. */
const recording =
  /^https:\/\/(?:www\.youtube\.com\/watch\?v=|vimeo\.com\/\d|x\.com\/i\/status\/\d|play\.vidyard\.com\/\w)|^https?:.+\.(?:mp3|m4a|wav|ogg|mp4|webm)(?:[?#]|$)/i;

/** Between a video and the text below stand at most the links to its files. */
const maxBlocksBelowVideo = 2;
/** Other files may stand between a file and the text below: for families, for schools. */
const maxBlocksBelowFile = 3;

/** Whether a paragraph is no more than the link to a video, a sound or a post on X. */
function isRecording({ name, children }: Element): boolean {
  const [link] = children;
  if (name !== 'p' || children.length !== 1 || link === undefined || !isTag(link)) return false;
  return link.name === 'a' && recording.test(link.attribs['href'] ?? '');
}

/** A file that a text offers. */
const download = /^https?:[^?#]+\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|epub|csv|zip)(?:[?#]|$)/i;
/** More words than the name of a file. */
const maxDownloadWords = 14;

/** Words before a paid file. */
const namesAdvert = /^(?:advert|sponsored|anzeige|werbung|publicité|publicidad|pubblicità|реклама)/iu;
const maxFrameLevels = 4;

/** Whether a block is no more than the link to a file, as a button is, and no advertisement. */
function isDownload({ tree, words }: BlockPage, node: number): boolean {
  const link = elementAt(tree, node);
  if (link?.name !== 'a' || !download.test(link.attribs['href'] ?? '')) return false;
  const isAdvert = (around: number): boolean => {
    const box = elementAt(tree, around);
    return box !== undefined && isNamedAdvert(box);
  };
  // Divi calls each of its buttons a promotion.
  if (nodeAround(tree, tree.parent[node] ?? -1, maxFrameLevels, isAdvert) >= 0) return false;
  const from = tree.from[node] ?? 0;
  const { text = '', linkWords = 0, shape } = tree.blocks[from] ?? {};
  return (
    text !== '' &&
    !namesAdvert.test(text) &&
    (tree.to[node] ?? 0) === from + 1 &&
    linkWords === shape?.words &&
    words.over(from, from + 1) <= maxDownloadWords
  );
}

/** A less likely notice asks for a subscription. */
const minNoticeChance = 0.15;
const maxNoticeBlocks = 40;

/** Whether a node is a notice, as it was normalised, and likely. */
function isNotice({ tree }: BlockPage, node: number, chances: Float32Array): boolean {
  const from = tree.from[node] ?? 0;
  const to = tree.to[node] ?? 0;
  const isMarked = nameOf(tree, node) === 'blockquote' && tree.blocks[from]?.text.startsWith('[!') === true;
  if (!isMarked || to - from > maxNoticeBlocks) return false;
  return chances.subarray(from, to).every((chance) => chance >= minNoticeChance);
}

/** The end of a run of blocks from `block` on: the first block whose element does not match. */
function endOfRun({ tree }: BlockPage, block: number, matches: (element: Element) => boolean): number {
  let end = block;
  for (; end < tree.blocks.length; end++) {
    const element = elementAt(tree, tree.blocks[end]?.container ?? -1);
    if (element === undefined || !matches(element)) break;
  }
  return end;
}

const isCaption = ({ name }: Element): boolean => name === 'figcaption';

const isOfPost = (element: Element): boolean =>
  [element, element.parent].some(
    (around) => around !== null && isTag(around) && postName.test(around.attribs['class'] ?? ''),
  );

/** Whether an element may stand in a row of recordings. */
const isInRow = (element: Element): boolean =>
  isRecording(element) || isCaption(element) || isOfPost(element);

interface Box {
  readonly minWords: number;
  /** Whether it may open the text, right under the title and the lines that follow it. */
  readonly mayLead?: true;
  /** One of so many blocks below has to be kept; without it, the box may end its element. */
  readonly blocksBelow?: number;
  /** Whether it may stand in a row, whose blocks below are those of all. */
  readonly inRows?: true;
}

/** What has to hold for an embedded post, a preview, a video, a file or a notice; `undefined` for other elements. */
function boxOf(page: BlockPage, node: number, chances: Float32Array): Box | undefined {
  const element = elementAt(page.tree, node);
  if (element === undefined) return undefined;
  if (isRecording(element))
    return { minWords: minPreviewWords, blocksBelow: maxBlocksBelowVideo, mayLead: true, inRows: true };
  if (isDownload(page, node)) return { minWords: minPreviewWords, blocksBelow: maxBlocksBelowFile };
  if (isNotice(page, node, chances)) return { minWords, blocksBelow: 1 };
  const names = element.attribs['class'];
  if (names === undefined) return undefined;
  if (previewName.test(names)) return { minWords: minPreviewWords };
  return element.name === 'blockquote' && postName.test(names) ? { minWords } : undefined;
}

/** Whether a post is in the text of its neighbours, and in no aside, menu, header or footer within it. */
function isInText({ tree, wider }: BlockPage, node: number): boolean {
  const around = wider[node] ?? -1;
  const parent = tree.parent[node] ?? -1;
  for (let above = parent; above >= 0 && above !== around; above = tree.parent[above] ?? -1)
    if (besideText.has(nameOf(tree, above))) return false;
  return around >= 0;
}

/** Whether a video opens the element of the text that begins right below it. */
function opensText({ tree }: BlockPage, node: number): boolean {
  const below = tree.to[node] ?? 0;
  let around = tree.parent[node] ?? -1;
  while (around >= 0 && (tree.to[around] ?? 0) <= below) around = tree.parent[around] ?? -1;
  return around >= 0 && tree.from[around] === tree.from[node];
}

/**
 * The dropped posts of networks, previews of links, videos, files, notices and boxes of Ghost in a text: after a kept block, and
 * before one or, except for videos, files and notices, at the end of its element; also the video that opens the text under the title,
 * and those that a kept line announces.
 */
export function embeddedBoxes(page: BlockPage, chances: Float32Array, kept: Uint8Array): readonly BlockRun[] {
  const { tree, words, wider } = page;
  const found: BlockRun[] = [];
  const all = Uint8Array.from(kept);
  const underTitle = blocksUnderTitle(page, kept);
  let row = { to: 0, isAnnounced: false };
  for (let node = 0; node < tree.nodes.length; node++) {
    const box = boxOf(page, node, chances);
    if (box === undefined) continue;
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const length = words.over(from, to);
    const isLead =
      box.mayLead === true && from >= underTitle.from && to === underTitle.to && opensText(page, node);
    if (length < box.minWords || length > maxWords || (all[from - 1] !== 1 && !isLead)) continue;
    const { blocksBelow } = box;
    const around = wider[node] ?? -1;
    if (box.inRows === true && to > row.to)
      row = {
        to: endOfRun(page, to, isInRow),
        isAnnounced: isAnnouncement(page, from - 1, around, chances, all),
      };
    const { to: end, isAnnounced } = box.inRows === true ? row : { to, isAnnounced: false };
    if (blocksBelow !== undefined && !isAnnounced && !all.subarray(end, end + blocksBelow).includes(1))
      continue;
    const isBeside = blocksBelow !== undefined || from > (tree.from[around] ?? 0) || all[to] === 1;
    if (!isBeside || !isInText(page, node)) continue;
    const withCaption = box.inRows === true ? endOfRun(page, to, isCaption) : to;
    all.fill(1, from, withCaption);
    found.push({ from, to: withCaption });
  }
  return found;
}
