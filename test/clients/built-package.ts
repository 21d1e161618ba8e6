import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { buildClient } from '../../clients/typescript/build.ts';

const source = 'clients/typescript';

/** A project that has installed the client as it is published, and Zod. */
export function projectWithClient(): { readonly directory: string; readonly packageDirectory: string } {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-client-'));
  const packageDirectory = join(directory, 'node_modules', '@winnow', 'client');
  mkdirSync(packageDirectory, { recursive: true });
  for (const name of ['package.json', 'bin'])
    cpSync(join(source, name), join(packageDirectory, name), { recursive: true });
  buildClient(join(packageDirectory, 'dist'));
  symlinkSync(resolve('node_modules/zod'), join(directory, 'node_modules', 'zod'));
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }\n');
  return { directory, packageDirectory };
}

/** The examples of the client's README, in one program. */
export const readmeProgram = (): string =>
  [...readFileSync(join(source, 'README.md'), 'utf8').matchAll(/```ts\n([^]+?)```/g)]
    .map(([, code = '']) => code)
    .join('\n');
