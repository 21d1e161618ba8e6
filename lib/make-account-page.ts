import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Rolldown } from 'vite';

import { basePlaceholder, siteIndexName } from '#shared/contract/site-files.ts';
import { makeForms, operationForms } from './operation-forms.ts';
import { hashOf, type MadeFile, writeFiles } from './site/write-files.ts';

const sources = fileURLToPath(new URL('account-page', import.meta.url));

/** Browsers of the last two years: they have `light-dark()`, so that it is not taken apart. */
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

const typeOf = (name: string): string => {
  const type = types[name.slice(name.lastIndexOf('.') + 1)];
  if (type === undefined) throw new Error(`The account page has no content type for ${name}.`);
  return type;
};

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

/** Vite sets a variable of the environment for the whole process, which runs more than Vite. */
async function keepingEnvironment<T>(work: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  try {
    return await work();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** Compiles and minifies the page, in memory. Vite is loaded only when there is something to build. */
async function bundled(): Promise<readonly Output[]> {
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    root: sources,
    mode: 'production',
    base: './',
    publicDir: false,
    logLevel: 'warn',
    plugins: [operationForms()],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      write: false,
      target: browsers,
      cssTarget: browsers,
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(sources, 'main.tsx'),
        output: {
          entryFileNames: '[name].[hash].js',
          chunkFileNames: '[name].[hash].js',
          assetFileNames: '[name].[hash].[ext]',
        },
      },
    },
  });
  if (!('output' in result)) throw new Error('Vite has made no bundle of the account page.');
  return result.output;
}

const textOf = (file: Output): string =>
  file.type === 'chunk'
    ? file.code
    : typeof file.source === 'string'
      ? file.source
      : Buffer.from(file.source).toString('utf8');

/**
 * The document. It names the deployment, because /account and /account/keys would resolve relative links to different
 * places. Nothing is drawn before the script has run: it knows theme and language.
 */
const documentOf = (script: string, styles: readonly string[], icon: string): string => {
  const asset = (name: string) => `${basePlaceholder}/account/assets/${name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="deployment" content="${basePlaceholder}">
<meta name="robots" content="noindex">
<title>Winnow</title>
<link rel="icon" href="${asset(icon)}">
${styles.map((name) => `<link rel="stylesheet" href="${asset(name)}">`).join('\n')}
<script type="module" src="${asset(script)}" blocking="render"></script>
</head>
<body>
<div id="page"></div>
<noscript>The account page needs JavaScript. The API does not: see <a href="${basePlaceholder}/docs">the documentation</a>.</noscript>
</body>
</html>
`;
};

async function pageContents(): Promise<readonly MadeFile[]> {
  const output = await keepingEnvironment(bundled);
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry === undefined) throw new Error('Vite has made no entry of the account page.');
  const icon = readFileSync(new URL('site/icon.svg', import.meta.url), 'utf8');
  const files = [
    ...output.map((file) => ({ name: file.fileName, text: textOf(file) })),
    { name: `icon.${hashOf(icon)}.svg`, text: icon },
  ];
  const stylesOfEntry = files
    .filter(({ name }) => /^(main|style)\..*css$/.test(name))
    .map(({ name }) => name);
  const document = documentOf(entry.fileName, stylesOfEntry, files.at(-1)?.name ?? '');
  return [
    { name: 'index.html', type: 'text/html; charset=utf-8', text: document },
    ...files.map(({ name, text }) => ({
      name: `assets-${name}`,
      type: typeOf(name),
      text,
      isImmutable: true,
    })),
  ];
}

/** The version of everything that the files are made from: sources, contract, this file, the versions of the packages. */
function versionOfSources(): string {
  const files = readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const root = fileURLToPath(new URL('..', import.meta.url));
  return hashOf(
    [...files, join(root, 'package-lock.json'), import.meta.filename, join(root, 'lib/site/write-files.ts')]
      .map((file) => `${file}\n${readFileSync(file, 'utf8')}`)
      .concat(JSON.stringify(makeForms()))
      .join('\n'),
  );
}

/** Writes the page into a folder, unless its files are there and made from the same sources. */
export async function makeAccountPage(directory: string): Promise<void> {
  const version = versionOfSources();
  const mark = join(directory, 'sources');
  const isMade = existsSync(mark) && existsSync(join(directory, siteIndexName));
  if (isMade && readFileSync(mark, 'utf8') === version) return;
  await writeFiles(directory, await pageContents());
  await writeFile(mark, version);
}
