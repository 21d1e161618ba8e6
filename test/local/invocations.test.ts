import { expect, test } from 'vitest';

import { createInvocations, type Invocation, type InvocationResult } from '../../lib/local/invocations.ts';

const endless = 1_000_000;
const nobody = () => {};

const invocation = (id: string, results: (InvocationResult | undefined)[] = []): Invocation => ({
  id,
  payload: '{}',
  settle: (result) => void results.push(result),
});

test('an invocation that comes before the process asks is handed over when it asks', async () => {
  const invocations = createInvocations(endless, { onTimeout: nobody });
  const handed: string[] = [];

  invocations.add(invocation('first'));
  invocations.ask(({ id }) => handed.push(id));

  expect(handed).toEqual(['first']);
  expect(invocations.running()?.id).toBe('first');
  invocations.finish();
});

test('an environment is free when its process asks and nothing is queued', async () => {
  const invocations = createInvocations(endless, { onTimeout: nobody });
  const isFree = invocations.whenFree();

  invocations.ask(nobody);

  expect(await isFree).toBe(true);
  expect(await invocations.whenFree()).toBe(true);
});

test('an invocation that takes too long is reported while it runs', async () => {
  const timedOut = Promise.withResolvers<string | undefined>();
  const invocations = createInvocations(1, {
    onTimeout: () => timedOut.resolve(invocations.running()?.id),
  });

  invocations.ask(nobody);
  invocations.add(invocation('slow'));

  expect(await timedOut.promise).toBe('slow');
});

test('an invocation that fails leaves nothing behind that could be handed over', () => {
  const invocations = createInvocations(endless, { onTimeout: nobody });
  const results: (InvocationResult | undefined)[] = [];
  invocations.add(invocation('queued', results));

  invocations.fail('Runtime.ExitError', 'The process ended.');

  expect(results).toMatchObject([{ kind: 'buffered', functionError: 'Unhandled' }]);
  invocations.ask(() => expect.unreachable('nothing is queued'));
});

test('an environment whose process has ended takes nothing and is never free', async () => {
  const invocations = createInvocations(endless, { onTimeout: nobody });
  const isFree = invocations.whenFree();
  const results: (InvocationResult | undefined)[] = [];

  invocations.close();
  invocations.add(invocation('late', results));

  expect(results).toEqual([undefined]);
  expect(await isFree).toBe(false);
});

test('the time of an invocation is reported when it ends, once', () => {
  const ended: [string, number][] = [];
  const invocations = createInvocations(endless, {
    onTimeout: nobody,
    onEnd: (id, durationMs) => ended.push([id, durationMs]),
  });

  invocations.add(invocation('first'));
  invocations.ask(nobody);
  invocations.finish();
  invocations.fail('Runtime.ExitError', 'The process ended.');

  expect(ended).toEqual([['first', expect.any(Number)]]);
});
