import { type BlockPage, nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';

/** Longer terms are texts of their own. */
const maxTermWords = 30;

/** The dropped terms of kept definitions: without its own, a definition would stand under the term before. */
export function termsOfDefinitions({ tree, words }: BlockPage, kept: Uint8Array): readonly BlockRun[] {
  const isKept = ({ from, to }: BlockRun): boolean => kept.subarray(from, to).includes(1);
  const terms = new Map<number, BlockRun>();
  const missed: BlockRun[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    const name = nameOf(tree, node);
    if (name !== 'dt' && name !== 'dd') continue;
    const run = { from: tree.from[node] ?? 0, to: tree.to[node] ?? 0 };
    const list = tree.parent[node] ?? -1;
    const term = terms.get(list);
    if (name === 'dt') terms.set(list, run);
    else if (term !== undefined && isKept(run) && !isKept(term)) {
      if (words.over(term.from, term.to) <= maxTermWords) missed.push(term);
      terms.delete(list);
    }
  }
  return missed;
}
