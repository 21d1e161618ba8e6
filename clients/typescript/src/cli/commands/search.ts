import { type Command, sharedOptions } from '../command.ts';
import { UsageError } from '../exit-codes.ts';
import { oneLine, painter, shownTo, writeLine } from '../io.ts';
import { requestFields, wholeNumber } from '../parameters.ts';
import { clientOf } from '../settings.ts';

export const searchCommand: Command = {
  name: 'search',
  summary: 'search the web',
  words: 'QUERY…',
  options: {
    limit: { type: 'string', short: 'n', value: 'N', description: 'maximum of results (10)' },
    answer: { type: 'boolean', description: 'answers the query from the pages, with citations' },
    set: sharedOptions.set,
  },
  run: async (io, args) => {
    const query = args.words.join(' ');
    if (query === '') throw new UsageError('QUERY is missing.');
    const { client } = await clientOf(io, args.text('base-url'));
    const found = await client.search(
      query,
      requestFields(args, {
        limit: wholeNumber(args, 'limit', 1),
        parseResults: args.flag('answer') ? true : undefined,
      }),
      { signal: io.interrupted },
    );
    if (args.flag('json')) {
      await writeLine(io.stdout, shownTo(io.stdout, JSON.stringify(found)));
      return undefined;
    }
    if (found.warning !== undefined && !args.flag('quiet'))
      await writeLine(io.stderr, shownTo(io.stderr, found.warning));
    const paint = painter(io.stdout, io.env);
    if (found.markdown !== undefined) await writeLine(io.stdout, shownTo(io.stdout, found.markdown));
    for (const { title, url, description } of found.pages)
      await writeLine(
        io.stdout,
        `${paint('bold', oneLine(title))}\n${paint('green', oneLine(url))}\n${oneLine(description)}\n`,
      );
    return undefined;
  },
};
