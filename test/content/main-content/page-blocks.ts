import { blockContext } from '#shared/content/main-content/blocks/context.ts';
import { blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { indivisibleUnits } from '#shared/content/main-content/blocks/units.ts';
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';
import { withRelatedBlocks } from '#shared/content/main-content/related/related-blocks.ts';
import { normalizePage } from '#shared/content/normalise/normalize-page.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';

/** A text in which all blocks are kept. */
interface PageBlocks extends KeptText {
  readonly textsOf: (blocks: Iterable<number>) => string[];
}

/** The blocks of a page, without a choice between them. */
export function pageBlocks(html: string): PageBlocks {
  const url = 'https://pages.test/a';
  const page = parsePage({ bytes: Buffer.from(html), contentType: 'text/html; charset=utf-8', url });
  if (page.kind !== 'html') throw new Error('the page is not HTML');
  normalizePage(page);
  const tree = blockTree(page.document);
  return {
    context: blockContext(tree, { url }),
    units: indivisibleUnits(tree),
    kept: new Uint8Array(tree.blocks.length).fill(1),
    title: tree.title,
    textsOf: (blocks) => [...blocks].map((block) => tree.blocks[block]?.text ?? ''),
  };
}

/** The texts that are kept when the blocks with a `+` are accepted; every block has the chance `chance`, with a `~` 0.05 less. */
export function keptTexts(html: string, chance = 0.3): string[] {
  const { context, units } = pageBlocks(html);
  const { blocks } = context.tree;
  const accepted = Uint8Array.from(blocks, ({ text }) => (text.includes('+') ? 1 : 0));
  const chances = Float32Array.from(blocks, ({ text }) => (text.includes('~') ? chance - 0.05 : chance));
  const kept = withRelatedBlocks(context, units, chances, accepted).flags;
  return blocks.filter((_, block) => kept[block] === 1).map(({ text }) => text);
}

/** A sentence of enough words to be a paragraph. */
export const sentence = (of: string): string =>
  `The keeper of ${of} writes the hour of each tide into a book, and nobody has read it since`;

/** An accepted paragraph. */
export const paragraph = (of: string): string => `<p>${sentence(of)}+</p>`;
