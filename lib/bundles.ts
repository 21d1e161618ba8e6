import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, type Metafile, type Plugin } from 'esbuild';

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
 * An ES import of `node:http` reads each of its exports, also the lazy ones that load Node's fetch and HTTP/2: a
 * tenth of a cold start for what no function calls. Asked for as an object it loads neither.
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
 * The thread that converts pages is started by its file name (page-converter.ts), which no import tells the bundler:
 * it is an entry of its own, and lies beside each function that can start it.
 */
const conversionThread = 'conversion-thread';
const threadStarter = 'functions/shared/scrape/conversion/conversion-worker.ts';

/** A file of a build, as the metafile names it. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The entry and every file that it imports, at once or lazily. */
function partsOf(entry: string, outputs: Metafile['outputs']): Set<string> {
  const parts = new Set([entry]);
  for (const path of parts)
    for (const { path: imported } of outputs[path]?.imports ?? [])
      if (imported in outputs) parts.add(imported);
  return parts;
}

/** What the folder of a function holds: its entry, the entry of the thread when it starts one, and all their parts. */
function filesOf(entry: string, outputs: Metafile['outputs']): Set<string> {
  const parts = partsOf(entry, outputs);
  const startsThread = [...parts].some((part) => threadStarter in (outputs[part]?.inputs ?? {}));
  return startsThread ? parts.union(partsOf(`.bundles/${conversionThread}.mjs`, outputs)) : parts;
}

/** Files of lazy parts are named by their content; those of earlier builds would stay. */
async function emptied(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const earlier = await readdir(directory);
  await Promise.all(earlier.filter((file) => file.endsWith('.mjs')).map((file) => rm(join(directory, file))));
}

/**
 * Bundles every function, the AWS SDK included, so that the version tested is the version deployed. One run reads
 * each source once; then every folder gets the parts that its function imports, since a folder is all that its
 * Lambda has. `overrides` in package.json give dom-serializer the entities of htmlparser2: tables of 75 KB come once.
 * What is imported lazily (the PDF reader) is a file of its own: cold starts pay for the entry only.
 */
export async function buildBundles(): Promise<void> {
  await prepareBrowserAssets(browserAssetsDirectory);
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
