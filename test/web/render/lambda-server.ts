import { LambdaClient } from '@aws-sdk/client-lambda';

import { json } from 'node:stream/consumers';

import { onTestFinished } from 'vitest';

import { eventMessage } from '../../../lib/local/event-stream.ts';
import { serve } from '../egress/loopback.ts';

type Invoke = (event: unknown) => Promise<readonly Uint8Array[]>;

export interface LambdaServerOptions {
  readonly invoke: Invoke;
  /** Ends the stream with this error of the function's. */
  readonly failWith?: string;
  /** Refuses every invocation, as an account does that has no place left. */
  readonly isThrottled?: boolean;
}

const complete = (body: object): Buffer =>
  eventMessage('InvokeComplete', 'application/json', Buffer.from(JSON.stringify(body)));

/** The Lambda API, as far as InvokeWithResponseStream goes, in front of one function. */
export async function lambdaWith({
  invoke,
  failWith,
  isThrottled = false,
}: LambdaServerOptions): Promise<LambdaClient> {
  const running = new Set<Promise<unknown>>();
  // A caller may leave; the function still runs to its end.
  onTestFinished(async () => {
    await Promise.allSettled(running);
  });
  const server = await serve((request, response) => {
    if (isThrottled) {
      response.writeHead(429, { 'x-amzn-errortype': 'TooManyRequestsException' });
      response.end('{"Reason":"ConcurrentInvocationLimitExceeded","Type":"User","message":"Rate Exceeded."}');
      return;
    }
    const answer = async () => {
      const invocation = invoke(await json(request));
      running.add(invocation);
      const chunks = await invocation;
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
      for (const chunk of chunks)
        response.write(eventMessage('PayloadChunk', 'application/octet-stream', chunk));
      response.end(complete(failWith === undefined ? {} : { ErrorCode: failWith, ErrorDetails: 'it broke' }));
    };
    answer().catch(() => response.writeHead(500).end('{}'));
  });
  return new LambdaClient({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
}
