import { setImmediate } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { within } from '#shared/kernel/deadline.ts';

test('work that fails after its time is over is nobody’s unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => {
    unhandled.push(reason);
  };
  process.on('unhandledRejection', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note);
  });
  const { promise, reject } = Promise.withResolvers<never>();

  const outcome = within(promise, AbortSignal.abort(new Error('too late')));
  await expect(outcome).rejects.toThrow('too late');
  reject(new Error('throttled'));
  await setImmediate();

  expect(unhandled).toEqual([]);
});
