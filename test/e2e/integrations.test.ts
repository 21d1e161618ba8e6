import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, describe, expect, inject, test } from 'vitest';

import { projectWithClient } from '../clients/built-package.ts';
import { at, keyOf } from './client.ts';

const guide = readFileSync('docs/guides/integrations.md', 'utf8');
const { directory } = projectWithClient();
afterAll(() => rmSync(directory, { recursive: true }));

/** The files of the guide, which names each in its first line. */
const files = new Map(
  [...guide.matchAll(/```ts\n\/\/ (\S+)\n([^]+?)```/g)].map(([, name = '', code = '']) => [name, code]),
);

const link = (name: string, target: string) => {
  mkdirSync(join(directory, 'node_modules', name, '..'), { recursive: true });
  symlinkSync(resolve(target), join(directory, 'node_modules', name));
};
link('ai', 'node_modules/ai');
link('@langchain/community', 'test/integrations/node_modules/@langchain/community');

/** Runs a program that is made of a file of the guide. */
async function printed(program: string, code: string): Promise<string> {
  const { baseUrl } = inject('service');
  writeFileSync(join(directory, program), code);
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    cwd: directory,
    env: { PATH: process.env['PATH'], WINNOW_BASE_URL: baseUrl, WINNOW_API_KEY: keyOf('starter') },
  });
  return stdout;
}

const fileOf = (name: string): string => files.get(name) ?? '';

describe.concurrent('docs/guides/integrations.md', () => {
  test.for([
    ['crawl', '/guide/', /\/guide\/\S* \d+\n.*\/guide\/\S* \d+\n.*\/guide\/\S* \d+\n$/],
    ['scrape', '/product', /\/product \d{3,}\n$/],
    ['map', '/guide/', /^undefined \d+\n(undefined \d+\n)+$/],
  ] as const)('LangChain’s loader loads what it names: %s', async ([mode, path, output]) => {
    const program = fileOf('langchain.ts')
      .replace("mode: 'crawl'", `mode: '${mode}'`)
      .replace('https://shop.example/guide/', at(path))
      .replace(/params: .*/, mode === 'crawl' ? '$&' : '');

    expect(await printed(`${mode}.ts`, program)).toMatch(output);
  });

  test('names the versions that are tested', () => {
    const { devDependencies } = JSON.parse(readFileSync('test/integrations/package.json', 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const shown = JSON.parse(/```json\n([^]+?)```/.exec(guide)?.[1] ?? '') as {
      readonly dependencies: Readonly<Record<string, string>>;
    };

    expect(devDependencies).toMatchObject(shown.dependencies);
  });

  test('shows programs that compile', () => {
    const folder = join(directory, 'types');
    mkdirSync(folder);
    for (const [name, code] of files) writeFileSync(join(folder, name), code);
    writeFileSync(
      join(folder, 'model.ts'),
      "import type { LanguageModel } from 'ai';\nexport declare const model: LanguageModel;\n",
    );
    const options = [
      ...'--noEmit --strict --skipLibCheck --allowImportingTsExtensions'.split(' '),
      ...'--module nodenext --target es2023 --types node --typeRoots'.split(' '),
      resolve('node_modules/@types'),
    ];

    expect(() =>
      execFileSync(
        process.execPath,
        [resolve('node_modules/typescript/bin/tsc'), ...options, ...files.keys(), 'model.ts'],
        { cwd: folder, encoding: 'utf8' },
      ),
    ).not.toThrow();
  });

  test('a model of the AI SDK searches, reads and answers', async () => {
    // A model that searches, opens a page that does not exist and the first result, and tells what it has read.
    writeFileSync(
      join(directory, 'model.ts'),
      `import { MockLanguageModelV4 } from 'ai/test';

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const says = (finish, ...content) => ({ content, finishReason: { unified: finish }, usage, warnings: [] });
const calls = (toolCallId, toolName, input) =>
  ({ type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) });
const results = (prompt) => prompt.flatMap(({ content }) => content).filter(({ type }) => type === 'tool-result');

export const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const [found, missing, page] = results(prompt).map(({ output }) => output.value);
    if (found === undefined) return says('tool-calls', calls('1', 'search', { query: 'rust on a pan' }));
    if (missing === undefined)
      return says('tool-calls', calls('2', 'scrape', { url: 'http://no-such-host.invalid/' }));
    if (page === undefined) return says('tool-calls', calls('3', 'scrape', { url: found[0].url }));
    return says('stop', { type: 'text', text: JSON.stringify({ found, missing, page }) });
  },
});
`,
    );

    writeFileSync(join(directory, 'tools.ts'), fileOf('tools.ts'));

    const answer = JSON.parse(await printed('answer.ts', fileOf('answer.ts'))) as Readonly<
      Record<string, unknown>
    >;

    expect(answer).toMatchObject({
      found: expect.arrayContaining([
        { url: at('/guide/rust'), title: expect.any(String), description: expect.any(String) },
      ]),
      missing: { code: 'DNS_ERROR', error: expect.any(String) },
      page: expect.stringContaining('#'),
    });
  });
});
