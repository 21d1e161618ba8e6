import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { nameOf } from '#shared/content/main-content/blocks/page.ts';
import { findDate } from '#shared/values/dates.ts';

const maxCharacters = 60;
const maxWords = 10;
/** One line with a date may say when the page was written. */
const minKept = 2;
/** Lines that only look alike are in fewer pages by chance. */
const minKeptAlike = 4;
const minKeptShare = 0.75;
/** Below the last line, text of other parts of the page may be kept. */
const maxBlocksOfQuotation = 12;

interface Byline {
  readonly block: number;
  /** Equal for bylines of posts that differ in their author and date only. */
  readonly form: string;
}

function depthOf({ tree }: BlockContext, block: number): number {
  let depth = 0;
  for (let node = tree.blocks[block]?.container ?? -1; node >= 0; node = tree.parent[node] ?? -1) depth += 1;
  return depth;
}

const mayHoldDate = /\d{1,2}[./:-]\d|\b(?:19|20)\d\d\b|\d年/;

const isShort = ({ tree, page }: BlockContext, block: number): boolean =>
  (tree.blocks[block]?.text.length ?? 0) <= maxCharacters && page.words.over(block, block + 1) <= maxWords;

/** Short lines with a date; none where fewer than two are kept. */
function datedLines(context: BlockContext, kept: Uint8Array): readonly Byline[] {
  const { tree } = context;
  // Most pages have none, which is sooner found out than their dates.
  const likely = tree.blocks.flatMap(({ text }, block) =>
    isShort(context, block) && mayHoldDate.test(text) ? [block] : [],
  );
  if (likely.filter((block) => kept[block] === 1).length < minKept) return [];
  return likely.flatMap((block): readonly Byline[] => {
    const { text = '', container = -1 } = tree.blocks[block] ?? {};
    const date = findDate(text);
    if (date === undefined) return [];
    const [before = ''] = /(?<![^\p{L}\p{N}])[^\p{L}\p{N}]*$/u.exec(text.slice(0, date.start)) ?? [];
    const after = text
      .slice(date.end)
      .replaceAll(/\p{L}+/gu, 'a')
      .replaceAll(/\d+/g, '1');
    return [{ block, form: [nameOf(tree, container), depthOf(context, block), before, after].join(' ') }];
  });
}

/** The dropped lines in an element where those of other posts are kept: guest books have no element for each post. */
function bylinesInOneElement({ tree, page }: BlockContext, lines: readonly Byline[], kept: Uint8Array) {
  const abovePosts = lines
    .map(({ block }) => block)
    .filter((block) => kept[block + 1] === 1 && page.prose.over(block + 1, block + 2) > 0);
  return [...Map.groupBy(abovePosts, (block) => tree.blocks[block]?.container ?? -1).values()].flatMap(
    (alike) => {
      const missing = alike.filter((block) => kept[block] === 0);
      return alike.length - missing.length >= minKept ? missing : [];
    },
  );
}

/**
 * The dropped lines of the form that those of most other posts have: in a post that quotes a long one, or whose author has a
 * badge, the line is in elements of other classes.
 */
function bylinesOfOneForm({ page }: BlockContext, lines: readonly Byline[], kept: Uint8Array) {
  return [...Map.groupBy(lines, ({ form }) => form).values()].flatMap((alike) => {
    const ofPosts = alike.flatMap(({ block }, at) => {
      const next = alike[at + 1]?.block ?? page.count;
      const text = kept.subarray(block + 1, next).indexOf(1);
      const isNear = text >= 0 && (at + 1 < alike.length || text < maxBlocksOfQuotation);
      return isNear ? [block] : [];
    });
    const missing = ofPosts.filter((block) => kept[block] === 0);
    const isRule = ofPosts.length - missing.length >= Math.max(minKeptAlike, minKeptShare * ofPosts.length);
    return isRule ? missing : [];
  });
}

/** The dropped lines with the author and date of a post, where those of other posts are kept. */
export function bylinesOfPosts(context: BlockContext, kept: Uint8Array): readonly number[] {
  const lines = datedLines(context, kept);
  return [...bylinesInOneElement(context, lines, kept), ...bylinesOfOneForm(context, lines, kept)];
}
