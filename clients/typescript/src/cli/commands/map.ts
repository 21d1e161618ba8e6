import { type Command, sharedOptions } from '../command.ts';
import { oneLine, shownTo, writeLine } from '../io.ts';
import { oneWord, requestFields, wholeNumber } from '../parameters.ts';
import { clientOf } from '../settings.ts';

export const mapCommand: Command = {
  name: 'map',
  summary: 'the URLs of a site, one a line',
  words: 'URL',
  options: {
    limit: { type: 'string', short: 'n', value: 'N', description: 'maximum of URLs (5,000)' },
    search: { type: 'string', value: 'WORDS', description: 'URLs and titles with these words come first' },
    set: sharedOptions.set,
  },
  run: async (io, args) => {
    const url = oneWord(args, 'URL');
    const { client } = await clientOf(io, args.text('base-url'));
    const { links, total, truncated, warning } = await client.map(
      url,
      requestFields(args, {
        limit: wholeNumber(args, 'limit', 1),
        search: args.text('search'),
      }),
      { signal: io.interrupted },
    );
    for (const link of links)
      await writeLine(
        io.stdout,
        args.flag('json') ? shownTo(io.stdout, JSON.stringify(link)) : oneLine(link.url),
      );
    if (args.flag('quiet')) return undefined;
    if (warning !== undefined) await writeLine(io.stderr, shownTo(io.stderr, warning));
    if (truncated) await writeLine(io.stderr, `${links.length} of at least ${total} URLs.`);
    return undefined;
  },
};
