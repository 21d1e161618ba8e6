import { DeleteObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';

import type { RemoveBlobs } from './blob-removal.ts';

/** Deletions that run side by side. */
const concurrency = 20;

/** Lists from the start each time, because each listed blob is removed before the next listing. */
export function s3BlobRemoval(client: S3Client, bucketName: string): RemoveBlobs {
  const remove = (name: string) => client.send(new DeleteObjectCommand({ Bucket: bucketName, Key: name }));
  return async (prefix) => {
    let removed = 0;
    for (;;) {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: bucketName, Prefix: prefix, MaxKeys: 1_000 }),
      );
      const names = Contents.flatMap(({ Key }) => Key ?? []);
      if (names.length === 0) return removed;
      for (let start = 0; start < names.length; start += concurrency)
        await Promise.all(names.slice(start, start + concurrency).map(remove));
      removed += names.length;
    }
  };
}
