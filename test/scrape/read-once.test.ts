import { Tokenizer } from 'htmlparser2';
import { afterEach, expect, test, vi } from 'vitest';

import { scrapeRequest } from '#shared/contract/scrape.ts';
import { extractionSelection } from '#shared/extract/embedded/extraction-page.ts';
import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import { selectionOf } from '#shared/scrape/page-data.ts';

afterEach(() => vi.restoreAllMocks());

const thread = `<html lang="en"><title>Pans</title><link rel="canonical" href="/pans"><link rel="next" href="/pans?page=2"><nav><a href="/lids">Lids</a></nav><main><h1>Pans</h1>
  <div class="comments">
    <div class="comment"><p>Which pan is best for eggs, and does it need oil before the first use?</p>
      <div class="comment"><p>Cast iron, once it is seasoned. It keeps the heat when the eggs come in.</p></div></div>
    <div class="comment"><p>Carbon steel for me: it is lighter, and it heats in half of the time.</p></div>
  </div><p id="note">Prices include tax.</p>${'<p>A pan is made to last, and this one is.</p>'.repeat(1_000)}</main>`;

const taskFor = (request: ReturnType<typeof scrapeRequest.parse>) => ({
  resource: {
    bytes: Buffer.from(thread),
    contentType: 'text/html; charset=utf-8',
    url: 'https://shop.example/pans?a=1',
  },
  response: { source: 'local', status: 200, headers: {}, finalUrl: 'https://shop.example/pans?a=1' } as const,
  allowsEmpty: false,
  selections: [selectionOf(request), extractionSelection({ ...request, onlyMainContent: false })],
  wantsLinks: true,
});

test('a page is decoded once and parsed once for its verdict, its content, its links and extraction', async () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  const parse = vi.spyOn(Tokenizer.prototype, 'write');
  const request = scrapeRequest.parse({
    url: 'https://shop.example/pans',
    formats: ['markdown', 'html', 'links', 'json'],
    jsonOptions: { prompt: 'the best pan' },
  });

  await convertPage(taskFor(request));

  const wholePages = decode.mock.results.filter(({ value }) => value === thread);
  expect(wholePages).toHaveLength(1);
  expect(parse).toHaveBeenCalledTimes(1);
});

test('each content of a page is what it is alone, whichever others are written from the same tree', async () => {
  const request = scrapeRequest.parse({
    url: 'https://shop.example/pans',
    formats: ['markdown', 'html', 'links'],
    includeTags: ['.comments', '#note'],
    excludeTags: ['#note'],
  });
  const task = taskFor(request);

  const together = await convertPage(task);

  const alone = await Promise.all(
    task.selections.map((selection) => convertPage({ ...task, selections: [selection] })),
  );
  expect(together.contents).toEqual(alone.map(({ contents: [content] }) => content));
  expect(together.contents[0]?.markdown).toContain('> Cast iron');
  expect(together.contents[0]?.markdown).not.toContain('Prices include tax');
});

test('links are those of the page as it was served', async () => {
  const request = scrapeRequest.parse({ url: 'https://shop.example/pans' });

  const { links } = await convertPage(taskFor(request));

  expect(links).toMatchObject({
    canonicalUrl: 'https://shop.example/pans',
    pages: ['https://shop.example/pans?page=2', 'https://shop.example/lids'],
  });
});

test('links are read only where they are wanted', async () => {
  const request = scrapeRequest.parse({ url: 'https://shop.example/pans' });

  // Extraction reads links as well.
  const task = { ...taskFor(request), selections: [selectionOf(request)] };
  const resolved = vi.spyOn(URL, 'parse');
  await convertPage(task);
  const wanted = resolved.mock.calls.length;
  resolved.mockClear();

  const conversion = await convertPage({ ...task, wantsLinks: false });

  expect(conversion).not.toHaveProperty('links');
  expect(resolved.mock.calls.length).toBeLessThan(wanted);
});

test('a page is accepted before its content is written, and a challenge page never', async () => {
  const request = scrapeRequest.parse({ url: 'https://shop.example/pans' });
  const task = taskFor(request);
  const onAccepted = vi.fn<() => void>();

  await convertPage(task, { onAccepted });
  expect(onAccepted).toHaveBeenCalledTimes(1);

  const challenge = { ...task.response, headers: { 'cf-mitigated': 'challenge' } };
  await expect(convertPage({ ...task, response: challenge }, { onAccepted })).rejects.toMatchObject({
    code: 'BLOCKED',
    cause: 'Cloudflare',
  });
  expect(onAccepted).toHaveBeenCalledTimes(1);
});
