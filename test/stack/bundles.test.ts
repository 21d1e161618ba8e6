import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { bundleDirectory, bundleFunctions } from '../../lib/bundles.ts';
import { localStack } from '../../lib/local/local-stack.ts';
import { filesAtStart } from './files-at-start.ts';
import { ownAssembly } from './own-assembly.ts';

const maxEntryBytes = 1_500_000;
/** Lambda: deployment package, unpacked. */
const maxAssetBytes = 250 * 1_024 * 1_024;

const sizeOf = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((total, name) => total + sizeOf(join(path, name)), 0)
    : statSync(path).size;

/** What a process has loaded of Node once it has the function's bundle. */
function builtinsAtStart(name: string): readonly string[] {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-bundles-'));
  const nowhere = 'http://127.0.0.1:9';
  const { functions } = localStack(ownAssembly(directory), { sqs: nowhere, api: nowhere, issuer: nowhere });
  rmSync(directory, { recursive: true });
  const { environment } = functions.find((each) => each.environment['POWERTOOLS_SERVICE_NAME'] === name)!;
  const script = `globalThis.awslambda = { streamifyResponse: (handler) => handler };
    await import(${JSON.stringify(join(bundleDirectory(name), 'index.mjs'))});
    process.stdout.write(JSON.stringify(process.moduleLoadList), () => process.exit());`;
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...environment, AWS_REGION: 'us-east-1' },
    encoding: 'utf8',
  });
  return JSON.parse(loaded) as string[];
}

describe('the bundles of the functions', () => {
  test.for(['scrape', 'crawl-page', 'estimate-crawl', 'map', 'search', 'extract'])(
    '%s loads little before its first request',
    (name) => {
      const directory = bundleDirectory(name);
      const atStart = filesAtStart(directory);

      expect(atStart.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(maxEntryBytes);
      // The PDF reader waits in a file of its own.
      expect(atStart.filter(({ path }) => path.includes('pdfjs'))).toEqual([]);
      expect(readdirSync(directory).filter((part) => part.startsWith('pdfjs'))).toHaveLength(1);
    },
  );

  // Texts that nothing else has: the names of files change when code is shared.
  test.for([
    ...['scrape', 'crawl-page', 'search', 'extract'].flatMap((name) => [
      [name, 'schema compiler', "can't resolve reference"] as const,
      [name, 'client of models', 'api.openai.com'] as const,
    ]),
    ...['scrape', 'crawl-page', 'search'].map(
      (name) => [name, 'comparison line by line', 'No newline at end of file'] as const,
    ),
  ])('%s loads the %s when it is needed', ([name, , text]) => {
    const directory = bundleDirectory(name);
    const holds = (path: string): boolean => readFileSync(path, 'utf8').includes(text);
    const all = readdirSync(directory).filter((part) => part.endsWith('.mjs'));

    expect(all.filter((part) => holds(join(directory, part)))).not.toEqual([]);
    expect(filesAtStart(directory).filter(({ path }) => holds(path))).toEqual([]);
  });

  test('stay as they are while their sources do, and are made again after a save during their build', async () => {
    // A folder of its own: other tests read the shared one meanwhile.
    const copy = mkdtempSync(join(tmpdir(), 'winnow-bundles-'));
    onTestFinished(() => rmSync(copy, { recursive: true }));
    const origin = join(copy, 'origin.json');
    copyFileSync(join(bundleDirectory(''), 'origin.json'), origin);
    // One that converts pages and one that does not: every function takes a quarter of a minute.
    const functions = ['scrape', 'usage'];
    const entries = functions.map((name) => join(copy, name, 'index.mjs'));
    for (const entry of entries) {
      mkdirSync(dirname(entry));
      writeFileSync(entry, '');
    }
    const steps: string[] = [];
    const build = (during: () => void = () => {}): Promise<void> =>
      bundleFunctions(copy, functions, (step) => {
        steps.push(step);
        during();
      });

    await build();
    expect(steps).toEqual([]);
    expect(sizeOf(copy)).toBe(statSync(origin).size);

    writeFileSync(origin, '{"sources": [], "hash": ""}');
    const saved = join('functions', functions[0]!, 'handler.ts');
    const { atime, mtime } = statSync(saved);
    onTestFinished(() => utimesSync(saved, atime, mtime));
    await build(() => utimesSync(saved, new Date(), new Date()));
    expect(steps[0]).toBe('bundling 2 functions (again only when their sources change)');
    for (const entry of entries) expect(statSync(entry).size).toBeGreaterThan(0);
    expect(steps.at(-1)).toBe(`${saved} was saved meanwhile: the next start bundles again`);
    expect(existsSync(origin)).toBe(false);
  });

  test('carry the thread that converts pages where pages are converted', () => {
    const carrying = readdirSync(bundleDirectory('')).filter((name) =>
      existsSync(join(bundleDirectory(name), 'conversion-thread.mjs')),
    );

    expect(carrying.toSorted()).toEqual([
      'crawl-page',
      'estimate-crawl',
      'extract',
      'map',
      'scrape',
      'search',
    ]);
  });

  test('carry the CMaps of Asian fonts where pages are converted', () => {
    const cMaps = readdirSync('functions/shared/content/documents/pdf/cmaps');
    const carried = ['crawl-page', 'estimate-crawl', 'extract', 'map', 'scrape', 'search'].map((name) =>
      readdirSync(join(bundleDirectory(name), 'cmaps')),
    );

    expect(carried).toEqual(carried.map(() => cMaps));
  });

  test.for(['scrape', 'crawl-page', 'search'])('%s starts without Node’s own fetch and HTTP/2', (name) => {
    const loaded = builtinsAtStart(name);

    expect(loaded).toContain('NativeModule http');
    expect(loaded.filter((builtin) => /undici\/undici|^NativeModule http2$/.test(builtin))).toEqual([]);
  });

  test('carry the browser in one function, and that one within what Lambda unpacks', () => {
    const carrying = readdirSync(bundleDirectory('')).filter((name) =>
      existsSync(join(bundleDirectory(name), 'browser')),
    );

    expect(carrying).toEqual(['render-page']);
    expect(sizeOf(bundleDirectory('render-page'))).toBeLessThan(maxAssetBytes);
  });

  test('give the browser its libraries and a font for every script', () => {
    const browser = join(bundleDirectory('render-page'), 'browser');

    expect(readdirSync(join(browser, 'lib'))).toEqual(
      expect.arrayContaining(['libnss3.so', 'libnspr4.so', 'libexpat.so.1']),
    );
    expect(readdirSync(join(browser, 'fonts'))).toEqual(
      expect.arrayContaining([
        'NotoColorEmoji.ttf',
        'NotoSansJP.ttf',
        'NotoSansSC.ttf',
        'NotoSansKR.ttf',
        'Open_Sans',
      ]),
    );
  });
});
