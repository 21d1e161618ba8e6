import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { idempotencyHours } from '#shared/contract/idempotency.ts';
import { failure } from './answers.ts';
import { scriptedCrawl } from './crawl-server.ts';
import { machineWith } from './terminal.ts';

const crawl = ['crawl', 'https://shop.example/', '-o', 'site'];

test('a page that cannot be written is reported and counted, and the others are written', async () => {
  const { type, cwd } = await machineWith(scriptedCrawl({ pages: 3 }));
  mkdirSync(join(cwd, 'site/shop.example/p/1.md'), { recursive: true });

  const { exitCode, stderr } = await type(crawl);

  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^https:\/\/shop\.example\/p\/1 could not be written: EISDIR/);
  expect(stderr).toMatch(/completed: 3 pages in .*, 1 of them not written, [\d.]+ s\n/);
  expect(['0', '2'].map((page) => existsSync(join(cwd, `site/shop.example/p/${page}.md`)))).toEqual([
    true,
    true,
  ]);

  const { stdout } = await type([...crawl, '--json', '--quiet']);
  expect(JSON.parse(stdout)).toMatchObject({ read: 3, unwritten: 1 });
});

test('the key of a start is not used when the service may have forgotten it', async () => {
  const answer = scriptedCrawl({ pages: 2 });
  const { type, cwd, received } = await machineWith((next, count) =>
    count <= 2 ? failure(500, 'INTERNAL_ERROR') : answer(next, count),
  );
  const file = join(cwd, 'site/.winnow.json');
  const aged = (hours: number) => {
    const state = JSON.parse(readFileSync(file, 'utf8')) as { keySinceMs: number };
    writeFileSync(file, JSON.stringify({ ...state, keySinceMs: Date.now() - hours * 3_600_000 }));
  };

  await type(crawl);
  aged(idempotencyHours - 1);
  await type(crawl);
  aged(idempotencyHours + 1);
  await type(crawl);

  const starts = received.filter(({ method }) => method === 'POST');
  const [lost, repeated, another] = starts.map(({ headers }) => headers['idempotency-key']);
  expect(repeated).toBe(lost);
  expect(another).not.toBe(lost);
});

test('a start without an answer is repeated by the next run as the same start, which costs once', async () => {
  const answer = scriptedCrawl({ pages: 2 });
  const { type, received } = await machineWith((next, count) =>
    count === 1 ? failure(500, 'INTERNAL_ERROR') : answer(next, count),
  );

  expect((await type(crawl)).exitCode).toBe(6);
  expect((await type(crawl)).exitCode).toBe(0);
  expect((await type(crawl)).exitCode).toBe(0);

  const starts = received.filter(({ method }) => method === 'POST');
  const [lost, repeated, another] = starts.map(({ headers }) => headers['idempotency-key']);
  expect(starts).toHaveLength(3);
  expect(repeated).toBe(lost);
  expect(another).not.toBe(lost);
});
