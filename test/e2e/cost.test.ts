import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readMeasurements } from '../../lib/commands/cost.ts';
import type { Calls } from '../../lib/cost/operation-use.ts';
import { countCalls, type CountedOperation, countedOperations } from '../cost/operations.ts';
import { type CountedService, startCountedService } from '../cost/counted-service.ts';

/** The sweeper and the retries of a busy machine add a few calls. */
const tolerance = 0.15;
/** A crawl of few pages whose links are written in one group more reads a fifth more. */
const toleranceOfGroups = 0.25;
/** Less than this is one call of a crawl, or of the sweeper. */
const slack = 0.15;
/** A change of the calls shows each time; a busy moment does not. */
const attempts = 3;

function differencesOf(operation: CountedOperation, counted: Calls, committed: Calls): string[] {
  const isGrouped = operation === 'crawlPage' || operation === 'batchPage';
  return Object.entries(committed).flatMap(([name, expected]) => {
    const found = counted[name as keyof Calls];
    const part = isGrouped && name === 'readUnits' ? toleranceOfGroups : tolerance;
    return Math.abs(found - expected) <= Math.max(slack, expected * part)
      ? []
      : [`${name} ${found}, committed ${expected}`];
  });
}

describe('the calls to AWS', () => {
  let service: CountedService;
  beforeAll(async () => {
    service = await startCountedService();
  });
  afterAll(() => service.stop());

  // `npm run bench -- cost --write` commits the calls, with what they cost.
  test.for(countedOperations)(
    'of %s are those by which costs are calculated',
    { timeout: 120_000 },
    async (name) => {
      const committed = readMeasurements().calls[name];

      let differences: readonly string[] = [];
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        differences = differencesOf(name, await countCalls(service, name), committed);
        if (differences.length === 0) break;
      }

      expect(differences).toEqual([]);
    },
  );
});
