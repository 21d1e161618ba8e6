import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const signature = Buffer.from('SQLite format 3\0');
/** Where a file says how long its pages are and how many it has (https://www.sqlite.org/fileformat2.html, 1.3). */
const headerBytes = 100;
const pageBytesOffset = 16;
const pageCountOffset = 28;

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(headerBytes);
  const descriptor = openSync(file, 'r');
  try {
    return header.subarray(0, readSync(descriptor, header));
  } finally {
    closeSync(descriptor);
  }
}

/** A header takes no time to read, where checking every page would. What looks odd is then checked. */
function looksWhole(file: string): boolean {
  const { size } = statSync(file);
  // A database that nothing was written to yet.
  if (size === 0) return true;
  const header = readHeader(file);
  if (header.length < headerBytes || !header.subarray(0, signature.length).equals(signature)) return false;
  const pageBytes = header.readUInt16BE(pageBytesOffset);
  // 65,536 does not fit and is written as 1.
  return size >= (pageBytes === 1 ? 65_536 : pageBytes) * header.readUInt32BE(pageCountOffset);
}

function isSound(file: string): boolean {
  try {
    const database = new DatabaseSync(file);
    try {
      return database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok';
    } finally {
      database.close();
    }
  } catch {
    // Not a database, or too damaged to be opened.
    return false;
  }
}

const damaged = (file: string, cause?: unknown): Error =>
  new Error(
    `${file} is damaged or cut short. Put a copy of its folder back, or start with --fresh, which forgets stored pages, keys and usage.`,
    { cause },
  );

/** Throws, before anything opens them, when one of these database files is visibly damaged. */
export function refuseDamagedDatabases(files: readonly string[]): void {
  for (const file of files) if (existsSync(file) && !looksWhole(file) && !isSound(file)) throw damaged(file);
}

/** Why a start failed: the damage of one of these databases, if there is any. */
export function explainedByDamage(error: unknown, files: readonly string[]): unknown {
  const file = files.find((candidate) => existsSync(candidate) && !isSound(candidate));
  return file === undefined ? error : damaged(file, error);
}
