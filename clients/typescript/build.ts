import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** Writes the client as it is published: ES modules with the command line, and CommonJS without it. */
export function buildClient(directory: string): void {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  );
  const compile = (...options: readonly string[]) =>
    execFileSync(process.execPath, [compiler, '--noEmit', 'false', ...options], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  rmSync(directory, { recursive: true, force: true });
  compile('--project', 'tsconfig.json', '--outDir', directory);
  const commonJs = join(directory, 'cjs');
  compile('--project', 'tsconfig.cjs.json', '--outDir', commonJs);
  writeFileSync(join(commonJs, 'package.json'), '{ "type": "commonjs" }\n');
  nameJavaScript(directory);
}

/** The compiler renames imports in JavaScript only; declarations of a package name what exists in it. */
function nameJavaScript(directory: string): void {
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(directory, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}

if (import.meta.main) buildClient(resolve(process.argv[2] ?? 'dist'));
