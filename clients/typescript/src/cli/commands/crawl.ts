import { resolve } from 'node:path';

import type { CrawlOptions } from '../../winnow.ts';
import { type Command, sharedOptions } from '../command.ts';
import { estimateText } from '../estimate-text.ts';
import { UsageError } from '../exit-codes.ts';
import { writeLine } from '../io.ts';
import { asTyped, formatsOf, oneWord, requestFields, serviceAsTyped, wholeNumber } from '../parameters.ts';
import { runJob } from '../run-job.ts';
import { clientOf } from '../settings.ts';

const defaultLimit = 100;

export const crawlCommand: Command = {
  name: 'crawl',
  summary: 'read a site, into a folder or as lines of JSON',
  words: 'URL',
  options: {
    output: {
      ...sharedOptions.output,
      value: 'DIR',
      description: 'writes a file for each page; goes on where it was stopped',
    },
    limit: { type: 'string', short: 'n', value: 'N', description: 'maximum of delivered pages (100)' },
    include: {
      type: 'string',
      multiple: true,
      value: 'GLOB',
      description: 'only paths like this; may be repeated',
    },
    exclude: {
      type: 'string',
      multiple: true,
      value: 'GLOB',
      description: 'no paths like this; may be repeated',
    },
    depth: { type: 'string', value: 'N', description: 'maximum of links from the first page' },
    format: sharedOptions.format,
    resume: { type: 'string', value: 'ID', description: 'goes on with a crawl that was started before' },
    skip: { type: 'string', value: 'N', description: 'with --resume: pages that were read' },
    'dry-run': {
      type: 'boolean',
      description: 'says what the crawl would deliver, cost and take; starts nothing',
    },
    set: sharedOptions.set,
  },
  run: async (io, args) => {
    const id = args.text('resume');
    if (id !== undefined && args.flag('dry-run'))
      throw new UsageError('--dry-run takes a URL, not --resume.');
    if (id !== undefined && args.words.length > 0) throw new UsageError('--resume takes no URL.');
    const url = id === undefined ? oneWord(args, 'URL') : '';
    const include = args.texts('include');
    const exclude = args.texts('exclude');
    const options: CrawlOptions = requestFields(args, {
      limit: wholeNumber(args, 'limit', 1),
      includes: include.length === 0 ? undefined : include,
      excludes: exclude.length === 0 ? undefined : exclude,
      maxDiscoveryDepth: wholeNumber(args, 'depth', 0),
      formats: formatsOf(args) as CrawlOptions['formats'],
    });
    const { client, baseUrl } = await clientOf(io, args.text('base-url'));
    if (args.flag('dry-run')) {
      const estimate = await client.estimateCrawl(url, options, { signal: io.interrupted });
      const limit = options.limit ?? defaultLimit;
      await writeLine(
        io.stdout,
        args.flag('json') ? JSON.stringify(estimate) : estimateText(estimate, limit),
      );
      return undefined;
    }
    const output = args.text('output');
    return runJob(io, {
      noun: 'crawl',
      baseUrl,
      request: id === undefined ? { url, ...options } : { resumed: id },
      limit: id === undefined ? (options.limit ?? defaultLimit) : undefined,
      folder: output === undefined ? undefined : resolve(io.cwd, output),
      resumed: id === undefined ? undefined : { id, skip: wholeNumber(args, 'skip', 0) ?? 0 },
      isJson: args.flag('json'),
      isQuiet: args.flag('quiet'),
      commandLine: asTyped(args),
      serviceAsTyped: serviceAsTyped(args),
      start: (idempotencyKey) => client.crawl(url, options, { idempotencyKey }).start(),
      open: (job, readOptions) => client.resumeCrawl(job, readOptions),
    });
  },
};
