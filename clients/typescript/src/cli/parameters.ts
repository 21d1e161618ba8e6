import type { Arguments } from './command.ts';
import { UsageError } from './exit-codes.ts';

/** The value of an option as a whole number. */
export function wholeNumber(args: Arguments, name: string, min: number): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? NaN : Number(text);
  if (!Number.isInteger(value) || value < min)
    throw new UsageError(`--${name} must be a whole number from ${min}; it is ${text}.`);
  return value;
}

/** The formats of `--format`, repeated or separated by commas. The service says which ones it knows. */
export const formatsOf = (args: Arguments): readonly string[] | undefined => {
  const names = args.texts('format').flatMap((text) => text.split(','));
  return names.length === 0 ? undefined : names;
};

/** The fields of `--set NAME=VALUE`: the service says what is wrong with them. */
const furtherFields = (args: Arguments): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    args.texts('set').map((text) => {
      const [, name, value] = /^(\w+)=([^]*)$/.exec(text) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`--set takes NAME=VALUE, such as mobile=true; it is ${text}.`);
      return [name, jsonOrText(value)];
    }),
  );

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The only word after a command. */
export function oneWord(args: Arguments, what: string): string {
  const [word, second] = args.words;
  if (word === undefined) throw new UsageError(`${what} is missing.`);
  if (second !== undefined) throw new UsageError(`Only one ${what} is taken; there is also ${second}.`);
  return word;
}

/** Fields without those that are undefined. */
const present = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/** The fields of a request: those of `--set`, which the command's own options override. */
export const requestFields = <Fields extends object>(args: Arguments, named: Fields): Fields => ({
  ...furtherFields(args),
  ...present(named),
});

/** A word of a command line as a shell takes it. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The command, to be typed again. */
export const asTyped = ({ typed }: Arguments): string => typed.map(quoted).join(' ');

/** The end of a further command to the same service: its option, where one was typed. */
export const serviceAsTyped = (args: Arguments): string => {
  const url = args.text('base-url');
  return url === undefined ? '' : ` --base-url ${quoted(url)}`;
};
