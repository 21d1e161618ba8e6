import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { BlobStore } from './blob-store.ts';

export function s3BlobStore(client: S3Client, bucketName: string): BlobStore {
  const object = (name: string) => ({ Bucket: bucketName, Key: name });
  return {
    get: async (name) => {
      try {
        const { Body } = await client.send(new GetObjectCommand(object(name)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    put: async (name, bytes) => {
      await client.send(new PutObjectCommand({ ...object(name), Body: bytes }));
    },
    remove: async (name) => {
      await client.send(new DeleteObjectCommand(object(name)));
    },
  };
}
