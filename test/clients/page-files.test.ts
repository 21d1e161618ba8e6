import { readdirSync, readFileSync } from 'node:fs';
import { normalize } from 'node:path';

import { describe, expect, test } from 'vitest';

import { listedUrl, pagePath, writePage } from '../../clients/typescript/src/cli/page-files.ts';
import { temporaryFolder } from './terminal.ts';

test('two URLs of a batch that lead to one page have a file each', async () => {
  const folder = temporaryFolder();
  const page = (requestedURL: string) => ({
    url: 'https://shop.example/new',
    markdown: '# New\n',
    metadata: { statusCode: 200, sourceURL: 'https://shop.example/new', depth: 0, requestedURL },
  });

  for (const listed of [
    'https://shop.example/old',
    'https://shop.example/new',
    'shop.example/b',
    'shop.example:80/c',
  ])
    await writePage(folder, page(listed), listedUrl(page(listed)));

  expect(readdirSync(`${folder}/shop.example`)).toEqual(['b.md', 'new.md', 'old.md']);
  expect(readdirSync(`${folder}/shop.example-80`)).toEqual(['c.md']);
  expect(readFileSync(`${folder}/shop.example/old.md`, 'utf8')).toContain(
    'url: "https://shop.example/new"\nstatusCode: 200\nrequestedUrl: "https://shop.example/old"\n',
  );
});

test('pages below an address with the extension of a file stand beside the file of its name', async () => {
  const folder = temporaryFolder();
  const paths = ['/docs', '/docs.md/x', '/_docs', '/docs.html/', '/docs.json/docs.md/y', '/docs.md_/x'];
  for (const path of [...paths, ...paths.toReversed()]) {
    const url = `https://shop.example${path}`;
    const metadata = { statusCode: 200, sourceURL: url, depth: 0 };
    await writePage(folder, { url, markdown: `# ${path}\n`, html: path, links: [], metadata }, url);
  }

  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files).toHaveLength(3 * paths.length);
});

describe('the file of a page', () => {
  test.for([
    ['https://shop.example/', 'shop.example/index'],
    ['https://shop.example/guide/clean', 'shop.example/guide/clean'],
    ['https://shop.example/guide/', 'shop.example/guide/index'],
    ['https://shop.example/pan.html', 'shop.example/pan.html'],
    ['http://127.0.0.1:8080/a', '127.0.0.1-8080/a'],
  ])('%s is %s', ([url, path]) => {
    expect(pagePath(url!)).toBe(path);
  });

  test.for([
    'https://shop.example/list?page=2',
    'https://shop.example/List',
    'https://shop.example/a%2F..%2F..%2Fetc%2Fpasswd',
    'https://shop.example/%2e%2e%2f%2e%2e%2fx',
    'https://shop.example/.ssh/authorized_keys',
    'https://shop.example/con',
    'https://shop.example/a:b',
    'https://shop.example/index',
    'https://shop.example/a//b',
    `https://shop.example/${'long'.repeat(100)}`,
    `https://shop.example/${'deep/'.repeat(100)}x`,
    'https://shop.example/%00%1b%E2%80%AE',
    'https://shop.example/%ff',
    'https://shop.example/docs.md/x',
    `https://shop.example/${'a-long-name-of-a-folder/'.repeat(12)}x`,
  ])('%s has a name of its own inside of the folder, on every system', (url) => {
    const path = pagePath(url);

    expect(path).toMatch(/^shop\.example\/.*-[\da-f]{8}$/);
    expect(normalize(path)).toBe(path);
    // oxlint-disable-next-line no-control-regex -- names of files must not have control characters
    expect(path).not.toMatch(/(^|\/)(\.|con(\.|\/|$))|[\u0000-\u001f:\\]/);
    expect(path.length).toBeLessThanOrEqual(200);
  });

  test('differs for URLs that differ in case, query or a closing slash', () => {
    const urls = ['/a', '/A', '/a/', '/a?b=1', '/a?b=2', '/a/index'].map(
      (path) => `https://shop.example${path}`,
    );

    expect(new Set(urls.map(pagePath).map((path) => path.toLowerCase())).size).toBe(urls.length);
  });
});
