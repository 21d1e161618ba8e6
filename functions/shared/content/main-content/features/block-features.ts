import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import type { Rows } from '#shared/content/main-content/model/score-rows.ts';
import type { WordOdds } from '#shared/content/main-content/model/word-odds.ts';
import { aroundFeatures } from './around.ts';
import { containerFeatures } from './container.ts';
import type { FeatureGroup } from './feature-group.ts';
import { pageFeatures } from './page.ts';
import { ancestorFeatures, placeFeatures } from './place.ts';
import { phraseFeatures, textFeatures } from './text.ts';
import { unitFeatures } from './unit.ts';
import { wordFeatureNames, wordsWriter } from './words.ts';

const groups: readonly FeatureGroup[] = [
  textFeatures,
  phraseFeatures,
  ancestorFeatures,
  placeFeatures,
  containerFeatures,
  aroundFeatures,
  unitFeatures,
];

/** Names of the columns: features of the block, of its page, and of the words around it. */
export const blockColumns: readonly string[] = [
  ...groups.flatMap(({ names }) => names),
  ...pageFeatures.map(({ name }) => name),
  ...wordFeatureNames,
];

export function blockRows(context: BlockContext, odds: WordOdds): Rows {
  const { count } = context.page;
  const width = blockColumns.length;
  const ofPage = Float32Array.from(pageFeatures, ({ of }) => of(context));
  const writers = groups.map(({ names, of }) => ({ columns: names.length, write: of(context) }));
  const writeWords = wordsWriter(context, odds);
  const write = (from: number, to: number, values: Float32Array): void => {
    let column = 0;
    for (const writer of writers) {
      for (let block = from; block < to; block++)
        writer.write(block, values, (block - from) * width + column);
      column += writer.columns;
    }
    for (let block = from; block < to; block++) {
      const at = (block - from) * width + column;
      values.set(ofPage, at);
      writeWords(block, values, at + ofPage.length);
    }
  };
  return { count, width, write };
}
