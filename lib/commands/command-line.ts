import { parseArgs, type ParseArgsConfig } from 'node:util';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * The options and words after a command. `--help` prints the usage and ends the process; an unknown option ends it with
 * exit code 2, after a sentence and the usage.
 */
export function commandLine<const Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  const help = { type: 'boolean' } as const;
  try {
    const parsed = parseArgs({ ...config, options: { ...config.options, help } });
    if (!('help' in parsed.values)) return parsed as unknown as ReturnType<typeof parseArgs<Config>>;
  } catch (error) {
    return endWithUsage(usage, messageOf(error));
  }
  console.log(usage);
  return process.exit(0);
}

/** Ends the process: what was typed is not a command. */
export function endWithUsage(usage: string, problem?: string): never {
  console.error(problem === undefined ? usage : `${problem}\n\n${usage}`);
  return process.exit(2);
}

/** What a command takes after its name. */
export interface CommandShape {
  /** What each of its words is, as a sentence begins with it. */
  readonly words: readonly string[];
  /** A further word that may be missing. */
  readonly optionalWord?: string;
  readonly options: readonly string[];
}

/**
 * Why the words and options after a command are not those that it takes, as a sentence; `undefined` when they are. An
 * npm script that is run without `--` gets the values of its options as words.
 */
export function misfit(
  command: string,
  shape: CommandShape,
  words: readonly string[],
  options: readonly string[],
): string | undefined {
  const most = shape.words.length + (shape.optionalWord === undefined ? 0 : 1);
  const [missing, tooMany] = [shape.words[words.length], words[most]];
  const unknown = options.find((option) => !shape.options.includes(option));
  if (tooMany !== undefined) return `"${command}" takes no word "${tooMany}".`;
  if (unknown !== undefined) return `"${command}" takes no option --${unknown}.`;
  return missing === undefined ? undefined : `${missing} is missing.`;
}

/** The value of an option as a whole number. Throws with the range when it is not one. */
export function wholeNumber(option: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`${option} must be a number from ${min} to ${max}.`);
  return value;
}

/** The value of an option as a number. Throws with the range when it is not one. */
export function realNumber(option: string, text: string, min: number, max: number): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!(value >= min && value <= max)) throw new Error(`${option} must be a number from ${min} to ${max}.`);
  return value;
}

/** The value of an option as an HTTP URL without a closing slash. Throws with an example when it is not one. */
export function httpUrl(option: string, text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(`${option} must be a URL such as http://127.0.0.1:8000.`);
  return text.replace(/\/+$/, '');
}

/** The value of an option that names a folder. Throws when it is empty, as an unset variable of a shell is. */
export function folder(option: string, text: string): string {
  if (text === '') throw new Error(`${option} must name a folder.`);
  return text;
}

/** The value of an option as an origin with HTTPS. Throws with an example when it is not one. */
export function httpsOrigin(option: string, text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.href !== `${url.origin}/`)
    throw new Error(`${option} must be an HTTPS URL without a path, such as https://winnow.example.com.`);
  return url.origin;
}

/** What AWS's clients throw when neither the environment nor a profile has a region. */
const missingRegion = 'Region is missing';

const reportOf = (error: unknown): string => {
  const message = messageOf(error);
  return message === missingRegion ? 'No AWS region is set: set AWS_REGION to that of the service.' : message;
};

/** Runs a command. An error ends the process with its message, without a stack, and exit code 1. */
export async function runCommand(command: () => unknown): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(reportOf(error));
    process.exit(1);
  }
}
