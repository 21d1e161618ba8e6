import { createInterface } from 'node:readline';

import { Winnow } from '../../winnow.ts';
import type { Command } from '../command.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { type Input, type Io, write, writeLine } from '../io.ts';
import { baseUrlOf, checkedApiKey, storeSettings } from '../settings.ts';

const ctrlC = '\u0003';
const backspaces = new Set(['\u007f', '\b']);

/** A line that is typed or pasted without being shown. */
async function hiddenLine(stdin: Input, interrupted: AbortSignal): Promise<string> {
  stdin.setRawMode?.(true);
  let line = '';
  try {
    for await (const chunk of stdin) {
      for (const letter of String(chunk)) {
        if (letter === ctrlC || interrupted.aborted)
          throw new CommandError('Nothing was stored.', exitCodes.interrupted);
        if (letter === '\r' || letter === '\n') return line;
        line = backspaces.has(letter) ? line.slice(0, -1) : line + letter;
      }
    }
    return line;
  } finally {
    stdin.setRawMode?.(false);
  }
}

/** The first line of a pipe. */
async function firstLine(stdin: Input): Promise<string> {
  for await (const line of createInterface({ input: stdin })) return line;
  return '';
}

async function enteredKey(io: Io, baseUrl: string): Promise<string> {
  if (io.stdin.isTTY !== true) return firstLine(io.stdin);
  const account = `${baseUrl}/account`;
  await writeLine(io.stderr, `Make a key on the account page: ${account}`);
  io.openBrowser(account);
  await write(io.stderr, 'API key (it is not shown): ');
  try {
    return await hiddenLine(io.stdin, io.interrupted);
  } finally {
    await writeLine(io.stderr, '');
  }
}

export const loginCommand: Command = {
  name: 'login',
  summary: 'store the key of a service on this machine',
  run: async (io, args) => {
    const baseUrl = await baseUrlOf(io, args.text('base-url'));
    const entered = await enteredKey(io, baseUrl);
    if (entered.trim() === '')
      throw new CommandError('No key was entered; nothing was stored.', exitCodes.request);
    const apiKey = checkedApiKey(entered);
    const { plan } = await new Winnow({ baseUrl, apiKey }).usage({ signal: io.interrupted });
    const file = await storeSettings(io, { baseUrl, apiKey });
    await writeLine(io.stderr, `The key works, on the plan ${plan}. It is stored in ${file}.`);
    return undefined;
  },
};
