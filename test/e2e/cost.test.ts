import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readMeasurements } from '../../lib/commands/cost.ts';
import { countCalls } from '../cost/operations.ts';
import { type CountedService, startCountedService } from '../cost/counted-service.ts';

/** Calls depend a little on how the pages of a crawl fall into groups, and on the sweeper, which runs each minute. */
const tolerance = 0.15;
/** Less than this is one call of a crawl, or of the sweeper. */
const slack = 0.15;

describe('the calls to AWS', () => {
  let service: CountedService;
  beforeAll(async () => {
    service = await startCountedService();
  });
  afterAll(() => service.stop());

  test('of each operation are those by which costs are calculated', { timeout: 120_000 }, async () => {
    const { calls: committed } = readMeasurements();

    const counted = await countCalls(service);

    const operations = Object.keys(committed) as readonly (keyof typeof committed)[];
    const differences = operations.flatMap((operation) =>
      Object.entries(committed[operation]).flatMap(([name, expected]) => {
        const found = counted[operation][name as keyof (typeof counted)['scrape']];
        return Math.abs(found - expected) <= Math.max(slack, expected * tolerance)
          ? []
          : [`${operation}: ${name} ${found}, committed ${expected}`];
      }),
    );
    // `npm run bench -- cost --write` commits the calls, with what they cost.
    expect(differences).toEqual([]);
  });
});
