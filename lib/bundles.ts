import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, type Metafile, type Plugin } from 'esbuild';

import { prepareBrowserAssets } from './browser-assets.ts';
import { makeAccountPage } from './make-account-page.ts';
import { makeSite, type SiteOptions } from './site/make-site.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const functionsDirectory = join(root, 'functions');

/** The folder of a function's bundle, which is its Lambda asset. */
export const bundleDirectory = (name: string): string => join(root, '.bundles', name);

/** The browser's files in the asset of `render-page`. */
export const browserAssetsDirectory = join(bundleDirectory('render-page'), 'browser');

const functionNames = (): string[] =>
  readdirSync(functionsDirectory).filter((name) => existsSync(join(functionsDirectory, name, 'handler.ts')));

/** The pages and documents in the asset of `site`. */
const siteDirectory = join(bundleDirectory('site'), 'files');

/** The account's page in the asset of `account-page`. */
const accountPageDirectory = join(bundleDirectory('account-page'), 'files');

/** CommonJS packages inside an ES module still call `require` for Node's own modules. */
const requireForCommonJs =
  "import{createRequire as __winnowRequire}from'node:module';const require=__winnowRequire(import.meta.url);";

/**
 * An ES import of `node:http` reads all of its exports, including the lazy ones that load Node's fetch and HTTP/2: a
 * tenth of a cold start for code that no function calls. As a CommonJS object it loads neither.
 */
const httpWithoutFetch: Plugin = {
  name: 'http without fetch',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^(?:node:)?http$/ }, () => ({ path: 'node:http', namespace: 'builtin' }));
    bundler.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}')`,
    }));
  },
};

/**
 * The conversion thread is started by its file name (page-converter.ts), which the bundler does not see as an import:
 * it is an entry of its own, copied beside each function that can start it.
 */
const conversionThread = 'conversion-thread';
const threadStarter = 'functions/shared/scrape/conversion/conversion-worker.ts';

/** The file name of a path in esbuild's metafile. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The entry and every file that it imports, at once or lazily. */
function partsOf(entry: string, outputs: Metafile['outputs']): Set<string> {
  const parts = new Set([entry]);
  for (const path of parts)
    for (const { path: imported } of outputs[path]?.imports ?? [])
      if (imported in outputs) parts.add(imported);
  return parts;
}

/** The files of a function's folder: its entry, the thread's entry if it starts one, and all their parts. */
function filesOf(entry: string, outputs: Metafile['outputs']): Set<string> {
  const parts = partsOf(entry, outputs);
  const startsThread = [...parts].some((part) => threadStarter in (outputs[part]?.inputs ?? {}));
  return startsThread ? parts.union(partsOf(`.bundles/${conversionThread}.mjs`, outputs)) : parts;
}

/** Deletes the files of earlier builds: lazy parts are named by their content and would accumulate. */
async function emptied(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const earlier = await readdir(directory);
  await Promise.all(earlier.filter((file) => file.endsWith('.mjs')).map((file) => rm(join(directory, file))));
}

/**
 * Bundles every function with the AWS SDK, so that the tested version is the deployed one. One run reads
 * each source once; then every folder gets the parts that its function imports, because a Lambda has only its
 * folder. `overrides` in package.json give dom-serializer the entities of htmlparser2, which saves a table of 75 KB.
 * Lazy imports (the PDF reader) are files of their own: cold starts load the entry only.
 */
export async function buildBundles(options: SiteOptions): Promise<void> {
  await prepareBrowserAssets(browserAssetsDirectory);
  await makeSite(siteDirectory, options);
  await makeAccountPage(accountPageDirectory);
  const names = functionNames();
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [
      ...names.map((name) => ({ in: `functions/${name}/handler.ts`, out: name })),
      { in: `functions/shared/scrape/conversion/${conversionThread}.ts`, out: conversionThread },
    ],
    outdir: '.bundles',
    outExtension: { '.js': '.mjs' },
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: requireForCommonJs },
    plugins: [httpWithoutFetch],
    legalComments: 'none',
    logLevel: 'warning',
  });
  const contents = new Map(outputFiles.map(({ path, contents: bytes }) => [nameOf(path), bytes]));
  await Promise.all(
    names.map(async (name) => {
      const directory = bundleDirectory(name);
      const entry = `.bundles/${name}.mjs`;
      await emptied(directory);
      await Promise.all(
        [...filesOf(entry, metafile.outputs)].map((part) =>
          writeFile(
            join(directory, part === entry ? 'index.mjs' : nameOf(part)),
            contents.get(nameOf(part)) ?? '',
          ),
        ),
      );
    }),
  );
}
