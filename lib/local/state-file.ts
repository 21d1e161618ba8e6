import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Reads a JSON object from a file. Throws an error with the file's name and the remedy when it is damaged. */
export function readStateFile(file: string, remedy: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new SyntaxError('It holds no object.');
    return value as Record<string, unknown>;
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? 'is damaged or cut short' : 'cannot be read';
    throw new Error(`${file} ${reason}. ${remedy}`, { cause });
  }
}

/** Renamed into place only when complete: neither a full disk nor a killed process leaves a truncated file. */
export function writeStateFile(file: string, value: unknown): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(value, null, 2), { mode: 0o600 });
  renameSync(unfinished, file);
}
