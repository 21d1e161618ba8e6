import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Command } from '../command.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { type Io, writeLine } from '../io.ts';
import { writePrivateFile } from '../private-file.ts';
import { apiKeyOf, baseUrlOf } from '../settings.ts';

const textIn = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/** Whether Git would take the file into a commit, as far as the list of the folder itself says. */
async function isCommitted({ cwd }: Io): Promise<boolean> {
  if (!existsSync(join(cwd, '.git'))) return false;
  const ignored = await textIn(join(cwd, '.gitignore'));
  return !ignored.split('\n').some((line) => /^\/?(\*\*\/)?\.env\*?$/.test(line.trim()));
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
    if (await isCommitted(io))
      await writeLine(io.stderr, '.env is not in .gitignore: add it, so that the key is not committed.');
    return undefined;
  },
};
