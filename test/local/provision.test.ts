import { type AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { once } from 'node:events';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { S3Client } from '@aws-sdk/client-s3';
import type { LocalStack } from '../../lib/local/local-stack.ts';
import { type AwsClients, provision } from '../../lib/local/provision.ts';

const asked: string[] = [];
const server = createServer(({ method, url }, response) => {
  asked.push(`${method} ${url}`);
  response.writeHead(403).end();
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

test('makes no bucket where another failure than its absence is reported', async () => {
  const s3 = new S3Client({
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    forcePathStyle: true,
    maxAttempts: 1,
  });
  const stack = { tables: [], queues: [], buckets: [{ name: 'pages' }] } as unknown as LocalStack;

  await expect(provision(stack, { s3 } as unknown as AwsClients)).rejects.toThrow(
    expect.objectContaining({ $metadata: expect.objectContaining({ httpStatusCode: 403 }) }),
  );
  expect(asked).toEqual(['HEAD /pages/']);
});
