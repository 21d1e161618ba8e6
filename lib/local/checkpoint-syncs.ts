import { DatabaseSync } from 'node:sqlite';

/**
 * Databases that are opened before `open` returns write to disk at checkpoints instead of at each change: a process
 * that dies loses nothing, a machine that loses its power loses the last changes, and neither damages the file
 * (https://www.sqlite.org/pragma.html#pragma_synchronous, NORMAL with a write-ahead log).
 *
 * The emulator of the queues has no setting for it and waits for the disk three times a message, with all else that
 * this process does.
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
