import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';

import { build } from 'esbuild';
import { publint } from 'publint';
import { afterAll, describe, expect, test } from 'vitest';

import { pageData, startService, success } from './answers.ts';
import { projectWithClient, readmeProgram } from './built-package.ts';

const { directory, packageDirectory } = projectWithClient();
afterAll(() => rmSync(directory, { recursive: true }));

const manifest = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8')) as Readonly<
  Record<string, unknown>
>;

const output = (file: string, code: string): string => {
  writeFileSync(join(directory, file), code);
  return execFileSync(process.execPath, [file], { cwd: directory, encoding: 'utf8' });
};

// Programs are started and compiled, which takes a busy machine longer than the limit of a unit test.
describe('the package of the client', { timeout: 60_000 }, () => {
  test('has no dependencies', () => {
    expect(
      ['dependencies', 'peerDependencies', 'optionalDependencies'].filter((name) => name in manifest),
    ).toEqual([]);
  });

  test('is described as package managers and bundlers want it', async () => {
    const { messages } = await publint({ pkgDir: packageDirectory, pack: false, strict: true });

    expect(messages).toEqual([]);
  });

  test('is imported by ES modules and required by CommonJS', () => {
    const names = 'Object.keys(client).sort().join(" ")';

    expect([
      output('module.mjs', `import * as client from '@winnow/client'; console.log(${names});`),
      output('module.cjs', `const client = require('@winnow/client'); console.log(${names});`),
    ]).toEqual(Array(2).fill('WebhookVerificationError Winnow WinnowError isWinnowError verifyWebhook\n'));
  });

  test('brings types by which the examples of its README compile', () => {
    writeFileSync(join(directory, 'example.ts'), readmeProgram());
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const options = '--noEmit --strict --module nodenext --target es2023 --types node --typeRoots'.split(' ');

    expect(() =>
      execFileSync(process.execPath, [tsc, ...options, resolve('node_modules/@types'), 'example.ts'], {
        cwd: directory,
        encoding: 'utf8',
      }),
    ).not.toThrow();
  });

  test('runs where there is nothing but the globals of the web, as at the edge', async () => {
    const { outputFiles } = await build({
      entryPoints: [join(packageDirectory, 'dist/index.js')],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'client',
      platform: 'neutral',
    });
    const server = await startService(() => success(pageData));
    const {
      fetch,
      crypto,
      URL,
      AbortSignal,
      AbortController,
      TextEncoder,
      TextDecoder,
      Headers,
      atob,
      performance,
      setTimeout,
      clearTimeout,
    } = globalThis;
    const context = createContext({
      fetch,
      crypto,
      URL,
      AbortSignal,
      AbortController,
      TextEncoder,
      TextDecoder,
      Headers,
      atob,
      performance,
      setTimeout,
      clearTimeout,
    });

    const markdown: unknown = await runInContext(
      `${outputFiles[0]?.text ?? ''};
      new client.Winnow({ baseUrl: '${server.url}', apiKey: 'wnk_test' }).scrape('https://shop.example/').then((page) => page.markdown)`,
      context,
    );
    await server.close();

    expect(markdown).toBe('# Pan\n');
  });
});
