import type { Element } from 'domhandler';

import { type BlockPage, elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';
import { previewClass } from '#shared/content/dom/link-preview.ts';
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

/** The fewest words that an embedded post or link preview has; `undefined` for other elements. */
function minWordsOf(element: Element | undefined): number | undefined {
  const names = element?.attribs['class'];
  if (element === undefined || names === undefined) return undefined;
  if (previewName.test(names)) return minPreviewWords;
  return element.name === 'blockquote' && postName.test(names) ? minWords : undefined;
}

/** Whether a post is in the text of its neighbours, and in no aside, menu, header or footer within it. */
function isInText({ tree, wider }: BlockPage, node: number): boolean {
  const around = wider[node] ?? -1;
  const parent = tree.parent[node] ?? -1;
  for (let above = parent; above >= 0 && above !== around; above = tree.parent[above] ?? -1)
    if (besideText.has(nameOf(tree, above))) return false;
  return around >= 0;
}

/**
 * The dropped posts of networks, previews of links and boxes of Ghost in a text: after a kept block, and before one or at the
 * end of its element.
 */
export function embeddedBoxes(page: BlockPage, kept: Uint8Array): readonly BlockRun[] {
  const { tree, words, wider } = page;
  const found: BlockRun[] = [];
  const all = Uint8Array.from(kept);
  for (let node = 0; node < tree.nodes.length; node++) {
    const fewest = minWordsOf(elementAt(tree, node));
    if (fewest === undefined) continue;
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const length = words.over(from, to);
    if (length < fewest || length > maxWords || all[from - 1] !== 1) continue;
    const around = wider[node] ?? -1;
    const isBeside = from > (tree.from[around] ?? 0) || all[to] === 1;
    if (!isBeside || !isInText(page, node)) continue;
    all.fill(1, from, to);
    found.push({ from, to });
  }
  return found;
}
