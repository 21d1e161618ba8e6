import type { Command } from '../command.ts';
import { columns, oneLine, writeLine } from '../io.ts';
import { clientOf } from '../settings.ts';

const amount = (value: number | null): string => (value === null ? 'unlimited' : String(value));

export const usageCommand: Command = {
  name: 'usage',
  summary: 'requests used and left this month',
  run: async (io, args) => {
    const { client } = await clientOf(io, args.text('base-url'));
    const usage = await client.usage({ signal: io.interrupted });
    if (args.flag('json')) {
      await writeLine(io.stdout, JSON.stringify(usage));
      return undefined;
    }
    const { plan, month, allowance, used, remaining, operations, key } = usage;
    const rows = [
      ['plan', `${plan} (${month})`],
      ['allowance', amount(allowance)],
      ['used', String(used)],
      ['remaining', amount(remaining)],
      ['key', `${oneLine(key.name)}, ${key.used} used${key.budget === null ? '' : ` of ${key.budget}`}`],
      ...Object.entries(operations).map(([name, { requests, pages }]) => [
        name,
        `${requests} requests, ${pages} pages`,
      ]),
    ];
    await writeLine(io.stdout, columns(rows));
    return undefined;
  },
};
