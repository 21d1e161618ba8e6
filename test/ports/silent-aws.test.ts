import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, test, vi } from 'vitest';

import { cognitoClient, cognitoRemovePerson } from '#shared/accounts/sessions/cognito-remove-person.ts';
import { s3Client } from '#shared/kernel/aws-s3.ts';
import { dynamoClient, sqsClient } from '#shared/kernel/aws.ts';
import { secretText } from '#shared/kernel/secrets-manager.ts';

/** From the first attempt to the error of the last. */
const maxSilenceMs = 15_000;

const faults: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'never answers': () => {},
  'stops in the middle of its answer': (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"Item": {');
  },
};

describe.for(Object.entries(faults))('AWS that %s', ([, answer]) => {
  let server: Server;
  let url = '';

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      answer(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const service of ['DYNAMODB', 'SQS', 'S3', 'SECRETS_MANAGER', 'COGNITO_IDENTITY_PROVIDER'])
      vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, url);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  });

  test.concurrent.for<[string, () => Promise<unknown>]>([
    [
      'reads a row',
      () => dynamoClient().send(new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } })),
    ],
    [
      'sends a message',
      () => sqsClient().send(new SendMessageCommand({ QueueUrl: `${url}/1/q`, MessageBody: 'a' })),
    ],
    [
      'reads an object',
      async () => {
        const { Body } = await s3Client().send(new GetObjectCommand({ Bucket: 'b', Key: 'k' }));
        return Body?.transformToByteArray();
      },
    ],
    [
      'writes an object',
      () => s3Client().send(new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: 'text' })),
    ],
    [
      'removes a person',
      () =>
        cognitoRemovePerson(cognitoClient(), { userPoolId: 'us-east-1_a', issuer: 'https://a.example' })({
          issuer: 'https://a.example',
          subject: 'ada',
        }),
    ],
    ['reads a secret', () => secretText('arn:aws:secretsmanager:us-east-1:000000000000:secret:a')],
  ])('is given up within 15 seconds by what %s', { timeout: maxSilenceMs }, async ([, send], { expect }) => {
    await expect(send()).rejects.toThrow();
  });
});
