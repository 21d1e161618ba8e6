import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

import { afterAll, expect, test } from 'vitest';

import { createInvocations, type InvocationResult } from '../../lib/local/invocations.ts';
import { serveRuntimeApi } from '../../lib/local/runtime-api.ts';
import { functionNamed } from './function-named.ts';

const invocations = createInvocations(60_000, { onTimeout: () => {} });
const api = await serveRuntimeApi({
  definition: functionNamed('Echo'),
  invocations,
  onStarted: () => {},
});

afterAll(() => api.close());

const call = (method: string, path: string, headers: Record<string, string> = {}) =>
  httpRequest(`http://${api.address}/2018-06-01/runtime${path}`, { method, headers });

/** What a process asks for, or posts as one result. */
async function ask(method: string, path: string, body = ''): Promise<IncomingMessage> {
  const asking = call(method, path);
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}

/** Hands an invocation to the process; resolves to its result, which may be streaming still. */
async function invoke(id: string): Promise<{ readonly result: Promise<InvocationResult | undefined> }> {
  const { promise, resolve } = Promise.withResolvers<InvocationResult | undefined>();
  invocations.add({ id, payload: '{}', settle: resolve });
  const handed = await ask('GET', '/invocation/next');
  expect(handed.headers['lambda-runtime-aws-request-id']).toBe(id);
  return { result: promise };
}

const streaming = { 'lambda-runtime-function-response-mode': 'streaming', 'transfer-encoding': 'chunked' };

test('a late result of a failed invocation is refused, and the next one gets its own', async () => {
  const first = await invoke('first');
  await ask('POST', '/invocation/first/error', '{}');
  const second = await invoke('second');

  const late = call('POST', '/invocation/first/response', streaming);
  late.end('of the first');
  const [refusal] = (await once(late, 'response')) as [IncomingMessage];
  const own = await ask('POST', '/invocation/second/response', 'of the second');

  expect([refusal.statusCode, own.statusCode]).toEqual([400, 202]);
  expect(await text(refusal)).toContain('InvalidRequestID');
  expect(await first.result).toMatchObject({ functionError: 'Unhandled' });
  expect(await second.result).toMatchObject({ body: Buffer.from('of the second') });
});

test('a streamed result whose connection is lost is broken, not ended', async () => {
  const { result } = await invoke('lost');
  const sending = call('POST', '/invocation/lost/response', streaming);
  sending.on('error', () => {});
  sending.write('half of it');
  const read = result.then((settled) =>
    settled?.kind === 'streaming' ? text(settled.body) : 'not a stream',
  );
  await result;
  sending.destroy();

  await expect(read).rejects.toThrow('failed while it streamed');
});
