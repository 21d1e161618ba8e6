import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { boundedRequests } from './aws.ts';

/** The text of a secret. Rejects with a sentence that names the secret when it cannot be read or is empty. */
export async function secretText(arn: string): Promise<string> {
  // arn:partition:secretsmanager:region:…; a secret may be in another region than the function.
  const region = arn.split(':')[3] ?? '';
  const { SecretString } = await new SecretsManagerClient({ ...boundedRequests(), region })
    .send(new GetSecretValueCommand({ SecretId: arn }))
    .catch((cause: unknown) => {
      const { name, message } = cause as Error;
      throw new Error(`The secret ${arn} cannot be read: ${name}, ${message}`, { cause });
    });
  if (SecretString === undefined || SecretString === '') throw new Error(`The secret ${arn} holds no text.`);
  return SecretString;
}
