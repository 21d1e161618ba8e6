import { type BlockPage, nameOf } from '#shared/content/main-content/blocks/page.ts';
import { type BlockRun, blocksOf } from '#shared/content/main-content/blocks/units.ts';

/** Longer terms are texts of their own. */
const maxTermWords = 30;

/** The terms of a list since its last definition, or with it. */
interface Entry {
  readonly terms: BlockRun[];
  hasDefinition: boolean;
}

/** The dropped terms of kept definitions: without its own, a definition would stand under the term before. */
export function termsOfDefinitions({ tree, words }: BlockPage, kept: Uint8Array): readonly BlockRun[] {
  const isKept = ({ from, to }: BlockRun): boolean => kept.subarray(from, to).includes(1);
  const entries = new Map<number, Entry>();
  const missed: BlockRun[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    const name = nameOf(tree, node);
    if (name !== 'dt' && name !== 'dd') continue;
    const run = blocksOf(tree, node);
    const list = tree.parent[node] ?? -1;
    const entry = entries.get(list);
    if (name === 'dt') {
      if (entry === undefined || entry.hasDefinition)
        entries.set(list, { terms: [run], hasDefinition: false });
      else entry.terms.push(run);
    } else if (entry !== undefined) {
      entry.hasDefinition = true;
      if (!isKept(run)) continue;
      const terms = entry.terms.splice(0);
      missed.push(...terms.filter((term) => !isKept(term) && words.over(term.from, term.to) <= maxTermWords));
    }
  }
  return missed;
}
