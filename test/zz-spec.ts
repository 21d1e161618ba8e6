import { chooseMainContent } from '#shared/content/main-content/main-content.ts';
import { blockContext } from '#shared/content/main-content/blocks/context.ts';
import { blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { judgeBlocks } from '#shared/content/main-content/judge-blocks.ts';
import { readContentModel } from '#shared/content/main-content/content-model.ts';
import { elementAt, weighedSum } from '#shared/content/main-content/blocks/page.ts';
import w from '#shared/content/main-content/content-model.json' with { type: 'json' };
import { normalizePage } from '#shared/content/normalise/normalize-page.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
import { readPages } from '../lib/training/read-pages.ts';
const model = readContentModel(w as any);
const re =
  /(?:^|[\s_-])(?:spec|specs|specification|specifications|tech-?specs|characteristics|attributes)(?:$|[\s_-])/i;
for (const p of readPages('/work/shared/data/content', 'wcxb-dev')) {
  if (p.type !== 'product') continue;
  const page = parsePage({ bytes: p.bytes(), contentType: p.contentType, url: p.url }) as any;
  if (page.kind !== 'html') continue;
  normalizePage(page);
  const tree = blockTree(page.document);
  const context = blockContext(tree);
  const j = judgeBlocks(context, model);
  const kept = weighedSum(tree, (b) => j.accepted[b] ?? 0),
    words = weighedSum(tree, () => 1);
  let last = -1;
  tree.nodes.forEach((_, node) => {
    if (node < last) return;
    const e = elementAt(tree, node);
    if (!e) return;
    const n = (e.attribs['class'] ?? '') + ' ' + (e.attribs['id'] ?? '');
    if (!re.test(n)) return;
    const f = tree.from[node] ?? 0,
      t = tree.to[node] ?? 0;
    if (t - f < 8) return;
    last = tree.end[node] ?? node;
    const heading = tree.blocks[f]?.text.slice(0, 30);
    console.log(
      p.id,
      (kept.over(f, t) / words.over(f, t)).toFixed(2),
      t - f,
      n.slice(0, 50),
      '|',
      heading,
      '|',
      tree.blocks
        .slice(f + 1, f + 5)
        .map((b) => b.text.slice(0, 18))
        .join(' / '),
      '| mean',
      (j.chances.slice(f, t).reduce((a, b) => a + b, 0) / (t - f)).toFixed(2),
      'thr',
      j.threshold.toFixed(2),
    );
  });
}
