import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { doors, packageHomes, ranks } from '../oxlint.config.ts';

const folders = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Every folder of `functions/shared` that holds files, as a path below it. */
const roomsOnDisk = (): string[] =>
  readdirSync('functions/shared', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath }) => relative('functions/shared', parentPath));

/** A forbidden import: what it is, where, of what, and words of the linter's message. */
type Seed = readonly [what: string, path: string, target: string, message: string];

const seeds: readonly Seed[] = [
  [
    'a room that imports a higher one',
    'functions/shared/kernel/seed.ts',
    '#shared/scrape/scrape-page.ts',
    'lower rank',
  ],
  [
    'a room that imports one of its own rank',
    'functions/shared/web/egress/seed.ts',
    '#shared/web/sitemaps/parse-sitemap.ts',
    'lower rank',
  ],
  [
    'a room that imports a higher one of its wing',
    'functions/shared/content/dom/seed.ts',
    '#shared/content/markdown/escape.ts',
    'lower rank',
  ],
  [
    'a wing that passes by the doors of content',
    'functions/shared/scrape/seed.ts',
    '#shared/content/markdown/escape.ts',
    'doors',
  ],
  [
    'a function that passes by the doors of content',
    'functions/scrape/seed.ts',
    '#shared/content/markdown/escape.ts',
    'doors',
  ],
  [
    'a room reached by a relative path',
    'functions/shared/scrape/verdict/seed.ts',
    '../scrape-page.ts',
    '#shared/ name',
  ],
  ['a package outside of its home', 'functions/shared/http/seed.ts', 'openai', 'another room'],
  [
    'a parser of the DOM outside of its homes',
    'functions/shared/extract/evidence/seed.ts',
    'domhandler',
    'another room',
  ],
  ['a reader of PDFs outside of content', 'functions/shared/scrape/pdf-seed.ts', 'unpdf', 'another room'],
  [
    'an AWS client outside of an adapter',
    'functions/shared/crawl/ledger/seed.ts',
    '@aws-sdk/client-dynamodb',
    'AWS clients live',
  ],
  ['the CDK in a function', 'functions/scrape/stack-seed.ts', 'aws-cdk-lib', 'belongs to a room'],
  [
    'training that looks beyond content',
    'lib/training/seed.ts',
    '#shared/scrape/scrape-page.ts',
    'content and verdicts only',
  ],
  [
    'the runner that imports the contract',
    'lib/local/seed.ts',
    '#shared/contract/routes.ts',
    'protocols of AWS',
  ],
  ['the stack that imports a room', 'lib/seed.ts', '#shared/scrape/scrape-page.ts', 'by their contract'],
];

const allowedPath = 'functions/shared/scrape/allowed.ts';
const allowed = "import '#shared/content/page-content.ts';\nimport '#shared/kernel/ids.ts';\n";

const packages = z.object({ dependencies: z.record(z.string(), z.string()) });

const diagnostics = z.object({
  diagnostics: z.array(z.object({ filename: z.string(), message: z.string(), help: z.string().optional() })),
});

/** What oxlint says of files, by path, in a folder of their own with the project's configuration. */
function lint(sources: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-lint-'));
  try {
    for (const name of ['node_modules', 'oxlint.config.ts', 'package.json', 'tsconfig.json'])
      symlinkSync(resolve(name), join(directory, name));
    for (const [path, source] of sources) {
      mkdirSync(join(directory, dirname(path)), { recursive: true });
      writeFileSync(join(directory, path), source);
    }
    const oxlint = resolve('node_modules/oxlint/bin/oxlint');
    const run = spawnSync(process.execPath, [oxlint, '--format=json', ...sources.keys()], {
      cwd: directory,
      encoding: 'utf8',
    });
    const said = new Map([...sources.keys()].map((path) => [path, '']));
    for (const { filename, message, help = '' } of diagnostics.parse(JSON.parse(run.stdout)).diagnostics)
      said.set(filename, `${said.get(filename) ?? ''}${message} ${help}\n`);
    return said;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe('the layout', () => {
  const said = lint(
    new Map([
      ...seeds.map(([, path, target]) => [path, `import '${target}';\n`] as const),
      [allowedPath, allowed],
    ]),
  );

  test('ranks every room, and every rank names a room', () => {
    const ranked = ranks.flat();
    // `features` is a part of its room, not a room.
    const unranked = roomsOnDisk().filter(
      (room) => !ranked.some((name) => `${room}/`.startsWith(`${name}/`)),
    );

    expect(unranked).toEqual([]);
    expect(ranked.filter((room) => !roomsOnDisk().includes(room))).toEqual([]);
    expect(new Set(ranked).size).toBe(ranked.length);
  });

  test('has every door that it names', () => {
    const files = Object.entries(doors).flatMap(([wing, names]) => names.map((name) => `${wing}/${name}`));

    expect(files.filter((file) => !existsSync(`functions/shared/${file}`))).toEqual([]);
  });

  test('gives homes to packages of the product only, in rooms that exist', () => {
    const { dependencies } = packages.parse(JSON.parse(readFileSync('package.json', 'utf8')));
    const fenced = Object.keys(packageHomes)
      .filter((name) => !name.startsWith('node:'))
      .map((name) => name.replace(/\/\*\*$/, ''));

    expect(
      fenced.filter(
        (name) => !Object.keys(dependencies).some((known) => known === name || known.startsWith(`${name}/`)),
      ),
    ).toEqual([]);
    expect(
      Object.values(packageHomes)
        .flat()
        .filter((home) => !existsSync(`functions/shared/${home}`)),
    ).toEqual([]);
  });

  test('names rooms and files that exist in what the linter says', () => {
    const named = readFileSync('oxlint.config.ts', 'utf8').matchAll(/#shared\/(\w[\w./-]*\w)/g);

    expect(
      [...named].map(([, path = '']) => path).filter((path) => !existsSync(`functions/shared/${path}`)),
    ).toEqual([]);
  });

  test.for(seeds)('refuses %s', ([, path, , message]) => {
    expect(said.get(path)).toContain(message);
  });

  test('takes a room that imports a lower one, by its door', () => {
    expect(said.get(allowedPath)).toBe('');
  });

  test('gives every function a handler', () => {
    for (const name of folders('functions').filter((folder) => folder !== 'shared'))
      expect(readdirSync(`functions/${name}`)).toContain('handler.ts');
  });
});

test('no pattern changes its flags within itself, which some versions of Node.js 24 ignore (nodejs/node#60030)', () => {
  const sources = ['functions', 'lib', 'bin'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(folder, path)),
  );

  const offenders = sources.filter((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .some((line) => /\(\?[ims]*-?[ims]+:/.test(line) && !line.trimStart().startsWith('//')),
  );

  expect(sources.length).toBeGreaterThan(500);
  expect(offenders).toEqual([]);
});

describe('the documents', () => {
  const tracked = ['bin', 'docs', 'functions', 'lib', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `/${folder}/${path}`),
  );
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];

  test.for(documents)('%s names files that exist', (document) => {
    const text = readFileSync(document, 'utf8').replaceAll(/```[\s\S]*?```/g, '');
    const named = [...text.matchAll(/`([\w./-]+\.(?:ts|json))`/g)].map(([, name = '']) => name);

    // `content/page-content.ts` and `page-content.ts` name a file by the end of its path.
    const missing = named.filter(
      (name) => !existsSync(name) && !tracked.some((path) => path.endsWith(`/${name}`)),
    );
    expect(missing).toEqual([]);
  });
});
