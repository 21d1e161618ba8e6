import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const signature = Buffer.from('SQLite format 3\0');
/** Offsets of the page size and the page count in a file's header (https://www.sqlite.org/fileformat2.html, 1.3). */
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

/** Checks the header only, which takes no time; a file with a suspicious header is then checked in full. */
function looksWhole(file: string): boolean {
  const { size } = statSync(file);
  // Nothing was written to this database yet.
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

/** The error to report for a failed start: the damage of one of these databases, if there is any. */
export function explainedByDamage(error: unknown, files: readonly string[]): unknown {
  const file = files.find((candidate) => existsSync(candidate) && !isSound(candidate));
  return file === undefined ? error : damaged(file, error);
}
