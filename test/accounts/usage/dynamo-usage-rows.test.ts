import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';

import { entryOf, fromMonthRow, fromUsageRows } from '#shared/accounts/usage/dynamo-usage-rows.ts';
import { newReservationId } from '#shared/accounts/usage/usage-ledger.ts';

const noon = Date.UTC(2026, 10, 21, 12);

/** The attribute of a reservation that is open until `dueAtMs`. */
function entry(keyId: string | undefined, units: number, dueAtMs = noon + 60_000) {
  const id = newReservationId(noon);
  const { name, value } = entryOf(
    {
      id,
      accountId: 'acct_1',
      keyId,
      operation: 'crawl',
      units,
      places: 0,
      month: '2026-11',
      day: '2026-11-21',
    },
    dueAtMs,
  );
  return { [name]: value };
}

describe('the row of a month', () => {
  test('says what running requests hold of the budget of each key', () => {
    const row = marshall({
      used: 40,
      reserved: 35,
      'used.key_a': 15,
      'used.key_b': 20,
      'used.key_c': 5,
      ...entry('key_a', 10),
      ...entry('key_a', 5),
      ...entry('key_b', 20),
    });

    expect(fromMonthRow(row).reservedByKey).toEqual({ key_a: 15, key_b: 20 });
  });

  test('leaves open whose units those of two keys are that end alike', () => {
    const row = marshall({ 'used.key_1a_b': 1, 'used.key_2a_b': 1, ...entry('key_1a_b', 1) });

    expect(fromMonthRow(row).reservedByKey).toEqual({});
  });

  test('shows units no longer as held once their time has passed', () => {
    const row = marshall({
      used: 3,
      reserved: 3,
      'used.key_a': 3,
      ...entry('key_a', 2),
      ...entry('key_a', 1, noon + 1_000),
    });

    expect(fromUsageRows([row], noon + 1_000)).toMatchObject({ reserved: 2, reservedByKey: { key_a: 2 } });
  });
});
