import type { Readable, Writable } from 'node:stream';

/** A stream of the process; `isTTY` when a person looks at it. */
export interface Output extends Pick<Writable, 'write' | 'once' | 'off'> {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Input extends Readable {
  readonly isTTY?: boolean;
  readonly setRawMode?: (isRaw: boolean) => unknown;
}

/** What a command sees of the machine. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Aborts at Ctrl-C. */
  readonly interrupted: AbortSignal;
  /** Shows a page in the person's browser, if there is one. */
  readonly openBrowser: (url: string) => void;
}

/** Writes, and waits while the reader of a pipe is behind: what is not read yet does not gather in memory. */
export async function write(output: Output, text: string | Uint8Array): Promise<void> {
  if (output.write(text)) return;
  await new Promise<void>((resolve) => output.once('drain', resolve));
}

export const writeLine = (output: Output, line: string): Promise<void> => write(output, `${line}\n`);

/** Text of foreign pages without what a terminal takes for commands: escape sequences and other control characters. */
const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

/** The same in one line. */
export const oneLine = (text: string): string => printable(text).replaceAll(/\s+/g, ' ').trim();

/** What a person sees is made safe for the terminal; a pipe gets every byte. */
export const shownTo = (output: Output, text: string): string =>
  output.isTTY === true ? printable(text) : text;

export type Colour = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

const codes: Readonly<Record<Colour, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
};

/** Colours where a person looks, unless `NO_COLOR` or a terminal without them forbids it. */
export function painter(
  { isTTY }: Output,
  { NO_COLOR: noColour = '', TERM: terminal }: Io['env'],
): (colour: Colour, text: string) => string {
  const isColoured = isTTY === true && noColour === '' && terminal !== 'dumb';
  return (colour, text) => {
    const [on, off] = codes[colour];
    return isColoured ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  };
}

/** Rows in columns as wide as their longest word. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (longest, row) => row.map((word, index) => Math.max(word.length, longest[index] ?? 0)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((word, index) => word.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
