import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { inject } from 'vitest';

const common = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

export const emulatedDynamo = (endpoint = inject('services').dynamodb) =>
  new DynamoDBClient({ ...common, endpoint });

export const emulatedS3 = () =>
  new S3Client({ ...common, endpoint: inject('services').s3, forcePathStyle: true });

export function tableNamed(part: string): string {
  const found = inject('services').tables.find((name) => name.toLowerCase().includes(part));
  if (found === undefined) throw new Error(`The stack has no table with "${part}" in its name.`);
  return found;
}
