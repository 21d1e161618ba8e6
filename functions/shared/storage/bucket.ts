import type { BlobStore } from './blob-store.ts';

async function openBucket(name: string): Promise<BlobStore> {
  const [{ s3Client }, { s3BlobStore }] = await Promise.all([
    import('#shared/kernel/aws-s3.ts'),
    import('./s3-blob-store.ts'),
  ]);
  return s3BlobStore(s3Client(), name);
}

/**
 * The blobs of a bucket. Its client is loaded with the first of them: most requests need none, and it is a fifth of the
 * code of a function.
 */
export function bucketBlobs(name: string): BlobStore {
  let opened: Promise<BlobStore> | undefined;
  const bucket = (): Promise<BlobStore> => (opened ??= openBucket(name));
  return {
    get: async (blob) => (await bucket()).get(blob),
    put: async (blob, bytes) => (await bucket()).put(blob, bytes),
    remove: async (blob) => (await bucket()).remove(blob),
  };
}
