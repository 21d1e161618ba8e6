import { parseArgs } from 'node:util';

import { WinnowError } from '../errors.ts';
import { type Arguments, type Command, commonOptions, type OptionDefinition } from './command.ts';
import { batchCommand } from './commands/batch.ts';
import { crawlCommand } from './commands/crawl.ts';
import { extractCommand } from './commands/extract.ts';
import { initCommand } from './commands/init.ts';
import { cancelCommand, crawlsCommand, errorsCommand } from './commands/jobs.ts';
import { loginCommand } from './commands/login.ts';
import { mapCommand } from './commands/map.ts';
import { mcpCommand } from './commands/mcp.ts';
import { scrapeCommand } from './commands/scrape.ts';
import { searchCommand } from './commands/search.ts';
import { usageCommand } from './commands/usage.ts';
import { shells } from './completion.ts';
import { exitCodeOf, exitCodes, UsageError } from './exit-codes.ts';
import { columns, type Io, oneLine, painter, write, writeLine } from './io.ts';
import { oneWord } from './parameters.ts';

const completionCommand: Command = {
  name: 'completion',
  summary: 'print the completion of a shell: bash, zsh or fish',
  words: 'SHELL',
  run: async (io, args) => {
    const shell = oneWord(args, 'SHELL');
    if (!Object.hasOwn(shells, shell))
      throw new UsageError(`SHELL must be one of ${Object.keys(shells).join(', ')}; it is ${shell}.`);
    await write(io.stdout, shells[shell as keyof typeof shells](commands));
    return undefined;
  },
};

const commands: readonly Command[] = [
  scrapeCommand,
  crawlCommand,
  batchCommand,
  mapCommand,
  searchCommand,
  extractCommand,
  usageCommand,
  crawlsCommand,
  errorsCommand,
  cancelCommand,
  loginCommand,
  initCommand,
  mcpCommand,
  completionCommand,
];

const exitCodeHelp = `Exit codes: 0 done, 1 unexpected, 2 wrong command or request, 3 key or plan, 4 limit,
5 page not delivered, 6 service, 7 not reachable, 130 interrupted.`;

const generalHelp = (): string => `winnow COMMAND [OPTIONS]

${columns(commands.map(({ name, words = '', summary }) => [`  ${name} ${words}`.trimEnd(), summary]))}

winnow COMMAND --help lists the options of a command. ${exitCodeHelp}`;

const optionRow = ([name, { short, value, description }]: [string, OptionDefinition]): string[] => [
  `  ${short === undefined ? '   ' : `-${short},`} --${name}${value === undefined ? '' : ` ${value}`}`,
  description,
];

const helpOf = ({ name, words = '', summary, options = {} }: Command): string =>
  `winnow ${name} ${words}\n\n${summary}\n\n${columns([...Object.entries(options), ...Object.entries(commonOptions)].map(optionRow))}\n\n${exitCodeHelp}`;

function parsed(
  { name, options = {} }: Command,
  typed: readonly string[],
): Arguments & { readonly isHelp: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: typed.slice(1),
      options: { ...options, ...commonOptions },
      allowPositionals: true,
    });
    const given = values as Readonly<Record<string, string | boolean | string[] | undefined>>;
    return {
      typed,
      words: positionals,
      text: (option) => given[option] as string | undefined,
      texts: (option) => (given[option] ?? []) as string[],
      flag: (option) => given[option] === true,
      isHelp: given['help'] === true,
    };
  } catch (error) {
    throw new UsageError(`${(error as Error).message} See \`winnow ${name} --help\`.`);
  }
}

async function run(io: Io, version: string, typed: readonly string[]): Promise<number> {
  const [name] = typed;
  if (name === '--version' || name === '-v') {
    await writeLine(io.stdout, version);
    return exitCodes.done;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    await writeLine(name === undefined ? io.stderr : io.stdout, generalHelp());
    return name === undefined ? exitCodes.request : exitCodes.done;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined)
    throw new UsageError(`There is no command ${name}. \`winnow --help\` lists the commands.`);
  const args = parsed(command, typed);
  if (args.isHelp) {
    await writeLine(io.stdout, helpOf(command));
    return exitCodes.done;
  }
  return (await command.run(io, args)) ?? exitCodes.done;
}

/** Runs a command, says what went wrong, and returns the exit code. */
export async function runCli(io: Io, version: string, typed: readonly string[]): Promise<number> {
  try {
    return await run(io, version, typed);
  } catch (error) {
    if (io.interrupted.aborted) return exitCodes.interrupted;
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof WinnowError ? ` (${error.code})` : '';
    const paint = painter(io.stderr, io.env);
    await writeLine(io.stderr, paint('red', `winnow: ${oneLine(message)}${code}`));
    return exitCodeOf(error);
  }
}
