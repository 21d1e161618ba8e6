import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { setTimeout } from 'node:timers/promises';

import { ConcurrencyExceeded } from './account-concurrency.ts';
import type { InvocationResult } from './invocations.ts';
import { region } from './intrinsics.ts';
import type { LambdaHost } from './lambda-host.ts';
import type { LocalEventSource, LocalStack } from './local-stack.ts';

export interface EventSources {
  /** Stops receiving. Running invocations end with their processes. */
  readonly stop: () => void;
}

/** Parallel batches of a mapping for which the stack sets no limit. */
const defaultConcurrency = 2;
const longPollSeconds = 10;
/** How often to check whether a function has room. */
const pressedMs = 5;
/** How soon to poll again after a failure. */
const retryMs = 1_000;
/** How soon a throttled batch is tried again. */
const throttledMs = { first: 250, longest: 5_000 } as const;
/** One ReceiveMessage returns at most this many. */
const receiveLimit = 10;

const record = (message: Message, arn: string) => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes ?? {},
  messageAttributes: message.MessageAttributes ?? {},
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN: arn,
  awsRegion: region,
});

interface BatchResponse {
  readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[];
}

/** The messages that stay in the queue; all of them when the function returned unknown ids. */
function failedIds(
  body: Buffer,
  messages: readonly Message[],
  reportsItemFailures: boolean,
): ReadonlySet<string> {
  if (!reportsItemFailures) return new Set();
  const ids = messages.map(({ MessageId }) => MessageId ?? '');
  const { batchItemFailures = [] } = (JSON.parse(body.toString('utf8')) ?? {}) as BatchResponse;
  const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  return failed.every((id) => ids.includes(id)) ? new Set(failed) : new Set(ids);
}

interface Polling {
  readonly host: LambdaHost;
  readonly sqs: SQSClient;
  readonly signal: AbortSignal;
}

interface Mapping {
  readonly url: string;
  readonly visibilityTimeoutSeconds: number;
  readonly source: LocalEventSource;
}

/** Receives messages up to the batch size within the batching window. */
async function receive({ sqs, signal }: Polling, { url, source }: Mapping): Promise<Message[]> {
  const { batchSize, windowSeconds } = source;
  const messages: Message[] = [];
  const until = Date.now() + windowSeconds * 1000;
  do {
    const wait =
      messages.length === 0 ? longPollSeconds : Math.max(0, Math.min(1, (until - Date.now()) / 1000));
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: Math.min(receiveLimit, batchSize - messages.length),
        WaitTimeSeconds: Math.floor(wait),
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
      { abortSignal: signal },
    );
    messages.push(...Messages);
    if (Messages.length === 0) break;
  } while (messages.length < batchSize && Date.now() < until);
  return messages;
}

/**
 * Invokes the function once there is a place for it. `undefined`: there was none for as long as the queue hides the
 * batch; its messages become visible again.
 */
async function invokeUnthrottled(
  { host, signal }: Polling,
  { source, visibilityTimeoutSeconds }: Mapping,
  payload: string,
): Promise<InvocationResult | undefined> {
  const untilMs = Date.now() + visibilityTimeoutSeconds * 1_000;
  const { first, longest } = throttledMs;
  for (let waitMs: number = first; ; waitMs = Math.min(2 * waitMs, longest)) {
    try {
      return await host.invoke(source.functionName, payload, { isQueued: true });
    } catch (error) {
      if (!(error instanceof ConcurrencyExceeded)) throw error;
      if (Date.now() + waitMs > untilMs) return undefined;
      await setTimeout(waitMs, undefined, { signal });
    }
  }
}

/** Invokes the function with a batch and deletes the messages that it processed. */
async function process(polling: Polling, mapping: Mapping, messages: readonly Message[]): Promise<void> {
  const { url, source } = mapping;
  const event = { Records: messages.map((message) => record(message, source.queueArn)) };
  const result = await invokeUnthrottled(polling, mapping, JSON.stringify(event));
  if (result === undefined || result.kind === 'streaming' || result.functionError !== undefined) return;
  const failed = failedIds(result.body, messages, source.reportsItemFailures);
  const done = messages.filter(({ MessageId }) => !failed.has(MessageId ?? ''));
  for (let start = 0; start < done.length; start += receiveLimit)
    await polling.sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl: url,
        Entries: done
          .slice(start, start + receiveLimit)
          .map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
      }),
    );
}

/** Resolves when another batch can start. Messages had better wait in their queue, where they gather to batches. */
async function roomForBatch(
  host: LambdaHost,
  source: LocalEventSource,
  underWay: ReadonlySet<Promise<void>>,
): Promise<void> {
  const maxBatches = source.maxConcurrency ?? defaultConcurrency;
  while (underWay.size >= maxBatches) await Promise.race(underWay);
  while (underWay.size > 0 && host.isPressed(source.functionName)) await setTimeout(pressedMs);
}

async function poll(polling: Polling, mapping: Mapping): Promise<void> {
  const { host, signal } = polling;
  const { source } = mapping;
  const underWay = new Set<Promise<void>>();
  const report = (error: unknown): void => {
    if (!signal.aborted) console.error(`Polling for ${source.functionName} failed.`, error);
  };
  while (!signal.aborted) {
    try {
      await roomForBatch(host, source, underWay);
      const messages = await receive(polling, mapping);
      if (messages.length === 0) continue;
      const batch = process(polling, mapping, messages)
        .catch(report)
        .finally(() => underWay.delete(batch));
      underWay.add(batch);
    } catch (error) {
      report(error);
      if (!signal.aborted) await setTimeout(retryMs);
    }
  }
}

/** The queue of an event source. Throws when the mapping is invalid. */
function mappingOf({ queues }: LocalStack, host: LambdaHost, source: LocalEventSource): Mapping {
  const queue = queues.find(({ arn }) => arn === source.queueArn);
  const target = host.definitionOf(source.functionName);
  if (queue === undefined || target === undefined)
    throw new Error(
      `The event source of ${source.functionName} names a queue or function that does not exist.`,
    );
  if (queue.visibilityTimeoutSeconds < target.timeoutSeconds)
    throw new Error(
      `${queue.name} hides messages for ${queue.visibilityTimeoutSeconds} s, less than the ${target.timeoutSeconds} s of ${target.name}.`,
    );
  return { url: queue.url, visibilityTimeoutSeconds: queue.visibilityTimeoutSeconds, source };
}

/**
 * Polls queues and invokes their functions, as Lambda's event source mappings do: batches, partial failures,
 * deletion on success. Redelivery and dead letters are the queue's.
 */
export function startEventSources(stack: LocalStack, host: LambdaHost, sqs: SQSClient): EventSources {
  const stopping = new AbortController();
  // All of them are checked before the first one is polled.
  const mappings = stack.eventSources.map((source) => mappingOf(stack, host, source));
  for (const mapping of mappings) void poll({ host, sqs, signal: stopping.signal }, mapping);
  return {
    stop: () => stopping.abort(),
  };
}
