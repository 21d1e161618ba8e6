import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { nameOf } from '#shared/content/main-content/blocks/page.ts';

/** The dropped summaries of `details` whose content is kept: what opens is named by them. */
export function summariesOfDetails({ tree }: BlockContext, kept: Uint8Array): readonly number[] {
  const found: number[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    if (nameOf(tree, node) !== 'summary' || nameOf(tree, tree.parent[node] ?? -1) !== 'details') continue;
    const [from, to] = [tree.from[node] ?? 0, tree.to[node] ?? 0];
    const end = tree.to[tree.parent[node] ?? -1] ?? to;
    if (to !== from + 1 || kept[from] === 1) continue;
    if (kept.subarray(to, end).includes(1)) found.push(from);
  }
  return found;
}
