import { DatabaseSync } from 'node:sqlite';

/**
 * Databases that are opened before `open` returns sync to disk at checkpoints instead of at each change: a process
 * that dies loses nothing, a power failure loses the last changes, and neither damages the file
 * (https://www.sqlite.org/pragma.html#pragma_synchronous, NORMAL with a write-ahead log).
 *
 * The queue emulator has no setting for it. It waits for the disk three times a message, and blocks this process
 * meanwhile.
 */
export function withCheckpointSyncs<Opened>(open: () => Opened): Opened {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the database that it was called on
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function relaxed(sql) {
    exec.call(this, sql);
    if (/journal_mode\s*=\s*wal/i.test(sql)) exec.call(this, 'PRAGMA synchronous = NORMAL');
  };
  try {
    return open();
  } finally {
    DatabaseSync.prototype.exec = exec;
  }
}
