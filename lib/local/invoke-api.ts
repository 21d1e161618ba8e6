import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';

import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

import { ConcurrencyExceeded } from './account-concurrency.ts';
import { eventMessage } from './event-stream.ts';
import { callerGone, type HttpServer, readBody, serve } from './http-server.ts';
import type { LambdaHost } from './lambda-host.ts';
import type { InvocationResult } from './invocations.ts';
import type { LocalFunction, LocalQueue } from './local-stack.ts';
import { functionNameOf } from './template-references.ts';

/** Lambda's limits on an invocation's payload (docs: Lambda quotas). */
const synchronousLimit = 6 * 1024 * 1024;
const asynchronousLimit = 1024 * 1024;

interface AsyncDeps {
  readonly host: LambdaHost;
  readonly sqs: SQSClient;
  readonly queues: readonly LocalQueue[];
}

/** Lambda tries a throttled event again for six hours, at first after a second, then after up to five minutes. */
const throttledEventMs = { first: 1_000, longest: 300_000, all: 6 * 3_600_000 } as const;

/** Invokes a function, again and again while it is throttled. */
async function invokeUnthrottled(host: LambdaHost, name: string, payload: string): Promise<InvocationResult> {
  const { first, longest, all } = throttledEventMs;
  const untilMs = Date.now() + all;
  for (let waitMs: number = first; ; waitMs = Math.min(2 * waitMs, longest)) {
    try {
      return await host.invoke(name, payload, { isQueued: true });
    } catch (error) {
      if (!(error instanceof ConcurrencyExceeded) || Date.now() + waitMs > untilMs) throw error;
      await setTimeout(waitMs);
    }
  }
}

/**
 * Runs an event as Lambda runs asynchronous invocations: up to `maxRetries` more tries, then the dead-letter
 * queue if there is one. The waits are seconds here, where Lambda takes one and two minutes.
 */
export async function runEvent(
  { host, sqs, queues }: AsyncDeps,
  target: LocalFunction,
  payload: string,
): Promise<void> {
  for (let attempt = 0; attempt <= target.maxRetries; attempt += 1) {
    if (attempt > 0) await setTimeout(attempt * 1_000);
    const result = await invokeUnthrottled(host, target.name, payload);
    if (result.kind === 'streaming') {
      result.body.resume();
      return;
    }
    if (result.functionError === undefined) return;
  }
  const deadLetters = queues.find(({ arn }) => arn === target.deadLetterArn);
  if (deadLetters !== undefined)
    await sqs.send(new SendMessageCommand({ QueueUrl: deadLetters.url, MessageBody: payload }));
}

const refuse = (
  response: ServerResponse,
  status: number,
  type: string,
  message: string,
  reason?: string,
): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type });
  response.end(JSON.stringify({ Reason: reason, Type: 'User', message }));
};

async function answerSynchronously(
  host: LambdaHost,
  name: string,
  payload: string,
  response: ServerResponse,
): Promise<void> {
  const result = await host.invoke(name, payload, { signal: callerGone(response) });
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-amz-executed-version': '$LATEST',
  };
  if (result.kind === 'buffered') {
    if (result.functionError !== undefined) headers['x-amz-function-error'] = result.functionError;
    response.writeHead(200, headers);
    response.end(result.body);
    return;
  }
  response.writeHead(200, headers);
  for await (const chunk of result.body) response.write(chunk);
  response.end();
}

async function answerStreaming(
  host: LambdaHost,
  name: string,
  payload: string,
  response: ServerResponse,
): Promise<void> {
  const result = await host.invoke(name, payload, { signal: callerGone(response) });
  const contentType = result.kind === 'streaming' ? result.contentType : 'application/json';
  response.writeHead(200, {
    'content-type': 'application/vnd.amazon.eventstream',
    'x-amz-executed-version': '$LATEST',
    'x-amzn-lambda-resource-content-type': contentType,
  });
  const chunk = (bytes: Uint8Array) =>
    response.write(eventMessage('PayloadChunk', 'application/octet-stream', bytes));
  let failure: object = {};
  if (result.kind === 'buffered') {
    if (result.functionError === undefined) chunk(result.body);
    else failure = { ErrorCode: result.functionError, ErrorDetails: result.body.toString('utf8') };
  } else {
    try {
      for await (const bytes of result.body) chunk(bytes as Buffer);
    } catch (error) {
      failure = { ErrorCode: 'Unhandled', ErrorDetails: JSON.stringify({ errorMessage: String(error) }) };
    }
  }
  response.end(eventMessage('InvokeComplete', 'application/json', Buffer.from(JSON.stringify(failure))));
}

/** The part of the Lambda API that functions call: Invoke (synchronous, Event) and InvokeWithResponseStream. */
export function serveInvokeApi(deps: AsyncDeps): Promise<HttpServer> {
  const { host } = deps;
  return serve(async (request, response) => {
    response.setHeader('x-amzn-requestid', randomUUID());
    const match =
      /^\/(?:2015-03-31|2021-11-15)\/functions\/([^/]+)\/(invocations|response-streaming-invocations)/.exec(
        request.url ?? '',
      );
    if (request.method !== 'POST' || match === null)
      return refuse(
        response,
        404,
        'ResourceNotFoundException',
        'This runner answers Invoke and InvokeWithResponseStream.',
      );
    const target = host.definitionOf(functionNameOf(decodeURIComponent(match[1] ?? '')));
    if (target === undefined)
      return refuse(response, 404, 'ResourceNotFoundException', 'Function not found.');
    const isEvent = request.headers['x-amz-invocation-type'] === 'Event';
    const body = await readBody(request, isEvent ? asynchronousLimit : synchronousLimit);
    if (body === undefined)
      return refuse(response, 413, 'RequestTooLargeException', 'The payload is too large.');
    const payload = body.length === 0 ? '{}' : body.toString('utf8');
    if (isEvent) {
      response.writeHead(202).end();
      return runEvent(deps, target, payload);
    }
    const answer = match[2] === 'invocations' ? answerSynchronously : answerStreaming;
    await answer(host, target.name, payload, response).catch((error: unknown) => {
      if (!(error instanceof ConcurrencyExceeded)) throw error;
      refuse(response, 429, 'TooManyRequestsException', error.message, 'ConcurrentInvocationLimitExceeded');
    });
  });
}
