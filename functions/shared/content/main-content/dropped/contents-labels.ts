import { elementAt, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import { wordsOfLine } from './line-words.ts';
import words from './contents-labels.json' with { type: 'json' };
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';

const setOf = (byLanguage: Readonly<Record<string, readonly string[]>>): ReadonlySet<string> =>
  new Set(Object.values(byLanguage).flat().map(wordsOfLine));
const sure = setOf(words.sure);
/** Words that head a chapter, too: what a parcel or a book holds. */
const inBoxOfContents = setOf(words.inBoxOfContents);

/** `elementor-toc__header`, `ez-toc-title`, `table-of-contents` */
const nameOfContents = /(?:^|[\s_-])toc(?:$|[\s_-])|table-?of-?contents/i;
const maxLevels = 3;
const maxCharacters = 40;
/** A sentence may stand between the label and the list. */
const maxBlocksBetween = 2;
const minLinkedShare = 0.5;
/** Contents may be listed without links. */
const entries = new Set(['li', 'pre', 'td', 'dt', 'dd']);

/**
 * The kept labels of a table of contents that a script fills, or that is dropped: "On this page" with no list of links
 * below.
 */
export function contentsLabels({ context: { tree, page }, kept }: KeptText): readonly number[] {
  const isOfContents = (node: number): boolean => {
    const { class: names = '', id = '' } = elementAt(tree, node)?.attribs ?? {};
    return nameOfContents.test(names) || nameOfContents.test(id);
  };
  const isLabel = (block: number): boolean => {
    const { text = '', container = -1 } = tree.blocks[block] ?? {};
    if (text.length > maxCharacters || page.headingLevel[block] === 1) return false;
    const line = wordsOfLine(text);
    return (
      sure.has(line) ||
      (inBoxOfContents.has(line) && nodeAround(tree, container, maxLevels, isOfContents) >= 0)
    );
  };
  const leads = (block: number): boolean =>
    page.linkWords.over(block, block + 1) >= minLinkedShare * page.words.over(block, block + 1);
  const isEntry = (block: number): boolean =>
    nodeAround(tree, tree.blocks[block]?.container ?? -1, maxLevels, (node) =>
      entries.has(nameOf(tree, node)),
    ) >= 0;
  return tree.blocks.flatMap((_, block) => {
    if (kept[block] === 0 || !isLabel(block)) return [];
    let between = 0;
    for (let below = block + 1; below < page.count && between <= maxBlocksBetween; below++) {
      if (kept[below] === 0) continue;
      if (leads(below) || (between === 0 && isEntry(below))) return [];
      between += 1;
    }
    return [block];
  });
}
