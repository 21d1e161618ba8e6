import { describe, expect, test } from 'vitest';

import { withPlaceInFlight } from '#shared/http/metering.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { memoryUsageLedger } from '../fakes/memory-usage-ledger.ts';
import { ownKey } from './fixtures.ts';

const noon = Date.UTC(2026, 10, 21, 12);

async function* twoLines(): AsyncGenerator<string> {
  yield 'first\n';
  yield 'second\n';
}

function account() {
  const usage = memoryUsageLedger();
  const caller = { key: ownKey('hobby').key, plan: planCatalogue().find('hobby')! };
  const state = () => usage.read(caller.key.accountId, '2026-11', noon);
  let serial = 0;
  const stream = () =>
    withPlaceInFlight(
      twoLines(),
      { caller, invocationId: `invocation-${(serial += 1)}`, maxMs: 290_000 },
      { usage, clock: { now: () => noon } },
    );
  return { stream, state };
}

describe('streamed lines', () => {
  test('hold one of the account’s places for requests in flight, and cost nothing', async () => {
    const { stream, state } = account();

    const lines = await stream();
    const during = await state();
    const sent: string[] = [];
    for await (const line of lines) sent.push(line);

    expect(sent).toEqual(['first\n', 'second\n']);
    expect(during).toMatchObject({ used: 0, inFlight: 1 });
    expect(await state()).toMatchObject({ used: 0, inFlight: 0 });
  });

  test('release the place when the reader stops early', async () => {
    const { stream, state } = account();

    const lines = (await stream())[Symbol.asyncIterator]();
    await lines.next();
    await lines.return?.();

    expect((await state()).inFlight).toBe(0);
  });

  test('are refused when the account has its maximum of requests in flight', async () => {
    const { stream } = account();
    await stream();
    await stream();

    await expect(stream()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 });
  });
});
