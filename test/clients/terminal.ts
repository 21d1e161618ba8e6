import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { onTestFinished } from 'vitest';

import { runCli } from '../../clients/typescript/src/cli/cli.ts';
import type { Io, Output } from '../../clients/typescript/src/cli/io.ts';
import { type AnswerRequest, apiKey, startService } from './answers.ts';

export interface Terminal {
  readonly isTTY?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The input is typed by a person, not piped. */
  readonly isTyped?: boolean;
  readonly interrupted?: AbortSignal;
}

function collected(isTTY: boolean): { readonly output: Output; readonly text: () => string } {
  let text = '';
  const output: Output = {
    isTTY,
    columns: 120,
    write: (chunk: unknown) => {
      text += String(chunk);
      return true;
    },
    once: () => output as never,
    off: () => output as never,
  };
  return { output, text: () => text };
}

/** A folder that ends with its test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A machine on which commands are typed, and a service that they ask. */
export async function machineWith(answer: AnswerRequest) {
  const server = await startService(answer);
  onTestFinished(server.close);
  const cwd = temporaryFolder();
  const opened: string[] = [];
  const typeIn = async (folder: string, words: readonly string[], terminal: Terminal = {}) => {
    const {
      isTTY = false,
      env,
      stdin = '',
      isTyped = false,
      interrupted = new AbortController().signal,
    } = terminal;
    const stdout = collected(isTTY);
    const stderr = collected(isTTY);
    const io: Io = {
      stdin: Object.assign(Readable.from([stdin]), { isTTY: isTyped }),
      stdout: stdout.output,
      stderr: stderr.output,
      env: env ?? { WINNOW_BASE_URL: server.url, WINNOW_API_KEY: apiKey },
      cwd: join(cwd, folder),
      platform: 'linux',
      home: cwd,
      interrupted,
      openBrowser: (url) => opened.push(url),
    };
    const exitCode = await runCli(io, '0.1.0', words);
    return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
  };
  const type = (words: readonly string[], terminal?: Terminal) => typeIn('', words, terminal);
  return { type, typeIn, cwd, opened, received: server.received, url: server.url };
}
