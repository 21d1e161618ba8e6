import { type BlockPage, elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';

/** The quotations that the scripts of networks turn into posts. */
const postName =
  /(?:^|\s)(?:twitter-(?:tweet|video)|instagram-media|tiktok-embed|bluesky-embed|mastodon-embed|fb-(?:post|xfbml-parse-ignore)|reddit-(?:embed-bq|card)|telegram-post)(?:\s|$)/i;
/** "View this post on Instagram. A post shared by …" says nothing of it. */
const minWords = 14;
/** Longer ones hold more than a post. */
const maxWords = 300;

const besideText = new Set(['aside', 'nav', 'footer', 'header']);

/** Whether no element from a post up to the element around it and its neighbours is a part of the page in itself. */
function isInText({ tree, wider }: BlockPage, node: number): boolean {
  const around = wider[node] ?? -1;
  for (let above = node; above >= 0 && above !== around; above = tree.parent[above] ?? -1)
    if (besideText.has(nameOf(tree, above))) return false;
  return around >= 0;
}

/** The dropped posts of networks in a text: after a kept block, and before one or at the end of its element. */
export function embeddedPosts(page: BlockPage, kept: Uint8Array): readonly BlockRun[] {
  const { tree, words, wider } = page;
  const found: BlockRun[] = [];
  const all = Uint8Array.from(kept);
  for (let node = 0; node < tree.nodes.length; node++) {
    const element = elementAt(tree, node);
    if (element?.name !== 'blockquote' || !postName.test(element.attribs['class'] ?? '')) continue;
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const length = words.over(from, to);
    if (length < minWords || length > maxWords || all[from - 1] !== 1) continue;
    const around = wider[node] ?? -1;
    const isBeside = from > (tree.from[around] ?? 0) || all[to] === 1;
    if (!isBeside || !isInText(page, node)) continue;
    all.fill(1, from, to);
    found.push({ from, to });
  }
  return found;
}
