import { realpath, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file with a key, for this user alone. It takes the place of an older one in one step: who could read that one
 * reads nothing of the key.
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  // A link to a file elsewhere stays one.
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
