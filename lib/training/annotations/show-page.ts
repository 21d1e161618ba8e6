import { isTag } from 'domhandler';

import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

const headCharacters = 130;
const tailCharacters = 40;
const maxNameCharacters = 40;
const pathLevels = 4;
/** Runs of at least this many short blocks that are links are shown as one line. */
const minLinkRun = 4;
const maxLinkLineWords = 14;

const squash = (text: string): string => text.replace(/\s+/g, ' ').trim();

const shortened = (text: string): string => {
  const flat = squash(text);
  if (flat.length <= headCharacters + tailCharacters + 5) return flat;
  return `${flat.slice(0, headCharacters)} … ${flat.slice(-tailCharacters)}`;
};

function nodeName(tree: BlockTree, node: number): string {
  const element = elementAt(tree, node);
  if (element === undefined) return '';
  const { class: classes = '', id = '' } = element.attribs;
  const names = [id === '' ? '' : `#${id}`, ...classes.split(/\s+/).filter(Boolean).slice(0, 2)];
  return [element.name, ...names.filter(Boolean)].join('.').slice(0, maxNameCharacters);
}

function pathOf(tree: BlockTree, block: number): string {
  const names: string[] = [];
  for (
    let node = tree.blocks[block]?.container ?? -1;
    node >= 0 && names.length < pathLevels;
    node = tree.parent[node] ?? -1
  ) {
    const found = tree.nodes[node];
    if (found !== undefined && isTag(found) && found.name !== 'body' && found.name !== 'html')
      names.unshift(nodeName(tree, node));
  }
  return names.join(' > ');
}

/** The blocks of a page with their numbers, as a reader gets them. Links in a row share a line. */
export function showPage(tree: BlockTree, texts: readonly string[]): string[] {
  const lines: string[] = [];
  let path = '';
  const isLinkLine = (block: number): boolean => {
    const found = tree.blocks[block];
    return (
      found !== undefined &&
      found.shape.words <= maxLinkLineWords &&
      found.linkWords >= 0.8 * found.shape.words
    );
  };
  let block = 0;
  while (block < texts.length) {
    let end = block;
    while (end < texts.length && isLinkLine(end)) end += 1;
    const own = pathOf(tree, block);
    if (own !== path) lines.push(`   ${own}`);
    path = own;
    if (end - block >= minLinkRun) {
      const samples = [block, block + 1, end - 2, end - 1].map((at) => squash(texts[at] ?? '').slice(0, 40));
      lines.push(`${block}-${end - 1} links: ${samples.join(' | ')}`);
      block = end;
      path = '';
    } else {
      const link = isLinkLine(block) ? '[link] ' : '';
      lines.push(
        `${block} (${tree.blocks[block]?.shape.words ?? 0}) ${link}${shortened(texts[block] ?? '')}`,
      );
      block += 1;
    }
  }
  return lines;
}
