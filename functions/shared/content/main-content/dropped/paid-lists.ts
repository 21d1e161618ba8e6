import { hrefOf, nameOf, RunningSum } from '#shared/content/main-content/blocks/page.ts';
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';

/** URLs that count clicks on advertisements before they lead on: those of Amazon, Google, Taboola and Outbrain. */
const paidLink =
  /^https?:\/\/(?:[\w-]+\.)*(?:amazon\.[a-z.]+\/(?:sspa\/click|gp\/slredirect)|(?:ad|adclick|googleads)\.\w{1,3}\.doubleclick\.net\/|googleadservices\.com\/pagead|(?:trc|popup)\.taboola\.com\/|(?:paid|traffic)\.outbrain\.com\/)/i;
const minPaidLinks = 2;
/** Above such a list are its heading, the label of an advertisement and the number of the page. */
const maxBlocksAround = 6;

/** The kept blocks of lists of which all links are paid for, with the heading and labels of their box. */
export function paidLists({ context: { tree, page, url }, kept }: KeptText): readonly number[] {
  const count = tree.nodes.length;
  const isPaid = (node: number): boolean => paidLink.test(hrefOf(tree, node) ?? '');
  const paid = new RunningSum(count, (node) => Number(isPaid(node)));
  if (paid.over(0, count) < minPaidLinks) return [];
  const [pageUrl = ''] = url.split('#', 1);
  const isOther = (node: number): boolean => {
    const href = hrefOf(tree, node);
    return href !== undefined && !isPaid(node) && !href.startsWith(`${pageUrl}#`);
  };
  const other = new RunningSum(count, (node) => Number(isOther(node)));
  const isAllPaid = (node: number): boolean => other.over(node, tree.end[node] ?? node) === 0;
  const sizeOf = (node: number): number => (tree.to[node] ?? 0) - (tree.from[node] ?? 0);
  const isText = (block: number): boolean =>
    page.prose.over(block, block + 1) > 0 || page.headingLevel[block] === 1;
  const text = new RunningSum(page.count, (block) => Number(isText(block)));
  const textIn = (node: number): number => text.over(tree.from[node] ?? 0, tree.to[node] ?? 0);
  const found = new Set<number>();
  for (let node = 0; node < count; node++) {
    const name = nameOf(tree, node);
    const isList = name === 'ol' || name === 'ul';
    if (!isList || paid.over(node, tree.end[node] ?? node) < minPaidLinks || !isAllPaid(node)) continue;
    const maxSize = sizeOf(node) + maxBlocksAround;
    let box = node;
    for (let around = tree.parent[node] ?? -1; around >= 0; around = tree.parent[around] ?? -1) {
      if (sizeOf(around) > maxSize || !isAllPaid(around) || textIn(around) > textIn(node)) break;
      box = around;
    }
    for (let block = tree.from[box] ?? 0; block < (tree.to[box] ?? 0); block++)
      if (kept[block] === 1) found.add(block);
  }
  return [...found];
}
