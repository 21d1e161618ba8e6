import { realpath, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file that holds a key, readable for this user alone. A new file replaces an older one in one step, so that a
 * program that has the older one open cannot read the key.
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  // A symbolic link is kept: the file that it leads to is replaced.
  const target = await realpath(file).catch(() => file);
  const next = `${target}.${crypto.randomUUID()}.new`;
  try {
    await writeFile(next, text, { mode: 0o600, flag: 'wx' });
    await rename(next, target);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}
