import { describe, expect, test } from 'vitest';

import type { ScrapeData } from '#shared/contract/scrape.ts';
import { extractionService } from '../extract/extraction-service.ts';
import { memoryBlobStore } from '../fakes/memory-blob-store.ts';
import type { WebAnswer } from '../fakes/memory-web.ts';

const url = 'https://shop.test/pan';
const formats = ['markdown', 'changeTracking'];
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const pan = (price: number): string =>
  `<title>Pan</title><main><h1>Pan of iron</h1><p>Seasoned twice, and flat at its bottom.</p><p>Price: ${price}</p></main>`;

/** A service for a page that its site changes. */
function serviceOf(first: WebAnswer, versions = memoryBlobStore(), answers = memoryBlobStore()) {
  const pages: Record<string, WebAnswer> = { [url]: first };
  const service = extractionService({ pages, versions, answers });
  const scraped = async (options: object = {}, headers: Readonly<Record<string, string>> = {}) => {
    const { body } = await service.scrape({ url, formats, ...options }, headers);
    const data = body['data'] as ScrapeData | undefined;
    return { body, warning: body['warning'], tracked: data?.changeTracking };
  };
  const statuses = async (...requests: readonly object[]) => {
    const found: (string | undefined)[] = [];
    for (const options of requests) found.push((await scraped(options)).tracked?.changeStatus);
    return found;
  };
  return { ...service, scraped, statuses, shows: (answer: WebAnswer) => void (pages[url] = answer) };
}

describe('a scrape with changeTracking', () => {
  test('has a new page first, and the same one as long as its Markdown stays', async () => {
    const { scraped } = serviceOf(pan(40));

    const first = await scraped();
    const second = await scraped();

    expect(first.tracked).toEqual({ previousScrapeAt: null, changeStatus: 'new' });
    expect(second.tracked).toEqual({
      previousScrapeAt: expect.stringMatching(iso) as string,
      changeStatus: 'same',
    });
  });

  test('tells that a page has changed, and with git-diff how', async () => {
    const { scraped, shows } = serviceOf(pan(40));
    const changeTrackingOptions = { modes: ['git-diff'] };
    await scraped({ changeTrackingOptions });
    shows(pan(45));

    const { tracked } = await scraped({ changeTrackingOptions });

    expect(tracked).toMatchObject({
      changeStatus: 'changed',
      previousScrapeAt: expect.any(String) as string,
    });
    expect(tracked?.diff?.text).toContain('\n-Price: 40\n+Price: 45\n');
    expect(tracked?.diff?.json.files[0]?.chunks[0]?.changes).toContainEqual(
      expect.objectContaining({ type: 'add', add: true, content: '+Price: 45' }) as object,
    );
  });

  test('has no diff without the mode for it, nor of a page that is the same', async () => {
    const { scraped, shows } = serviceOf(pan(40));
    const changeTrackingOptions = { modes: ['git-diff'] };
    await scraped();
    const same = await scraped({ changeTrackingOptions });
    shows(pan(45));
    const changed = await scraped();

    expect(same.tracked).not.toHaveProperty('diff');
    expect(changed.tracked).not.toHaveProperty('diff');
    expect(changed.tracked?.changeStatus).toBe('changed');
  });

  test('compares with the version before, not with the first one', async () => {
    const { statuses, shows } = serviceOf(pan(40));
    await statuses({});
    shows(pan(45));

    expect(await statuses({}, {})).toEqual(['changed', 'same']);
  });

  test('does not take spaces and blank lines for a change', async () => {
    const code = (body: string) => `<main><h1>Pan of iron</h1><p>How to.</p><pre>${body}</pre></main>`;
    const { statuses, shows } = serviceOf(code('stir  well\n\n\nfry'));
    await statuses({});
    shows(code('stir well\nfry'));

    expect(await statuses({})).toEqual(['same']);
  });

  test.for([
    ['another tag', { changeTrackingOptions: { tag: 'daily' } }],
    ['the whole page instead of the main content', { onlyMainContent: false }],
    ['other elements', { includeTags: ['p'] }],
    ['elements that are left out', { excludeTags: ['p'] }],
    ['its comments', { comments: 'include' }],
    ['images as data', { removeBase64Images: false }],
    ['headers of its own', { headers: { 'Accept-Language': 'de' } }],
    ['actions before it is read', { actions: [{ type: 'wait', milliseconds: 1 }] }],
    ['a page that came with the request', { html: pan(40) }],
  ] as const)('compares %s apart', async ([, options]) => {
    const { statuses } = serviceOf(pan(40));

    expect(await statuses({}, options, options, {})).toEqual(['new', 'new', 'same', 'same']);
  });

  test('compares a page with itself whatever else is asked of it', async () => {
    const { statuses } = serviceOf(pan(40));

    expect(
      await statuses(
        {},
        { formats: [...formats, 'html', 'links'], timeout: 20_000 },
        { changeTrackingOptions: { modes: ['git-diff'] } },
      ),
    ).toEqual(['new', 'same', 'same']);
  });

  test('compares a page that came with the request with the one before', async () => {
    const { scraped } = serviceOf(pan(40));
    await scraped({ html: pan(50) });

    expect((await scraped({ html: pan(51) })).tracked?.changeStatus).toBe('changed');
  });

  test('compares a stored page as it is', async () => {
    const { scraped, shows, fetched } = serviceOf(pan(40));
    await scraped({ maxAge: 60_000 });
    shows(pan(45));

    expect((await scraped({ maxAge: 60_000 })).tracked?.changeStatus).toBe('same');
    expect(fetched).toHaveLength(1);
  });

  test.for([404, 410])(
    'calls a page removed while its server answers %i, and remembers it',
    async (status) => {
      const { scraped, statuses, shows } = serviceOf(pan(40));
      const { body } = await scraped();
      shows({ body: '<main><h1>Gone</h1><p>There is no such page.</p></main>', status });

      const removed = await scraped();
      const again = await scraped();
      shows(pan(40));

      expect(body).toMatchObject({ success: true });
      expect(removed.tracked).toEqual({
        previousScrapeAt: expect.stringMatching(iso) as string,
        changeStatus: 'removed',
      });
      expect(again.tracked).toEqual(removed.tracked);
      expect(await statuses({})).toEqual(['same']);
    },
  );

  test.for([
    [404, 'no version of it is known'],
    [500, 'an error page is no version'],
  ] as const)('does not compare a page with status %i that it has never seen', async ([status, reason]) => {
    const { scraped, statuses, shows } = serviceOf({
      body: '<main><h1>Sorry</h1><p>Try again some other day, please.</p></main>',
      status,
    });

    const { body, tracked, warning } = await scraped();
    shows(pan(40));

    expect(tracked).toBeUndefined();
    expect(body).toMatchObject({ success: true });
    expect(warning).toBe(`There is no changeTracking: the server answered ${status}, and ${reason}.`);
    expect(await statuses({})).toEqual(['new']);
  });

  test('does not compare a page with an error of its server, and keeps its version', async () => {
    const { scraped, statuses, shows } = serviceOf(pan(40));
    await scraped();
    shows({ body: '<main><h1>Sorry</h1><p>Try again some other day, please.</p></main>', status: 503 });

    expect((await scraped()).tracked).toBeUndefined();
    shows(pan(40));
    expect(await statuses({})).toEqual(['same']);
  });

  test('does not compare a page that says that it is an error, whatever its status, and keeps its version', async () => {
    const { scraped, statuses, shows } = serviceOf(pan(40));
    await scraped();
    shows('<title>Page not found</title><main><h1>Page not found</h1><p>There is no such page.</p></main>');

    const { tracked, warning } = await scraped();
    shows(pan(40));

    expect(tracked).toBeUndefined();
    expect(warning).toContain(
      'There is no changeTracking: the page says that something is wrong, and an error page is no version.',
    );
    expect(await statuses({})).toEqual(['same']);
  });

  test('calls a page removed that has no word left', async () => {
    const { scraped, statuses, shows } = serviceOf(pan(40));
    await scraped();
    shows({ status: 404 });

    expect(await statuses({})).toEqual(['removed']);
  });

  test('does not compare a page of which a part is missing, and keeps its version', async () => {
    const { scraped, statuses, shows } = serviceOf(pan(40));
    await scraped();
    shows({ body: pan(40).slice(0, -40), truncated: true });

    const { tracked, warning } = await scraped();
    shows(pan(40));

    expect(tracked).toBeUndefined();
    expect(warning).toBe('There is no changeTracking: not all of the page arrived.');
    expect(await statuses({})).toEqual(['same']);
  });

  test('keeps the version of a page that cannot be delivered', async () => {
    const { scraped, statuses, shows } = serviceOf(pan(40));
    await scraped();
    shows('<body></body>');

    expect((await scraped()).body).toMatchObject({ success: false, code: 'EMPTY_PAGE' });
    shows(pan(45));
    expect(await statuses({})).toEqual(['changed']);
  });

  test('leaves out a diff that is too long, and still tells that the page has changed', async () => {
    const long = (word: string) =>
      `<main>${Array.from({ length: 1_200 }, (_, index) => `<p>The ${word} number ${index}.</p>`).join('')}</main>`;
    const { scraped, shows } = serviceOf(long('pan'));
    const changeTrackingOptions = { modes: ['git-diff'] };
    await scraped({ changeTrackingOptions });
    shows(long('pot'));

    const { tracked, warning } = await scraped({ changeTrackingOptions });

    expect(tracked).toMatchObject({ changeStatus: 'changed' });
    expect(tracked).not.toHaveProperty('diff');
    expect(warning).toBe('There is no diff: too much of the page has changed.');
  });

  test('is answered without the comparison when versions cannot be read, which is not told as new', async () => {
    const blobs = memoryBlobStore();
    let isBroken = false;
    const { scraped, statuses, shows } = serviceOf(pan(40), {
      ...blobs,
      get: (name) => (isBroken ? Promise.reject(new Error('S3 is away')) : blobs.get(name)),
    });
    await scraped();
    isBroken = true;
    shows(pan(45));

    const { body, tracked, warning } = await scraped();
    isBroken = false;

    expect(body).toMatchObject({
      success: true,
      data: { markdown: expect.stringContaining('45') as string },
    });
    expect(tracked).toBeUndefined();
    expect(warning).toBe('There is no changeTracking: the last version of the page could not be read.');
    expect(await statuses({})).toEqual(['changed']);
  });

  test('is answered when its version cannot be stored, and the change is told once more', async () => {
    const blobs = memoryBlobStore();
    let isFull = false;
    const { scraped, shows } = serviceOf(pan(40), {
      ...blobs,
      put: (name, bytes) => (isFull ? Promise.reject(new Error('S3 is away')) : blobs.put(name, bytes)),
    });
    await scraped();
    isFull = true;
    shows(pan(45));

    expect((await scraped()).tracked?.changeStatus).toBe('changed');
    expect((await scraped()).tracked?.changeStatus).toBe('changed');
  });

  test('tells a change to a repeated request whose first answer could not be kept', async () => {
    const answers = memoryBlobStore();
    let isFull = false;
    const { scraped, statuses, shows } = serviceOf(pan(40), memoryBlobStore(), {
      ...answers,
      put: (name, bytes) => (isFull ? Promise.reject(new Error('S3 is away')) : answers.put(name, bytes)),
    });
    await scraped();
    shows(pan(45));
    const key = { 'idempotency-key': 'one' };
    isFull = true;
    const lost = await scraped({}, key);
    isFull = false;

    const repeated = await scraped({}, key);
    const replayed = await scraped({}, key);

    expect(lost.body).toMatchObject({ success: false });
    expect([repeated, replayed].map(({ tracked }) => tracked?.changeStatus)).toEqual(['changed', 'changed']);
    expect(await statuses({})).toEqual(['same']);
  });

  test('compares the pages of an account with its own versions only', async () => {
    const versions = memoryBlobStore();
    const [one, other] = [serviceOf(pan(40), versions), serviceOf(pan(40), versions)];

    expect([await one.statuses({}), await other.statuses({}), await one.statuses({})]).toEqual([
      ['new'],
      ['new'],
      ['same'],
    ]);
  });

  test('is read and written for those alone who ask for it', async () => {
    const asked: string[] = [];
    const { scrape } = serviceOf(pan(40), {
      get: async (name) => void asked.push(name),
      put: async (name) => void asked.push(name),
      remove: async (name) => void asked.push(name),
    });

    expect((await scrape({ url })).body['data']).not.toHaveProperty('changeTracking');
    expect(asked).toEqual([]);
  });
});
