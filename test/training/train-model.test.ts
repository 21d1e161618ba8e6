import { describe, expect, test } from 'vitest';

import { sitePart } from '../../lib/training/data-parts.ts';
import { inventPage } from '../../lib/training/invented-pages.ts';
import { scoreModel } from '../../lib/training/score-model.ts';
import { trainModel } from '../../lib/training/train-model.ts';
import { inventedExample } from '../../lib/training/training-set.ts';

describe('training', () => {
  test('grows a forest for blocks and one for the chances around them, also without a part', async () => {
    const invented = await Promise.all(
      Array.from({ length: 30 }, (_, seed) => inventedExample(inventPage(seed + 1))),
    );
    const examples = invented.filter((example) => example !== undefined);
    const train = trainModel(examples, examples.map(sitePart));
    const meanF1 = (model: ReturnType<typeof train>, part: string): number => {
      const scores = scoreModel(
        model,
        examples.filter((example) => sitePart(example) === part),
      );
      return scores.reduce((sum, { f1 = 0 }) => sum + f1, 0) / scores.length;
    };

    const [all, without] = [train(), train('sites-1')];

    for (const { blocks, chances } of [all, without]) {
      expect(blocks.columns.length).toBeGreaterThan(3);
      expect(chances.columns).toContain('chance.own');
    }
    expect(meanF1(all, 'sites-1')).toBeGreaterThan(0.9);
    expect(meanF1(without, 'sites-1')).toBeGreaterThan(0.7);
    expect(without.blocks).not.toEqual(all.blocks);
  });
});
