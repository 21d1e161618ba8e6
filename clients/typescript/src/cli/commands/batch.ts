import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import type { BatchOptions } from '../../winnow.ts';
import { type Command, sharedOptions } from '../command.ts';
import { UsageError } from '../exit-codes.ts';
import { type Io, oneLine, writeLine } from '../io.ts';
import { asTyped, formatsOf, oneWord, requestFields, serviceAsTyped, wholeNumber } from '../parameters.ts';
import { runJob } from '../run-job.ts';
import { clientOf } from '../settings.ts';

/** The lines of a file, or of the standard input for `-`, without empty ones and comments. */
async function urlsIn(io: Io, file: string): Promise<readonly string[]> {
  const content =
    file === '-'
      ? await text(io.stdin)
      : await readFile(resolve(io.cwd, file), 'utf8').catch((error: unknown) => {
          throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`);
        });
  const urls = content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (urls.length === 0) throw new UsageError(`${file} has no URLs.`);
  return urls;
}

export const batchCommand: Command = {
  name: 'batch',
  summary: 'read the pages of a list, into a folder or as lines of JSON',
  words: 'FILE',
  options: {
    output: {
      ...sharedOptions.output,
      value: 'DIR',
      description: 'writes a file for each page; goes on where it was stopped',
    },
    format: sharedOptions.format,
    'skip-invalid': { type: 'boolean', description: 'leaves out lines that are no public URLs' },
    resume: { type: 'string', value: 'ID', description: 'goes on with a batch that was started before' },
    skip: { type: 'string', value: 'N', description: 'with --resume: pages that were read' },
    set: sharedOptions.set,
  },
  run: async (io, args) => {
    const id = args.text('resume');
    if (id !== undefined && args.words.length > 0) throw new UsageError('--resume takes no FILE.');
    const urls = id === undefined ? await urlsIn(io, oneWord(args, 'FILE')) : [];
    const options: BatchOptions = requestFields(args, {
      formats: formatsOf(args) as BatchOptions['formats'],
      ignoreInvalidURLs: args.flag('skip-invalid') ? true : undefined,
    });
    const { client, baseUrl } = await clientOf(io, args.text('base-url'));
    const output = args.text('output');
    const start = async (idempotencyKey: string): Promise<string> => {
      const batch = client.batch(urls, options, { idempotencyKey });
      const started = await batch.start();
      for (const url of batch.invalidURLs) await writeLine(io.stderr, `left out: ${oneLine(url)}`);
      return started;
    };
    return runJob(io, {
      noun: 'batch',
      baseUrl,
      request: id === undefined ? { urls, ...options } : { resumed: id },
      limit: id === undefined ? urls.length : undefined,
      folder: output === undefined ? undefined : resolve(io.cwd, output),
      resumed: id === undefined ? undefined : { id, skip: wholeNumber(args, 'skip', 0) ?? 0 },
      isJson: args.flag('json'),
      isQuiet: args.flag('quiet'),
      commandLine: asTyped(args),
      serviceAsTyped: serviceAsTyped(args),
      start,
      open: (job, readOptions) => client.resumeBatch(job, readOptions),
    });
  },
};
