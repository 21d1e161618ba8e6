import { execFileSync } from 'node:child_process';

import { describe, expect, test } from 'vitest';

import { inkIn, readPng } from '../web/render/png.ts';
import { at, newKey, scrape, usageOf } from './client.ts';

const pictureOf = (data: Readonly<Record<string, unknown>> | undefined) =>
  readPng(Buffer.from(String(data?.['screenshot']), 'base64'));

describe('a page that needs JavaScript', () => {
  test('is read in the browser automatically', async () => {
    const { status, body } = await scrape({ url: at('/app') });

    expect([status, body.source]).toEqual([200, 'cloud']);
    expect(body.data?.markdown).toContain('# Tending a lighthouse lamp');
    expect(body.data?.markdown).toContain('1. Trim the wick\n2. Wind the clockwork\n3. Write the log');
    expect(body.data?.markdown).not.toContain('enable JavaScript');
    expect(body.data?.metadata).toMatchObject({ title: 'Tending a lighthouse lamp', statusCode: 200 });
  });

  test.for([
    ['when the browser may not be used', '/app', { forceLocal: true }, 'local'],
    ['when its scripts drew the frame alone', '/app-without-data', {}, 'cloud'],
    ['when all of it stands in a title that never ends', '/title-open', {}, 'cloud'],
  ] as const)('is no page and free of charge %s', async ([, path, options, source]) => {
    const { key } = await newKey('starter');

    const { status, body } = await scrape({ url: at(path), ...options }, { 'x-api-key': key });

    expect([status, body.success, body.code, body.source]).toEqual([200, false, 'EMPTY_PAGE', source]);
    expect(await usageOf(key)).toMatchObject({ used: 0 });
  });

  test('is read again by the next request when it was still changing', { timeout: 90_000 }, async () => {
    const options = { url: at('/moving'), forceCloud: true, timeout: 12_000 };
    const first = await scrape({ ...options, storeInCache: true });

    const second = await scrape({ ...options, maxAge: 60_000 });

    expect(first.body.warning).toContain('kept changing');
    expect(second.body.data?.metadata).toMatchObject({ cacheState: 'miss' });
  });
});

describe('a page rendered by its server', () => {
  test('is read without the browser, however much script it carries', async () => {
    const { body } = await scrape({ url: at('/heavy') });

    expect(body.source).toBe('local');
    expect(body.data?.markdown).toContain('# Keeping bees on a flat roof');
  });

  test.for([
    ['forceCloud', { forceCloud: true }],
    ['useLocalFirst: false', { useLocalFirst: false }],
    ['waitFor', { waitFor: 200 }],
    ['proxy: stealth', { proxy: 'stealth' }],
  ] as const)('is read in the browser with %s, to the same text', async ([, options]) => {
    const local = await scrape({ url: at('/heavy') });
    const cloud = await scrape({ url: at('/heavy'), ...options });

    expect(cloud.body.source).toBe('cloud');
    expect(cloud.body.data?.markdown).toBe(local.body.data?.markdown);
  });

  test('comes with a warning when stealth has no proxy', async () => {
    const { body } = await scrape({ url: at('/heavy'), proxy: 'stealth' });

    expect(body.warning).toContain('no upstream proxy');
  });

  test.for([
    ['/data.json', '"name": "winnow"'],
    ['/plain', 'Just text.'],
    ['/russian', 'открыли набережную реки Исеть'],
  ])('%s is the same by either parser', async ([path, text]) => {
    const { body } = await scrape({ url: at(path!), forceCloud: true });

    expect(body.source).toBe('cloud');
    expect(body.data?.markdown).toContain(text);
  });
});

describe('a screenshot', () => {
  test('is an image of the viewport, with text in every script', async () => {
    const { body } = await scrape({ url: at('/scripts'), formats: ['screenshot'] });

    const picture = pictureOf(body.data);
    expect([body.source, picture.width, picture.height]).toEqual(['cloud', 1_280, 800]);
    for (const [index, script] of ['Latin', 'Cyrillic', 'Japanese', 'emoji'].entries())
      expect
        .soft(inkIn(picture, { x: 0, y: index * 100, width: 300, height: 100 }), script)
        .toBeGreaterThan(0.05);
    expect(inkIn(picture, { x: 0, y: 500, width: 1_280, height: 300 })).toBe(0);
  });

  test('of the whole page comes with its text, larger than a buffered answer could be', async () => {
    const url = at('/noise');
    const { body } = await scrape({ url, formats: ['markdown', 'screenshot@fullPage'] });

    expect(String(body.data?.['screenshot']).length).toBeGreaterThan(6 * 1_024 * 1_024);
    expect(pictureOf(body.data).height).toBeGreaterThan(2_000);
    expect(body.data?.markdown).toContain('A picture that no coding makes smaller.');
  });

  test('is kept with the page', async () => {
    const url = at('/scripts?kept');
    await scrape({ url, formats: ['screenshot'], storeInCache: true });

    const { body } = await scrape({ url, formats: ['screenshot'], maxAge: 60_000 });

    expect(body.data?.metadata).toMatchObject({ cacheState: 'hit' });
    expect(pictureOf(body.data).width).toBe(1_280);
  });
});

describe('a file', () => {
  test('has no screenshot: its text comes with a warning', async () => {
    const url = at('/report.pdf');

    const { body } = await scrape({ url, formats: ['screenshot', 'markdown'] });

    expect(body).toMatchObject({ success: true, url, source: 'local' });
    expect(body.data?.markdown).toContain('Four turns of the tide a day.');
    expect(body.data).not.toHaveProperty('screenshot');
    expect(body.warning).toContain('There is no screenshot');
  });

  test('needs no wait: its text comes as without one', async () => {
    const { body } = await scrape({ url: at('/report.pdf'), waitFor: 200 });

    expect(body).toMatchObject({ success: true, source: 'local' });
    expect(body.data?.markdown).toContain('Four turns of the tide a day.');
  });
});

describe('a page that the browser cannot deliver', () => {
  test.for([
    ['hangs', '/hanging', 408, 'SCRAPE_TIMEOUT'],
    ['crashes it', '/crashing', 200, 'PAGE_CRASHED'],
    ['is a file', '/image.png', 200, 'UNSUPPORTED_TYPE'],
    ['leads inside', '/redirect-to?url=http://10.0.0.1/', 400, 'FORBIDDEN_TARGET'],
    ['leads to the metadata service', '/redirect-to?url=http://169.254.169.254/', 400, 'FORBIDDEN_TARGET'],
  ] as const)('because it %s is a failure by name, not charged', async ([, path, status, code]) => {
    const { key } = await newKey('starter');
    const before = await usageOf(key);

    const timeout = code === 'SCRAPE_TIMEOUT' ? 6_000 : 30_000;
    const answer = await scrape({ url: at(path), forceCloud: true, timeout }, { 'x-api-key': key });

    const after = await usageOf(key);
    expect(answer).toMatchObject({ status, body: { success: false, code, source: 'cloud' } });
    expect(after['used']).toBe(before['used']);
  });

  test('leaves no process behind', async () => {
    await scrape({ url: at('/hanging'), forceCloud: true, timeout: 2_000 });
    await scrape({ url: at('/app'), forceCloud: true });

    const browsers = () =>
      execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => /winnow-e2e-.*\/chromium /.test(line));
    // Other tests render meanwhile.
    await expect.poll(browsers, { timeout: 30_000 }).toEqual([]);
  });
});

describe('the choice of the parser', () => {
  test.for([
    ['both', { forceLocal: true, forceCloud: true }, 'forceCloud'],
    ['a picture without the browser', { forceLocal: true, formats: ['screenshot'] }, 'formats'],
    ['both pictures', { formats: ['screenshot', 'screenshot@fullPage'] }, 'formats'],
    ['waiting without the browser', { forceLocal: true, waitFor: 100 }, 'waitFor'],
  ] as const)('is refused when it asks for %s', async ([, options, field]) => {
    const { status, body } = await scrape({ url: at('/heavy'), ...options });

    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.error).toContain(field);
  });
});
