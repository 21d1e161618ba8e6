import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { ScrapeOptions } from '../../winnow.ts';
import { type Command, sharedOptions } from '../command.ts';
import { UsageError } from '../exit-codes.ts';
import { shownTo, write, writeLine } from '../io.ts';
import { formatsOf, oneWord, requestFields, wholeNumber } from '../parameters.ts';
import { clientOf } from '../settings.ts';

const isScreenshot = (format: string): boolean => format.startsWith('screenshot');

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value.endsWith('\n') ? value : `${value}\n`;
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
    return value.map((entry) => `${entry}\n`).join('');
  return `${JSON.stringify(value, undefined, 2)}\n`;
};

export const scrapeCommand: Command = {
  name: 'scrape',
  summary: 'read one page',
  words: 'URL',
  options: {
    output: sharedOptions.output,
    format: {
      ...sharedOptions.format,
      choices: [
        ...sharedOptions.format.choices,
        'rawHtml',
        'images',
        'summary',
        'screenshot',
        'screenshot@fullPage',
      ],
    },
    'whole-page': { type: 'boolean', description: 'with header, navigation and footer' },
    timeout: { type: 'string', value: 'MS', description: 'milliseconds for the whole request' },
    set: sharedOptions.set,
  },
  run: async (io, args) => {
    const url = oneWord(args, 'URL');
    const formats = formatsOf(args);
    const output = args.text('output');
    const [format = 'markdown', second] = formats ?? [];
    const setsFormats = args.texts('set').some((field) => field.startsWith('formats='));
    const isJson = args.flag('json') || setsFormats || second !== undefined;
    if (isScreenshot(format) && !isJson && output === undefined)
      throw new UsageError('A screenshot needs a file: -o page.png.');
    const { client } = await clientOf(io, args.text('base-url'));

    const page = await client.scrape(
      url,
      requestFields(args, {
        formats: formats as ScrapeOptions['formats'],
        timeout: wholeNumber(args, 'timeout', 1),
        onlyMainContent: args.flag('whole-page') ? false : undefined,
      }),
      { signal: io.interrupted },
    );

    if (page.warning !== undefined && !args.flag('quiet'))
      await writeLine(io.stderr, shownTo(io.stderr, page.warning));
    const content = page as unknown as Readonly<Record<string, unknown>>;
    const text = isJson ? `${JSON.stringify(page)}\n` : asText(content[format] ?? '');
    if (output === undefined) await write(io.stdout, shownTo(io.stdout, text));
    else if (isScreenshot(format) && !isJson)
      await writeFile(resolve(io.cwd, output), Buffer.from(page.screenshot ?? '', 'base64'));
    else await writeFile(resolve(io.cwd, output), text);
    return undefined;
  },
};
