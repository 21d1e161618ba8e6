import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { type Arrival, chain, type Step } from '#shared/http/chain.ts';
import { type HttpReply, jsonReply } from '#shared/http/reply.ts';
import { call, contextOf, eventOf, noon } from './fixtures.ts';

const clock = { now: () => noon };
const ok = async () => jsonReply(200, {});

/** A step that writes down when it is entered and left. */
const witness = (name: string, seen: string[]): Step<Arrival> => ({
  before: () => void seen.push(`enter ${name}`),
  after: () => void seen.push(`leave ${name}`),
  onError: (_known, error) => void seen.push(`${name} sees ${(error as Error).message}`),
});

const answersErrors: Step<Arrival> = {
  onError: (_known, error) => jsonReply(500, { error: (error as Error).message }),
};

const failing = (what: keyof Step<Arrival>): Step<Arrival> => ({
  [what]: () => Promise.reject(new Error(`${what} failed`)),
});

describe('the steps of a request', () => {
  test('are entered in order and left in reverse', async () => {
    const seen: string[] = [];

    await call(chain(clock).use(witness('outer', seen)).use(witness('inner', seen)).handler(ok), {});

    expect(seen).toEqual(['enter outer', 'enter inner', 'leave inner', 'leave outer']);
  });

  test('get what the steps before them have found out', async () => {
    const finds: Step<Arrival, { readonly account: string }> = { before: () => ({ account: 'a-1' }) };
    const needs: Step<Arrival & { readonly account: string }> = {
      before: ({ account, headers }) => void Object.assign(headers, { account }),
    };
    const endpoint = chain(clock)
      .use(finds)
      .use(needs)
      .handler(async ({ account, headers }) => jsonReply(200, { account, ...headers }));

    // @ts-expect-error A step before what it needs does not compile.
    chain(clock).use(needs);

    expect((await call(endpoint, {})).body).toEqual({ account: 'a-1' });
  });

  test('that were not reached see neither a failure nor an early reply', async () => {
    const seen: string[] = [];
    const replies: Step<Arrival, { readonly never: true }> = {
      before: () => ({ earlyReply: jsonReply(200, { early: true }) }),
    };
    const start = () => chain(clock).use(answersErrors).use(witness('outer', seen));

    const refused = await call(start().use(failing('before')).use(witness('inner', seen)).handler(ok), {});
    const early = await call(start().use(replies).use(witness('inner', seen)).handler(ok), {});

    expect(refused).toMatchObject({ status: 500, body: { error: 'before failed' } });
    expect(early.body).toEqual({ early: true });
    expect(seen).toEqual(['enter outer', 'outer sees before failed', 'enter outer', 'leave outer']);
  });

  test('see no failure of their own, and one that fails over a failure takes its place', async () => {
    const seen: string[] = [];
    const start = () => chain(clock).use(answersErrors).use(witness('outer', seen));
    const leaving: Step<Arrival> = { ...witness('inner', seen), ...failing('after') };

    const left = await call(start().use(leaving).handler(ok), {});
    const worse = await call(
      start()
        .use(failing('onError'))
        .handler(() => Promise.reject(new Error('first'))),
      {},
    );

    expect(left.body).toEqual({ error: 'after failed' });
    expect(worse.body).toEqual({ error: 'onError failed' });
    expect(seen).not.toContain('inner sees after failed');
  });
});

type Streaming = (event: unknown, stream: PassThrough, context: unknown) => Promise<void>;

/** The body that Lambda streams to API Gateway, of an endpoint whose work does this. */
async function streamedBody(work: () => Promise<HttpReply>): Promise<string> {
  vi.stubGlobal('awslambda', {
    streamifyResponse: (handler: Streaming) => handler,
    HttpResponseStream: { from: (stream: PassThrough) => stream },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const stream = new PassThrough();
  const handler = chain(clock).use(answersErrors).handler(work).streamed() as Streaming;
  const [body] = await Promise.all([text(stream), handler(eventOf({}), stream, contextOf())]);
  return body;
}

describe('a streamed answer', () => {
  const whole = 'é😀'.repeat(400_000);

  test.for(['', 'a', 'aa'])('keeps each character of a long text, with %j before it', async (first) => {
    const markdown = first + whole;

    const answered = await streamedBody(async () => jsonReply(200, { markdown }));
    const failed = await streamedBody(() => Promise.reject(new Error(markdown)));

    expect(JSON.parse(answered)).toEqual({ markdown });
    expect(JSON.parse(failed)).toEqual({ error: markdown });
  });

  test('may be empty', async () => {
    expect(await streamedBody(async () => ({ statusCode: 204, headers: {}, body: '' }))).toBe('');
  });
});
