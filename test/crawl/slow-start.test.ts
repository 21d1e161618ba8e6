import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { noon } from '../http/fixtures.ts';
import { endpointsInMemory } from './endpoints-in-memory.ts';

const kinds = ['batch', 'crawl'] as const;

/** A ledger that takes its time to store what is started, but not to withdraw it. */
const storingIn =
  (ms: number, late: Promise<unknown>[] = []) =>
  (store: CrawlStore): Partial<CrawlStore> => ({
    create: (...words) => {
      if (words[0].status !== 'running') return store.create(...words);
      const stored = setTimeout(ms).then(() => store.create(...words));
      late.push(stored.catch(() => undefined));
      return stored;
    },
  });

describe.for(kinds)('a %s that takes long to store', (kind) => {
  const shortest = kind === 'batch' ? { replyTimeout: 1_000 } : { timeout: 1_000 };

  test('is answered with its id, however short the wait that its caller asks for', async () => {
    const { [kind]: send, crawls } = endpointsInMemory(storingIn(700));

    const { status, body } = await send({ ...shortest, async: true }, { receivedAtMs: noon - 3_900 });

    expect({ status, body }).toMatchObject({ status: 200, body: { success: true } });
    expect(await crawls()).toMatchObject([{ id: body['id'], status: 'running' }]);
  });

  test('is withdrawn when the function must end before it is stored: it never runs, and costs nothing', async () => {
    const late: Promise<unknown>[] = [];
    const { [kind]: send, crawls, usage } = endpointsInMemory(storingIn(900, late));

    const reply = await send({ async: true }, { remainingMs: 5_200 });
    const atAnswer = await crawls();
    await Promise.all(late);

    expect(reply).toMatchObject({ status: 408, body: { success: false, code: 'SCRAPE_TIMEOUT' } });
    expect(atAnswer).toMatchObject([{ status: 'failed', finalized: true }]);
    expect(await crawls()).toMatchObject([{ status: 'failed', finalized: true }]);
    expect(await usage()).toMatchObject({ used: 0, reserved: 0, inFlight: 0 });
  });

  test('is withdrawn when its caller hangs up before', async () => {
    const late: Promise<unknown>[] = [];
    const { [kind]: send, crawls, usage } = endpointsInMemory(storingIn(300, late));

    await send({}, { callerGone: AbortSignal.timeout(100) });
    await Promise.all(late);

    const error = `The request ended before the ${kind} was stored.`;
    expect(await crawls()).toMatchObject([
      { status: 'failed', code: 'CRAWL_CANCELLED', error, finalized: true },
    ]);
    expect(await usage()).toMatchObject({ used: 0, reserved: 0, inFlight: 0 });
  });
});
