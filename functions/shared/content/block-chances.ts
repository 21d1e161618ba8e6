import { type BlockContext, blockFrame } from './block-context.ts';
import { blockValues, pageValues } from './block-features.ts';
import { chancesOf } from './block-forest.ts';
import { secondLookColumns, secondLookRows } from './block-looks.ts';
import type { ContentModel } from './content-model.ts';
import { decidePageType, type PageTypeDecision } from './page-type.ts';

export interface BlockChances {
  readonly pageType: PageTypeDecision;
  /** For every block the chance that it is content. */
  readonly chances: Float32Array;
}

/**
 * Two looks at every block: the first sees it and its place, the second also what the first thought of its
 * neighbours (stacked sequential learning: Cohen and Carvalho, IJCAI 2005).
 */
export function blockChances(context: BlockContext, model: ContentModel): BlockChances {
  const pageRow = pageValues(context);
  const pageType = decidePageType(model.pageTypes, pageRow);
  const { values, width } = blockValues(context, pageRow);
  const first = chancesOf(model.first, values, width);
  const rows = secondLookRows(blockFrame(context), values, first, pageType.chances);
  return { pageType, chances: chancesOf(model.second, rows, secondLookColumns.length) };
}
