import { type BlockContext, blockFrame } from './block-context.ts';
import { blockValues, pageValues } from './block-features.ts';
import { chancesOf } from './block-forest.ts';
import { addFirstLook, addWordOdds, secondLookColumns } from './block-looks.ts';
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
  const width = secondLookColumns.length;
  const rows = blockValues(context, pageRow, width);
  addWordOdds(context, model.words, rows, width);
  const first = chancesOf(model.first, rows, width);
  addFirstLook(blockFrame(context), rows, first, pageType.chances);
  return { pageType, chances: chancesOf(model.second, rows, width) };
}
