import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Command } from '../command.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { type Io, writeLine } from '../io.ts';
import { writePrivateFile } from '../private-file.ts';
import { apiKeyOf, baseUrlOf } from '../settings.ts';

const gitMs = 5_000;

/**
 * Whether Git would take the file into a commit: by all its lists of ignored files, also where it is tracked already.
 * False outside of repositories and on a machine without Git.
 */
async function isCommitted({ cwd, env }: Io, name: string): Promise<boolean> {
  try {
    await promisify(execFile)('git', ['check-ignore', '-q', name], { cwd, env, timeout: gitMs });
    return false;
  } catch (error) {
    // 1: it is not ignored; 128: there is no repository.
    return (error as { readonly code?: unknown }).code === 1;
  }
}

export const initCommand: Command = {
  name: 'init',
  summary: 'write the service and the key to .env of this folder',
  run: async (io, args) => {
    const baseUrl = await baseUrlOf(io, args.text('base-url'));
    const apiKey = await apiKeyOf(io, baseUrl);
    if (apiKey === undefined)
      throw new CommandError(`There is no key for ${baseUrl}: run \`winnow login\` first.`, exitCodes.access);
    const file = join(io.cwd, '.env');
    const settings = { WINNOW_BASE_URL: baseUrl, WINNOW_API_KEY: apiKey };
    const text = existsSync(file) ? await readFile(file, 'utf8') : '';
    const missing = Object.entries(settings).filter(([name]) => !new RegExp(`^${name}=`, 'm').test(text));
    const lines = missing.map(([name, value]) => `${name}=${value}\n`).join('');
    const gap = text === '' || text.endsWith('\n') ? '' : '\n';
    if (missing.length > 0) await writePrivateFile(file, text + gap + lines);
    const names = missing.map(([name]) => name);
    await writeLine(
      io.stderr,
      names.length === 0
        ? '.env has the settings; they were left as they are.'
        : `.env has ${names.join(' and ')} now.`,
    );
    if (await isCommitted(io, '.env'))
      await writeLine(
        io.stderr,
        'Git does not ignore .env: add it to .gitignore, so that the key is not committed.',
      );
    return undefined;
  },
};
