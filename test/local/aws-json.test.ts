import { expect, onTestFinished, test } from 'vitest';

import { serveSecretsApi } from '../../lib/local/secrets-api.ts';

/** Asks for a secret, as an operation of Secrets Manager. */
async function asking(body: string, operation = 'secretsmanager.GetSecretValue') {
  const server = await serveSecretsApi(new Map([['arn:one', 'a text']]));
  onTestFinished(server.close);
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'x-amz-target': operation },
    body,
  });
  return { status: response.status, body: await response.json() };
}

test('a secret is answered by its ARN', async () => {
  expect(await asking('{"SecretId":"arn:one"}')).toEqual({
    status: 200,
    body: { ARN: 'arn:one', SecretString: 'a text' },
  });
});

test('a secret that is not there is an error of Secrets Manager', async () => {
  expect(await asking('{"SecretId":"arn:two"}')).toMatchObject({
    status: 400,
    body: { __type: 'ResourceNotFoundException' },
  });
});

test('an operation that the runner does not have is refused', async () => {
  expect(await asking('{}', 'secretsmanager.PutSecretValue')).toMatchObject({
    status: 400,
    body: { __type: 'UnknownOperationException' },
  });
});

test.for([
  ['is no JSON', 'SecretId=arn:one'],
  ['is no object', 'null'],
] as const)('a request whose body %s is refused with an answer', async ([, body]) => {
  expect(await asking(body)).toMatchObject({ status: 400, body: { __type: 'SerializationException' } });
});
