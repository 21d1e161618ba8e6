import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { ParseArgsConfig } from 'node:util';

import { commandLine, endWithUsage } from '../../lib/commands/command-line.ts';

/**
 * The options of a bench that reads pages from `--data FOLDER`. Ends the process with the usage when the folder does not
 * have `needed`, a file or folder in it.
 */
export function optionsWithData<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  needed: string,
  usage: string,
) {
  const { values } = commandLine(
    { args: process.argv.slice(3), options: { ...options, data: { type: 'string' } } },
    usage,
  );
  const { data } = values as { readonly data?: string };
  if (data === undefined) return endWithUsage(usage, '--data is missing.');
  if (!existsSync(join(data, needed))) return endWithUsage(usage, `${data} has no ${needed}.`);
  return { ...values, data };
}

/** Words in lower case, without signs: two spellings of one text are equal. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
