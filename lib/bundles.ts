import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

import { prepareBrowserAssets } from './browser-assets.ts';
import { lockFileWhenFree } from './file-lock.ts';
import { makeAccountPage } from './make-account-page.ts';
import { makeSite, type SiteOptions } from './site/make-site.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const functionsDirectory = join(root, 'functions');

const bundlesDirectory = join(root, '.bundles');

/** The folder of a function's bundle, which is its Lambda asset. */
export const bundleDirectory = (name: string): string => join(bundlesDirectory, name);

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

/** Data of the PDF reader, which looks for it beside its own file. */
const cMaps = 'functions/shared/content/documents/pdf/cmaps';

/** The entry and every file that it imports, at once or lazily. */
function partsOf(entry: string, outputs: Metafile['outputs']): Set<string> {
  const parts = new Set([entry]);
  for (const path of parts)
    for (const { path: imported } of outputs[path]?.imports ?? [])
      if (imported in outputs) parts.add(imported);
  return parts;
}

const startsThread = (name: string, { outputs }: Metafile): boolean => {
  const entry = Object.keys(outputs).find((path) => path.endsWith(`/${name}.mjs`)) ?? '';
  return [...partsOf(entry, outputs)].some((part) => threadStarter in (outputs[part]?.inputs ?? {}));
};

/** Deletes the files of earlier builds: lazy parts are named by their content and would accumulate. */
async function emptied(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const earlier = await readdir(directory);
  await Promise.all(earlier.filter((file) => file.endsWith('.mjs')).map((file) => rm(join(directory, file))));
}

const forNode = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/**
 * Every function with the AWS SDK, so that the tested version is the deployed one. One run reads each source once, and
 * writes what functions share to parts. `overrides` in package.json give dom-serializer the entities of htmlparser2,
 * which saves a table of 75 KB.
 */
async function buildParts(names: readonly string[], directory: string): Promise<Metafile> {
  const { metafile } = await build({
    ...forNode,
    entryPoints: [
      ...names.map((name) => ({ in: `functions/${name}/handler.ts`, out: name })),
      { in: `functions/shared/scrape/conversion/${conversionThread}.ts`, out: conversionThread },
    ],
    outdir: directory,
    metafile: true,
    mainFields: ['module', 'main'],
    banner: { js: requireForCommonJs },
    plugins: [httpWithoutFetch],
  });
  return metafile;
}

/**
 * Writes an entry with its parts to a function's folder, because a Lambda has only its folder. Parts that are imported at
 * once become one file: starting from forty takes a fifth more processor time. Lazy ones (the PDF reader) stay apart.
 */
async function joinParts(entry: string, name: string, directory: string): Promise<void> {
  await build({
    ...forNode,
    entryPoints: [{ in: entry, out: name }],
    outdir: directory,
  });
}

/** Writes the bundles into one folder for each function. Returns the paths of all sources, from the root. */
async function writeBundles(
  bundles: string,
  names: readonly string[],
  progress: (step: string) => void,
): Promise<readonly string[]> {
  const parts = mkdtempSync(join(tmpdir(), 'winnow-parts-'));
  try {
    progress(`bundling ${names.length} functions (again only when their sources change)`);
    const metafile = await buildParts(names, parts);
    progress('shrinking the bundles, so that the functions start sooner');
    const thread = join(parts, conversionThread);
    await joinParts(`${thread}.mjs`, conversionThread, thread);
    await cp(join(root, cMaps), join(thread, 'cmaps'), { recursive: true });
    await Promise.all(
      names.map(async (name) => {
        const directory = join(bundles, name);
        await emptied(directory);
        await joinParts(join(parts, `${name}.mjs`), 'index', directory);
        if (startsThread(name, metafile)) await cp(thread, directory, { recursive: true });
      }),
    );
    return Object.keys(metafile.inputs).filter((path) => existsSync(join(root, path)));
  } finally {
    rmSync(parts, { recursive: true, force: true });
  }
}

/** What the bundles were made of: the sources, and a hash of all of them. */
interface Origin {
  readonly sources: readonly string[];
  readonly hash: string;
}

const originFile = (bundles: string): string => join(bundles, 'origin.json');
/** Beside the sources, these say how they are bundled. */
const recipe = ['lib/bundles.ts', 'package-lock.json', 'tsconfig.json'];

const cMapPaths = (): string[] => readdirSync(join(root, cMaps)).map((name) => `${cMaps}/${name}`);

/** All files that the bundles depend on. */
const originsOf = (sources: readonly string[]): readonly string[] =>
  [...recipe, ...cMapPaths(), ...sources].toSorted();

function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of originsOf(sources)) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** Whether the functions are bundled as their sources are now. */
function areBundled(bundles: string, names: readonly string[]): boolean {
  if (!names.every((name) => existsSync(join(bundles, name, 'index.mjs')))) return false;
  try {
    const { sources, hash } = JSON.parse(readFileSync(originFile(bundles), 'utf8')) as Origin;
    return (
      names.every((name) => sources.includes(`functions/${name}/handler.ts`)) && hashOf(sources) === hash
    );
  } catch {
    // There is no build yet, or one of its sources has gone.
    return false;
  }
}

/** The time by the clock with which the file system dates changes; that of the process may be ahead of it. */
function fileTimeMs(directory: string): number {
  const file = join(directory, 'time');
  writeFileSync(file, '');
  const { mtimeMs } = statSync(file);
  rmSync(file);
  return mtimeMs;
}

const savedAtMs = (path: string): number => statSync(join(root, path)).mtimeMs;

/** Bundles functions, each into a folder of `bundles`, unless that was done before with the same sources. */
export async function bundleFunctions(
  bundles: string,
  names: readonly string[],
  progress: (step: string) => void = () => {},
): Promise<void> {
  if (areBundled(bundles, names)) return;
  rmSync(originFile(bundles), { force: true });
  const startedMs = fileTimeMs(bundles);
  const sources = await writeBundles(bundles, names, progress);
  const origin: Origin = { sources, hash: hashOf(sources) };
  // The bundles may have the file as it was before.
  const endedMs = fileTimeMs(bundles);
  const saved = originsOf(sources).find((path) => {
    // A time in the future, as archives may have it, is no save.
    return savedAtMs(path) >= startedMs && savedAtMs(path) <= endedMs;
  });
  if (saved === undefined) writeFileSync(originFile(bundles), JSON.stringify(origin));
  else progress(`${saved} was saved meanwhile: the next start bundles again`);
}

/** Longer than everything takes on a slow machine, in milliseconds. */
const buildPatienceMs = 300_000;

/**
 * Makes the assets of all functions, unless they are made of the same sources. One process at a time: two first starts
 * at once would delete each other's files. `progress` is told of steps that take time.
 */
export async function buildBundles(
  options: SiteOptions,
  progress: (step: string) => void = () => {},
): Promise<void> {
  await mkdir(bundlesDirectory, { recursive: true });
  const waits = (): void => progress('waiting for another process that is bundling the functions');
  const release = await lockFileWhenFree(join(bundlesDirectory, 'lock'), buildPatienceMs, waits);
  const makeFunctions = async (): Promise<void> => {
    await makeSite(siteDirectory, options);
    await makeAccountPage(accountPageDirectory);
    await bundleFunctions(bundlesDirectory, functionNames(), progress);
  };
  try {
    // Both take half of the first start, and one processor each. The lock is held until both have ended.
    const parts = await Promise.allSettled([
      prepareBrowserAssets(browserAssetsDirectory, progress),
      makeFunctions(),
    ]);
    for (const part of parts) if (part.status === 'rejected') throw part.reason;
  } finally {
    release();
  }
}
