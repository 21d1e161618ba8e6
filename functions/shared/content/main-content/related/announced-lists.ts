import { domainOf } from '#shared/content/dom/web-url.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { type BlockPage, hrefOf, nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockRun, ListOfLines } from '#shared/content/main-content/blocks/units.ts';

const announces = /[:：]\s*$/u;
/** Shorter lines are labels of lists of links, such as "Read more:". */
const minWords = 5;
/** Less likely lines announce other pages. */
const minChance = 0.5;

const minLinkedShare = 0.7;

const isOfLinks = ({ words, linkWords }: BlockPage, from: number, to: number): boolean =>
  linkWords.over(from, to) >= minLinkedShare * words.over(from, to);

/** "Refer to the following pages:" */
const saysFollowing =
  /\b(?:the following|folgende[nrs]?|siguientes?|seguenti|seguintes?|suivante?s?)\b|следующ|以下|下列/iu;

/** Whether all links below a node lead to other sites, and not all to the same: not to more pages of this one or of its network. */
function leadsToOtherSites({ tree, url }: BlockContext, node: number): boolean {
  const domains = new Set<string>();
  for (let below = node; below < (tree.end[node] ?? node); below++) {
    const href = hrefOf(tree, below);
    if (href !== undefined) domains.add(domainOf(URL.parse(href, url)?.host ?? ''));
  }
  return domains.size > 1 && !domains.has('') && !domains.has(domainOf(URL.parse(url)?.host ?? ''));
}

/** Whether a block is a kept line that announces what stands below it in `parent`. */
export function isAnnouncement(
  { tree, words }: BlockPage,
  block: number,
  parent: number,
  chances: Float32Array,
  kept: Uint8Array,
): boolean {
  const line = tree.blocks[block];
  if (line === undefined || kept[block] === 0 || (chances[block] ?? 0) < minChance) return false;
  if (!announces.test(line.text) || words.over(block, block + 1) < minWords) return false;
  return tree.parent[line.container] === parent;
}

/**
 * The dropped lists right below a kept line that announces them ("The most common ones are:"), in the same element. Links
 * that end a text lead to other pages of the site, unless they lead to several other sites or the line says that they follow.
 */
export function announcedLists(
  context: BlockContext,
  lists: readonly ListOfLines[],
  chances: Float32Array,
  kept: Uint8Array,
): readonly BlockRun[] {
  const { tree, page } = context;
  return lists.filter(({ from, to, node }) => {
    if (kept.subarray(from, to).includes(1)) return false;
    if (!isAnnouncement(page, from - 1, tree.parent[node] ?? -1, chances, kept)) return false;
    const leadsAway = kept[to] !== 1 && isOfLinks(page, from, to);
    const line = tree.blocks[from - 1]?.text ?? '';
    return !leadsAway || saysFollowing.test(line) || leadsToOtherSites(context, node);
  });
}

/** Less likely definitions are those of a glossary beside the text. */
const minDefinitionChance = 0.2;

/**
 * The dropped lists of definitions right below a kept line that announces them ("They have three attributes:"), and the
 * paragraph that follows: manuals write a list for each function or attribute.
 */
export function announcedDefinitions(
  context: BlockContext,
  chances: Float32Array,
  kept: Uint8Array,
): readonly BlockRun[] {
  const { tree, page } = context;
  const lists: (BlockRun & { readonly parent: number })[] = [];
  const likely = ({ from, to }: BlockRun): boolean =>
    chances.subarray(from, to).some((chance) => chance >= minDefinitionChance);
  for (let node = 0; node < tree.nodes.length; node++) {
    if (nameOf(tree, node) !== 'dl') continue;
    const parent = tree.parent[node] ?? -1;
    const run = { from: tree.from[node] ?? 0, to: tree.to[node] ?? 0, parent };
    const last = lists.at(-1);
    if (run.from === run.to || kept.subarray(run.from, run.to).includes(1) || !likely(run)) continue;
    const goesOn = last?.parent === parent && last.to === run.from;
    if (!goesOn && !isAnnouncement(page, run.from - 1, parent, chances, kept)) continue;
    lists.push(run);
  }
  const paragraphs = lists.flatMap(({ to, parent }) => {
    const { container = -1 } = tree.blocks[to] ?? {};
    const isParagraph = nameOf(tree, container) === 'p' && page.prose.over(to, to + 1) > 0;
    const below = { from: to, to: to + 1 };
    return isParagraph && tree.parent[container] === parent && likely(below) ? [below] : [];
  });
  return [...lists, ...paragraphs];
}

const maxLabelWords = 8;
/** Less likely lines operate the page. */
const minLabelChance = 0.1;

/** The dropped short lines right above kept lists in the same element: "Cons" must not be read as more pros. */
export function labelsOfLists(
  { tree, page }: BlockContext,
  lists: readonly ListOfLines[],
  chances: Float32Array,
  kept: Uint8Array,
): readonly number[] {
  return lists.flatMap(({ from, node }) => {
    const label = from - 1;
    const line = tree.blocks[label];
    if (line === undefined || kept[label] === 1 || kept[from] === 0) return [];
    const words = page.words.over(label, from);
    const isLabel = words > 0 && words <= maxLabelWords && page.linkWords.over(label, from) === 0;
    // The label may be bare text of the element.
    const parent = tree.parent[node];
    const isBeside = tree.parent[line.container] === parent || line.container === parent;
    return isLabel && isBeside && (chances[label] ?? 0) >= minLabelChance ? [label] : [];
  });
}
