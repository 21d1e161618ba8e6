import type { JobOptions, PageJob } from '../../page-job.ts';
import type { Winnow } from '../../winnow.ts';
import type { Command } from '../command.ts';
import { columns, oneLine, shownTo, writeLine } from '../io.ts';
import { oneWord } from '../parameters.ts';
import { clientOf } from '../settings.ts';

/** A crawl or a batch, by the name that its id begins with. */
const jobOf = (client: Winnow, id: string, options: JobOptions): PageJob =>
  id.startsWith('batch_') ? client.resumeBatch(id, options) : client.resumeCrawl(id, options);

export const crawlsCommand: Command = {
  name: 'crawls',
  summary: "the account's crawls and batches, newest first",
  run: async (io, args) => {
    const { client } = await clientOf(io, args.text('base-url'));
    const rows: string[][] = [];
    for await (const crawl of client.crawls({ signal: io.interrupted })) {
      if (args.flag('json')) await writeLine(io.stdout, shownTo(io.stdout, JSON.stringify(crawl)));
      else rows.push([crawl.id, crawl.status, `${crawl.completed}/${crawl.total}`, oneLine(crawl.url)]);
    }
    if (rows.length > 0) await writeLine(io.stdout, columns(rows));
    return undefined;
  },
};

export const errorsCommand: Command = {
  name: 'errors',
  summary: 'the URLs of a crawl or a batch that were not delivered, each with its reason',
  words: 'ID',
  run: async (io, args) => {
    const id = oneWord(args, 'ID');
    const { client } = await clientOf(io, args.text('base-url'));
    for await (const error of jobOf(client, id, { signal: io.interrupted }).errors())
      await writeLine(
        io.stdout,
        args.flag('json')
          ? shownTo(io.stdout, JSON.stringify(error))
          : `${error.state.padEnd(10)}  ${oneLine(error.url)}  ${oneLine(error.reason)}`,
      );
    return undefined;
  },
};

export const cancelCommand: Command = {
  name: 'cancel',
  summary: 'end a crawl or a batch; its pages so far are kept',
  words: 'ID',
  run: async (io, args) => {
    const id = oneWord(args, 'ID');
    const { client } = await clientOf(io, args.text('base-url'));
    const job = jobOf(client, id, { signal: io.interrupted });
    await job.cancel();
    const { status, coverage } = await job.progress();
    await writeLine(
      io.stdout,
      args.flag('json')
        ? JSON.stringify({ id, status, delivered: coverage.delivered })
        : `${id} has ended, with ${coverage.delivered} pages.`,
    );
    return undefined;
  },
};
