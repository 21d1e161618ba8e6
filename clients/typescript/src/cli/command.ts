import type { Io } from './io.ts';

/** One option of a command, as `node:util` parses it, with what help and completion say. */
export interface OptionDefinition {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  readonly description: string;
  /** What stands for the value in help, such as FILE. */
  readonly value?: string;
  /** The values that completion offers. */
  readonly choices?: readonly string[];
}

export interface Arguments {
  /** Everything after `winnow`, as it was typed. */
  readonly typed: readonly string[];
  readonly words: readonly string[];
  /** The value of an option that is given once. */
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
  readonly flag: (name: string) => boolean;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The words after the name, such as `URL`. */
  readonly words?: string;
  readonly options?: Readonly<Record<string, OptionDefinition>>;
  /** Returns the exit code; nothing is 0. */
  readonly run: (io: Io, args: Arguments) => Promise<number | undefined>;
}

/** Options of every command. */
export const commonOptions = {
  json: { type: 'boolean', description: 'prints JSON' },
  quiet: { type: 'boolean', short: 'q', description: 'no progress and no summary' },
  'base-url': { type: 'string', value: 'URL', description: 'the service; also WINNOW_BASE_URL' },
  help: { type: 'boolean', short: 'h', description: 'prints this help' },
} as const satisfies Readonly<Record<string, OptionDefinition>>;

/** Options that several commands share. */
export const sharedOptions = {
  output: { type: 'string', short: 'o', value: 'FILE', description: 'writes to this file' },
  format: {
    type: 'string',
    short: 'f',
    multiple: true,
    value: 'FORMAT',
    description: 'what to return of a page; may be repeated',
    choices: ['markdown', 'html', 'json', 'links'],
  },
  set: {
    type: 'string',
    short: 's',
    multiple: true,
    value: 'NAME=VALUE',
    description: 'any other field of the request, its value as JSON or text',
  },
} as const satisfies Readonly<Record<string, OptionDefinition>>;
