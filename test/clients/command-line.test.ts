import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';

import { describe, expect, onTestFinished, test } from 'vitest';

import { linesOf } from '../../clients/typescript/src/cli/lines.ts';
import { apiKey, failure, pageData, startService, success } from './answers.ts';
import { batchId, crawlId, scriptedCrawl } from './crawl-server.ts';
import { machineWith, temporaryFolder } from './terminal.ts';

const program = resolve('clients/typescript/src/cli/main.ts');

/** The files of a folder, without the state of its crawl. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.winnow.json')
    .map(({ name }) => name)
    .toSorted();

describe('winnow scrape', () => {
  test('prints the Markdown of a page, and nothing else', async () => {
    const { type } = await machineWith(() => success(pageData));

    expect(await type(['scrape', 'https://shop.example/'])).toEqual({
      exitCode: 0,
      stdout: '# Pan\n',
      stderr: '',
    });
  });

  test('sends its options, and any other field by --set', async () => {
    const { type, received } = await machineWith(() =>
      success({ ...pageData, html: '<p>', links: ['https://a.example/'] }),
    );

    const { stdout } = await type(
      'scrape https://shop.example/ -f html,links --whole-page --timeout 5000 --set mobile=true -s proxy=stealth'.split(
        ' ',
      ),
    );

    expect(JSON.parse(stdout)).toMatchObject({ html: '<p>', url: 'https://shop.example/' });
    expect(received[0]?.body).toEqual({
      url: 'https://shop.example/',
      formats: ['html', 'links'],
      onlyMainContent: false,
      timeout: 5_000,
      mobile: true,
      proxy: 'stealth',
    });
  });

  test('prints formats of --set as JSON', async () => {
    const { type, received } = await machineWith(() => success({ ...pageData, html: '<p>' }));

    const { stdout } = await type(['scrape', 'https://shop.example/', '--set', 'formats=["html"]']);

    expect(JSON.parse(stdout)).toMatchObject({ html: '<p>' });
    expect(received[0]?.body).toEqual({ url: 'https://shop.example/', formats: ['html'] });
  });

  test('writes a screenshot into a file', async () => {
    const { type, cwd } = await machineWith(() =>
      success({ ...pageData, screenshot: Buffer.from('PNG').toString('base64') }),
    );

    expect(await type(['scrape', 'https://shop.example/', '-f', 'screenshot'])).toMatchObject({
      exitCode: 2,
    });
    await type(['scrape', 'https://shop.example/', '-f', 'screenshot', '-o', 'page.png']);

    expect(readFileSync(join(cwd, 'page.png'), 'utf8')).toBe('PNG');
  });

  test('keeps commands to the terminal out of what a person sees, and in what a pipe gets', async () => {
    const hostile = '# Pan \u001b]0;owned\u0007\u009b2J\n';
    const { type } = await machineWith(() => success({ ...pageData, markdown: hostile }));

    expect((await type(['scrape', 'https://shop.example/'], { isTTY: true })).stdout).toBe(
      '# Pan ]0;owned2J\n',
    );
    expect((await type(['scrape', 'https://shop.example/'])).stdout).toBe(hostile);
  });
});

describe('exit codes', () => {
  test.for([
    ['a page that is not delivered', () => failure(200, 'BLOCKED'), 5],
    ['a request that is not valid', () => failure(400, 'INVALID_REQUEST'), 2],
    [
      'a wrong key',
      () => ({ status: 401, body: { error: 'Unauthorized', message: 'No.', statusCode: 401 } }),
      3,
    ],
    ['a used-up plan', () => failure(403, 'QUOTA_EXCEEDED'), 4],
    ['a bug of the service', () => failure(500, 'INTERNAL_ERROR'), 6],
  ] as const)('tell of %s', async ([, answer, exitCode]) => {
    const { type } = await machineWith(() => answer());

    const ended = await type(['scrape', 'https://shop.example/']);

    expect(ended).toMatchObject({ exitCode, stdout: '' });
    expect(ended.stderr).toMatch(/^winnow: .*\([A-Z_]+\)\n$/);
  });

  test('tell of what cannot be a key, and do not show it', async () => {
    const { type, url, received } = await machineWith(() => success(pageData));
    const env = { WINNOW_BASE_URL: url, WINNOW_API_KEY: 'wnk_one\nwnk_two' };
    const problem = expect.stringMatching(/^winnow: The API key has characters that no key has[^_]*\n$/);

    for (const command of ['usage', 'mcp', 'init'])
      expect(await type([command], { env })).toEqual({ exitCode: 3, stdout: '', stderr: problem });
    expect(await type(['login', '--base-url', url], { stdin: 'wnk_sécret\n', env: {} })).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: problem,
    });
    expect(received).toEqual([]);
  });

  test('tell of a service that cannot be reached', { timeout: 60_000 }, async () => {
    const { type } = await machineWith(() => success(pageData));

    const ended = await type(['usage', '--base-url', 'http://127.0.0.1:1025']);

    expect(ended).toEqual({
      exitCode: 7,
      stdout: '',
      stderr: 'winnow: http://127.0.0.1:1025 cannot be reached: ECONNREFUSED. (UNREACHABLE)\n',
    });
  });

  test.for([
    [['frobnicate'], 'There is no command frobnicate.'],
    [['scrape'], 'URL is missing.'],
    [['scrape', 'a.example', 'b.example'], 'Only one URL is taken'],
    [['scrape', 'a.example', '--frob'], "Unknown option '--frob'"],
    [['crawl', 'a.example', '-n', 'many'], '--limit must be a whole number from 1; it is many.'],
    [['scrape', 'a.example', '--set', 'mobile'], '--set takes NAME=VALUE'],
    [['extract', 'a.example'], '--schema FILE or --prompt TEXT is missing.'],
    [['scrape', 'a.example', '--base-url', 'localhost'], 'The base URL must be one such as'],
    [['scrape', 'a.example', '--base-url', 'http://localhost\n'], 'The base URL must be one such as'],
  ] as const)('tell of a command that is none: %s', async ([words, problem]) => {
    const { type, received } = await machineWith(() => success(pageData));

    const { exitCode, stderr } = await type(words);

    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(problem)]);
    expect(received).toEqual([]);
  });
});

describe('winnow crawl', () => {
  test('writes a file for each page, with what is known of it', async () => {
    const { type, cwd } = await machineWith(scriptedCrawl({ pages: 120, failed: ['https://gone.example/'] }));

    const { exitCode, stdout, stderr } = await type([
      'crawl',
      'https://shop.example/',
      '-o',
      'site',
      '-n',
      '120',
    ]);

    expect([exitCode, stdout]).toEqual([0, '']);
    expect(filesIn(join(cwd, 'site'))).toHaveLength(120);
    expect(readFileSync(join(cwd, 'site/shop.example/p/7.md'), 'utf8')).toMatch(
      /^---\nurl: "https:\/\/shop.example\/p\/7"\ntitle: "Page 7"\nstatusCode: 200\ndepth: 1\n---\n\n# Page 7\n/,
    );
    expect(stderr).toContain(`crawl ${crawlId} completed: 120 pages in ${cwd}/site`);
    expect(stderr).toMatch(
      /discovered +121\n +delivered +120\n +failed +1\n +https:\/\/gone.example\/: no such host\n$/,
    );
  });

  test('says what it leaves out, and keeps quiet when it is told to', async () => {
    const warning = 'The plan has requests for 2 of the 5 pages.';
    const { type } = await machineWith(scriptedCrawl({ pages: 2, warning }));
    const words = ['crawl', 'https://shop.example/', '-o', 'site'];

    expect((await type(words)).stderr).toContain(`${warning}\n`);
    expect(JSON.parse((await type([...words, '--json'])).stdout)).toMatchObject({ warning });
    expect((await type([...words, '-q'])).stderr).toBe('');
  });

  test('goes on where it was interrupted, as it says', async () => {
    const controller = new AbortController();
    const crawl = scriptedCrawl({ pages: 300, pagesEachTime: 150 });
    const { type, cwd, received } = await machineWith((next, count) => {
      if (count === 3) controller.abort();
      return crawl(next, count);
    });
    const words = ['crawl', 'https://shop.example/', '-o', 'my site', '-n', '300'];

    const stopped = await type(words, { interrupted: controller.signal });
    expect(stopped).toEqual({
      exitCode: 130,
      stdout: '',
      stderr:
        'Stopped after 100 pages. The crawl goes on at the service.\n' +
        "  go on:   winnow crawl https://shop.example/ -o 'my site' -n 300\n" +
        `  end it:  winnow cancel ${crawlId}\n`,
    });
    expect(filesIn(join(cwd, 'my site'))).toHaveLength(100);

    const resumed = await type(words);

    expect(resumed.exitCode).toBe(0);
    expect(resumed.stderr).toContain(`Going on with crawl ${crawlId} after 100 pages.`);
    expect(filesIn(join(cwd, 'my site'))).toHaveLength(300);
    expect(received.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('says how to go on at the service that was named', async () => {
    const controller = new AbortController();
    const crawl = scriptedCrawl({ pages: 300, pagesEachTime: 150 });
    const { type, url } = await machineWith((next, count) => {
      if (count === 3) controller.abort();
      return crawl(next, count);
    });
    const env = { WINNOW_API_KEY: apiKey };

    const { stderr } = await type(['crawl', 'https://shop.example/', '-q', '--base-url', url], {
      env,
      interrupted: controller.signal,
    });

    expect(stderr).toContain(`winnow crawl --resume ${crawlId} --skip 100 --base-url ${url}\n`);
    expect(stderr).toContain(`winnow cancel ${crawlId} --base-url ${url}\n`);
  });

  test('says where all failures are, at the service that was named', async () => {
    const failed = Array.from({ length: 6 }, (_, index) => `https://gone.example/${index}`);
    const { type, url } = await machineWith(scriptedCrawl({ pages: 1, failed }));
    const env = { WINNOW_API_KEY: apiKey };

    const { stderr } = await type(['crawl', 'https://shop.example/', '--base-url', url], { env });

    expect(stderr).toMatch(new RegExp(`all of them: winnow errors ${crawlId} --base-url ${url}\n$`));
  });

  test('keeps commands to the terminal out of the JSON that a person sees', async () => {
    const failed = ['https://gone.example/\u009b2J'];
    const { type } = await machineWith(scriptedCrawl({ pages: 1, title: 'Pan\u009b2J', failed }));

    const pages = await type(['crawl', 'https://shop.example/', '--json', '-q'], { isTTY: true });
    const errors = await type(['errors', crawlId, '--json'], { isTTY: true });

    expect(pages.stdout).toContain('"Pan2J"');
    expect(errors.stdout).toContain('"https://gone.example/2J"');
  });

  test('that has ended, or was asked for differently, starts anew', async () => {
    const { type, received } = await machineWith(scriptedCrawl({ pages: 2 }));

    await type(['crawl', 'https://shop.example/', '-o', 'site']);
    await type(['crawl', 'https://shop.example/', '-o', 'site']);
    await type(['crawl', 'https://shop.example/', '-o', 'site', '--depth', '1']);

    expect(received.filter(({ method }) => method === 'POST')).toHaveLength(3);
  });

  test('without a folder prints a line of JSON for each page, and resumes by its id', async () => {
    const { type } = await machineWith(scriptedCrawl({ pages: 5 }));

    const whole = await type(['crawl', 'https://shop.example/', '-q']);
    const rest = await type(['crawl', '--resume', crawlId, '--skip', '3', '-q']);

    const urls = (lines: string): string[] =>
      lines
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { url: string }).url);
    expect(urls(whole.stdout)).toHaveLength(5);
    expect(urls(rest.stdout)).toEqual(['https://shop.example/p/3', 'https://shop.example/p/4']);
    expect(whole.stderr).toBe('');
  });

  test('shows people its progress, without colours if NO_COLOR asks for that', async () => {
    const { type, url } = await machineWith(
      scriptedCrawl({ pages: 10, pagesEachTime: 5, failed: ['https://gone.example/'] }),
    );
    const env = { WINNOW_BASE_URL: url, WINNOW_API_KEY: apiKey, NO_COLOR: '1' };

    const { stderr } = await type(['crawl', 'https://shop.example/', '-o', 'site', '-n', '10'], {
      isTTY: true,
      env,
    });

    expect(stderr).toContain('[############------------] 5/10 pages  0.0/s  found 11  left 5  failed 1');
    expect(stderr).toMatch(/\[#{24}\] 10\/10 pages/);
    // oxlint-disable-next-line no-control-regex -- the escape sequences of colours
    expect(stderr).not.toMatch(/\u001b\[\d+m/);
  });

  describe('with --dry-run', () => {
    const estimate = {
      pages: 1_042,
      low: 980,
      high: 1_100,
      requests: 1_042,
      seconds: 209,
      basis: 'sample',
      pagesRead: 60,
    };
    const data = { pages: [], total: 0, completed: 0, status: 'completed' };
    const estimating = (more: object = {}) =>
      machineWith(() => success({ ...data, estimate: { ...estimate, ...more } }));

    test('says what the crawl would deliver, cost and take, and starts nothing', async () => {
      const { type, received, cwd } = await estimating();

      const ended = await type(
        'crawl https://shop.example/ -n 5000 --include /guide/* -o site --dry-run'.split(' '),
      );

      expect(ended).toEqual({
        exitCode: 0,
        stdout: `${[
          'pages     1042, likely 980 to 1100',
          'requests  1042',
          'time      about 3 min 29 s',
          'from      a sample of the site; 60 pages were read',
        ].join('\n')}\n`,
        stderr: '',
      });
      expect(received.map(({ body }) => body)).toEqual([
        { url: 'https://shop.example/', limit: 5_000, includes: ['/guide/*'], dryRun: true },
      ]);
      expect(readdirSync(cwd)).toEqual([]);
    });

    test('prints the numbers with --json', async () => {
      const { type } = await estimating();

      const { stdout } = await type(['crawl', 'https://shop.example/', '--dry-run', '--json']);

      expect(JSON.parse(stdout)).toEqual(estimate);
    });

    test.for([
      [{ pages: 9, low: 9, high: 9, basis: 'sitemap' }, 'pages     9\n', 'the sitemaps of the site'],
      [{ pages: 9, low: 9, high: 9, basis: 'links' }, 'pages     9\n', 'all links of the site'],
      [{ pages: 100, low: 100, high: 100 }, 'pages     100, the limit\n', 'a sample of the site'],
      [{ seconds: 12 }, 'time      about 12 s\n', ''],
      [{ seconds: 7_260 }, 'time      about 2 h 1 min\n', ''],
    ] as const)('says how sure it is: %j', async ([more, line, basis]) => {
      const { type } = await estimating(more);

      const { stdout } = await type(['crawl', 'https://shop.example/', '--dry-run']);

      expect(stdout).toContain(line);
      expect(stdout).toContain(basis);
    });

    test('takes no crawl that was started before', async () => {
      const { type, received } = await estimating();

      const { exitCode, stderr } = await type(['crawl', '--resume', crawlId, '--dry-run']);

      expect([exitCode, stderr]).toEqual([
        2,
        expect.stringContaining('--dry-run takes a URL, not --resume.'),
      ]);
      expect(received).toEqual([]);
    });
  });

  test('sends a field that --set names and no option replaces', async () => {
    const { type, received } = await machineWith(scriptedCrawl({ pages: 1 }));

    await type(['crawl', 'https://shop.example/', '-q', '--set', 'limit=7', '-s', 'formats=["html"]']);

    expect(received[0]?.body).toMatchObject({ limit: 7, formats: ['html'] });
  });

  test('that fails has exit code 5, and keeps its pages', async () => {
    const { type, cwd } = await machineWith(scriptedCrawl({ pages: 3, endsWith: 'CRAWL_DEADLINE' }));

    const { exitCode, stderr } = await type(['crawl', 'https://shop.example/', '-o', 'site']);

    expect([exitCode, stderr]).toEqual([5, 'winnow: The reason of CRAWL_DEADLINE. (CRAWL_DEADLINE)\n']);
    expect(filesIn(join(cwd, 'site'))).toHaveLength(3);
  });

  test.for([
    ['does not exist', () => failure(404, 'NOT_FOUND'), 2],
    ['is not for this key', () => failure(401, 'UNAUTHORIZED'), 3],
  ] as const)('that %s is not said to go on', async ([, answer, exitCode]) => {
    const { type } = await machineWith(answer);

    const ended = await type(['crawl', '--resume', 'crawl_nope']);

    expect(ended).toEqual({
      exitCode,
      stdout: '',
      stderr: expect.stringMatching(/^winnow: The reason of [A-Z_]+\. \([A-Z_]+\)\n$/),
    });
  });

  test.for([
    ['that has started is said to go on when its key is refused', () => failure(401, 'UNAUTHORIZED'), true],
    ['that has started is not said to go on when it is deleted', () => failure(404, 'NOT_FOUND'), false],
  ] as const)('%s', async ([, answer, isSaid]) => {
    const crawl = scriptedCrawl({ pages: 3 });
    const { type } = await machineWith((next, count) => (count === 1 ? crawl(next, count) : answer()));

    const { stderr } = await type(['crawl', 'https://shop.example/']);

    expect(stderr.includes('The crawl goes on at the service.')).toBe(isSaid);
  });

  test('is ended by winnow cancel, and explained by winnow errors', async () => {
    const { type, received } = await machineWith(
      scriptedCrawl({ pages: 3, failed: ['https://gone.example/'] }),
    );

    expect((await type(['cancel', crawlId])).stdout).toBe(`${crawlId} has ended, with 0 pages.\n`);
    expect((await type(['errors', crawlId])).stdout).toBe(
      'failed      https://gone.example/  no such host\n',
    );
    expect(received.map(({ method }) => method)).toEqual(['DELETE', 'GET', 'GET']);
  });
});

describe('winnow batch', () => {
  const list = '# pans\nhttps://shop.example/a\n\n  https://shop.example/b \r\nno URL\n';
  const pages = scriptedCrawl({
    pages: 2,
    batch: { invalidURLs: ['no URL'] },
    failed: ['https://gone.example/'],
  });

  test('reads the pages of a file into a folder', async () => {
    const { type, cwd, received } = await machineWith(pages);
    writeFileSync(join(cwd, 'urls.txt'), list);

    const { exitCode, stderr } = await type([
      'batch',
      'urls.txt',
      '--skip-invalid',
      '-f',
      'html',
      '-o',
      'out',
    ]);

    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^left out: no URL\nbatch batch_\S+ completed: 2 pages in /);
    expect(received[0]?.body).toEqual({
      urls: ['https://shop.example/a', 'https://shop.example/b', 'no URL'],
      formats: ['html'],
      ignoreInvalidURLs: true,
      async: true,
    });
    expect(filesIn(join(cwd, 'out'))).toHaveLength(2);
  });

  test('reads the URLs of a pipe, and refuses a list without any', async () => {
    const { type } = await machineWith(pages);

    const piped = await type(['batch', '-', '-q'], { stdin: list });
    const empty = await type(['batch', '-'], { stdin: '\n# nothing\n' });

    expect(piped.stdout.trim().split('\n')).toHaveLength(2);
    expect([empty.exitCode, empty.stderr]).toEqual([2, 'winnow: - has no URLs.\n']);
  });

  test('is ended and explained by its id', async () => {
    const { type, received } = await machineWith(pages);

    await type(['cancel', batchId]);
    await type(['errors', batchId]);

    expect(received.map(({ path }) => path)).toEqual([
      `/api/v1/batch/scrape/${batchId}`,
      `/api/v1/batch/scrape/${batchId}`,
      `/api/v1/batch/scrape/${batchId}/errors`,
    ]);
  });
});

describe('winnow map', () => {
  const links = [
    { url: 'https://shop.example/', source: 'page' },
    { url: 'https://shop.example/guide/', title: 'Guide', lastModified: '2026-11-22', source: 'sitemap' },
  ];
  const map = {
    url: 'https://shop.example/',
    links,
    total: 7,
    truncated: true,
    pagesRead: 1,
    sitemapsRead: 1,
  };

  test('prints a URL a line, and says when there are more', async () => {
    const { type, received } = await machineWith(() => success(map));

    expect(await type(['map', 'https://shop.example/', '-n', '2', '--search', 'guide'])).toEqual({
      exitCode: 0,
      stdout: 'https://shop.example/\nhttps://shop.example/guide/\n',
      stderr: '2 of at least 7 URLs.\n',
    });
    expect(received[0]).toMatchObject({
      path: '/api/v1/map',
      body: { url: 'https://shop.example/', limit: 2, search: 'guide' },
    });
  });

  test('prints what is known of each with --json', async () => {
    const { type } = await machineWith(() => success(map));

    const { stdout } = await type(['map', 'https://shop.example/', '--json', '-q']);

    expect(stdout).toBe(links.map((link) => `${JSON.stringify(link)}\n`).join(''));
  });

  test('keeps commands to the terminal out of the JSON that a person sees', async () => {
    const link = { url: 'https://shop.example/', title: 'Guide\u009b2J', source: 'page' };
    const { type } = await machineWith(() => success({ ...map, links: [link] }));

    const { stdout } = await type(['map', 'https://shop.example/', '--json'], { isTTY: true });

    expect(stdout).toContain('"Guide2J"');
  });
});

describe('winnow search, extract and usage', () => {
  const found = {
    pages: [
      { url: 'https://shop.example/rust', title: 'Rust\u001b[2J', description: 'How to', source: 'web' },
    ],
    total: 1,
    completed: 1,
    status: 'completed',
    metadata: { title: '', description: '' },
    processingInfo: { method: 'duckduckgo_search', duration: 1, parser: 'local' },
  };

  test('search prints titles and URLs, or JSON', async () => {
    const { type, received } = await machineWith(() => success(found));

    expect((await type(['search', 'rust', 'on', 'a', 'pan', '-n', '2'])).stdout).toBe(
      'Rust[2J\nhttps://shop.example/rust\nHow to\n\n',
    );
    expect(JSON.parse((await type(['search', 'rust', '--json'])).stdout)).toEqual(found);
    expect(received[0]?.body).toEqual({ query: 'rust on a pan', limit: 2 });
  });

  test('search keeps commands to the terminal out of the JSON that a person sees', async () => {
    const page = { ...found.pages[0], title: 'Rust\u009b2J' };
    const { type } = await machineWith(() => success({ ...found, pages: [page] }));

    expect((await type(['search', 'rust', '--json'], { isTTY: true })).stdout).toContain('"Rust2J"');
    expect((await type(['search', 'rust', '--json'])).stdout).toContain('"Rust\u009b2J"');
  });

  test('extract sends the schema of a file, and prints JSON', async () => {
    const json = { results: [{ url: 'https://shop.example/', name: 'Pan' }] };
    const { type, cwd, received } = await machineWith(() => success({ json }));
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    writeFileSync(join(cwd, 'schema.json'), JSON.stringify(schema));

    const { stdout } = await type(['extract', 'https://shop.example/', '--schema', 'schema.json']);

    expect(JSON.parse(stdout)).toEqual(json);
    expect(received[0]?.body).toEqual({ urls: ['https://shop.example/'], schema });
    expect(await type(['extract', 'https://shop.example/', '--schema', 'none.json'])).toMatchObject({
      exitCode: 2,
    });
  });

  test('usage prints what is used and left', async () => {
    const operations = { scrape: { requests: 2, pages: 2, ai: 0 } };
    const key = {
      id: 'key_1',
      name: 'laptop',
      environment: 'production',
      budget: 5,
      used: 2,
      remaining: 3,
      operations,
    };
    const usage = {
      plan: 'starter',
      month: '2026-11',
      allowance: 3_500,
      used: 8,
      reserved: 0,
      remaining: null,
      inFlight: 0,
      requestsAtOnce: 10,
      operations,
      key,
      days: [],
    };
    const { type } = await machineWith(() => success(usage));

    expect((await type(['usage'])).stdout).toBe(
      'plan       starter (2026-11)\nallowance  3500\nused       8\nremaining  unlimited\nkey        laptop, 2 used of 5\nscrape     2 requests, 2 pages\n',
    );
  });
});

describe('winnow login and init', () => {
  const settings = '.config/winnow/settings.json';
  const usage = () => success({ plan: 'starter' });

  test('store a key that works for this user alone, and use it for its service only', async () => {
    const { type, cwd, received, url } = await machineWith(usage);

    const { exitCode, stderr } = await type(['login', '--base-url', url], { stdin: `${apiKey}\n`, env: {} });

    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('on the plan starter')]);
    expect(statSync(join(cwd, settings)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(cwd, settings), 'utf8'))).toEqual({ baseUrl: url, apiKey });
    expect((await type(['usage', '--json'], { env: {} })).exitCode).toBe(0);
    expect(received.at(-1)?.headers['x-api-key']).toBe(apiKey);
    expect(await type(['usage', '--base-url', 'http://127.0.0.1:1025'], { env: {} })).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('There is no key for http://127.0.0.1:1025'),
    });
  });

  test('login shows the account page to a person, and not the key', async () => {
    const { type, opened, url } = await machineWith(usage);

    const { exitCode, stdout, stderr } = await type(['login', '--base-url', url], {
      isTTY: true,
      isTyped: true,
      stdin: `${apiKey}x\u007f\r`,
      env: {},
    });

    expect(opened).toEqual([`${url}/account`]);
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toContain('API key (it is not shown): ');
    expect(stderr).not.toContain(apiKey);
  });

  test('login stores no key that the service refuses', async () => {
    const { type, cwd, url } = await machineWith(() => failure(401, 'UNAUTHORIZED'));

    const { exitCode } = await type(['login', '--base-url', url], { stdin: 'wnk_wrong', env: {} });

    expect(exitCode).toBe(3);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('init adds what .env lacks, and leaves what it has', async () => {
    const { type, cwd, url } = await machineWith(usage);
    const env = { WINNOW_BASE_URL: url, WINNOW_API_KEY: apiKey };
    writeFileSync(join(cwd, '.env'), 'PORT=1\nWINNOW_API_KEY=mine');

    const first = await type(['init'], { env });
    const again = await type(['init'], { env });

    expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(
      `PORT=1\nWINNOW_API_KEY=mine\nWINNOW_BASE_URL=${url}\n`,
    );
    expect(first.stderr).toBe('.env has WINNOW_BASE_URL now.\n');
    expect(again.stderr).toBe('.env has the settings; they were left as they are.\n');
  });

  describe('init, where Git', () => {
    const warning = 'Git does not ignore .env: add it to .gitignore, so that the key is not committed.\n';
    const { PATH = '' } = process.env;

    /** What init says in this folder of a repository with this `.gitignore`. */
    async function said(folder: string, ignored: string, path = PATH): Promise<string> {
      const { typeIn, cwd, url } = await machineWith(usage);
      execFileSync('git', ['init', '-q'], { cwd });
      writeFileSync(join(cwd, '.gitignore'), ignored);
      mkdirSync(join(cwd, folder), { recursive: true });
      const env = { WINNOW_BASE_URL: url, WINNOW_API_KEY: apiKey, PATH: path };
      const { stderr } = await typeIn(folder, ['init'], { env });
      return stderr.replace('.env has WINNOW_BASE_URL and WINNOW_API_KEY now.\n', '');
    }

    test.for([
      ['', ''],
      ['app/deep', ''],
      ['', '*.env\n!.env\n'],
    ] as const)(
      'would commit the key, says so: in the folder "%s", with %j as .gitignore',
      async ([folder, ignored]) => {
        expect(await said(folder, ignored)).toBe(warning);
      },
    );

    test.for([
      ['', '*.env\n'],
      ['app/deep', '.env\n'],
      ['app', 'app/\n'],
    ] as const)(
      'ignores .env, says nothing: in the folder "%s", with %j as .gitignore',
      async ([folder, ignored]) => {
        expect(await said(folder, ignored)).toBe('');
      },
    );

    test('is not installed, says nothing', async () => {
      expect(await said('', '', '/nowhere')).toBe('');
    });
  });

  test('init and login make files that others could read readable for this user alone', async () => {
    const { type, cwd, url } = await machineWith(usage);
    const files = [join(cwd, '.env'), join(cwd, settings)];
    mkdirSync(dirname(join(cwd, settings)), { recursive: true });
    for (const file of files) writeFileSync(file, '{}', { mode: 0o644 });
    const readers = files.map((file) => openSync(file, 'r'));

    await type(['init']);
    await type(['login', '--base-url', url], { stdin: `${apiKey}\n`, env: {} });

    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    // A program that had the older file open does not read the key.
    expect(readers.map((reader) => readFileSync(reader, 'utf8'))).toEqual(['{}', '{}']);
    for (const reader of readers) closeSync(reader);
  });

  test('init makes .env readable for this user alone', async () => {
    const { type, cwd } = await machineWith(usage);

    await type(['init']);

    expect(statSync(join(cwd, '.env')).mode & 0o777).toBe(0o600);
  });
});

describe('winnow mcp', () => {
  test('answers a line that is not JSON-RPC with an error, and goes on', async () => {
    const { type } = await machineWith(() => ({ body: { jsonrpc: '2.0', id: 1, result: {} } }));

    const { stdout, exitCode } = await type(['mcp'], {
      stdin: '{"jsonrpc": \nnull\n{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n',
    });

    const unreadable = { jsonrpc: '2.0', id: null, error: { code: -32_700, message: expect.any(String) } };
    expect(exitCode).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([unreadable, unreadable, { jsonrpc: '2.0', id: 1, result: {} }]);
  });

  test.for(['application/json', 'text/event-stream'])(
    'passes on messages with any character, of %s',
    async (contentType) => {
      const text = 'one\u2028two\u2029three\u0085four 😀';
      const message = { jsonrpc: '2.0', id: 1, result: { text } };
      const { type, received } = await machineWith(() => ({
        headers: { 'content-type': contentType },
        body:
          contentType === 'application/json'
            ? message
            : `event: message\r\ndata: ${JSON.stringify(message)}\r\n\r\n`,
      }));
      const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search', query: text } };

      const { stdout } = await type(['mcp'], { stdin: JSON.stringify(asked) });

      expect(received.map(({ body }) => body)).toEqual([asked]);
      expect(stdout).toBe(`${JSON.stringify(message)}\n`);
    },
  );

  test('reads messages that arrive in pieces', async () => {
    const bytes = Buffer.from('{"text": "😀"}\n\n{"text": "two"}');
    const pieces = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    const lines: string[] = [];

    for await (const line of linesOf(Readable.from(pieces))) lines.push(line);

    expect(lines).toEqual(['{"text": "😀"}', '', '{"text": "two"}']);
  });

  test('says why the service refuses the key, and when there is no service', async () => {
    const { type } = await machineWith(() => ({
      status: 401,
      body: { error: 'Unauthorized', message: 'The API key is not valid.', statusCode: 401 },
    }));
    const ask = async (...options: string[]) => {
      const { stdout } = await type(['mcp', ...options], {
        stdin: '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}\n',
      });
      return (JSON.parse(stdout) as { readonly error: { readonly message: string } }).error.message;
    };

    expect(await ask()).toBe('The API key is not valid. (401)');
    expect(await ask('--base-url', 'http://127.0.0.1:2')).toBe(
      'http://127.0.0.1:2 cannot be reached: ECONNREFUSED.',
    );
  });
});

describe('winnow completion', () => {
  test.for(['bash', 'zsh', 'fish'])('knows the commands and their options in %s', async (shell) => {
    const { type } = await machineWith(() => success(pageData));

    const { stdout, exitCode } = await type(['completion', shell]);

    expect(exitCode).toBe(0);
    for (const word of ['scrape', 'crawl', 'whole-page', 'base-url']) expect(stdout).toContain(word);
  });

  test('completes in bash', async () => {
    const { type } = await machineWith(() => success(pageData));
    const { stdout } = await type(['completion', 'bash']);
    const complete = (...words: string[]) =>
      spawnSync(
        'bash',
        [
          '-c',
          `${stdout}\nCOMP_WORDS=(winnow "$@"); COMP_CWORD=$#; _winnow; echo "\${COMPREPLY[*]}"`,
          'bash',
          ...words,
        ],
        { encoding: 'utf8' },
      ).stdout.trim();

    expect([complete('sc'), complete('crawl', '--in'), complete('scrape', '--format', 'mark')]).toEqual([
      'scrape',
      '--include',
      'markdown',
    ]);
  });
});

test('help and version need no key', async () => {
  const { type } = await machineWith(() => success(pageData));

  const help = await type(['--help'], { env: {} });
  expect([help.exitCode, help.stdout]).toEqual([0, expect.stringContaining('scrape URL')]);
  expect((await type(['crawl', '--help'], { env: {} })).stdout).toContain('-o, --output DIR');
  expect((await type(['--version'], { env: {} })).stdout).toBe('0.1.0\n');
  expect(await type([], { env: {} })).toMatchObject({ exitCode: 2, stdout: '' });
});

describe('the program', { timeout: 60_000 }, () => {
  const start = (url: string, words: readonly string[]) =>
    spawn(process.execPath, [program, ...words], {
      env: { PATH: process.env['PATH'], WINNOW_BASE_URL: url, WINNOW_API_KEY: apiKey },
      cwd: temporaryFolder(),
    });

  test('ends quietly when the reader of its pipe has enough', async () => {
    const server = await startService(scriptedCrawl({ pages: 2_000, pageLength: 5_000 }));
    onTestFinished(server.close);
    const child = start(server.url, ['crawl', 'https://shop.example/']);
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));

    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [code] = (await once(child, 'exit')) as [number];

    expect([code, stderr]).toEqual([0, '']);
  });

  test('ends at Ctrl-C with 130, and says how to go on', async () => {
    const server = await startService(scriptedCrawl({ pages: 10_000, pagesEachTime: 1 }));
    onTestFinished(server.close);
    const child = start(server.url, ['crawl', 'https://shop.example/']);
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));

    await once(child.stdout, 'data');
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];

    expect(code).toBe(130);
    expect(stderr).toMatch(
      new RegExp(
        `^Stopped after \\d+ pages\\..*\\n {2}go on: {3}winnow crawl --resume ${crawlId} --skip \\d+\\n {2}end it:`,
      ),
    );
  });
});
