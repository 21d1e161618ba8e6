import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

import type { ChildProcesses } from '../local/child-processes.ts';

const app = join(import.meta.dirname, '../../bin/app.ts');

/** Their own messages name remedies that do not help here. */
const lacksBundlers =
  'The programs of esbuild and Vite for this machine are missing: run npm ci without --omit=optional.';

/**
 * Writes the cloud assembly to `outdir` and returns it; `progress` is told each step. A separate process, because the bundler and the CDK take a
 * gigabyte that this one would keep.
 */
export async function synthesise(
  children: ChildProcesses,
  outdir: string,
  progress: (step: string) => void,
): Promise<string> {
  const child = children.spawn(process.execPath, [app, '--quick'], {
    env: { ...process.env, CDK_OUTDIR: outdir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', progress);
  const errors = child.stderr === null ? '' : text(child.stderr);
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (...ending) => resolve(ending));
  });
  if (code !== 0) {
    const problem = (await errors).trim();
    if (/native binding|"@esbuild\//.test(problem)) throw new Error(lacksBundlers);
    throw new Error(problem || `Synthesising the stack ended with ${signal ?? code}.`);
  }
  return outdir;
}
