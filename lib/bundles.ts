import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { prepareBrowserAssets } from './browser-assets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const functionsDirectory = join(root, 'functions');

/** Where a function's bundle lies: a folder that is its Lambda asset. */
export const bundleDirectory = (name: string): string => join(root, '.bundles', name);

/** The browser's files, a part of that function's asset. */
export const browserAssetsDirectory = join(bundleDirectory('render-page'), 'browser');

const functionNames = (): string[] =>
  readdirSync(functionsDirectory).filter((name) => existsSync(join(functionsDirectory, name, 'handler.ts')));

/** CommonJS packages inside an ES module still call `require` for Node's own modules. */
const requireForCommonJs =
  "import{createRequire as __winnowRequire}from'node:module';const require=__winnowRequire(import.meta.url);";

/**
 * Bundles one function, the AWS SDK included, so that the version tested is the version deployed. What it imports
 * lazily (the PDF reader) becomes a file of its own beside the entry, read when it is first needed: cold starts
 * pay for the entry only. Each function is built apart, since its folder is all that its Lambda has.
 */
async function buildBundle(name: string): Promise<void> {
  const directory = bundleDirectory(name);
  // Files of lazy parts are named by their content; those of earlier builds would stay.
  const earlier = existsSync(directory) ? readdirSync(directory) : [];
  await Promise.all(earlier.filter((file) => file.endsWith('.mjs')).map((file) => rm(join(directory, file))));
  await build({
    absWorkingDir: root,
    entryPoints: [{ in: `functions/${name}/handler.ts`, out: 'index' }],
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    keepNames: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: requireForCommonJs },
    legalComments: 'none',
    logLevel: 'warning',
  });
}

export async function buildBundles(): Promise<void> {
  await prepareBrowserAssets(browserAssetsDirectory);
  await Promise.all(functionNames().map(buildBundle));
}
