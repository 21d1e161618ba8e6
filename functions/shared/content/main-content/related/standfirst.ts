import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

/** Names of the summary between a headline and its text. */
const standfirstName =
  /(?:^|[\s_-])(?:sub-?(?:title|head(?:er|ing|line)?|titulo)|dek|deck|stand-?first|chapo|chapeau|excerpt|summary|abstract|sapo|entradilla|bajada|teaser-?text)(?:$|[\s_-])|(?:article|post|entry|story|hero|page)[\w-]{0,20}[_-]desc(?:ription)?(?:$|[\s_-])|Dek(?:$|[\s_-])/i;
const standfirstProperty = /^(?:description|alternativeHeadline)$/;
/** "site-description" is the motto of a site. */
const otherName = /site|author|caption|image|photo|poll|comment/i;
const maxNameLevels = 2;

/** Between headline and standfirst stand at most a date and an author. */
const maxBlocksBetween = 2;
/** From the standfirst to the first kept text. */
const maxBlocksToText = 15;
const maxWords = 80;
/** A shorter one with such a name is a rating. */
const minNamedWords = 6;
const minNamedChance = 0.2;
/** A shorter heading under the headline is the name of a section or an author. */
const minHeadingWords = 5;
const minHeadingChance = 0.45;

/** Whether the elements around a block name it a standfirst, and nothing else. */
function isNamed(tree: BlockTree, container: number): boolean {
  const isAround = (test: (names: string, id: string, itemprop: string) => boolean): boolean =>
    nodeAround(tree, container, maxNameLevels, (node) => {
      const { class: names = '', id = '', itemprop = '' } = elementAt(tree, node)?.attribs ?? {};
      return test(names, id, itemprop);
    }) >= 0;
  return (
    isAround(
      (names, id, itemprop) =>
        standfirstName.test(names) || standfirstName.test(id) || standfirstProperty.test(itemprop),
    ) && !isAround((names, id) => otherName.test(names) || otherName.test(id))
  );
}

const firstHeadline = ({ page }: BlockContext, kept: Uint8Array): number =>
  kept.findIndex((isKept, block) => isKept === 1 && page.headingLevel[block] === 1);

/** The summary that stands under the kept headline; -1 without one, or when it is kept. */
export function standfirst(context: BlockContext, chances: Float32Array, kept: Uint8Array): number {
  const { tree, page } = context;
  const headline = firstHeadline(context, kept);
  if (headline < 0) return -1;
  const text = kept.indexOf(1, headline + 1);
  if (text < 0 || text - headline > maxBlocksToText) return -1;
  for (let block = headline + 1; block < Math.min(text, headline + 2 + maxBlocksBetween); block++) {
    const found = tree.blocks[block];
    if (found === undefined || found.linkWords > 0) continue;
    const { words } = found.shape;
    if (words > maxWords) continue;
    const chance = chances[block] ?? 0;
    const isHeading = block === headline + 1 && (page.headingLevel[block] ?? 0) > 1;
    if (isHeading && words >= minHeadingWords && chance >= minHeadingChance) return block;
    const isLikely = words >= minNamedWords && chance >= minNamedChance;
    if (isLikely && isNamed(tree, found.container)) return block;
  }
  return -1;
}
