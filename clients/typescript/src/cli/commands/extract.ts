import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { JsonSchema } from '../../contract.ts';
import { type Command, sharedOptions } from '../command.ts';
import { UsageError } from '../exit-codes.ts';
import { type Io, shownTo, writeLine } from '../io.ts';
import { requestFields } from '../parameters.ts';
import { clientOf } from '../settings.ts';

async function schemaIn(io: Io, file: string): Promise<JsonSchema> {
  let text: string;
  try {
    text = await readFile(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
  try {
    return JSON.parse(text) as JsonSchema;
  } catch {
    throw new UsageError(`${file} is not valid JSON.`);
  }
}

export const extractCommand: Command = {
  name: 'extract',
  summary: 'structured data from up to ten pages, as JSON',
  words: 'URL…',
  options: {
    schema: { type: 'string', value: 'FILE', description: 'JSON Schema of a result' },
    prompt: { type: 'string', short: 'p', value: 'TEXT', description: 'what to extract, in your words' },
    set: sharedOptions.set,
  },
  run: async (io, args) => {
    if (args.words.length === 0) throw new UsageError('URL is missing.');
    const file = args.text('schema');
    const prompt = args.text('prompt');
    if (file === undefined && prompt === undefined)
      throw new UsageError('--schema FILE or --prompt TEXT is missing.');
    const schema = file === undefined ? undefined : await schemaIn(io, file);
    const { client } = await clientOf(io, args.text('base-url'));
    const { json, warning } = await client.extract(args.words, requestFields(args, { schema, prompt }), {
      signal: io.interrupted,
    });
    if (warning !== undefined && !args.flag('quiet')) await writeLine(io.stderr, shownTo(io.stderr, warning));
    const indent = io.stdout.isTTY === true && !args.flag('json') ? 2 : undefined;
    await writeLine(io.stdout, shownTo(io.stdout, JSON.stringify(json, undefined, indent)));
    return undefined;
  },
};
