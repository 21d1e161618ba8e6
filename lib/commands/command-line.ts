import { parseArgs, type ParseArgsConfig } from 'node:util';

/** What was typed after a command. Words that it does not know end it with a sentence and the usage. */
export function commandLine<Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`);
    return process.exit(2);
  }
}
