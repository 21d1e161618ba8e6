import { describe, expect, inject, test } from 'vitest';

import { newId } from '#shared/kernel/ids.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import { memoryBlobStore } from '../fakes/memory-blob-store.ts';
import { s3BlobStore } from '#shared/storage/s3-blob-store.ts';
import { emulatedS3 } from './clients.ts';

describe.for([
  ['memory', () => memoryBlobStore()],
  ['S3', () => s3BlobStore(emulatedS3(), inject('services').bucket)],
] as const)('the blob store in %s', ([, create]) => {
  const store: BlobStore = create();

  test('gives back the bytes that were put, whatever they are', async () => {
    const name = `cache/${newId('blob')}`;
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256);

    await store.put(name, bytes);

    expect(Buffer.from((await store.get(name))!).equals(bytes)).toBe(true);
  });

  test('replaces what was there', async () => {
    const name = `cache/${newId('blob')}`;

    await store.put(name, Buffer.from('old'));
    await store.put(name, Buffer.from('new'));

    expect(Buffer.from((await store.get(name))!).toString()).toBe('new');
  });

  test('finds nothing under other names or after a removal', async () => {
    const name = `cache/${newId('blob')}`;
    await store.put(name, Buffer.from('x'));

    await store.remove(name);
    await store.remove(name);

    expect(await store.get(name)).toBeUndefined();
  });

  test('keeps what was put even when the caller changes its buffer', async () => {
    const name = `cache/${newId('blob')}`;
    const bytes = Buffer.from('abc');

    await store.put(name, bytes);
    bytes.fill(0);

    expect(Buffer.from((await store.get(name))!).toString()).toBe('abc');
  });
});
