import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';

import type { CrawlWorker } from '#shared/crawl/worker/crawl-worker.ts';
import { sqsPageQueue } from '#shared/crawl/ledger/sqs-page-queue.ts';
import type { SQSClient } from '#shared/kernel/aws.ts';
import { createCrawlPageHandler } from '#shared/crawl/worker/page-messages.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';

interface Entry {
  readonly MessageBody: string;
  readonly MessageGroupId: string;
  readonly DelaySeconds?: number;
}

/** A queue that keeps what it is sent, request by request. */
function keptQueue() {
  const requests: (readonly Entry[])[] = [];
  const send = async ({ input }: { readonly input: { readonly Entries: readonly Entry[] } }) => {
    requests.push(input.Entries);
    return {};
  };
  return { requests, client: { send } as unknown as SQSClient };
}

const page = (crawlId: string, hash: string, delaySeconds?: number) => ({
  crawlId,
  hash,
  accountId: 'account',
  ...(delaySeconds === undefined ? {} : { delaySeconds }),
});

test('pages of one crawl share messages, five to each, and those that must wait have their own', async () => {
  const { requests, client } = keptQueue();

  await sqsPageQueue(client, 'https://queue.example/', 5).send([
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((hash) => page('one', hash)),
    page('one', 'later', 7.2),
    page('two', 'g'),
  ]);

  expect(requests).toHaveLength(1);
  expect(requests[0]?.map(({ MessageBody, DelaySeconds }) => [MessageBody, DelaySeconds])).toEqual([
    ['{"crawlId":"one","hashes":["a","b","c","d","e"]}', undefined],
    ['{"crawlId":"one","hashes":["f"]}', undefined],
    ['{"crawlId":"one","hashes":["later"]}', 8],
    ['{"crawlId":"two","hashes":["g"]}', undefined],
  ]);
});

test('more messages than one request takes are sent by several', async () => {
  const { requests, client } = keptQueue();

  await sqsPageQueue(client, 'https://queue.example/', 5).send(
    Array.from({ length: 53 }, (_, index) => page('one', `hash-${index}`)),
  );

  expect(requests.map((entries) => entries.length)).toEqual([10, 1]);
});

const record = (messageId: string, body: object): SQSRecord =>
  ({ messageId, body: JSON.stringify(body) }) as SQSRecord;

test('a message is retried when one of its pages is to be retried, or when it cannot be read, and only then', async () => {
  const asked: string[] = [];
  const worker: CrawlWorker = async (pages) => {
    asked.push(...pages.map(({ crawlId, hash }) => `${crawlId} ${hash}`));
    return [{ crawlId: 'one', hash: 'b' }];
  };
  const event: SQSEvent = {
    Records: [
      record('first', { crawlId: 'one', hashes: ['a', 'b'] }),
      record('second', { crawlId: 'two', hashes: ['b'] }),
      record('unreadable', { crawlId: 'two', hashes: [] }),
    ],
  };

  let flushed = 0;
  const metrics = { flush: () => (flushed += 1) };

  const handler = createCrawlPageHandler({ worker, logger: silentLogger, metrics });
  const response = await handler(event, { getRemainingTimeInMillis: () => 60_000 } as never);

  expect(flushed).toBe(1);
  expect(asked).toEqual(['one a', 'one b', 'two b']);
  expect(response).toEqual({
    batchItemFailures: [{ itemIdentifier: 'first' }, { itemIdentifier: 'unreadable' }],
  });
});
