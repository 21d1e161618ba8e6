import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, describe, expect, inject, test } from 'vitest';

import { isWinnowError, Winnow } from '../../clients/typescript/src/index.ts';
import { projectWithClient, readmeProgram } from '../clients/built-package.ts';
import { pythonEnvironment, pythonReadmeProgram, pythonWithPackages } from '../clients/python.ts';
import { at, keyOf, newKey } from './client.ts';

const project = projectWithClient();
afterAll(() => rmSync(project.directory, { recursive: true }));

const clientWith = (apiKey: string) => new Winnow({ baseUrl: inject('service').baseUrl, apiKey });

describe.concurrent('the TypeScript client', () => {
  test('is used as its README shows', async () => {
    const { baseUrl, site } = inject('service');
    writeFileSync(
      join(project.directory, 'example.ts'),
      readmeProgram().replaceAll('https://shop.example', site),
    );

    const { stdout: printed } = await promisify(execFile)(process.execPath, ['example.ts'], {
      cwd: project.directory,
      env: {
        PATH: process.env['PATH'],
        WINNOW_BASE_URL: baseUrl,
        WINNOW_API_KEY: (await newKey('starter')).key,
      },
    });

    expect(printed).toContain('# Alder 12-inch cast iron pan');
    expect(printed).toContain(`${site}/guide/clean 112`);
    expect(printed).toContain('discovered: 4');
    expect(printed).not.toContain('not read before');
    expect(printed).toContain(`\n${site}/guide/\n`);
    expect(printed).toContain('- Scrub the rust off with steel wool');
    expect(printed).toContain('\n64.00\n');
    expect(printed).toContain('\n10 3490\n');
    expect(printed).toContain('UNSUPPORTED_TYPE page');
  });

  test('cancels a crawl, whose pages so far it has read', async () => {
    const crawl = clientWith(keyOf('enterprise')).crawl(`${inject('service').secondSite}/`, {
      limit: 1_000,
      maxConcurrency: 1,
      delay: 1,
    });
    const urls: string[] = [];
    for await (const { url } of crawl) {
      urls.push(url);
      await crawl.cancel();
    }

    expect(urls.length).toBeGreaterThanOrEqual(1);
    expect(await crawl.progress()).toMatchObject({ status: 'failed', coverage: { delivered: urls.length } });
  });

  test('names what the service refuses by its code', async () => {
    const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
      promise.catch((error: unknown) => (isWinnowError(error) ? error.code : error));

    expect(
      await Promise.all([
        codeOf(clientWith('wnk_wrong').usage()),
        codeOf(clientWith(keyOf('hobby')).extract(at('/product'), { prompt: 'The pan' })),
        codeOf(clientWith(keyOf('starter')).scrape('not a URL')),
        codeOf(clientWith(keyOf('starter')).resumeCrawl('crawl_none').progress()),
      ]),
    ).toEqual(['UNAUTHORIZED', 'PLAN_FORBIDS', 'INVALID_REQUEST', 'NOT_FOUND']);
  });
});

describe
  .skipIf(pythonWithPackages === undefined)
  .concurrent('the Python client, where a Python has httpx and pydantic', () => {
    test('is used as its README shows', async () => {
      const { baseUrl, site } = inject('service');
      const program = pythonReadmeProgram().replaceAll('https://shop.example', site);
      const settings = { WINNOW_BASE_URL: baseUrl, WINNOW_API_KEY: (await newKey('starter')).key };

      const { stdout } = await promisify(execFile)(pythonWithPackages ?? '', ['-c', program], {
        env: pythonEnvironment(settings),
      });

      expect(stdout.split('\n')).toEqual(
        expect.arrayContaining([
          `${site}/guide/clean 112`,
          'Alder 12-inch cast iron pan: 64.00',
          `${site}/guide/`,
          'completed',
          '3490',
          `asynchronous ${site}/guide/`,
        ]),
      );
    });
  });
