import type { BlobStore } from '#shared/storage/blob-store.ts';

export function memoryBlobStore(): BlobStore {
  const blobs = new Map<string, Uint8Array>();
  return {
    get: async (name) => blobs.get(name),
    put: async (name, bytes) => void blobs.set(name, Uint8Array.from(bytes)),
    remove: async (name) => void blobs.delete(name),
  };
}
