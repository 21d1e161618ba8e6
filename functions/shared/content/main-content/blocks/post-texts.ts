import { bitOf } from '#shared/content/dom/class-words.ts';
import { remembered } from '#shared/kernel/remembered.ts';
import { type BlockPage, elementAt, nodeAround } from './page.ts';
import type { BlockTree } from './tree.ts';

/** What forums call the text of a post; Invision Community says it by `data-role`, Simple Machines by `data-msgid`. */
const isTextOfPost = remembered((names): boolean =>
  /(?:^|\s)(?:bbwrapper|cooked|s-prose|usertext-body|usercontent|postbody|(?:forum[-_])?(?:post|message|msg|comment)[-_]?(?:body|content|text))(?:\s|$)/i.test(
    names,
  ),
);
const threadBits = bitOf.thread | bitOf.comment;
const postTextProperty = /^(?:commentText|text)$/;
const signatureBox = /(?:^|[\s_-])sig(?:nature)?(?:$|[\s_-])/i;
const maxSignatureLevels = 4;

/** Fewer elements that are named as posts are no discussion. */
const minNamed = 4;

type PostTexts = readonly (readonly number[])[];
/** Several steps ask for those of a page. */
const known = new WeakMap<BlockTree, PostTexts>();

/** The innermost elements with the texts of posts, by element name and classes. */
export function textsOfPosts({ tree }: BlockPage): PostTexts {
  const found = known.get(tree) ?? findTexts(tree);
  known.set(tree, found);
  return found;
}

function findTexts(tree: BlockTree): PostTexts {
  // Posts are in elements that are named as such: a cheap test for most pages.
  let named = 0;
  for (const bits of tree.marks) named += (bits & threadBits) === 0 ? 0 : 1;
  if (named < minNamed) return [];
  const nodes: number[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    const {
      class: names,
      itemprop,
      'data-role': role,
      'data-msgid': message,
    } = elementAt(tree, node)?.attribs ?? {};
    const isText =
      (names !== undefined && isTextOfPost(names)) ||
      (itemprop !== undefined && postTextProperty.test(itemprop)) ||
      role === 'commentContent' ||
      message !== undefined;
    if (isText && (tree.to[node] ?? 0) > (tree.from[node] ?? 0)) nodes.push(node);
  }
  const isSignatureBox = (node: number): boolean =>
    signatureBox.test(elementAt(tree, node)?.attribs['class'] ?? '');
  const texts = nodes.filter((node, at) => {
    const holdsNext = (nodes[at + 1] ?? tree.nodes.length) < (tree.end[node] ?? node);
    return !holdsNext && nodeAround(tree, node, maxSignatureLevels, isSignatureBox) < 0;
  });
  const byClass = Map.groupBy(texts, (node) => {
    const { name = '', attribs } = elementAt(tree, node) ?? {};
    return `${name} ${attribs?.['class'] ?? ''}`;
  });
  return [...byClass.values()];
}

/** For each block, 1 when it is in the text of one of the posts, else 0. */
export function inPostTexts(
  { tree: { from, to }, count }: BlockPage,
  posts: readonly (readonly number[])[],
): Uint8Array {
  const inText = new Uint8Array(count);
  for (const node of posts.flat()) inText.fill(1, from[node] ?? 0, to[node] ?? 0);
  return inText;
}
