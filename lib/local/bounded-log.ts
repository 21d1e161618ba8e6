import { type FileHandle, open, rename } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { callbackify } from 'node:util';

/**
 * The size of one log file. A full file becomes `NAME.log.1` and replaces the previous one, so that a log takes twice
 * this size at most.
 */
const maxFileBytes = 4 * 1024 * 1024;

interface OpenFile {
  readonly handle: FileHandle;
  size: number;
}

async function openFile(path: string): Promise<OpenFile> {
  const handle = await open(path, 'a');
  return { handle, size: (await handle.stat()).size };
}

/**
 * A log that loses lines instead of failing: on a full disk, or with a file that cannot be written, the service and
 * the processes whose output it takes go on.
 */
export function boundedLog(path: string, maxBytes = maxFileBytes): Writable {
  let file: OpenFile | undefined;
  let isFailing = false;

  async function append(bytes: Buffer): Promise<void> {
    file ??= await openFile(path);
    if (file.size > 0 && file.size + bytes.length > maxBytes) {
      await file.handle.close();
      file = undefined;
      await rename(path, `${path}.1`);
      file = await openFile(path);
    }
    await file.handle.write(bytes.subarray(0, maxBytes));
    file.size += bytes.length;
  }

  async function close(): Promise<void> {
    const closing = file;
    file = undefined;
    await closing?.handle.close();
  }

  async function write(bytes: Buffer): Promise<void> {
    try {
      await append(bytes);
      isFailing = false;
    } catch (error) {
      await close().catch(() => {});
      if (!isFailing) console.error(`Log lines are lost: ${path} cannot be written.`, String(error));
      isFailing = true;
    }
  }

  const writeThen = callbackify(write);
  const log = new Writable({
    write: (chunk: Buffer, _encoding, done) => writeThen(chunk, done),
    writev: (chunks, done) => writeThen(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done),
    final: callbackify(close),
  });
  // Every process of a function writes to it.
  log.setMaxListeners(0);
  return log;
}
