import { existsSync, readdirSync } from 'node:fs';
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
 * Bundles every function in one run, the AWS SDK included, so that the version tested is the version deployed.
 * Source maps stay beside the assets, not in them: they are several times their size.
 */
export async function buildBundles(): Promise<void> {
  await prepareBrowserAssets(browserAssetsDirectory);
  await build({
    absWorkingDir: root,
    entryPoints: functionNames().map((name) => ({
      in: `functions/${name}/handler.ts`,
      out: `${name}/index`,
    })),
    outdir: '.bundles',
    outExtension: { '.js': '.mjs' },
    bundle: true,
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
